// When the cells of a project will be done, at the pace of its last days. Pure.

/** Days whose pace is taken. */
export const PACE_DAYS = 14;
/** Beyond so many days nothing is foretold. */
const MAX_DAYS = 3650;
const DAY_MS = 86_400_000;

export interface Day {
  day: string;
  done: number;
}
export interface Forecast {
  /** Cells a day. */
  pace: number;
  /** ISO day of the last cell; null where nothing was done of late. */
  day: string | null;
  /** Days whose pace it is: fewer where the project is young. */
  days: number;
}

const plus = (day: string, n: number): string => new Date(Date.parse(day) + n * DAY_MS).toISOString().slice(0, 10);
const between = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

/** `left`: cells not done; `started`: ISO day of the start. Both ends of the days count. */
export function forecast(days: readonly Day[], left: number, today: string, started: string | null): Forecast {
  const age = started ? between(started, today) + 1 : PACE_DAYS;
  const span = Math.max(1, Math.min(PACE_DAYS, age));
  const from = plus(today, 1 - span);
  const done = days.filter(({ day }) => day >= from && day <= today).reduce((sum, one) => sum + one.done, 0);
  const pace = done / span;
  if (left === 0) return { pace, day: today, days: span };
  const needed = pace > 0 ? Math.ceil(left / pace) : Number.POSITIVE_INFINITY;
  return { pace, day: needed > MAX_DAYS ? null : plus(today, needed), days: span };
}

/** What was left at the end of each day from the first one on, up to today. */
export function burnLine(days: readonly Day[], left: number, today: string): { day: string; left: number }[] {
  const first = days[0]?.day;
  if (!first) return [{ day: today, left }];
  const doneOn = new Map(days.map(({ day, done }) => [day, done]));
  const line: { day: string; left: number }[] = [];
  let now = left;
  for (let day = today; day >= first; day = plus(day, -1)) {
    line.push({ day, left: now });
    now += doneOn.get(day) ?? 0;
  }
  return line.reverse();
}
