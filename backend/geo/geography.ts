// Shapes over the ellipsoid.
import { type RawBuilder, sql } from 'kysely';

/**
 * A shape of EPSG:4326 as a geography (WGS 84), for sizes and distances in metres. Edges longer than 90 degrees are divided
 * first: PostGIS fails at an edge between places opposite each other on earth. Of a ring it takes the smaller side, so a
 * polygon of more than half the earth has the size of what it leaves out.
 */
export const onEarth = (shape: RawBuilder<unknown>): RawBuilder<unknown> => sql`st_segmentize(${shape}, 90)::geography`;

/** Metres in a degree of latitude, rounded down: the shortest, at the equator of WGS 84, has 110,574 (a (1 - e²) π / 180). */
export const METRES_PER_DEGREE = 110_000;
/** Degrees of latitude from where on a distance east or west is no number of degrees: the way may lead over the pole. */
export const POLAR = 85;
/** Degrees by which a box is wider than reckoned, against rounding. */
const ROUNDING = 1e-9;

export type Box = readonly [west: number, south: number, east: number, north: number];

/** The box of a shape as an array of four numbers; null where there is no shape. */
export const extentOf = (g: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when ${g} is not null then array[st_xmin(${g}), st_ymin(${g}), st_xmax(${g}), st_ymax(${g})] end`;

/** The box of all boxes; null where there is none. */
export const joinBoxes = (boxes: readonly (Box | null)[]): [number, number, number, number] | null =>
  boxes.reduce<[number, number, number, number] | null>((all, box) => {
    if (!box) return all;
    const [w, s, e, n] = box;
    return all ? [Math.min(all[0], w), Math.min(all[1], s), Math.max(all[2], e), Math.max(all[3], n)] : [w, s, e, n];
  }, null);

/** A box in degrees that holds all within so many metres of another; near the poles and over the date line all longitudes. */
export function boxAround([w, s, e, n]: Box, metres: number): Box {
  const dy = metres / METRES_PER_DEGREE + ROUNDING;
  const lat = Math.max(Math.abs(s), Math.abs(n)) + dy;
  const dx = dy / Math.cos((lat * Math.PI) / 180);
  return lat >= POLAR || w - dx < -180 || e + dx > 180 ? [-180, s - dy, 180, n + dy] : [w - dx, s - dy, e + dx, n + dy];
}
