// What somebody's work is bound to, in one sentence: "Saturday to Wednesday, in Fars, 12 layers".
'use client';
import { useTranslations } from 'next-intl';
import { useFormat } from '@/lib/i18n/use-format';
import { useWorkdayText } from './use-workday-text';

/** Regions that are named; more of them are counted. */
const MAX_NAMED = 3;

export interface Bounds {
  workdays: readonly number[];
  regions: readonly string[];
  /** Left out where it is not known. */
  layerCount: number | undefined;
}

export function useUserSentence(): (bounds: Bounds) => string {
  const t = useTranslations('users');
  const days = useWorkdayText();
  const { number, listed } = useFormat();
  return ({ workdays, regions, layerCount }) => {
    const rest = regions.length - MAX_NAMED;
    const names = `${listed(regions.slice(0, MAX_NAMED))}${rest > 0 ? ` ${t('more', { n: number(rest) })}` : ''}`;
    const place = regions.length === 0 ? t('everywhere') : t('detail.in', { regions: names });
    if (layerCount === undefined) return listed([days(workdays), place]);
    const layers = t('detail.layerCount', { n: number(layerCount), count: layerCount });
    return t('detail.sentence', { days: days(workdays), place, layers });
  };
}
