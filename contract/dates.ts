// Days and moments as people and files write them: both calendars, both scripts, and one zone for times that name none.
import { latinDigits } from './digits';
import { isoFromJalali } from './jalali';
import { ZONE } from './time-zone';

export { ZONE };

/** Days before this year are refused: they are Jalali days that were taken for Gregorian ones. */
const MIN_YEAR = 1600;
const MIN_JALALI = 1200;
const MAX_JALALI = 1500;
/** Letters of a moment: texts of any length come from strangers. */
const MAX_MOMENT = 100;

const DAY = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/;
const MOMENT = /^(.+?)(?:[T\s،,]+)(\d{1,2}):(\d{2})(?::(\d{2})(\.\d{1,9})?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?$/i;

/** 'date': no day or moment at all. 'calendar': a year of no Gregorian day, most often a Jalali one written with dashes. */
export type DateProblem = 'date' | 'calendar';
type Read = { value: string } | { problem: DateProblem };

const pad = (n: number, width = 2) => String(n).padStart(width, '0');
const isoOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/**
 * The ISO day (Gregorian) of a text. A Jalali day is taken where it shows itself by slashes or by its own script
 * ("1404/07/17", "۱۴۰۴-۰۷-۱۷"); `jalali`: it is taken in any writing, as in a file.
 */
export function readDay(text: string, jalali = false): Read {
  const trimmed = text.trim();
  const latin = latinDigits(trimmed);
  const match = DAY.exec(latin);
  if (!match) return { problem: 'date' };
  const [year, month, day] = [Number(match[1]), Number(match[3]), Number(match[4])];
  if (year < MIN_YEAR) {
    if (!jalali && match[2] !== '/' && latin === trimmed) return { problem: 'calendar' };
    if (year < MIN_JALALI || year > MAX_JALALI) return { problem: 'calendar' };
    const value = isoFromJalali({ year, month, day });
    return value ? { value } : { problem: 'date' };
  }
  // The 30th of February would be another day.
  const at = new Date(Date.UTC(year, month - 1, day));
  if (at.getUTCMonth() !== month - 1 || at.getUTCDate() !== day) return { problem: 'date' };
  return { value: `${match[1]}-${pad(month)}-${pad(day)}` };
}

const CLOCK = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
  timeZone: ZONE,
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
  hourCycle: 'h23',
});

const MINUTE_MS = 60_000;
/**
 * The minute that was last looked at, and how far the zone was ahead in it (clocks are changed at whole minutes): what is stamped with the
 * time of day asks of one minute again and again.
 */
let last = { minute: Number.NaN, ahead: 0 };

/** What the zone's clocks show at an instant, as the milliseconds of a UTC clock that shows the same. */
function shownAt(at: number): number {
  const minute = Math.floor(at / MINUTE_MS);
  if (minute !== last.minute) last = { minute, ahead: readClock(minute * MINUTE_MS) - minute * MINUTE_MS };
  return at + last.ahead;
}
function readClock(at: number): number {
  const part = Object.fromEntries(CLOCK.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) + (((at % 1000) + 1000) % 1000);
}

/** The instant at which the zone's clocks show a time; `shown` is that time as a UTC clock's milliseconds. */
function instantOf(clock: number): number {
  let at = clock;
  // The second step is for the hours around a change of the clocks.
  for (let i = 0; i < 2; i++) at += clock - shownAt(at);
  return at;
}

/** The first instant of an ISO day in the zone, as ISO UTC. */
export const startOfDay = (day: string): string => new Date(instantOf(Date.parse(`${day}T00:00:00Z`))).toISOString();

/** The day (ISO) that the zone's calendar shows at an instant. */
export const dayAt = (at: Date | number): string => isoOf(shownAt(Number(at)));

/** The day and time that the zone's clocks show at an instant: "2024-05-01T13:30:00", with milliseconds where there are any. */
export const clockAt = (at: Date | number): string =>
  new Date(shownAt(Number(at))).toISOString().replace(/(\.000)?Z$/, '');

/**
 * The moment of a text as ISO UTC: a day as `readDay` takes it and a time of day, with its offset or in the zone; a day
 * alone is its first instant in the zone.
 */
export function readMoment(text: string, jalali = false): Read {
  const trimmed = text.trim();
  if (trimmed.length > MAX_MOMENT) return { problem: 'date' };
  const match = MOMENT.exec(latinDigits(trimmed));
  const day = readDay(match ? trimmed.slice(0, (match[1] as string).length) : trimmed, jalali);
  if ('problem' in day) return day;
  if (!match) return { value: startOfDay(day.value) };
  const [, , hour, minute, second = '00', fraction = '', offset] = match;
  const clock = `${day.value}T${pad(Number(hour))}:${minute}:${second}${fraction.slice(0, 4)}`;
  const zone = offset && (offset.length === 3 ? `${offset}:00` : offset.toUpperCase());
  const at = Date.parse(`${clock}${zone ?? 'Z'}`);
  // "24:00" would read as the next day's first instant.
  if (Number.isNaN(at) || Number(hour) > 23) return { problem: 'date' };
  return { value: new Date(zone ? at : instantOf(at)).toISOString() };
}
