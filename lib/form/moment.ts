// Moments between ISO UTC, as stored, and a day with a time in Tehran, as people write them. Pure.
import { clockAt, readMoment } from '@/contract/dates';
import { toLatin } from '@/lib/i18n/digits';

const SPLIT = /^(\d{4}-\d{2}-\d{2})T(.*)$/s;

/** Day and time in Tehran of a stored moment; of text that is no moment, what was typed. */
export function splitMoment(value: string): { day: string | null; time: string } {
  const at = value.endsWith('Z') || /[+-]\d{2}:?\d{2}$/.test(value) ? Date.parse(value) : Number.NaN;
  if (!Number.isNaN(at)) {
    const [day = null, time = ''] = clockAt(at).split('T');
    return { day, time: time.slice(0, 5) };
  }
  const match = SPLIT.exec(value);
  return match ? { day: match[1] ?? null, time: match[2] ?? '' } : { day: null, time: '' };
}

/** The value of a day and a typed time: ISO UTC, '' without a day, and text that no check accepts where the time is none. */
export function momentOf(day: string | null, typed: string): string {
  if (day === null) return '';
  const text = toLatin(typed).trim() || '00:00';
  const match = /^([01]?\d|2[0-3])\s*[:.]\s*([0-5]\d)$/.exec(text);
  const read = match && readMoment(`${day}T${match[1]}:${match[2]}`);
  return read && 'value' in read ? read.value : `${day}T${typed.trim()}`;
}
