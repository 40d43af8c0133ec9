// Periods of the Jalali calendar, and which kind of act a log's word is. Pure.
import { addDays } from 'date-fns-jalali/addDays';
import { addMonths } from 'date-fns-jalali/addMonths';
import { addYears } from 'date-fns-jalali/addYears';
import { startOfMonth } from 'date-fns-jalali/startOfMonth';
import { startOfWeek } from 'date-fns-jalali/startOfWeek';
import { startOfYear } from 'date-fns-jalali/startOfYear';
import { ACTIVITIES, type Activity, type Period } from '../../../contract/schemas/dashboard';

const SATURDAY = 6;
// Noon keeps a day the same day wherever the process runs.
const dayOf = (iso: string): Date => {
  const [y = 0, m = 1, d = 1] = iso.split('-').map(Number);
  const date = new Date(2000, m - 1, d, 12);
  date.setFullYear(y, m - 1, d);
  return date;
};
const isoOf = (date: Date): string =>
  `${String(date.getFullYear()).padStart(4, '0')}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;

const FIRST: Record<Period, (date: Date) => Date> = {
  day: (date) => date,
  week: (date) => startOfWeek(date, { weekStartsOn: SATURDAY }),
  month: startOfMonth,
  year: startOfYear,
};
const NEXT: Record<Period, (date: Date) => Date> = {
  day: (date) => addDays(date, 1),
  week: (date) => addDays(date, 7),
  month: (date) => addMonths(date, 1),
  year: (date) => addYears(date, 1),
};
const noon = (date: Date): Date => {
  const at = new Date(date);
  at.setHours(12);
  return at;
};

/**
 * First days (ISO, Gregorian) of the Jalali periods that hold the days from `from` to `to`, the oldest first; at most `most` + 1 of them.
 * The first period may begin before `from`.
 */
export function periodStarts(from: string, to: string, period: Period, most = Number.MAX_SAFE_INTEGER): string[] {
  const starts: string[] = [];
  for (let at = noon(FIRST[period](dayOf(from))); isoOf(at) <= to && starts.length <= most; at = noon(NEXT[period](at)))
    starts.push(isoOf(at));
  return starts;
}

/** The kind that a log's word is counted under. */
export const kindOf = (action: string): Activity =>
  (ACTIVITIES as readonly string[]).includes(action) ? (action as Activity) : 'other';
