// A number of a legend in the reader's words and digits; bounds say so.
'use client';
import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import { useFormat } from './use-format';

interface Tick {
  value: number;
  bound?: 'below' | 'above';
}

export const useTickText = () => {
  const t = useTranslations('map.legend');
  const { number } = useFormat();
  return useCallback(
    ({ value, bound }: Tick): string => {
      const text = number(value, { maximumFractionDigits: Math.abs(value) < 10 ? 2 : 1, useGrouping: 'min2' });
      return bound ? t(bound, { value: text }) : text;
    },
    [t, number],
  );
};
