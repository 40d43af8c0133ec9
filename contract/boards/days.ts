// The ranges of days that lists, reports and dashboards offer, in the organisation's calendar. Pure.
import { addDays, isoFromJalali, type JalaliDay, jalaliFromIso, startOfPeriod } from '../jalali';

export const DAY_RANGES = [
  'today',
  'yesterday',
  'week',
  'days7',
  'month',
  'days30',
  'year',
  'year1',
  'custom',
] as const;
export type DayRangeId = (typeof DAY_RANGES)[number];

/** ISO days, both included. */
export interface Days {
  from: string;
  to: string;
}

/** The ISO day of a Jalali day; the last of its month where the month is shorter (30 Esfand a year before). */
const isoOf = (day: JalaliDay): string => isoFromJalali(day) ?? isoOf({ ...day, day: day.day - 1 });
/** The days of a range that ends today; null for the one that people set themselves. */
export function daysOf(range: DayRangeId, today: string): Days | null {
  switch (range) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case 'week':
      return { from: startOfPeriod('week', today), to: today };
    case 'days7':
      return { from: addDays(today, -6), to: today };
    case 'month':
      return { from: startOfPeriod('month', today), to: today };
    case 'days30':
      return { from: addDays(today, -29), to: today };
    case 'year':
      return { from: startOfPeriod('year', today), to: today };
    case 'year1': {
      const jalali = jalaliFromIso(today);
      return { from: addDays(isoOf({ ...jalali, year: jalali.year - 1 }), 1), to: today };
    }
    case 'custom':
      return null;
  }
}
