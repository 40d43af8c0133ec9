// The periods that a map steps through: what stands in them, and where the next one is. Pure.
import { fieldOfSource } from '@/contract/filters/time-span';
import { nextPeriod } from '@/contract/jalali';
import type { GroupBy, Period, Statistics } from '@/contract/schemas/dashboard';

/** Groups of one answer; older periods are left out. */
export const MAX_STEPS = 1000;

export function groupByTime(time: string, period: Period): GroupBy {
  const field = fieldOfSource(time);
  if (field !== null) return { field, period };
  return { column: time === 'modified_date' ? 'modified_date' : 'create_date', period };
}

export interface Step {
  /** First day of the period. */
  start: string;
  count: number;
}

/** Every period from the oldest to the newest that has a record, also those between that have none; of too many the newest ones. */
export function stepsOf({ groups }: Pick<Statistics, 'groups'>, period: Period): Step[] {
  const counts = new Map(groups.flatMap(({ key, count }) => (typeof key === 'string' ? [[key, count] as const] : [])));
  const keys = [...counts.keys()].sort();
  const steps: Step[] = [];
  const last = keys.at(-1);
  let at = keys[0];
  while (at !== undefined && last !== undefined && at <= last && steps.length <= MAX_STEPS) {
    steps.push({ start: at, count: counts.get(at) ?? 0 });
    at = nextPeriod(period, at);
  }
  // Far apart, days would be thousands: then only those that have a record are steps.
  return steps.length <= MAX_STEPS ? steps : keys.map((start) => ({ start, count: counts.get(start) ?? 0 }));
}
