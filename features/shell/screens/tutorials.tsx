// How the product is used: the help pages of all screens that the person may open, searched together, and the first steps.
'use client';
import { Button, CloseButton, Text, TextInput } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconExternalLink, IconSearch } from '@tabler/icons-react';
import Link from 'next/link';
import { useSearchParams } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useMemo, useRef, useState } from 'react';
import { EmptyState, FormSkeleton } from '@/components/feedback/states';
import { IconButton } from '@/components/icon-button';
import { Page } from '@/components/layout/page';
import { api } from '@/contract';
import { fold } from '@/contract/fold';
import type { Tutorial } from '@/contract/schemas/messages/tutorial';
import { useRead } from '@/lib/api/hooks';
import { useHotkeys } from '@/lib/hotkeys/use-hotkeys';
import { useFormat } from '@/lib/i18n/use-format';
import { href, type Who } from '@/lib/routes/rules';
import { addressOf } from '../logic/menu-state';
import { type HelpEntry, holdsWords, ownSlug, sectionsFor, titleOf } from '../logic/tutorials';
import { HelpText } from '../parts/help-text';
import { FirstSteps } from '../parts/tutorials/first-steps';
import { OwnList } from '../parts/tutorials/own/own-list';
import { OwnPage } from '../parts/tutorials/own/own-page';
import classes from '../parts/tutorials/tutorials.module.css';
import { useHelpPages } from '../parts/tutorials/use-help-pages';
import { useHelpPicture } from '../parts/use-help-picture';

function useTitle(texts: ReadonlyMap<string, string> | undefined) {
  const routes = useTranslations('routes');
  return ({ slug, route }: HelpEntry) => (route ? routes(`${route}.title`) : titleOf(texts?.get(slug) ?? '') || slug);
}

interface ContentsProps {
  who: Who;
  texts: ReadonlyMap<string, string> | undefined;
  own: readonly Tutorial[];
  open: string | null;
  word: string;
  onWord: (word: string) => void;
  onOpen: (slug: string) => void;
}

