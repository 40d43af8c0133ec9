// Periods of the Jalali calendar, and which kind of act a log's word is. Pure.
import { nextPeriod, startOfPeriod } from '../../../contract/jalali';
import { ACTIVITIES, type Activity, type Period } from '../../../contract/schemas/dashboard';

/**
 * First days (ISO, Gregorian) of the Jalali periods that hold the days from `from` to `to`, the oldest first; at most `most` + 1 of them.
 * The first period may begin before `from`.
 */
export function periodStarts(from: string, to: string, period: Period, most = Number.MAX_SAFE_INTEGER): string[] {
  const starts: string[] = [];
  for (let at = startOfPeriod(period, from); at <= to && starts.length <= most; at = nextPeriod(period, at))
    starts.push(at);
  return starts;
}

/** The kind that a log's word is counted under. */
export const kindOf = (action: string): Activity =>
  (ACTIVITIES as readonly string[]).includes(action) ? (action as Activity) : 'other';
