// Areas and lengths in the unit that people read them in.
'use client';
import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import { useFormat } from '@/lib/i18n/use-format';
import { tidyMeasure } from '../geo/measure';

/** Writes metres, or square metres of an area. */
export function useMeasureText(): (metres: number, of: 'area' | 'length') => string {
  const t = useTranslations('map.units');
  const { number } = useFormat();
  return useCallback(
    (metres, of) => {
      const { value, unit, digits } = tidyMeasure(metres, of);
      return t(unit, { value: number(value, { maximumFractionDigits: digits }) });
    },
    [t, number],
  );
}
