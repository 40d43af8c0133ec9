// Days of work: whoever is bound to some weekdays gets no answer on the others. Pure.
import { ZONE } from '../../../contract/dates';
import { Refusal } from '../../http/errors';

// Iran's civil time is the measure everywhere; the zone's rules come with Node.
const WEEKDAY = new Intl.DateTimeFormat('en-US', { timeZone: ZONE, weekday: 'short' });
const SATURDAY_FIRST = ['Sat', 'Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri'];

/** The day of the week in Tehran at an instant: 1 is Saturday, 7 is Friday. */
export const weekdayOf = (at: Date): number => SATURDAY_FIRST.indexOf(WEEKDAY.format(at)) + 1;

/** Refuses with 403 (code 403) on a day that is not among the caller's. The session stays, for the next day. */
export function checkWorkday({ workdays }: { workdays: readonly number[] }, now: Date): void {
  if (workdays.length && !workdays.includes(weekdayOf(now))) throw new Refusal(403, 'workday', { code: 403 });
}
