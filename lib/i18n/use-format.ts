// The reader's language and its formatters for components, so that none of them passes the language around.
'use client';
import { useLocale } from 'next-intl';
import { useMemo } from 'react';
import { type DateKind, formatDate } from './dates';
import { digits, formatCoordinates, formatNumber, formatPercent } from './digits';

/** Language, and numbers, digits and dates in it. */
export function useFormat() {
  const lang = useLocale();
  return useMemo(
    () => ({
      lang,
      number: (value: number, options?: Intl.NumberFormatOptions) => formatNumber(lang, value, options),
      percent: (share: number) => formatPercent(lang, share),
      digits: (text: string | number) => digits(lang, text),
      coordinates: (text: string) => formatCoordinates(lang, text),
      /** Names or numbers beside each other, with the comma of the language. */
      listed: (parts: readonly string[]) => parts.join(lang === 'fa' ? '، ' : ', '),
      date: (iso: string, kind?: DateKind) => formatDate(lang, iso, kind),
    }),
    [lang],
  );
}
