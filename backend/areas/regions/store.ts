// SQL of regions. Every write of a shape goes through `writeShapes`, so that the parts that cut rows always follow it.

import { type RawBuilder, sql } from 'kysely';
import type { Geometry } from '../../../contract/schemas/common';
import { PROJECT_STATES } from '../../../contract/schemas/project';
import type { Region, ShortRegion } from '../../../contract/schemas/region';
import { type Db, holdsWords } from '../../db/engine';
import { onEarth } from '../../geo/geography';

/** Vertices of one part: small parts make row filters quick. */
const PART_VERTICES = 128;

export interface NewShape {
  label: string;
  geometry: Geometry;
}

/** GeoJSON as a sound MultiPolygon; empty where nothing with an area remains. */
const shapeOf = (text: ReturnType<typeof sql>) =>
  sql`st_multi(st_collectionextract(st_makevalid(st_force2d(st_setsrid(st_geomfromgeojson(${text}), 4326))), 3))`;

/** The parts of the regions, made again. */
async function fillParts(db: Db, ids: readonly number[]): Promise<void> {
  await sql`delete from region_part where region_id = any(${[...ids]}::int[])`.execute(db);
  await sql`insert into region_part (region_id, geom)
    select id, st_subdivide(geom, ${sql.lit(PART_VERTICES)}) from region where id = any(${[...ids]}::int[])`.execute(
    db,
  );
  const { rows } = await sql<{ n: number }>`
    select count(distinct region_id)::int as n from region_part where region_id = any(${[...ids]}::int[])`.execute(db);
  if (rows[0]?.n !== ids.length) throw new Error('the parts of a region were not written');
}

export interface Measured {
  id: number;
  label: string;
  area: number;
}

/** Square metres of each shape, by place in the list; 0 where it cannot be mended. Asked before a write: no shape may vanish. */
export async function areas(db: Db, shapes: readonly Pick<NewShape, 'geometry'>[]): Promise<number[]> {
  const { rows } = await sql<{ place: number; area: number }>`
    select s.place::int as place, st_area(${onEarth(sql`s.geom`)}) as area
      from (select o.place, ${shapeOf(sql`o.text`)} as geom from unnest(${shapes.map((s) => JSON.stringify(s.geometry))}::text[]) with ordinality as o(text, place)) s
      where not st_isempty(s.geom)`.execute(db);
  const byPlace = new Map(rows.map((r) => [r.place - 1, r.area]));
  return shapes.map((_, i) => byPlace.get(i) ?? 0);
}

/** Writes new regions with their parts, in the order given. Every shape must have an area. Inside a transaction. */
export async function insertRegions(db: Db, customer: number, shapes: readonly NewShape[]): Promise<Measured[]> {
  const { rows } = await sql<Measured>`
    insert into region (customer_id, label, geom, area)
      select ${customer}::int, s.label, s.geom, st_area(${onEarth(sql`s.geom`)})
        from (select o.place, o.label, ${shapeOf(sql`o.text`)} as geom
          from unnest(${shapes.map((s) => s.label)}::text[], ${shapes.map((s) => JSON.stringify(s.geometry))}::text[]) with ordinality as o(label, text, place)) s
        where not st_isempty(s.geom) order by s.place
      returning id, label, area`.execute(db);
  if (rows.length !== shapes.length) throw new Error('a region was not written');
  await fillParts(
    db,
    rows.map((r) => r.id),
  );
  return rows;
}

/** Changes a region; a new shape gets a new revision and new parts. Inside a transaction. */
export async function updateRegion(db: Db, id: number, set: Partial<NewShape>): Promise<void> {
  if (set.label !== undefined) await db.updateTable('region').set({ label: set.label }).where('id', '=', id).execute();
  if (!set.geometry) return;
  const { rows } = await sql`
    update region r set geom = s.geom, area = st_area(${onEarth(sql`s.geom`)}), rev = r.rev + 1
      from (select ${shapeOf(sql`${JSON.stringify(set.geometry)}::text`)} as geom) s
      where r.id = ${id}::int and not st_isempty(s.geom) returning r.id`.execute(db);
  if (rows.length !== 1) throw new Error('the region was not written');
  await fillParts(db, [id]);
}

