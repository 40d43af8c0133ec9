// Shows a help page in the reader's language.
'use client';
import { Modal, Skeleton, Stack } from '@mantine/core';
import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { type Block, markdown } from '../logic/markdown';
import { HelpText } from './help-text';

export interface HelpDialogProps {
  slug: string;
  opened: boolean;
  onClose: () => void;
}

/** The page's blocks; null where there is none. A page that is not ours (an HTML answer) is none. */
async function load(lang: string, slug: string): Promise<Block[] | null> {
  if (!/^[a-z0-9-]{1,64}$/.test(slug)) return null;
  const answer = await fetch(`/help/${lang}/${slug}.md`, { credentials: 'same-origin' });
  const html = answer.headers.get('content-type')?.includes('text/html');
  return answer.ok && !html ? markdown(await answer.text()) : null;
}

/** The default export is for lazy loading. */
export default function HelpDialog({ slug, opened, onClose }: HelpDialogProps) {
  const t = useTranslations('shell');
  const common = useTranslations('common');
  const lang = useLocale();
  const [page, setPage] = useState<{ for: string; blocks: Block[] | null } | null>(null);
  const wanted = `${lang}/${slug}`;
  useEffect(() => {
    if (!opened || page?.for === wanted) return;
    let here = true;
    load(lang, slug)
      .catch(() => null)
      .then((blocks) => here && setPage({ for: wanted, blocks }));
    return () => {
      here = false;
    };
  }, [opened, wanted, lang, slug, page]);
  const shown = page?.for === wanted ? page : null;
  return (
    <Modal opened={opened} onClose={onClose} title={common('help')} size={640}>
      {!shown && (
        <Stack gap="sm" aria-busy>
          <Skeleton h={20} w="40%" />
          <Skeleton h={14} />
          <Skeleton h={14} w="85%" />
          <Skeleton h={14} w="70%" />
        </Stack>
      )}
      {shown && (shown.blocks ? <HelpText blocks={shown.blocks} /> : <p role="status">{t('helpMissing')}</p>)}
    </Modal>
  );
}