function Contents({ who, texts, own, open, word, onWord, onOpen }: ContentsProps) {
  const t = useTranslations('shell.tutorials');
  const shell = useTranslations('shell');
  const common = useTranslations('common');
  const { number } = useFormat();
  const title = useTitle(texts);
  const search = useRef<HTMLInputElement>(null);
  const focusSearch = () => {
    search.current?.focus();
    return search.current !== null;
  };
  useHotkeys('screen', [{ keys: 'Slash', run: focusSearch }]);
  const isSearching = fold(word) !== '';
  const sections = useMemo(() => sectionsFor(who), [who]);
  const matches = sections
    .map(({ section, pages }) => ({
      section,
      pages: isSearching ? pages.filter(({ slug }) => holdsWords(texts?.get(slug) ?? '', word)) : pages,
    }))
    .filter(({ pages }) => pages.length > 0);
  const ownMatches = own.filter(({ title: name, text }) => holdsWords(`${name}\n${text}`, word));
  const count = matches.reduce((sum, { pages }) => sum + pages.length, ownMatches.length);
  return (
    <nav className={classes.contents} aria-label={t('contents')}>
      <TextInput
        ref={search}
        aria-label={t('search')}
        placeholder={t('search')}
        value={word}
        maxLength={100}
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={word && <CloseButton size="sm" aria-label={common('clear')} onClick={() => onWord('')} />}
        onChange={(event) => onWord(event.currentTarget.value)}
      />
      <Text size="xs" c="dimmed" mt={4} role="status">
        {isSearching && (count > 0 ? t('found', { n: number(count), count }) : shell('helpNotFound'))}
      </Text>
      <OwnList rows={ownMatches} isSearching={isSearching} open={open} onOpen={onOpen} />
      {matches.map(({ section, pages }) => (
        <section key={section} aria-label={section === 'map' ? t('map') : shell(`sections.${section}`)}>
          <h2 className={classes.sectionTitle}>{section === 'map' ? t('map') : shell(`sections.${section}`)}</h2>
          <ul className={classes.list}>
            {pages.map((page) => (
              <li key={page.slug}>
                <button
                  type="button"
                  className={classes.entry}
                  aria-current={page.slug === open ? 'page' : undefined}
                  onClick={() => onOpen(page.slug)}
                >
                  {title(page)}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

interface NeighbourProps {
  page: HelpEntry | undefined;
  title: (page: HelpEntry) => string;
  isNext: boolean;
  onOpen: (slug: string) => void;
}

function Neighbour({ page, title, isNext, onOpen }: NeighbourProps) {
  if (!page) return <span />;
  const look = isNext
    ? { rightSection: <IconArrowRight size={16} className="points" /> }
    : { leftSection: <IconArrowLeft size={16} className="points" /> };
  return (
    <Button variant="subtle" {...look} onClick={() => onOpen(page.slug)}>
      {title(page)}
    </Button>
  );
}

/** The address says which page is open. */
export function TutorialsScreen({ who }: { who: Who }) {
  const t = useTranslations('shell.tutorials');
  const shell = useTranslations('shell');
  const common = useTranslations('common');
  const routes = useTranslations('routes');
  const lang = useLocale();
  const address = useSearchParams();
  const [word, setWord] = useState('');
  const box = useRef<HTMLElement>(null);
  const pages = useMemo(() => sectionsFor(who).flatMap((section) => section.pages), [who]);
  const slugs = useMemo(() => pages.map(({ slug }) => slug), [pages]);
  const { data: texts } = useHelpPages(slugs);
  const title = useTitle(texts);
  const picture = useHelpPicture();
  const open = address.get('page');
  const at = slugs.indexOf(open ?? '');
  const page = pages[at];
  const source = page && texts?.get(page.slug);
  const readOwn = useRead(api.tutorials.list, {});
  const own = readOwn.data ?? [];
  const tutorial = own.find(({ id }) => ownSlug(id) === open);
  const go = (slug: string | null) =>
    history[open === null ? 'pushState' : 'replaceState'](null, '', href('tutorials') + (slug ? `?page=${slug}` : ''));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is read from its head, or from what is searched for
  useEffect(() => {
    const mark = box.current?.querySelector('mark');
    if (mark) mark.scrollIntoView?.({ block: 'center' });
    else box.current?.scrollTo?.({ top: 0 });
  }, [open, word, source, tutorial]);
  return (
    <Page title={routes('tutorials.title')} fill>
      <div className={classes.tutorials} data-open={open !== null || undefined}>
        <Contents who={who} texts={texts} own={own} open={open} word={word} onWord={setWord} onOpen={go} />
        <article ref={box} className={classes.page} aria-label={tutorial?.title ?? (page ? title(page) : t('steps'))}>
          <div className={classes.inner}>
            {open === null ? (
              <FirstSteps who={who} />
            ) : (
              <div className={classes.head}>
                <IconButton label={common('back')} onClick={() => go(null)}>
                  <IconArrowLeft size={18} className="points" />
                </IconButton>
                {page?.route && (
                  <Button
                    component={Link}
                    href={addressOf(page.route)}
                    prefetch={false}
                    variant="light"
                    leftSection={<IconExternalLink size={16} />}
                  >
                    {t('openScreen')}
                  </Button>
                )}
              </div>
            )}
            {open !== null && !texts && <FormSkeleton fields={3} />}
            {source && (
              <HelpText source={source} folder={`/help/${lang}/`} word={word} picture={picture(page.slug, source)} />
            )}
            {tutorial && <OwnPage key={tutorial.id} tutorial={tutorial} word={word} onRemoved={() => go(null)} />}
            {open !== null && texts && !readOwn.isPending && !source && !tutorial && (
              <EmptyState title={shell('helpMissing')} noAct="beside" />
            )}
            {page && (
              <nav className={classes.foot} aria-label={t('neighbours')}>
                <Neighbour page={pages[at - 1]} title={title} isNext={false} onOpen={go} />
                <Neighbour page={pages[at + 1]} title={title} isNext onOpen={go} />
              </nav>
            )}
          </div>
        </article>
      </div>
    </Page>
  );
}
