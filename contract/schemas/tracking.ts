// Where field users were and who is online; versions of the mobile program.
import { z } from 'zod';
import { readDay, readMoment } from '../dates';
import { dated, flag, Geometry, ids, int, latinDigits, orderBy, pageQuery } from './common';
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
/** With a zoom the lines are drawn for it: a team's day stays light, and no line crosses a gap. */
export const TrackLineQuery = z.strictObject({ ...filters, zoom: int(0, 24).optional() });
export type TrackLineQuery = z.infer<typeof TrackLineQuery>;

/** People whose tracks are read on one clock. */
export const MAX_TRACKED = 5;
/** Days of one replay. */
export const MAX_TRACK_DAYS = 31;
/** Metres beyond which a place is too vague to be drawn, minutes without a place that are a gap. */
export const TRACK_RULES = { maxAccuracy: 100, gapMinutes: 10 } as const;
const { user_id: _, ...replayFilters } = filters;
const trackedIds = ids(MAX_TRACKED).refine((list) => list.length > 0) as unknown as z.ZodType<number[]>;
export const ReplayQuery = z.strictObject({ ...replayFilters, user_ids: trackedIds });
export type ReplayQuery = z.infer<typeof ReplayQuery>;
/** `print` says that it goes on paper: whoever was tracked reads that, as of a file. */
export const ReplayRead = z.strictObject({ ...ReplayQuery.shape, print: flag().optional() });
export const TRACK_FILES = ['gpx', 'geojson', 'csv'] as const;
export const TrackFileQuery = z.strictObject({ ...ReplayQuery.shape, format: z.enum(TRACK_FILES) });
export type TrackFileQuery = z.infer<typeof TrackFileQuery>;
const { region: __, ...ownFilters } = replayFilters;
export const OwnTrackQuery = z.strictObject(ownFilters);

/** Seconds since 1970, longitude, latitude, accuracy in metres, speed in metres a second as the device measured it. */
export const ReplayPoint = z.tuple([z.number(), z.number(), z.number(), z.number().nullable(), z.number().nullable()]);
export type ReplayPoint = z.infer<typeof ReplayPoint>;
/** In the order that was asked for, each with its places in the order of time. */
export const Replay = z.array(z.object({ user: Person, points: z.array(ReplayPoint) }));
export type Replay = z.infer<typeof Replay>;

/** A record that somebody made, and where: a longitude and a latitude on it. */
export const TrackRecord = z.object({
  id: z.number(),
  layer: z.object({ id: z.number(), label: z.string() }),
  /** Id of who made it. */
  user: z.number(),
  title: z.string(),
  date: z.string(),
  point: z.tuple([z.number(), z.number()]).nullable(),
});
export type TrackRecord = z.infer<typeof TrackRecord>;

/** The caller's own places, for how many days places stay, and the days of which there are any (Tehran), the newest first. */
export const OwnTrack = z.object({
  kept_days: z.number().int(),
  /** 1 is Saturday; empty for every day. On other days nothing is taken. */
  workdays: z.array(z.number().int()),
  days: z.array(z.string()),
  points: z.array(ReplayPoint),
});
export type OwnTrack = z.infer<typeof OwnTrack>;

export const LOOK_KINDS = ['now', 'lines', 'points', 'replay', 'file'] as const;
export const TrackLookQuery = pageQuery(['last', 'id']);
/** Somebody has looked at the caller's places on a day, so many times. */
export const TrackLook = z.object({
  id: z.number(),
  user: Person,
  kind: z.enum(LOOK_KINDS),
  times: z.number().int(),
  first: z.string(),
  last: z.string(),
});
export type TrackLook = z.infer<typeof TrackLook>;

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

/** What a device measures beside the place; where it does not know it, phones send a negative number. */
const measured = z.number().nullable().optional();
/** Places of the caller's own device, in any order, again if need be. Keys that are not named here are passed over: phones send more. */
export const NewTrack = z.object({
  points: z
    .array(
      z.object({
        date: z.iso.datetime({ offset: true }),
        /** Degrees, EPSG:4326. */
        lon: z.number().min(-180).max(180),
        lat: z.number().min(-90).max(90),
        /** Metres. */
        accuracy: z.number().min(0).max(100_000).nullable().optional(),
        /** Metres a second. */
        speed: measured,
        /** Degrees clockwise from north. */
        heading: measured,
        /** Percent. */
        battery: measured,
      }),
    )
    .min(1)
    .max(500),
});
export type NewTrack = z.infer<typeof NewTrack>;
/** `repeated`: known already; `off_day`: no workday of the person; `too_old`: older than places are kept; `ahead`: of a clock that is fast. */
export const LEFT_OUT = ['repeated', 'off_day', 'too_old', 'ahead'] as const;
/** How many places were new, and how many were left out and why, in a sentence too. */
export const TrackTaken = z.object({
  count: z.number().int(),
  left_out: z.array(z.object({ why: z.enum(LEFT_OUT), count: z.number().int(), detail: z.string() })).optional(),
});
export type TrackTaken = z.infer<typeof TrackTaken>;

export const OnlineQuery = z.strictObject({
  search: z.string().max(100).optional(),
  role: dbId.optional(),
  /** Whose last place lies in this region. */
  region: dbId.optional(),
});
export type OnlineQuery = z.infer<typeof OnlineQuery>;
/**
 * Somebody who was seen within the last 30 minutes: `last_seen` is their last report of a place or their last act in the system,
 * whichever came later. `geometry` is the last place, if there is one within the caller's regions; what follows is about it, and another
 * upstream may lack it.
 */
export const OnlineUser = z.object({
  user: Person,
  last_seen: z.string(),
  geometry: Geometry.nullable(),
  seen_by: z.enum(['report', 'act']).optional(),
  /** When the place was reported. */
  place_date: z.string().nullable().optional(),
  /** Metres. */
  accuracy: z.number().nullable().optional(),
  /** Percent. */
  battery: z.number().nullable().optional(),
  /** The smallest region that holds the place. */
  region: z.object({ id: z.number(), label: z.string() }).nullable().optional(),
});
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
