// Moments between ISO UTC, as stored, and a day with a time in Tehran, as people write them. Pure.
import { toLatin } from '@/lib/i18n/digits';

const TEHRAN = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Asia/Tehran',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const SPLIT = /^(\d{4}-\d{2}-\d{2})T(.*)$/s;
const HALF_HOUR = 1_800_000;

const partsOf = (at: number) => {
  const parts = Object.fromEntries(TEHRAN.formatToParts(at).map((part) => [part.type, part.value]));
  return { day: `${parts.year}-${parts.month}-${parts.day}`, time: `${parts.hour}:${parts.minute}` };
};

/** Day and time in Tehran of a stored moment; of text that is no moment, what was typed. */
export function dayAndTime(value: string): { day: string | null; time: string } {
  const at = value.endsWith('Z') || /[+-]\d{2}:?\d{2}$/.test(value) ? Date.parse(value) : Number.NaN;
  if (!Number.isNaN(at)) return partsOf(at);
  const found = SPLIT.exec(value);
  return found ? { day: found[1] ?? null, time: found[2] ?? '' } : { day: null, time: '' };
}

/** The instant at which Tehran's clocks show this, also in the summers when they stood an hour ahead. */
export function tehranInstant(day: string, time: string): string {
  const at = Date.parse(`${day}T${time}:00+03:30`);
  for (const shift of [0, -HALF_HOUR * 2, HALF_HOUR * 2]) {
    const shown = partsOf(at + shift);
    if (shown.day === day && shown.time === time) return new Date(at + shift).toISOString();
  }
  return new Date(at).toISOString();
}

/** The value of a day and a typed time: ISO UTC, '' without a day, and text that no check accepts where the time is none. */
export function momentOf(day: string | null, typed: string): string {
  if (day === null) return '';
  const text = toLatin(typed).trim() || '00:00';
  const found = /^([01]?\d|2[0-3])\s*[:.]\s*([0-5]\d)$/.exec(text);
  return found ? tehranInstant(day, `${(found[1] ?? '').padStart(2, '0')}:${found[2]}`) : `${day}T${typed.trim()}`;
}
