// The Jalali calendar: days typed and counted in it. Shown days are in dates.ts.
import dayjs from 'dayjs';
import jalaliday from 'jalaliday/dayjs';
import { toLatin } from './digits';
import type { Lang } from './lang';

dayjs.extend(jalaliday);

const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;
const pad = (n: number, width = 2) => String(n).padStart(width, '0');
const isoOf = (y: number, m: number, d: number) => `${pad(y, 4)}-${pad(m)}-${pad(d)}`;

/** Year, month and day of typed text in either script, any common separator; null where it is not three numbers. */
function parts(text: string): [number, number, number] | null {
  const match = /^(\d{4})\s*[-/.\s]\s*(\d{1,2})\s*[-/.\s]\s*(\d{1,2})$/.exec(toLatin(text.trim()));
  return match ? [Number(match[1]), Number(match[2]), Number(match[3])] : null;
}

/** The ISO day of a typed Jalali day such as 1405/08/30; null where there is no such day. */
export function parseJalaliDay(text: string): string | null {
  const dayParts = parts(text);
  if (!dayParts) return null;
  const [year, month, day] = dayParts;
  return isoFromJalali({ year, month, day });
}

/** A day of the Jalali calendar; months and days from 1. */
export interface JalaliDay {
  year: number;
  month: number;
  day: number;
}

/** The ISO day of a Jalali day; null where there is no such day. */
export function isoFromJalali({ year, month, day }: JalaliDay): string | null {
  if (month < 1 || month > 12 || day < 1 || day > 31) return null;
  const iso = dayjs(`${pad(year, 4)}/${pad(month)}/${pad(day)}`, { jalali: true } as never)
    .calendar('gregory')
    .format('YYYY-MM-DD');
  const back = ISO_DAY.test(iso) ? jalaliFromIso(iso) : null;
  return back?.month === month && back.day === day ? iso : null;
}

/** Months from Mehr to Bahman have 30 days. */
const LATE_MONTH_DAYS = 30;

/** The Jalali day of an ISO day. */
export function jalaliFromIso(iso: string): JalaliDay {
  const [year = 0, month = 0, day = 0] = dayjs(iso).calendar('jalali').format('YYYY-M-D').split('-').map(Number);
  // jalaliday is a day late from 1 January to 29 February of Gregorian leap years; its way back is exact and shows it.
  const back = dayjs(`${pad(year, 4)}/${pad(month)}/${pad(day)}`, { jalali: true } as never).calendar('gregory');
  if (back.format('YYYY-MM-DD') === iso) return { year, month, day };
  return day > 1 ? { year, month, day: day - 1 } : { year, month: month - 1, day: LATE_MONTH_DAYS };
}

/** The ISO day of a typed day in the calendar of the language; Gregorian in English. */
export function parseDay(lang: Lang, text: string): string | null {
  if (lang === 'fa') return parseJalaliDay(text);
  const dayParts = parts(text);
  if (!dayParts) return null;
  const [year, month, day] = dayParts;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? isoOf(year, month, day) : null;
}
