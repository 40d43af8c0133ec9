// The periods that a map steps through: what stands in them, and where the next one is. Pure.
import { isDated } from '@/contract/fields';
import { nextPeriod } from '@/contract/jalali';
import type { GroupBy, Period, Statistics } from '@/contract/schemas/dashboard';
import type { Field } from '@/contract/schemas/form';

export const TIME_PERIODS = ['day', 'week', 'month'] as const satisfies readonly Period[];
export type TimePeriod = (typeof TIME_PERIODS)[number];
/** Groups of one answer; older periods are left out. */
export const MAX_STEPS = 1000;
const COLUMNS = ['create_date', 'modified_date'] as const;
const FIELD = 'f:';

/** What has a time: the fields of days and moments first, then when a record was added and last changed. */
export const timesOf = (form: readonly Field[]): string[] => [
  ...form.filter(isDated).map(({ name }) => FIELD + name),
  ...COLUMNS,
];
export const fieldOfTime = (time: string): string | null => (time.startsWith(FIELD) ? time.slice(FIELD.length) : null);

export function groupByTime(time: string, period: TimePeriod): GroupBy {
  const field = fieldOfTime(time);
  if (field !== null) return { field, period };
  return { column: time === 'modified_date' ? 'modified_date' : 'create_date', period };
}

export interface Step {
  /** First day of the period. */
  start: string;
  count: number;
}

/** Every period from the oldest to the newest that has a record, also those between that have none; of too many the newest ones. */
export function stepsOf({ groups }: Pick<Statistics, 'groups'>, period: TimePeriod): Step[] {
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

/** The step after one; it begins again behind the last. */
export const nextStep = (at: number, steps: number): number => (at + 1 < steps ? at + 1 : 0);
