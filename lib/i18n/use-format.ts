// The reader's language and its formatters for components, so that none of them passes the language around.
'use client';
import { useLocale } from 'next-intl';
import { useMemo } from 'react';
import { type DateKind, formatDate } from './dates';
import { digits, formatCoordinates, formatNumber, formatPercent } from './digits';

const COMMA = { fa: '، ', en: ', ' } as const;

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
      /** Stands between two of several names or numbers. */
      comma: COMMA[lang],
      /** Names or numbers beside each other. */
      listed: (parts: readonly string[]) => parts.join(COMMA[lang]),
      date: (iso: string, kind?: DateKind) => formatDate(lang, iso, kind),
    }),
    [lang],
  );
}
