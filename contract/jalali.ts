// The Jalali calendar for both programs: days of it from ISO days and back, and the periods that begin in it.
import dayjs from 'dayjs';
import jalaliday from 'jalaliday/dayjs';
import type { Period } from './schemas/dashboard';

dayjs.extend(jalaliday);

/** A day of the Jalali calendar; months and days from 1. */
export interface JalaliDay {
  year: number;
  month: number;
  day: number;
}

/** Years that a day may be of: 1721 to 2221. */
const MIN_YEAR = 1100;
const MAX_YEAR = 1600;
/** Months from Mehr to Bahman have 30 days. */
const LATE_MONTH_DAYS = 30;
const DAY_MS = 86_400_000;

const pad = (n: number, width = 2) => String(n).padStart(width, '0');
/** The library's way to the Gregorian calendar is exact. */
const toGregorian = ({ year, month, day }: JalaliDay): string =>
  dayjs(`${pad(year, 4)}/${pad(month)}/${pad(day)}`, { jalali: true } as never)
    .calendar('gregory')
    .format('YYYY-MM-DD');

/** The Jalali day of an ISO day. */
export function jalaliFromIso(iso: string): JalaliDay {
  const [year = 0, month = 0, day = 0] = dayjs(iso).calendar('jalali').format('YYYY-M-D').split('-').map(Number);
  // jalaliday is a day late from 1 January to 29 February of Gregorian leap years; its way back shows it.
  if (toGregorian({ year, month, day }) === iso) return { year, month, day };
  return day > 1 ? { year, month, day: day - 1 } : { year, month: month - 1, day: LATE_MONTH_DAYS };
}

/** Days that were asked for already: a file of many rows has few of them, and each costs 20 microseconds. */
const isoDays = new Map<string, string | null>();

/** The ISO day of a Jalali day of the years 1100 to 1600; null where there is no such day (30 Esfand of a common year). */
export function isoFromJalali({ year, month, day }: JalaliDay): string | null {
  if (year < MIN_YEAR || year > MAX_YEAR || month < 1 || month > 12 || day < 1 || day > 31) return null;
  const key = `${year}/${month}/${day}`;
  const cachedDay = isoDays.get(key);
  if (cachedDay !== undefined) return cachedDay;
  const iso = toGregorian({ year, month, day });
  const back = jalaliFromIso(iso);
  const isoDay = back.month === month && back.day === day ? iso : null;
  isoDays.set(key, isoDay);
  return isoDay;
}

/** An ISO day so many days later. */
export const addDays = (iso: string, days: number): string =>
  new Date(Date.parse(`${iso}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** The first ISO day of the period that holds a day; weeks begin on Saturday. */
export function startOfPeriod(period: Period, iso: string): string {
  if (period === 'day') return iso;
  if (period === 'week') return addDays(iso, -((new Date(`${iso}T00:00:00Z`).getUTCDay() + 1) % 7));
  const { year, month } = jalaliFromIso(iso);
  return toGregorian({ year, month: period === 'year' ? 1 : month, day: 1 });
}

/** The first ISO day of the period after the one that begins on a day. */
export const nextPeriod = (period: Period, start: string): string =>
  // The middle of the next month, or of the next year, whatever their lengths.
  period === 'day'
    ? addDays(start, 1)
    : period === 'week'
      ? addDays(start, 7)
      : startOfPeriod(period, addDays(start, period === 'month' ? 45 : 545));
