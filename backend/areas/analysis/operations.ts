// The SQL of each analysis over features of the bench. Every statement ends with the mark of `marked`.
import { type RawBuilder, sql } from 'kysely';
import type { Analysis } from '../../../contract/schemas/analysis';
import type { Values } from '../../../contract/schemas/form';
import { onEarth } from '../../geo/geography';
import { UNION_GRID } from '../../geo/geometry';
import { type Marked, markRows, type WorkTables } from './bench';
import { growable, grown } from './plane';

type Sql = RawBuilder<unknown>;

/** A feature that an analysis found. `id` is that of the first source's feature; `shape` is GeoJSON, null where it gave nothing. */
export interface Found extends Marked {
  shape: unknown;
  of: Values | null;
  by: Values | null;
  more: Values | null;
}
const COLUMNS = ['shape', 'of', 'by', 'more'] as const;

export interface Work {
  how: Analysis;
  metres: number | null;
  sum: readonly string[];
  /** All become one shape afterwards. */
  dissolve: boolean;
  /** Both sources are the same layer: a record is not its own neighbour. */
  same: boolean;
}

/** Vertices of the second source that may meet one part of the first; a feature with more gives nothing. */
const MEETING_VERTICES = 20_000;
/** Vertices of an area that may shrink: it cannot be cut into parts first. */
const SHRINK_VERTICES = 5000;
/** Square degrees: splinters along the seams of parts, about a square centimetre. */
const SPLINTER = 1e-14;
/** Degrees, half a millimetre: a line of no length is none, so two that touch get one as long as this. */
const TOUCHING = 4e-9;

/** 9 decimals of a degree are 0.1 mm. Null where nothing of the wanted kind (1 point, 2 line, 3 area) is left. */
const geoJson = (g: Sql, kind: Sql) => sql`(
  select st_asgeojson(case when st_numgeometries(k.g) = 1 then st_geometryn(k.g, 1) else k.g end, 9)::jsonb
    from (select st_collectionextract(${g}, ${kind}) as g offset 0) k where not st_isempty(k.g))`;

const own = sql`st_dimension(a.geom) + 1`;

/** One shape of an array of shapes. As an aggregate it would be made even where a limit says that it must not. */
const united = (list: Sql) =>
  sql`(case when cardinality(${list}) = 1 then (${list})[1] else st_unaryunion(st_collect(${list}), ${UNION_GRID}::float8) end)`;

/** One shape of several; `x.g` of the rows of `from`. */
const together = (from: Sql) =>
  sql`(select ${united(sql`y.l`)} from (select array_agg(x.g) as l from (${from} offset 0) x where x.g is not null and not st_isempty(x.g)) y)`;

/** Lines that were cut at the seams of parts are one again. */
const whole = (g: Sql) =>
  sql`(select case when st_dimension(a.geom) = 1 then st_linemerge(w.g) else w.g end from (select ${g} as g offset 0) w)`;

