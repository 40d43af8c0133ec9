// Days of work as a sentence part: "Saturday to Wednesday", "every day".
'use client';
import { useTranslations } from 'next-intl';
import { useFormat } from '@/lib/i18n/use-format';
import { runsOf } from '../logic/workdays';

/** Ids of days from Saturday (1) to Friday (7); none for every day. */
export function useWorkdayText(): (days: readonly number[]) => string {
  const t = useTranslations('users.days');
  const { listed } = useFormat();
  const name = (day: number) => t(String(day) as '1');
  return (days) => {
    if (days.length === 0 || days.length === 7) return t('every');
    const runs = runsOf(days).map(([first, last]) => (first === last ? name(first) : t('run', { first: name(first), last: name(last) }))); // biome-ignore format: one list
    return listed(runs);
  };
}
