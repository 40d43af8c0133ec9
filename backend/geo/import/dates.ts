// Days as Persian files write them: Jalali or Gregorian, any of three separators, digits of either script.
import { getDate, getMonth, newDate } from 'date-fns-jalali';
import { latinDigits } from '../../../contract/schemas/common';

const DAY = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}(:?\d{2})?)?$/;

export type DayLook = 'jalali' | 'gregorian' | 'instant' | null;

function partsOf(text: string) {
  const match = DAY.exec(latinDigits(text.trim()));
  if (!match) return null;
  const [year, month, day] = [Number(match[1]), Number(match[3]), Number(match[4])];
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 ? { year, month, day } : null;
}

/** What kind of day a text looks like, by its year: 1200-1500 is Jalali, 1600-2200 Gregorian. */
export function dayLook(text: string): DayLook {
  const parts = partsOf(text);
  if (parts) {
    if (parts.year >= 1200 && parts.year <= 1500) return 'jalali';
    return parts.year >= 1600 && parts.year <= 2200 ? 'gregorian' : null;
  }
  return INSTANT.test(latinDigits(text.trim())) ? 'instant' : null;
}

const pad = (n: number) => String(n).padStart(2, '0');

/** The ISO day of a Jalali text; null where that day does not exist (30 Esfand of a common year). */
export function isoFromJalali(text: string): string | null {
  const parts = partsOf(text);
  if (!parts) return null;
  // Noon, so that no daylight saving rule can move the day.
  const at = newDate(parts.year, parts.month - 1, parts.day, 12);
  if (getMonth(at) !== parts.month - 1 || getDate(at) !== parts.day) return null;
  return `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`;
}

/** A Gregorian day with other separators or digits as ISO; not checked against the calendar. */
export function isoFromGregorian(text: string): string | null {
  const parts = partsOf(text);
  return parts ? `${parts.year}-${pad(parts.month)}-${pad(parts.day)}` : null;
}
