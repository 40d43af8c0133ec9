// A shape of a region that is sent as WKB, as the database compares it.
import { type RawBuilder, sql } from 'kysely';

/** A sound multipolygon: rounding may have let its edges cross. Empty where nothing with an area remains. */
export const soundShape = (wkb: Buffer): RawBuilder<unknown> =>
  sql`st_multi(st_collectionextract(st_makevalid(st_geomfromwkb(${wkb}::bytea, 4326)), 3))`;