interface Which {
  customer: number;
  /** Only these; null for all of the customer. */
  only: readonly number[] | null;
  search?: string | undefined;
}
const condition = ({ customer, only, search }: Which) =>
  sql`r.customer_id = ${customer}::int ${only ? sql`and r.id = any(${[...only]}::int[])` : sql``}
    ${search ? sql`and ${holdsWords(sql`r.label`, search)}` : sql``}`;

/** The smallest region that a shape (EPSG:4326) meets. */
export async function smallestAt(db: Db, which: Which, geometry: Geometry): Promise<ShortRegion | null> {
  const { rows } = await sql<ShortRegion>`
    with shape as materialized (select st_setsrid(st_geomfromgeojson(${JSON.stringify(geometry)}::text), 4326) as geom)
    select r.id, r.label from region r where ${condition(which)}
      and exists (select 1 from region_part p, shape s where p.region_id = r.id and p.geom && s.geom and st_intersects(p.geom, s.geom))
      order by r.area, r.id limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Regions; with their shapes only where they are asked for. 7 decimals of a degree are a centimetre. */
export async function list(db: Db, which: Which, detailed: boolean, end: RawBuilder<unknown>): Promise<Region[]> {
  const { rows } = await sql<Region>`
    select r.id, r.label, r.area, array[st_xmin(r.geom), st_ymin(r.geom), st_xmax(r.geom), st_ymax(r.geom)] as extent
      ${detailed ? sql`, st_asgeojson(r.geom, 7)::jsonb as geometry` : sql``}
      from region r where ${condition(which)} ${end}`.execute(db);
  return rows;
}

export async function count(db: Db, which: Which): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from region r where ${condition(which)}`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

export async function short(db: Db, which: Which, end: RawBuilder<unknown>): Promise<{ id: number; label: string }[]> {
  const { rows } = await sql<{ id: number; label: string }>`
    select r.id, r.label from region r where ${condition(which)} ${end}`.execute(db);
  return rows;
}

/** Holds a region of the customer until the transaction ends, so that nobody is bound to it meanwhile. False: there is none. */
export async function hold(db: Db, customer: number, id: number): Promise<boolean> {
  const { rows } = await sql`
    select id from region where id = ${id}::int and customer_id = ${customer}::int for update`.execute(db);
  return rows.length === 1;
}

/** Holds the accounts of those who are bound to a region, so that two removals at once see each other. */
export async function holdBound(db: Db, id: number): Promise<void> {
  await sql`select a.id from account a join account_region ar on ar.account_id = a.id where ar.region_id = ${id}::int order by a.id for update of a`.execute(
    db,
  );
}

/** Holds the projects that have this region as their bounds, as the people above. */
export async function holdProjects(db: Db, id: number): Promise<void> {
  await sql`select p.id from project p where p.region_id = ${id}::int order by p.id for update of p`.execute(db);
}

export interface Use {
  /** People who have no other region. */
  people: number;
  /** Projects that are not closed. */
  projects: number;
}
/** What stands in the way of removing each of these regions. */
export async function findUses(db: Db, ids: readonly number[]): Promise<Map<number, Use>> {
  const { rows } = await sql<Use & { id: number }>`
    with wanted as (select unnest(${[...ids]}::int[]) as id),
      bound as (select ar.region_id as id, count(*)::int as n from account_region ar where ar.region_id in (select id from wanted)
        and not exists (select 1 from account_region o where o.account_id = ar.account_id and o.region_id <> ar.region_id) group by 1),
      bounds as (select p.region_id as id, count(*)::int as n from project p where p.region_id in (select id from wanted)
        and p.state <> ${PROJECT_STATES.closed}::int group by 1)
    select w.id, coalesce(a.n, 0) as people, coalesce(p.n, 0) as projects
      from wanted w left join bound a on a.id = w.id left join bounds p on p.id = w.id`.execute(db);
  return new Map(rows.map(({ id, ...use }) => [id, use]));
}

export const remove = (db: Db, id: number) => db.deleteFrom('region').where('id', '=', id).execute();
