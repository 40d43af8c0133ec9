// What a drawing is called, and how large it is, in the reader's words.
'use client';
import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import { useFormat } from '@/lib/i18n/use-format';
import { type DrawingData, kindOf, sizeOf } from '@/map/geo/drawings';
import type { Item } from '@/map/state/drawings';
import { useMeasureText } from '../sketch-panel';

/** Its label, else the words of a text, else its kind and number. */
export const useDrawingName = (): ((item: Item) => string) => {
  const t = useTranslations('map.tools.drawings');
  const { digits } = useFormat();
  return useCallback(
    ({ key, drawing: { label, style, type } }) =>
      label.trim() || style.text?.trim().split('\n')[0] || t('named', { type: t(`types.${type}`), n: digits(key) }),
    [t, digits],
  );
};

/** Length, area, or a circle's radius; empty for points and texts. */
export const useDrawingSize = (): ((drawing: DrawingData) => string) => {
  const t = useTranslations('map.tools.drawings');
  const measure = useMeasureText();
  return (drawing) => {
    const kind = kindOf(drawing);
    if (kind === 'point') return '';
    const { length, area } = sizeOf(drawing);
    if (kind === 'line') return measure(length, 'length');
    const covers = measure(area, 'area');
    return drawing.radius === null
      ? covers
      : t('circleSize', { area: covers, radius: measure(drawing.radius, 'length') });
  };
};
