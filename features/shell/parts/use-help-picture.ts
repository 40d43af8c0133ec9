// The picture of a help page in the reader's language.
'use client';
import { useLocale, useTranslations } from 'next-intl';
import { helpFilm, helpPicture } from '../logic/help-picture';
import { titleOf } from '../logic/tutorials';
import type { HelpPicture } from './help-text';

/** The picture of the page whose text is read; null where it has none. */
export function useHelpPicture(): (slug: string, source: string) => HelpPicture | null {
  const t = useTranslations('shell');
  const lang = useLocale();
  return (slug, source) => {
    const src = helpPicture(lang, slug);
    if (!src) return null;
    const title = titleOf(source);
    const film = helpFilm(lang, slug);
    return {
      src,
      alt: t('helpPicture', { title }),
      ...(film ? { film: { src: film, name: t('helpFilm', { title }) } } : {}),
    };
  };
}
