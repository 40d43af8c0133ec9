// Days of work: whoever is bound to some weekdays is refused on the others. Pure.
import { ZONE } from '../../contract/dates';

// Iran's civil time is the measure everywhere; the zone's rules come with Node.
const WEEKDAY = new Intl.DateTimeFormat('en-US', { timeZone: ZONE, weekday: 'short' });
const SATURDAY_FIRST = ['Sat', 'Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri'];

/** The day of the week in Tehran at an instant: 1 is Saturday, 7 is Friday. */
export const weekdayOf = (at: Date): number => SATURDAY_FIRST.indexOf(WEEKDAY.format(at)) + 1;

/** Whether somebody may work at an instant; no days are every day. */
export const isWorkday = ({ workdays }: { workdays: readonly number[] }, now: Date): boolean =>
  workdays.length === 0 || workdays.includes(weekdayOf(now));
