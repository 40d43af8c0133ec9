// Shows a help page in the reader's language, with a search that marks what it finds.
'use client';
import { CloseButton, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { Dialog } from '@/components/layout/dialog';
import { fold } from '@/contract/fold';
import { useFormat } from '@/lib/i18n/use-format';
import { loadHelp } from './help-source';
import { HelpText } from './help-text';
import classes from './help-text.module.css';
import { useHelpPicture } from './use-help-picture';

export interface HelpDialogProps {
  slug: string;
  opened: boolean;
  onClose: () => void;
}

/** A page with a search above it. Places are counted as they are shown. */
function Searched({ source, folder, slug }: { source: string; folder: string; slug: string }) {
  const picture = useHelpPicture();
  const t = useTranslations('shell');
  const common = useTranslations('common');
  const { number } = useFormat();
  const box = useRef<HTMLDivElement>(null);
  const [word, setWord] = useState('');
  const [count, setCount] = useState(0);
  const isSearching = fold(word) !== '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the marks of this word are in the page now
  useEffect(() => {
    const marks = box.current?.querySelectorAll('mark');
    setCount(marks?.length ?? 0);
    marks?.[0]?.scrollIntoView({ block: 'center' });
  }, [word]);
  return (
    <div ref={box}>
      <div className={classes.search}>
        <TextInput
          aria-label={t('helpSearch')}
          placeholder={t('helpSearch')}
          leftSection={<IconSearch size={16} />}
          rightSection={word && <CloseButton size="sm" aria-label={common('clear')} onClick={() => setWord('')} />}
          value={word}
          maxLength={100}
          onChange={(event) => setWord(event.currentTarget.value)}
        />
        <Text size="xs" c="dimmed" mt={4} role="status">
          {isSearching && (count ? t('helpFound', { count: number(count) }) : t('helpNotFound'))}
        </Text>
      </div>
      <HelpText source={source} folder={folder} word={word} picture={picture(slug, source)} />
    </div>
  );
}

/** The default export is for lazy loading. */
export default function HelpDialog({ slug, opened, onClose }: HelpDialogProps) {
  const t = useTranslations('shell');
  const common = useTranslations('common');
  const lang = useLocale();
  const [page, setPage] = useState<{ for: string; source: string | null } | null>(null);
  const pageKey = `${lang}/${slug}`;
  useEffect(() => {
    if (!opened || page?.for === pageKey) return;
    let here = true;
    loadHelp(lang, slug)
      .catch(() => null)
      .then((source) => here && setPage({ for: pageKey, source }));
    return () => {
      here = false;
    };
  }, [opened, pageKey, lang, slug, page]);
  const currentPage = page?.for === pageKey ? page : null;
  return (
    <Dialog opened={opened} onClose={onClose} title={common('help')} size={640}>
      {!currentPage && (
        <Stack gap="sm" aria-busy>
          <Skeleton h={20} w="40%" />
          <Skeleton h={14} />
          <Skeleton h={14} w="85%" />
          <Skeleton h={14} w="70%" />
        </Stack>
      )}
      {currentPage?.source && (
        <Searched key={currentPage.for} source={currentPage.source} folder={`/help/${lang}/`} slug={slug} />
      )}
      {currentPage && !currentPage.source && <p role="status">{t('helpMissing')}</p>}
    </Dialog>
  );
}
