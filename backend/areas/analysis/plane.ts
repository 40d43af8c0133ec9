// Growing and shrinking in metres: each shape in a plane of its own, where a metre is a metre.
import { type RawBuilder, sql } from 'kysely';
import { METRES_PER_DEGREE, POLAR } from '../../geo/geography';

type Sql = RawBuilder<unknown>;

/** Corners of a quarter of a circle: 64 corners hold 99.8 % of its area. */
const ROUND = 16;
/** Metres, degrees of width and of latitude up to which the zone of UTM fits: its scale stays within 0.1 %. */
const UTM_METRES = 50_000;
const UTM_DEGREES = 3;
const UTM_LATITUDE = 70;
/** Degrees: an edge on the map is straight on the map, so long ones are divided before they are bent into another plane. */
const STRAIGHT = 0.25;

const LONLAT = '+proj=longlat +datum=WGS84 +no_defs';

const middle = (low: Sql, high: Sql) => sql`round(((${low} + ${high}) / 2)::numeric, 6)`;

/**
 * Whether a shape may be grown by so many metres: not over the date line or near a pole, where the map has its edge and a plane would hold the pole.
 * Shrinking is always possible.
 */
export const growable = (geom: Sql, metres: Sql): Sql => {
  const lat = sql`(greatest(abs(st_ymin(${geom})), abs(st_ymax(${geom}))) + ${metres} / ${METRES_PER_DEGREE}::float8)`;
  const dx = sql`(${metres} / ${METRES_PER_DEGREE}::float8 / cos(radians(least(${lat}, ${POLAR}::float8))))`;
  return sql`(${metres} < 0 or (${lat} < ${POLAR}::float8 and st_xmin(${geom}) - ${dx} > -180 and st_xmax(${geom}) + ${dx} < 180))`;
};

/**
 * A shape of EPSG:4326 grown by metres (below 0 shrunk), in EPSG:4326: small ones in their UTM zone, others in an azimuthal
 * equidistant plane round their middle, in which circles are true at any size. Null where it cannot be.
 */
export const grown = (geom: Sql, metres: Sql): Sql => sql`(
  select case when not ${growable(sql`g.geom`, sql`g.m`)} then null
      when p.small then st_transform(st_buffer(st_transform(g.geom, _st_bestsrid(g.geom::geography)), g.m, ${ROUND}::int), 4326)
      else st_setsrid(st_transform(st_buffer(st_transform(st_segmentize(g.geom, ${STRAIGHT}::float8), ${LONLAT}::text, p.proj), g.m, ${ROUND}::int), p.proj, ${LONLAT}::text), 4326) end
    from (select st_force2d(${geom}) as geom, ${metres}::float8 as m offset 0) g
      cross join lateral (select abs(g.m) <= ${UTM_METRES}::float8 and st_xmax(g.geom) - st_xmin(g.geom) <= ${UTM_DEGREES}::float8
          and st_ymax(g.geom) - st_ymin(g.geom) <= ${UTM_DEGREES}::float8 and greatest(abs(st_ymin(g.geom)), abs(st_ymax(g.geom))) < ${UTM_LATITUDE}::float8 as small,
        '+proj=aeqd +lat_0=' || ${middle(sql`st_ymin(g.geom)`, sql`st_ymax(g.geom)`)} || ' +lon_0=' || ${middle(sql`st_xmin(g.geom)`, sql`st_xmax(g.geom)`)}
          || ' +datum=WGS84 +units=m +no_defs' as proj offset 0) p)`;
