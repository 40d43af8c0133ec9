// SQL of shapes: geodesic sizes, cutting one in parts, joining several. GEOS may fail without an error: no row means no result.
import { sql } from 'kysely';
import { Geometry } from '../../../contract/schemas/common';
import type { Db } from '../../db/engine';
import { onEarth } from '../../geo/geography';
import { UNION_GRID } from '../../geo/geometry';
import { geom } from '../../geo/shape-checks';
import { type Reader, visibleTo } from '../../geo/sight';

export interface Sizes {
  length: number;
  area: number;
  perimeter: number;
}

const sizes = (g: ReturnType<typeof sql>) =>
  sql`st_length(${onEarth(g)}) as length, st_area(${onEarth(g)}) as area, st_perimeter(${onEarth(g)}) as perimeter`;

/** Metres and square metres over the ellipsoid (WGS 84), and the bearing of a line of two points in degrees. */
export async function measureShape(db: Db, shape: Geometry): Promise<Sizes & { bearing: number | null }> {
  const two = shape.type === 'LineString' && shape.coordinates.length === 2;
  const bearing = two
    ? sql`degrees(st_azimuth(st_startpoint(s.g)::geography, st_endpoint(s.g)::geography))`
    : sql`null::float8`;
  const { rows } = await sql<Sizes & { bearing: number | null }>`
    select ${sizes(sql`s.g`)}, ${bearing} as bearing from (select ${geom(shape)} as g) s`.execute(db);
  return rows[0] ?? { length: 0, area: 0, perimeter: 0, bearing: null };
}

/** Sizes of records in these layers. */
export async function measureRecords(
  db: Db,
  layers: readonly number[],
  ids: readonly number[],
  reader: Reader,
): Promise<(Sizes & { id: number })[]> {
  const earthly = onEarth(sql`n.geom`);
  const { rows } = await sql<Sizes & { id: number }>`
    select n.id, coalesce(st_length(${earthly}), 0) as length, coalesce(st_area(${earthly}), 0) as area,
        coalesce(st_perimeter(${earthly}), 0) as perimeter from record n
      where n.layer_id = any(${[...layers]}::int[]) and n.id = any(${[...ids]}::bigint[]) and n.deleted_at is null and ${visibleTo(reader)} order by n.id`.execute(
    db,
  );
  return rows;
}

const shapesOf = (rows: readonly { shape: unknown }[]): Geometry[] =>
  rows.flatMap(({ shape }) => {
    const read = Geometry.safeParse(shape);
    return read.success ? [read.data] : [];
  });

/** The parts of a shape that a blade cuts, the largest first; one where it does not cut, none where GEOS gave up. */
export async function splitShape(db: Db, shape: Geometry, blade: Geometry): Promise<Geometry[]> {
  const [s, b] = [sql`st_setsrid(${geom(shape)}, 0)`, sql`st_setsrid(${geom(blade)}, 0)`];
  const area = shape.type.endsWith('Polygon');
  // A clicked point hardly ever lies on a line: its foot is made a vertex of the line first.
  const cut = blade.type.endsWith('Point')
    ? sql`(with foot as (select st_collect(st_closestpoint(${s}, p.geom)) as f from st_dump(${b}) p)
        select st_split(st_snap(${s}, f, 1e-9), f) from foot)`
    : area && blade.type.endsWith('Polygon')
      ? sql`st_split(${s}, st_boundary(${b}))`
      : sql`st_split(${s}, ${b})`;
  const { rows } = await sql<{ shape: unknown }>`
    select st_asgeojson(d.geom, 15)::jsonb as shape from st_dump(st_collectionextract(${cut}, ${area ? 3 : 2}::int)) d
      where not st_isempty(d.geom) order by ${area ? sql`st_area(d.geom)` : sql`st_length(d.geom)`} desc`.execute(db);
  return shapesOf(rows);
}

/** The union of shapes of a layer's records; undefined where GEOS gave up. */
export async function mergeShapes(
  db: Db,
  { id, type }: { id: number; type: number },
  ids: readonly number[],
): Promise<Geometry | undefined> {
  const union = sql`st_union(n.geom, ${UNION_GRID}::float8)`;
  const { rows } = await sql<{ shape: unknown }>`
    select st_asgeojson(st_collectionextract(${type === 2 ? sql`st_linemerge(${union})` : union}, ${type}::int), 9)::jsonb as shape
      from record n where n.layer_id = ${id}::int and n.id = any(${[...ids]}::bigint[])`.execute(db);
  const [shape] = shapesOf(rows);
  return shape;
}

/** Gives new records the history of the one that they were cut from. */
export async function copyHistory(db: Db, from: number, to: readonly number[]): Promise<void> {
  await sql`
    insert into record_log (layer_id, record_id, account_id, at, action, before, after, reason, file)
      select l.layer_id, t.id, l.account_id, l.at, l.action, l.before, l.after, l.reason, l.file
        from (select * from record_log where record_id = ${from}::bigint order by id desc limit 500) l
        cross join unnest(${[...to]}::bigint[]) as t(id) order by t.id, l.id`.execute(db);
}
