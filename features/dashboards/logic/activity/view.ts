// What the dashboard of people asks: its range, its filters, and how it is looked at; in the address, so that a link shows the same. Pure.

import { DAY_RANGES, type DayRangeId, type Days, daysOf } from '@/contract/boards/days';
import { addDays, nextPeriod, startOfPeriod } from '@/contract/jalali';
import { MAX_PERIODS, PERIODS, type Period } from '@/contract/schemas/dashboard';
import { rangeOf } from '@/lib/i18n/day-ranges';

export const SUBJECTS = ['user', 'layer', 'region'] as const;
export type Subject = (typeof SUBJECTS)[number];
export const STACKS = ['act', 'user'] as const;
export type Stack = (typeof STACKS)[number];

export interface ActivityView {
  /** ISO days, both included; one of them alone is a range that is still being set. */
  from: string | null;
  to: string | null;
  /** By which name they were picked. */
  range: DayRangeId | null;
  people: readonly number[];
  layers: readonly number[];
  regions: readonly number[];
  /** Null: by the length of the range. */
  period: Period | null;
  mode: 'line' | 'bars';
  stack: Stack;
  subject: Subject;
  /** Users that did nothing stand in the ranking too. */
  hasIdle: boolean;
  /** First day of the period that was pressed. */
  at: string | null;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const isDay = (text: string | null): text is string =>
  text !== null && DAY.test(text) && !Number.isNaN(Date.parse(text));
const idsIn = (text: string | null): number[] => [
  ...new Set((text ?? '').split(',').flatMap((id) => (/^[1-9]\d{0,8}$/.test(id) ? [Number(id)] : []))),
];
const oneOf = <T extends string>(all: readonly T[], text: string | null): T | undefined =>
  all.find((one) => one === text);

/** What the address says; today where it names no range, and what makes no sense is left out. */
export function readView(address: URLSearchParams, today: string): ActivityView {
  const named = oneOf(DAY_RANGES, address.get('range')) ?? 'today';
  const [from, to] = [address.get('from'), address.get('to')];
  const hasOwn = isDay(from) || isDay(to);
  const own = { from: isDay(from) ? from : null, to: isDay(to) ? to : null };
  const isTurned = own.from !== null && own.to !== null && own.from > own.to;
  const range =
    hasOwn && !isTurned
      ? { ...own, range: null }
      : { ...(daysOf(named, today) ?? { from: today, to: today }), range: named };
  const at = address.get('at');
  return {
    ...range,
    people: idsIn(address.get('people')),
    layers: idsIn(address.get('layers')),
    regions: idsIn(address.get('regions')),
    period: oneOf(PERIODS, address.get('period')) ?? null,
    mode: address.get('mode') === 'bars' ? 'bars' : 'line',
    stack: oneOf(STACKS, address.get('stack')) ?? 'act',
    subject: oneOf(SUBJECTS, address.get('by')) ?? 'user',
    hasIdle: address.get('idle') === '1',
    at: isDay(at) ? at : null,
  };
}

/** The address of a view. A range that has a name keeps it: the link means «this week», and not the days of today's week. */
export function writeView(view: ActivityView, today: string): URLSearchParams {
  const address = new URLSearchParams();
  const set = (key: string, value: string | null, usual: string | null = null) => {
    if (value !== null && value !== '' && value !== usual) address.set(key, value);
  };
  const range = rangeOf(view, today);
  if (range === 'custom') {
    set('from', view.from);
    set('to', view.to);
  } else set('range', range, 'today');
  set('people', view.people.join());
  set('idle', view.hasIdle ? '1' : null);
  set('layers', view.layers.join());
  set('regions', view.regions.join());
  set('period', view.period);
  set('mode', view.mode, 'line');
  set('stack', view.stack, 'act');
  set('by', view.subject, 'user');
  set('at', view.at);
  return address;
}

/** Another range has other periods. */
export const withPart = (view: ActivityView, part: Partial<ActivityView>): ActivityView => ({
  ...view,
  ...('from' in part || 'to' in part ? { range: null } : {}),
  ...('from' in part || 'to' in part || 'period' in part ? { at: null } : {}),
  ...part,
});

/** The days of a view; null while one end is still to be set. */
export const rangeDays = ({ from, to }: Pick<ActivityView, 'from' | 'to'>): Days | null =>
  from !== null && to !== null ? { from, to } : null;

export const lengthOf = ({ from, to }: Days): number => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
/** As many days, up to the day before. */
export const daysBefore = (days: Days): Days => ({
  from: addDays(days.from, -lengthOf(days)),
  to: addDays(days.from, -1),
});

/** Days up to a month, weeks up to half a year, months beyond. */
const MAX_DAYS = 31;
const MAX_WEEKS = 26;
const WEEK = 7;
export const autoPeriod = (days: Days): Period => {
  const length = lengthOf(days);
  return length <= MAX_DAYS ? 'day' : length <= MAX_WEEKS * WEEK ? 'week' : 'month';
};

/** How many periods the days touch, counted up to one more than the call allows. */
function countPeriods({ from, to }: Days, period: Period): number {
  let n = 0;
  for (let at = startOfPeriod(period, from); at <= to && n <= MAX_PERIODS; at = nextPeriod(period, at)) n++;
  return n;
}

/** The period that is asked for, or the next longer one of which the call allows so many. */
export function periodOf({ period }: Pick<ActivityView, 'period'>, days: Days): Period {
  const first = PERIODS.indexOf(period ?? autoPeriod(days));
  return PERIODS.slice(first).find((one) => countPeriods(days, one) <= MAX_PERIODS) ?? 'year';
}

/** The days of the pressed period within the range; all of the range where none is pressed. */
export function focusDays(view: ActivityView, days: Days): Days {
  if (view.at === null) return days;
  const last = addDays(nextPeriod(periodOf(view, days), view.at), -1);
  const [from, to] = [view.at < days.from ? days.from : view.at, last > days.to ? days.to : last];
  return from <= to ? { from, to } : days;
}
