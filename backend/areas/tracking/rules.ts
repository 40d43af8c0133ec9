// Small rules of tracks. Pure.
import { dayAt } from '../../../contract/dates';
import { addDays } from '../../../contract/jalali';
import { type LEFT_OUT, MAX_TRACK_DAYS, type NewTrack } from '../../../contract/schemas/tracking';
import { isWorkday } from '../../identity/workdays';

/** How far a device's clock may go before ours. */
const SKEW_MS = 60_000;
const DAY_MS = 86_400_000;
/** Metres a second that no device in the field has: what says more was measured wrong. */
const MAX_SPEED = 1000;

/** A day, as against an instant. */
export const isDay = (moment: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(moment);

/** The first instant whose places are still kept. */
export const keptSince = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);

/** Whether a reported time lies in the future, but for a minute's difference of clocks. */
export const inFuture = (date: string, now: Date): boolean => new Date(date).getTime() > now.getTime() + SKEW_MS;

/** The day in Tehran of a day or an instant. */
const dayOf = (moment: string): string => (isDay(moment) ? moment : dayAt(new Date(moment)));

/** Whether days or instants are further apart than one replay reads; without an end it is now, without a beginning all of the past. */
export function isTooLong(after: string | undefined, before: string | undefined, now: Date): boolean {
  if (after === undefined) return true;
  return addDays(dayOf(after), MAX_TRACK_DAYS) <= (before === undefined ? dayAt(now) : dayOf(before));
}

/** A place as it is written: what phones send for "not known" (a negative number, or one that cannot be) is null. */
export interface Place {
  date: string;
  lon: number;
  lat: number;
  accuracy: number | null;
  speed: number | null;
  heading: number | null;
  battery: number | null;
}
const within = (value: number | null | undefined, max: number): number | null =>
  value === null || value === undefined || value < 0 || value > max ? null : value;

const toPlace = (p: NewTrack['points'][number]): Place => ({
  date: p.date,
  lon: p.lon,
  lat: p.lat,
  accuracy: p.accuracy ?? null,
  speed: within(p.speed, MAX_SPEED),
  heading: within(p.heading, 360),
  battery: within(p.battery, 100),
});

type Why = (typeof LEFT_OUT)[number];
interface Sifted {
  places: Place[];
  omissions: Partial<Record<Why, number>>;
}

/** Parts what is written from what is not: places of days on which the person does not work, too old to stay, or ahead of our clock. */
export function siftPoints(points: NewTrack['points'], workdays: readonly number[], keptFrom: Date, now: Date): Sifted {
  const whyNot = (at: Date): Why | null => {
    if (inFuture(at.toISOString(), now)) return 'ahead';
    return at < keptFrom ? 'too_old' : isWorkday({ workdays }, at) ? null : 'off_day';
  };
  const places: Place[] = [];
  const omissions: Sifted['omissions'] = {};
  for (const point of points) {
    const at = new Date(point.date);
    const why = whyNot(at);
    if (why) omissions[why] = (omissions[why] ?? 0) + 1;
    else places.push(toPlace(point));
  }
  return { places, omissions };
}

const EARTH_CIRCUMFERENCE_M = 40_075_017;
/** Pixels of a tile in which zooms are counted. */
const TILE_PX = 512;
const METRES_PER_DEGREE = 111_320;
/** Degrees of half a pixel at a zoom, at the equator: nobody sees a line bend by less. */
export const toleranceAt = (zoom: number): number =>
  EARTH_CIRCUMFERENCE_M / (TILE_PX * 2 ** zoom) / 2 / METRES_PER_DEGREE;
