// Cuts a project's region into cells. Works on the region's parts, which are small, so that a coast of 100,000 corners costs little.
import { type RawBuilder, sql } from 'kysely';
import { MAX_TASKS, type NewTasks } from '../../../../contract/schemas/projects/project-work';
import type { Db } from '../../../db/engine';
import { type Box, extentOf } from '../../../geo/geography';
import { ruled } from '../../../http/errors';

const METRES_PER_DEGREE = 111_320;
/** Squares that a grid may have over the whole extent of a region, before those outside it are left out. */
const MAX_SQUARES = 20_000;
/** Square degrees below which a cut is no cell: some square metres. */
const MIN_AREA = 1e-9;

async function boxOf(db: Db, region: number): Promise<Box> {
  const { rows } = await sql<{ box: Box }>`
    select ${extentOf(sql`r.geom`)} as box from region r where r.id = ${region}::int`.execute(db);
  if (!rows[0]) throw new Error('the region of a project is gone');
  return rows[0].box;
}

/** What of a shape `c.shape` lies in a region. */
const inside = (region: number) => sql`(
  select st_multi(st_union(st_collectionextract(st_intersection(t.geom, c.shape), 3))) from region_part t
    where t.region_id = ${region}::int and t.geom && c.shape and st_intersects(t.geom, c.shape))`;

async function gridShapes(db: Db, region: number, size: number): Promise<RawBuilder<unknown>> {
  const [west, south, east, north] = await boxOf(db, region);
  const middle = ((south + north) / 2) * (Math.PI / 180);
  const height = size / METRES_PER_DEGREE;
  const width = size / (METRES_PER_DEGREE * Math.max(0.05, Math.cos(middle)));
  const [columns, rows] = [Math.ceil((east - west) / width), Math.ceil((north - south) / height)];
  if (columns * rows > MAX_SQUARES) throw ruled('tasksMany', { params: { max: MAX_TASKS } });
  // Read from the north-west, as a page of a map is.
  return sql`
    select null::text as label, y * ${columns}::int + x as place, st_makeenvelope(${west}::float8 + x * ${width}::float8, ${north}::float8 - (y + 1) * ${height}::float8,
      ${west}::float8 + (x + 1) * ${width}::float8, ${north}::float8 - y * ${height}::float8, 4326) as shape
      from generate_series(0, ${columns - 1}::int) x, generate_series(0, ${rows - 1}::int) y`;
}

/** Statement with `label`, `place` and `geom` of every cell. `allowed` is the condition on regions `r` that the caller may see. */
async function cells(
  db: Db,
  region: number,
  body: NewTasks,
  allowed: RawBuilder<unknown>,
): Promise<RawBuilder<unknown>> {
  if (body.kind === 'parts')
    return sql`select null::text as label, (d.path)[1] as place, st_multi(d.geom) as geom from region r, st_dump(r.geom) d where r.id = ${region}::int`;
  const shapes =
    body.kind === 'grid'
      ? await gridShapes(db, region, body.size)
      : sql`select r.label, row_number() over (order by r.id)::int as place, r.geom as shape from region r
          where ${body.kind === 'below' ? sql`r.parent_id = ${region}::int` : sql`r.id = any(${body.regions}::int[])`} and ${allowed}`;
  return sql`select c.label, c.place, ${inside(region)} as geom from (${shapes} offset 0) c`;
}

/** Makes the cells and returns their number. Too many or none are refused; the caller's transaction takes back what was written. */
export async function cut(
  db: Db,
  project: number,
  region: number,
  body: NewTasks,
  allowed: RawBuilder<unknown>,
): Promise<number> {
  const from = await cells(db, region, body, allowed);
  const { rows } = await sql<{ n: number }>`
    with made as materialized (
      select * from (${from}) c where c.geom is not null and not st_isempty(c.geom) and st_area(c.geom) > ${MIN_AREA}::float8 limit ${MAX_TASKS + 1}::int),
    numbered as (select m.*, row_number() over (order by m.place) as number from made m),
    written as (
      insert into project_task (project_id, label, geom)
        select ${project}::int, coalesce(label, number::text), geom from numbered order by number returning 1)
    select count(*)::int as n from written`.execute(db);
  const n = rows[0]?.n ?? 0;
  if (n > MAX_TASKS) throw ruled('tasksMany', { params: { max: MAX_TASKS } });
  if (n === 0) throw ruled('tasksNone');
  return n;
}
