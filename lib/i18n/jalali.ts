// Days typed in either calendar. Shown days are in dates.ts; the Jalali calendar itself is the contract's.
import { isoFromJalali } from '@/contract/jalali';
import { toLatin } from './digits';
import type { Lang } from './lang';

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

/** The ISO day of a typed day in the calendar of the language; Gregorian in English. */
export function parseDay(lang: Lang, text: string): string | null {
  if (lang === 'fa') return parseJalaliDay(text);
  const dayParts = parts(text);
  if (!dayParts) return null;
  const [year, month, day] = dayParts;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? isoOf(year, month, day) : null;
}
