// Where field users were and who is online; versions of the mobile program.
import { z } from 'zod';
import { readDay, readMoment } from '../dates';
import { dated, flag, Geometry, int, latinDigits, orderBy } from './common';
import { Person } from './session';

const dbId = int(1, 2 ** 31 - 1);
/** A day, or an instant; without an offset both are Tehran's. */
const moment = dated((text) => {
  const day = readDay(text);
  return 'value' in day || day.problem === 'calendar' ? day : readMoment(text);
}, 'date-time');

/** Without dates: today in Tehran. */
const filters = {
  /** Instants, or days in Tehran of which both ends count. */
  track_date_before: moment.optional(),
  track_date_after: moment.optional(),
  user_id: dbId.optional(),
  region: dbId.optional(),
};
export const TrackQuery = z.strictObject({
  limit: int(1, 1000).optional(),
  offset: int(0, 1_000_000).optional(),
  order: orderBy(['date', 'id']).optional(),
  ...filters,
});
export type TrackQuery = z.infer<typeof TrackQuery>;
export const TrackLineQuery = z.strictObject(filters);

/** One reported place; accuracy in metres. */
export const TrackPoint = z.object({
  id: z.number(),
  user: Person,
  date: z.string(),
  geometry: Geometry,
  accuracy: z.number().nullable(),
});
export type TrackPoint = z.infer<typeof TrackPoint>;

/** One line for each user and day; a point where there is but one place. */
export const TrackLine = z.object({
  user: Person,
  /** A day in Tehran. */
  date: z.string(),
  geometry: Geometry,
  /** Metres, geodesic. */
  length: z.number(),
  points: z.number().int(),
});
export type TrackLine = z.infer<typeof TrackLine>;

/** Places of the caller's own device. One that is known already (same instant) is passed over. */
export const NewTrack = z.strictObject({
  points: z
    .array(
      z.strictObject({
        date: z.iso.datetime({ offset: true }),
        /** Degrees, EPSG:4326. */
        lon: z.number().min(-180).max(180),
        lat: z.number().min(-90).max(90),
        /** Metres. */
        accuracy: z.number().min(0).max(100_000).nullable().optional(),
      }),
    )
    .min(1)
    .max(500),
});
export type NewTrack = z.infer<typeof NewTrack>;
/** How many places were new. */
export const TrackTaken = z.object({ count: z.number().int() });

/** `geometry` is the last place, if one is kept and lies within the caller's regions. */
export const OnlineUser = z.object({ user: Person, last_seen: z.string(), geometry: Geometry.nullable() });
export type OnlineUser = z.infer<typeof OnlineUser>;

export const AppVersion = z.object({
  id: z.number(),
  version: z.string(),
  /** Where it is downloaded from. */
  path: z.string(),
  is_required: z.boolean(),
  /** Of the file, in hexadecimal digits. */
  sha256: z.string(),
  /** Bytes. */
  size: z.number(),
  date: z.string(),
});
export type AppVersion = z.infer<typeof AppVersion>;
/** The text parts of the form that publishes a version. */
export const NewAppVersion = z.strictObject({
  version: z
    .string()
    .trim()
    .transform(latinDigits)
    .pipe(z.string().regex(/^\d{1,6}(\.\d{1,6}){0,3}$/)),
  is_required: flag().optional(),
});
export const LastVersion = z.object({ version: z.string(), path: z.string(), is_required: z.boolean() }).nullable();
