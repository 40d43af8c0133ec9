// SQL of regions. Every write of a shape goes through `writeShapes`, so that the parts that cut rows always follow it.

import { type RawBuilder, sql } from 'kysely';
import { fold } from '../../../contract/fold';
import type { Extent, Geometry } from '../../../contract/schemas/common';
import { PROJECT_STATES } from '../../../contract/schemas/project';
import type { Region, ShortRegion } from '../../../contract/schemas/region';
import { type Db, holdsWords } from '../../db/engine';
import { extentOf, onEarth } from '../../geo/geography';
import { askRecount } from '../activity/places';

/** Vertices of one part: small parts make row filters quick. */
const PART_VERTICES = 128;

export interface NewShape {
  label: string;
  geometry: Geometry;
  parent?: number | null | undefined;
  code?: string | null | undefined;
  colour?: string | null | undefined;
  note?: string | undefined;
}

/** By what a code is known: ۱۲ and 12 are one. */
export const codeKey = (code: string): string => fold(code);

/** GeoJSON as a sound MultiPolygon; empty where nothing with an area remains. */
export const shapeOf = (text: ReturnType<typeof sql>) =>
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
  await askRecount(db, ids);
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
    insert into region (customer_id, label, geom, area, parent_id, code, code_key, colour, note)
      select ${customer}::int, s.label, s.geom, st_area(${onEarth(sql`s.geom`)}), s.parent, s.code, s.code_key, s.colour, s.note
        from (select o.*, ${shapeOf(sql`o.text`)} as geom
          from unnest(${shapes.map((s) => s.label)}::text[], ${shapes.map((s) => JSON.stringify(s.geometry))}::text[], ${shapes.map((s) => s.parent ?? null)}::int[],
            ${shapes.map((s) => s.code ?? null)}::text[], ${shapes.map((s) => (s.code ? codeKey(s.code) : null))}::text[], ${shapes.map((s) => s.colour ?? null)}::text[],
            ${shapes.map((s) => s.note ?? '')}::text[]) with ordinality as o(label, text, parent, code, code_key, colour, note, place)) s
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
export async function updateRegion(db: Db, id: number, { geometry, ...set }: Partial<NewShape>): Promise<void> {
  const { label, parent, code, colour, note } = set;
  const facts = {
    ...(label === undefined ? {} : { label }),
    ...(parent === undefined ? {} : { parent_id: parent }),
    ...(code === undefined ? {} : { code, code_key: code && codeKey(code) }),
    ...(colour === undefined ? {} : { colour }),
    ...(note === undefined ? {} : { note }),
  };
  if (Object.keys(facts).length > 0) await db.updateTable('region').set(facts).where('id', '=', id).execute();
  if (!geometry) return;
  const { rows } = await sql`
    update region r set geom = s.geom, area = st_area(${onEarth(sql`s.geom`)}), rev = r.rev + 1
      from (select ${shapeOf(sql`${JSON.stringify(geometry)}::text`)} as geom) s
      where r.id = ${id}::int and not st_isempty(s.geom) returning r.id`.execute(db);
  if (rows.length !== 1) throw new Error('the region was not written');
  await fillParts(db, [id]);
}

interface Which {
  customer: number;
  /** Only these; null for all of the customer. */
  only: readonly number[] | null;
  search?: string | undefined;
  /** Parts of this region; 0 for those at the top. */
  parent?: number | undefined;
  person?: number | undefined;
  bbox?: Extent | undefined;
}
/** Condition on a region `r`. */
export const condition = ({ customer, only, search, parent, person, bbox }: Which) =>
  sql`r.customer_id = ${customer}::int ${only ? sql`and r.id = any(${[...only]}::int[])` : sql``}
    ${search ? sql`and ${holdsWords(sql`r.label || ' ' || coalesce(r.code, '')`, search)}` : sql``}
    ${parent === undefined ? sql`` : parent === 0 ? sql`and r.parent_id is null` : sql`and r.parent_id = ${parent}::int`}
    ${person === undefined ? sql`` : sql`and exists (select 1 from account_region ar where ar.region_id = r.id and ar.account_id = ${person}::int)`}
    ${bbox ? sql`and r.geom && st_makeenvelope(${bbox[0]}::float8, ${bbox[1]}::float8, ${bbox[2]}::float8, ${bbox[3]}::float8, 4326)` : sql``}`;

/** Degrees of a pixel where the whole earth is 512 of them wide, as at zoom 0. */
const PIXEL = 360 / 512;
/** What a map of this zoom shows of a shape: corners half a pixel apart; of what is smaller than two pixels its box. */
function seenAt(zoom: number): RawBuilder<unknown> {
  const pixel = PIXEL / 2 ** zoom;
  const small = sql`greatest(st_xmax(r.geom) - st_xmin(r.geom), st_ymax(r.geom) - st_ymin(r.geom)) < ${pixel * 2}::float8`;
  return sql`case when ${small} then st_multi(st_envelope(r.geom))
    else coalesce(nullif(st_multi(st_collectionextract(st_simplifypreservetopology(r.geom, ${pixel / 2}::float8), 3)), 'MULTIPOLYGON EMPTY'::geometry), r.geom) end`;
}

