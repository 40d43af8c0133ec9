// The picture of a help page in the reader's language.
'use client';
import { useLocale, useTranslations } from 'next-intl';
import { helpPicture } from '../logic/help-picture';
import { titleOf } from '../logic/tutorials';
import type { HelpPicture } from './help-text';

/** The picture of the page whose text is read; null where it has none. */
export function useHelpPicture(): (slug: string, source: string) => HelpPicture | null {
  const t = useTranslations('shell');
  const lang = useLocale();
  return (slug, source) => {
    const src = helpPicture(lang, slug);
    return src ? { src, alt: t('helpPicture', { title: titleOf(source) }) } : null;
  };
}
