// The name that a result has until somebody writes another: the operation, and what it was done to.
'use client';
import { useTranslations } from 'next-intl';
import { OF_TWO } from '@/contract/schemas/analysis';
import { useFormat } from '@/lib/i18n/use-format';
import type { Facts } from './analysis-order';
import type { AnalysisState, Source } from './machine';

/** Characters of a label on the wire. */
export const MAX_LABEL = 200;

export const useSuggestedName = (state: AnalysisState, { layers }: Facts): string => {
  const t = useTranslations('map.tools.analysis');
  const units = useTranslations('map.units');
  const { digits } = useFormat();
  const nameOf = ({ kind, layer }: Source): string =>
    kind === 'layer' ? (layers.find(({ id }) => id === layer)?.label ?? t('kinds.layer')) : t(`sourceNames.${kind}`);
  const { how, of, by, distance, unit } = state;
  const name = t(`names.${how}`, {
    of: nameOf(of),
    by: OF_TWO.includes(how) ? nameOf(by) : '',
    distance: units(unit, { value: digits(distance.trim()) }),
  });
  return name.slice(0, MAX_LABEL);
};