const DIGITS = 7;
/** Decimals of a degree that a map of this zoom can show: a tenth of a pixel, and never finer than a centimetre. */
const digitsAt = (zoom: number) => Math.min(DIGITS, Math.max(1, Math.ceil(1 - Math.log10(PIXEL / 2 ** zoom))));

/** The smallest region that a shape (EPSG:4326) meets. */
export async function smallestAt(db: Db, which: Which, geometry: Geometry): Promise<ShortRegion | null> {
  const { rows } = await sql<ShortRegion>`
    with shape as materialized (select st_setsrid(st_geomfromgeojson(${JSON.stringify(geometry)}::text), 4326) as geom)
    select r.id, r.label from region r where ${condition(which)}
      and exists (select 1 from region_part p, shape s where p.region_id = r.id and p.geom && s.geom and st_intersects(p.geom, s.geom))
      order by r.area, r.id limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Degrees by which the ground of regions may be off: about two metres. */
const GROUND_DEGREES = 0.00002;

/** What regions cover together, as one shape in EPSG:4326; null for none. */
export async function groundOf(db: Db, ids: readonly number[]): Promise<Geometry | null> {
  if (ids.length === 0) return null;
  const { rows } = await sql<{ geometry: Geometry | null }>`
    select st_asgeojson(st_simplifypreservetopology(st_union(r.geom), ${GROUND_DEGREES}::float8), 7)::jsonb as geometry
      from region r where r.id = any(${[...ids]}::int[])`.execute(db);
  return rows[0]?.geometry ?? null;
}

/** The box of a shape that was made on the grid of unions: the same 9 decimals as its text. */
export const boxOf = (g: RawBuilder<unknown>) =>
  sql`array[round(st_xmin(${g})::numeric, 9)::float8, round(st_ymin(${g})::numeric, 9)::float8, round(st_xmax(${g})::numeric, 9)::float8, round(st_ymax(${g})::numeric, 9)::float8]`;

/** Regions; with their shapes only where they are asked for, as a map of `zoom` shows them. */
export async function list(
  db: Db,
  which: Which,
  detailed: boolean,
  end: RawBuilder<unknown>,
  zoom?: number,
): Promise<Region[]> {
  const [shape, digits] = zoom === undefined ? [sql`r.geom`, DIGITS] : [seenAt(zoom), digitsAt(zoom)];
  const { rows } = await sql<Region>`
    select r.id, r.label, r.area, ${extentOf(sql`r.geom`)} as extent, r.parent_id as parent, r.code, r.colour, r.note
      ${detailed ? sql`, st_asgeojson(${shape}, ${sql.lit(digits)})::jsonb as geometry` : sql``}
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
  /** All who are bound to it. */
  bound: number;
  /** People who have no other region. */
  people: number;
  /** Projects that are not closed. */
  projects: number;
}
/** Nothing hangs on it. */
export const NO_USE: Use = { bound: 0, people: 0, projects: 0 };
/** How many people a region binds. */
export const boundBy = (region: RawBuilder<unknown>) =>
  sql`(select count(*) from account_region ar join account a on a.id = ar.account_id and a.deleted_at is null where ar.region_id = ${region})`;

/** Who and what hangs on each of these regions, and so stands in the way of removing it. One query, whatever their number. */
export async function findUses(db: Db, ids: readonly number[]): Promise<Map<number, Use>> {
  const { rows } = await sql<Use & { id: number }>`
    with wanted as (select unnest(${[...ids]}::int[]) as id),
      bound as (select ar.region_id as id, count(a.id)::int as bound,
          count(*) filter (where not exists (select 1 from account_region o where o.account_id = ar.account_id and o.region_id <> ar.region_id))::int as n
        from account_region ar left join account a on a.id = ar.account_id and a.deleted_at is null
        where ar.region_id in (select id from wanted) group by 1),
      bounds as (select p.region_id as id, count(*)::int as n from project p where p.region_id in (select id from wanted)
        and p.state <> ${PROJECT_STATES.closed}::int group by 1)
    select w.id, coalesce(a.bound, 0) as bound, coalesce(a.n, 0) as people, coalesce(p.n, 0) as projects
      from wanted w left join bound a on a.id = w.id left join bounds p on p.id = w.id`.execute(db);
  return new Map(rows.map(({ id, ...use }) => [id, use]));
}

/** Makes the parts of a region parts of the one that it was part of itself. */
export const passPartsOn = (db: Db, id: number) =>
  sql`update region c set parent_id = r.parent_id from region r where r.id = ${id}::int and c.parent_id = r.id`.execute(
    db,
  );

export const remove = (db: Db, id: number) => db.deleteFrom('region').where('id', '=', id).execute();