/** A statement for some features; the work's own work tables are named by the bench. */
export function compileStatement(
  workTables: WorkTables,
  { how, metres, sum, dissolve, same }: Work,
  ids: readonly number[],
): RawBuilder<Found> {
  const table = (name: string) => sql.table(workTables.table(name));
  const a = sql`(select id, geom, value from ${table('of')} where id = any(${[...ids]}::bigint[])) a`;
  const none = sql`null::jsonb`;
  const rows = (body: Sql) => markRows<Found>(body, COLUMNS);
  const parts = sql`${table('of_part')} p where p.id = a.id`;
  const meets = sql`b.geom && p.geom and st_intersects(b.geom, p.geom)`;

  switch (how) {
    case 'buffer': {
      const m = sql`${metres ?? 0}::float8`;
      const g =
        (metres ?? 0) > 0
          ? sql`case when ${growable(sql`a.geom`, m)} then ${together(sql`select ${grown(sql`p.geom`, m)} as g from ${parts}`)} end`
          : sql`case when st_dimension(a.geom) = 2 and st_npoints(a.geom) <= ${SHRINK_VERTICES}::int then ${grown(sql`a.geom`, m)} end`;
      return rows(
        sql`select a.id, ${geoJson(g, sql`3`)} as shape, a.value as of, ${none} as by, ${none} as more from ${a}`,
      );
    }
    case 'centroid':
      return rows(
        sql`select a.id, ${geoJson(sql`st_centroid(st_force2d(a.geom))`, sql`1`)} as shape, a.value as of, ${none} as by, ${none} as more from ${a}`,
      );
    case 'hull':
      // Of points that become one shape the hull of each is still a point.
      return rows(
        sql`select a.id, ${dissolve ? sql`st_asgeojson(st_convexhull(st_force2d(a.geom)), 9)::jsonb` : geoJson(sql`st_convexhull(st_force2d(a.geom))`, sql`3`)} as shape, a.value as of, ${none} as by, ${none} as more from ${a}`,
      );
    case 'within': {
      // Inside one part, inside one area, or inside several areas that lie side by side.
      const around = sql`(select array_agg(b.geom) as l, sum(st_npoints(b.geom)) as n from ${table('by')} b where b.geom && a.geom and st_intersects(b.geom, a.geom))`;
      const inside = sql`(
        exists (select 1 from ${table('by_part')} p where p.geom && a.geom and st_coveredby(a.geom, p.geom))
        or exists (select 1 from ${table('by')} b where b.geom ~ a.geom and st_coveredby(a.geom, b.geom))
        or (st_npoints(a.geom) > 1 and coalesce((select case when cardinality(o.l) < 2 or o.n > ${MEETING_VERTICES}::int then false
          else st_coveredby(a.geom, st_union(o.l)) end from ${around} o), false)))`;
      return rows(
        sql`select a.id, ${geoJson(sql`a.geom`, own)} as shape, a.value as of, ${none} as by, ${none} as more from ${a} where ${inside}`,
      );
    }
    case 'clip':
    case 'difference': {
      // What meets a part is joined to one shape first, unless that would be too heavy.
      const cover = sql`(select array_agg(b.geom) as l, sum(st_npoints(b.geom)) as n from ${table('by_part')} b where ${meets})`;
      const heavy = sql`c.n > ${MEETING_VERTICES}::int`;
      const rest =
        how === 'clip'
          ? sql`case when c.l is null or ${heavy} then null else st_intersection(p.geom, ${united(sql`c.l`)}) end`
          : sql`case when c.l is null then p.geom when ${heavy} then null else st_difference(p.geom, ${united(sql`c.l`)}) end`;
      const left = sql`(select array_agg(q.g) filter (where q.g is not null and not st_isempty(q.g)) as l, bool_or(q.heavy) as heavy, bool_or(q.met) as met
        from (select ${rest} as g, coalesce(${heavy}, false) as heavy, c.l is not null as met from ${table('of_part')} p cross join lateral ${cover} c where p.id = a.id offset 0) q)`;
      const clean = sql`(select st_collect(d.geom) from st_dump(${whole(united(sql`l.l`))}) d where st_dimension(d.geom) < 2 or st_area(d.geom) > ${SPLINTER}::float8)`;
      const untouched = how === 'clip' ? sql`null::jsonb` : geoJson(sql`a.geom`, own);
      return rows(sql`
        select r.id, r.shape, r.of, ${none} as by, ${none} as more from (
          select a.id, a.value as of, l.heavy, case when l.heavy then null when not l.met then ${untouched} else ${geoJson(clean, own)} end as shape
            from ${a} cross join lateral ${left} l offset 0) r
          where r.heavy or r.shape is not null`);
    }
    case 'intersection': {
      // Two lines that share a stretch meet in it, others where they cross; with a point or an area the lesser of the two remains.
      const isCommonPart = sql`(st_dimension(x.u) = least(x.first, x.second) or (x.first = 1 and x.second = 1))`;
      const common = sql`case when not ${isCommonPart} then null when st_dimension(x.u) = 1 then ${geoJson(sql`st_linemerge(st_collectionextract(x.u, 2))`, sql`2`)}
        else ${geoJson(sql`x.u`, sql`st_dimension(x.u) + 1`)} end`;
      const pieces = sql`select b.id, st_intersection(p.geom, b.geom) as g from ${table('of_part')} p join ${table('by_part')} b on ${meets} where p.id = a.id offset 0`;
      return rows(sql`
        select y.id, y.shape, y.of, y.by, ${none} as more from (
          select x.id, ${common} as shape, x.value as of, x.by from (
            select a.id, st_dimension(a.geom) as first, a.value, st_dimension(o.geom) as second, o.value as by, pair.u from ${a}
              cross join lateral (select y.id, ${united(sql`array_agg(y.g)`)} as u from (${pieces}) y where not st_isempty(y.g) group by y.id offset 0) pair
              join ${table('by')} o on o.id = pair.id offset 0) x offset 0) y
          where y.shape is not null`);
    }
    case 'nearest': {
      const earthly = onEarth(sql`st_force2d(a.geom)`);
      const other = same ? sql`b.id <> a.id` : sql`true`;
      // The index knows distances on a sphere: it gives one candidate, and all that lie no farther on the ellipsoid decide.
      const candidate = sql`select st_distance(a.geo, b.geo) as d from ${table('by_part')} b where ${other} order by a.geo <-> b.geo limit 1`;
      const nearestPart = sql`select b.id, b.geom from ${table('by_part')} b where ${other} and st_dwithin(a.geo, b.geo, k.d + 0.001) order by st_distance(a.geo, b.geo), b.id limit 1`;
      const points = sql`(st_dimension(a.geom) = 0 and st_npoints(a.geom) = 1 and st_dimension(c.geom) = 0 and st_npoints(c.geom) = 1)`;
      const line = sql`case when ${points} then st_makeline(st_geometryn(st_force2d(a.geom), 1), st_geometryn(c.geom, 1))
        else (select st_transform(st_shortestline(st_transform(st_force2d(a.geom), z.srid), st_transform(c.geom, z.srid)), 4326) from (select _st_bestsrid(a.geo, st_segmentize(c.geom, 90)::geography) as srid) z) end`;
      const shortestLine = sql`(select case when st_length(l.g) > ${TOUCHING}::float8 then l.g
          else st_makeline(st_startpoint(l.g), st_translate(st_startpoint(l.g), case when st_x(st_startpoint(l.g)) > 0 then ${-TOUCHING * 2}::float8 else ${TOUCHING * 2}::float8 end, 0)) end from (select ${line} as g offset 0) l)`;
      const limit = metres === null ? sql`true` : sql`t.distance <= ${metres}::float8`;
      return rows(sql`
        select t.id, ${geoJson(sql`t.line`, sql`2`)} as shape, t.value as of, t.by, jsonb_build_object('distance', t.distance, 'nearest', t.nearest) as more from (
          select a.id, a.value, o.value as by, o.id as nearest, st_distance(a.geo, ${onEarth(sql`st_force2d(o.geom)`)}) as distance, ${shortestLine} as line
            from (select a.id, a.geom, a.value, ${earthly} as geo from ${a} offset 0) a cross join lateral (${candidate}) k cross join lateral (${nearestPart}) c
              join ${table('by')} o on o.id = c.id offset 0) t
          where ${limit}`);
    }
    case 'summary': {
      const number = (name: string) =>
        sql`sum(case when jsonb_typeof(h.value->${name}::text) = 'number' then (h.value->>${name}::text)::numeric end)`;
      const sums = sum.map((name) => sql`${`sum:${name}`}::text, ${number(name)}`);
      const within = sql`(select distinct b.id, b.value from ${table('of_part')} p join ${table('by')} b on ${meets} where p.id = a.id)`;
      return rows(sql`
        select a.id, case when st_dimension(a.geom) = 2 then ${geoJson(sql`a.geom`, sql`3`)} end as shape, a.value as of, ${none} as by,
            (select jsonb_build_object(${sql.join([sql`'count', count(*)`, ...sums])}) from ${within} h) as more from ${a}`);
    }
  }
}
