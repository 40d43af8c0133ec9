// Where field users were and who is online; versions of the mobile program.
import { z } from 'zod';
import { Geometry, int } from './common';
import { Person } from './session';

export const TrackQuery = z.strictObject({
  limit: int(1, 1000).optional(),
  offset: int(0, 1_000_000).optional(),
  /** ISO instants or days. */
  track_date_before: z.string().max(40).optional(),
  track_date_after: z.string().max(40).optional(),
  user_id: int(1).optional(),
  region: int(1).optional(),
});

/** One reported place; accuracy in metres. */
export const TrackPoint = z.object({
  id: z.number(),
  user: Person,
  date: z.string(),
  geometry: Geometry,
  accuracy: z.number().nullable(),
});

/** One line for each user and day. */
export const TrackLine = z.object({
  user: Person,
  date: z.string(),
  geometry: Geometry,
  /** Metres, geodesic. */
  length: z.number(),
});

export const OnlineUser = z.object({ user: Person, last_seen: z.string(), geometry: Geometry.nullable() });

export const AppVersion = z.object({
  id: z.number(),
  version: z.string(),
  /** Where it is downloaded from. */
  path: z.string(),
  is_required: z.boolean(),
  sha256: z.string(),
  size: z.number(),
  date: z.string(),
});
export const LastVersion = z.object({ version: z.string(), path: z.string(), is_required: z.boolean() }).nullable();
