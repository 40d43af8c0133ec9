// Time left in words.
'use client';
import { useTranslations } from 'next-intl';
import { useFormat } from '@/lib/i18n/use-format';
import type { TimeLeft } from '../logic/time-left';

/** "About 20 seconds left". */
export function useTimeText(): (left: TimeLeft) => string {
  const t = useTranslations('layerBuilder.timeLeft');
  const { number } = useFormat();
  return ({ unit, n }) => t(unit, { n: number(n) });
}
