// Days and times for reading: stored as ISO, shown in the Jalali calendar in Persian and the Gregorian one in English, Tehran's time.
import { type Lang, TIME_ZONE } from './lang';

/** How much of a moment is shown. */
export type DateKind = 'date' | 'time' | 'datetime' | 'relative';

const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;
const LOCALE = { fa: 'fa-IR-u-ca-persian-nu-arabext', en: 'en-GB-u-ca-gregory' } as const;
const DAY = {
  fa: { year: 'numeric', month: '2-digit', day: '2-digit' },
  en: { year: 'numeric', month: 'short', day: 'numeric' },
} as const;
const formats = new Map<string, Intl.DateTimeFormat>();

const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
/** Between day and time; Intl's own comma for Persian is the Latin one. */
const COMMA = { fa: '\u060c ', en: ', ' } as const;

function format(lang: Lang, part: 'day' | 'time', timeZone: string): Intl.DateTimeFormat {
  const key = lang + part + timeZone;
  let formatter = formats.get(key);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat(LOCALE[lang], { ...(part === 'day' ? DAY[lang] : TIME), timeZone });
    formats.set(key, formatter);
  }
  return formatter;
}

const STEPS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

function relative(lang: Lang, moment: Date, now: number): string {
  const seconds = Math.round((moment.getTime() - now) / 1000);
  const words = new Intl.RelativeTimeFormat(lang, { numeric: 'auto' });
  for (const [unit, size] of STEPS)
    if (Math.abs(seconds) >= size) return words.format(Math.trunc(seconds / size), unit);
  return words.format(0, 'second');
}

/**
 * A moment or a day in the reader's calendar. A bare day ("2026-11-21") is that day everywhere; a moment is shown in
 * Tehran's time. Unreadable text comes back unchanged, so that nothing stored is ever hidden.
 */
export function formatDate(lang: Lang, iso: string, kind: DateKind = 'date', now = Date.now()): string {
  const bare = ISO_DAY.test(iso);
  const moment = new Date(bare ? `${iso}T00:00:00Z` : iso);
  if (Number.isNaN(moment.getTime())) return iso;
  if (kind === 'relative') return relative(lang, moment, now);
  const zone = bare ? 'UTC' : TIME_ZONE;
  if (kind === 'time' && !bare) return format(lang, 'time', zone).format(moment);
  const day = format(lang, 'day', zone).format(moment);
  return kind === 'datetime' && !bare ? day + COMMA[lang] + format(lang, 'time', zone).format(moment) : day;
}

/** Today, or the day of another moment, in Tehran as an ISO day. */
export const today = (now = new Date()): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE, dateStyle: 'short' }).format(now);
