// Days of work as a sentence part: "Saturday to Wednesday", "every day".
'use client';
import { useTranslations } from 'next-intl';
import { runsOf } from '../logic/workdays';

/** Ids of days from Saturday (1) to Friday (7); none for every day. */
export function useWorkdayText(): (days: readonly number[]) => string {
  const t = useTranslations('users.days');
  const name = (day: number) => t(String(day) as '1');
  return (days) => {
    if (days.length === 0 || days.length === 7) return t('every');
    return runsOf(days)
      .map(([first, last]) => (first === last ? name(first) : t('run', { first: name(first), last: name(last) })))
      .join(t('separator'));
  };
}
