// When people of the demo work: hours of working days in Tehran, before the moment of the seed.
import { dayAt, startOfDay } from '../../contract/dates';
import { addDays } from '../../contract/jalali';
import type { Chance } from './random';

const HOUR_MS = 3_600_000;
/** Saturday to Wednesday, as `getUTCDay` counts. */
const WORKING_DAYS = [6, 0, 1, 2, 3];
const [OPENING, CLOSING] = [7.75, 15.75];
/** Hours before the seed in which its own day has work, whatever day it is: reports begin with today. */
const TODAY_HOURS = 4;

/** The working days (ISO) of the last `days` days before that of `now`, the oldest first. */
export function workingDays(now: Date, days: number): string[] {
  const today = dayAt(now);
  return Array.from({ length: days }, (_, i) => addDays(today, i - days)).filter((day) =>
    WORKING_DAYS.includes(new Date(`${day}T00:00:00Z`).getUTCDay()),
  );
}

/** The instant of an hour, such as 8.5, of a day in Tehran. */
export const instantAt = (day: string, hour: number): Date =>
  new Date(Date.parse(startOfDay(day)) + Math.round(hour * 3600) * 1000);

/** An instant in the working hours of a day; fewest near their ends. */
export const workingMoment = (chance: Chance, day: string): Date =>
  instantAt(day, OPENING + ((chance.next() + chance.next()) / 2) * (CLOSING - OPENING));

/** The first of the hours before the seed that belong to its own day. */
export const todayFrom = (now: Date): number =>
  Math.max(now.getTime() - TODAY_HOURS * HOUR_MS, Date.parse(startOfDay(dayAt(now))));

/** Instants of work over the last `days` days, ascending, `today` of them in the hours before the seed. Later weeks have more. */
export function workingMoments(chance: Chance, now: Date, days: number, count: number, today: number): Date[] {
  const all = workingDays(now, days);
  const past = Array.from({ length: count - today }, () => {
    const at = Math.floor(all.length * chance.next() ** 0.8);
    return workingMoment(chance, all[at] as string);
  });
  const from = todayFrom(now);
  const recent = Array.from(
    { length: today },
    () => new Date(Math.floor(from + chance.next() * (now.getTime() - 60_000 - from))),
  );
  return [...past, ...recent].sort((a, b) => a.getTime() - b.getTime());
}
