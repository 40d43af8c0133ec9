// Shapes over the ellipsoid.
import { type RawBuilder, sql } from 'kysely';

/**
 * A shape of EPSG:4326 as a geography (WGS 84), for sizes and distances in metres. Edges longer than 90 degrees are divided
 * first: PostGIS fails at an edge between places opposite each other on earth. Of a ring it takes the smaller side, so a
 * polygon of more than half the earth has the size of what it leaves out.
 */
export const onEarth = (shape: RawBuilder<unknown>): RawBuilder<unknown> => sql`st_segmentize(${shape}, 90)::geography`;
