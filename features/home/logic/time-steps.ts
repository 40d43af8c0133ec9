// The days, weeks and months that a layer's time is made of: of the Jalali calendar in Persian, of the Gregorian one in English. Pure.
import { addDays, nextPeriod, startOfPeriod } from '@/contract/jalali';
import { formatDate } from '@/lib/i18n/dates';
import type { Lang } from '@/lib/i18n/lang';
import { periodText } from '@/lib/i18n/period-text';

export type StepPeriod = 'day' | 'week' | 'month';

/** More steps than this have no room on a bar: the newest ones stay. */
export const MAX_STEPS = 20_000;
/** No period is shorter. */
const MIN_DAYS: Record<StepPeriod, number> = { day: 1, week: 7, month: 28 };
/** From the first of a month into the next one. */
const INTO_NEXT = 32;

const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`;
const isGregorian = (lang: Lang, period: StepPeriod) => lang === 'en' && period === 'month';

/** The first day of the step that holds a day. Weeks begin on Saturday in both languages. */
export const stepStart = (lang: Lang, period: StepPeriod, day: string): string =>
  isGregorian(lang, period) ? firstOfMonth(day) : startOfPeriod(period, day);
const nextStart = (lang: Lang, period: StepPeriod, start: string): string =>
  isGregorian(lang, period) ? firstOfMonth(addDays(start, INTO_NEXT)) : nextPeriod(period, start);
/** The last day of a step. */
export const stepEnd = (lang: Lang, period: StepPeriod, start: string): string =>
  addDays(nextStart(lang, period, start), -1);

/** The first days of all steps from the oldest day to the newest. */
export function stepsBetween(lang: Lang, period: StepPeriod, oldest: string, newest: string): string[] {
  const earliest = addDays(newest, -MIN_DAYS[period] * (MAX_STEPS - 1));
  const steps: string[] = [];
  let at = stepStart(lang, period, oldest > earliest ? oldest : earliest);
  while (at <= newest) {
    steps.push(at);
    at = nextStart(lang, period, at);
  }
  return steps.slice(-MAX_STEPS);
}

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** A step in words: a day, the first and the last day of a week, a month by its name. */
export function stepText(lang: Lang, period: StepPeriod, start: string): string {
  if (period === 'day') return formatDate(lang, start);
  if (period === 'week') return `${formatDate(lang, start)} – ${formatDate(lang, stepEnd(lang, period, start))}`;
  return lang === 'fa' ? periodText(period, start, lang) : MONTH.format(new Date(`${start}T00:00:00Z`));
}
