// SQL of records: reading them whole, writing them with their log, and finding them on the map.
import { sql } from 'kysely';
import { fold } from '../../../contract/fold';
import type { Geometry } from '../../../contract/schemas/common';
import type { Values } from '../../../contract/schemas/form';
import type { LayerRecord } from '../../../contract/schemas/record';
import type { Person } from '../../../contract/schemas/session';
import type { Db } from '../../db/engine';
import type { Placed } from '../../geo/geometry';
import { inRegions, partition } from '../../geo/tiles';

export interface RecordRow {
  id: number;
  layer_id: number;
  status: number;
  value: Values;
  geometry: Geometry | null;
  created: Date;
  modified: Date;
  version: number;
  unconfirmed: { value?: Values; geometry?: Geometry | null } | null;
  deleted_at: Date | null;
  creator: Person | null;
  modifier: Person | null;
}

/** 9 decimals of a degree are 0.1 mm; heights come along. */
const asGeoJson = sql`st_asgeojson(n.geom, 9)::jsonb`;
const whoIs = (column: 'creator_id' | 'modifier_id') =>
  sql`(select jsonb_build_object('id', a.id, 'username', a.username, 'first_name', a.first_name, 'last_name', a.last_name) from account a where a.id = n.${sql.raw(column)})`;
const columns = sql`n.id, n.layer_id, n.status, n.value, ${asGeoJson} as geometry, n.created, n.modified, n.version, n.unconfirmed, n.deleted_at,
  ${whoIs('creator_id')} as creator, ${whoIs('modifier_id')} as modifier`;

/** Text by which a record is found: all its text and number values, folded. */
export const searchText = (value: Values): string =>
  fold(
    Object.values(value)
      .filter((v) => typeof v === 'string' || typeof v === 'number')
      .join(' '),
  ).slice(0, 4000);

const geom = (geometry: Geometry | null) =>
  geometry ? sql`st_setsrid(st_geomfromgeojson(${JSON.stringify(geometry)}::text), 4326)` : sql`null`;

/** Records of one layer by id, in the order of the ids. */
export async function byIds(db: Db, layer: number, ids: readonly number[]): Promise<RecordRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<RecordRow>`
    select ${columns} from ${sql.table(partition(layer))} n join unnest(${[...ids]}::bigint[]) with ordinality as o(id, place) on o.id = n.id order by o.place`.execute(
    db,
  );
  return rows;
}

/** One record, whatever its layer, if the regions let it be seen. */
export async function one(
  db: Db,
  id: number,
  regions: readonly number[],
  lock = false,
): Promise<RecordRow | undefined> {
  const { rows } =
    await sql<RecordRow>`select ${columns} from record n where n.id = ${id}::bigint and ${inRegions(regions)} ${lock ? sql`for update of n` : sql``}`.execute(
      db,
    );
  return rows[0];
}

/** Whether PostGIS calls the shape valid. Invalid ones never reach a table. */
export async function isValid(db: Db, geometry: Geometry): Promise<boolean> {
  if (geometry.type === 'Point' || geometry.type === 'MultiPoint') return true;
  const { rows } = await sql<{
    ok: boolean;
  }>`select coalesce(st_isvalid(${geom(geometry)}) and not st_isempty(${geom(geometry)}), false) as ok`.execute(db);
  return rows[0]?.ok === true;
}

/** Whether the shape meets one of the regions. */
export async function meetsRegions(db: Db, geometry: Geometry, regions: readonly number[]): Promise<boolean> {
  if (regions.length === 0) return true;
  const { rows } = await sql<{ ok: boolean }>`
    select exists (select 1 from region_part p where p.region_id = any(${[...regions]}::int[]) and st_intersects(p.geom, ${geom(geometry)})) as ok`.execute(
    db,
  );
  return rows[0]?.ok === true;
}

interface Write {
  layer: number;
  account: number;
  value: Values;
  geometry: Geometry | null;
  placed: Placed | null;
  status: number;
}

export async function insert(db: Db, w: Write): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into record (layer_id, status, geom, q, minz, value, search, creator_id, modifier_id)
      values (${w.layer}::int, ${w.status}::int, ${geom(w.geometry)}, ${w.placed?.q ?? null}::bigint, ${w.placed?.minz ?? null}::int,
        ${JSON.stringify(w.value)}::jsonb, ${searchText(w.value)}, ${w.account}::int, ${w.account}::int) returning id`.execute(
    db,
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('the record was not written');
  return id;
}

export async function update(db: Db, id: number, w: Write): Promise<void> {
  const { rows } = await sql`
    update record set status = ${w.status}::int, geom = ${geom(w.geometry)}, q = ${w.placed?.q ?? null}::bigint, minz = ${w.placed?.minz ?? null}::int,
      value = ${JSON.stringify(w.value)}::jsonb, search = ${searchText(w.value)}, modifier_id = ${w.account}::int, modified = now(), version = version + 1
      where layer_id = ${w.layer}::int and id = ${id}::bigint returning id`.execute(db);
  if (rows.length !== 1) throw new Error('the record was not written');
}

/** Keeps an edit beside the approved record until somebody approves it. */
export async function setUnconfirmed(
  db: Db,
  layer: number,
  id: number,
  account: number,
  waiting: unknown,
): Promise<void> {
  await sql`update record set unconfirmed = ${JSON.stringify(waiting)}::jsonb, modifier_id = ${account}::int, modified = now(), version = version + 1
    where layer_id = ${layer}::int and id = ${id}::bigint`.execute(db);
}

export async function setDeleted(db: Db, layer: number, id: number, account: number, deleted: boolean): Promise<void> {
  await sql`update record set deleted_at = ${deleted ? sql`now()` : sql`null`}, modifier_id = ${account}::int, modified = now(), version = version + 1
    where layer_id = ${layer}::int and id = ${id}::bigint`.execute(db);
}

export async function log(
  db: Db,
  entry: {
    layer: number;
    record: number;
    account: number;
    action: 'create' | 'edit' | 'delete' | 'restore';
    before: unknown;
    after: unknown;
  },
): Promise<void> {
  await db
    .insertInto('record_log')
    .values({
      layer_id: entry.layer,
      record_id: entry.record,
      account_id: entry.account,
      action: entry.action,
      before: entry.before === null ? null : JSON.stringify(entry.before),
      after: entry.after === null ? null : JSON.stringify(entry.after),
    })
    .execute();
}

/** The layer has changed: its revision grows, its counter and extent follow. Answers the new revision. */
export async function touch(db: Db, layer: number, more: number, box: readonly number[] | null): Promise<number> {
  const [w, s, e, n] = box ?? [null, null, null, null];
  const { rows } = await sql<{ rev: number }>`
    update layer set rev = rev + 1, record_count = record_count + ${more}::int,
      extent = case when ${w}::float8 is null then extent when extent is null then array[${w}, ${s}, ${e}, ${n}]::float8[]
        else array[least(extent[1], ${w}::float8), least(extent[2], ${s}::float8), greatest(extent[3], ${e}::float8), greatest(extent[4], ${n}::float8)] end
      where id = ${layer}::int returning rev`.execute(db);
  return (rows[0] as { rev: number }).rev;
}

export interface LogRow {
  id: number;
  record_id: number;
  at: Date;
  action: 'create' | 'edit' | 'delete' | 'restore' | 'import';
  before: { value: Values; geometry: Geometry | null } | null;
  after: { value: Values; geometry: Geometry | null } | null;
  person: Person | null;
}
export async function logOf(db: Db, record: number): Promise<LogRow[]> {
  const { rows } = await sql<LogRow>`
    select l.id, l.record_id, l.at, l.action, l.before, l.after,
      (select jsonb_build_object('id', a.id, 'username', a.username, 'first_name', a.first_name, 'last_name', a.last_name) from account a where a.id = l.account_id) as person
      from record_log l where l.record_id = ${record}::bigint order by l.id desc limit 500`.execute(db);
  return rows;
}

export interface FoundRow {
  id: number;
  layer_id: number;
  value: Values;
  geometry: Geometry | null;
  extent: [number, number, number, number] | null;
}
const found = sql`n.id, n.layer_id, n.value, ${asGeoJson} as geometry,
  case when n.geom is null then null else array[st_xmin(n.geom), st_ymin(n.geom), st_xmax(n.geom), st_ymax(n.geom)] end as extent`;

const METRES_PER_DEGREE = 111_320;

/** Records within `tolerance` metres of a shape, the nearest first. */
export async function meeting(
  db: Db,
  layers: readonly number[],
  shape: Geometry,
  middle: readonly [number, number],
  tolerance: number,
  regions: readonly number[],
  limit: number,
): Promise<FoundRow[]> {
  const lat = Math.min(Math.abs(middle[1]) + tolerance / METRES_PER_DEGREE, 89.9);
  const [dx, dy] = [tolerance / (METRES_PER_DEGREE * Math.cos((lat * Math.PI) / 180)), tolerance / METRES_PER_DEGREE];
  const near =
    tolerance > 0
      ? sql`st_dwithin(n.geom::geography, ${geom(shape)}::geography, ${tolerance}::float8)`
      : sql`st_intersects(n.geom, ${geom(shape)})`;
  const { rows } = await sql<FoundRow>`
    select ${found} from record n
      where n.layer_id = any(${[...layers]}::int[]) and n.deleted_at is null and n.geom && st_expand(${geom(shape)}, ${dx}::float8, ${dy}::float8)
        and ${near} and ${inRegions(regions)}
      order by st_dimension(n.geom), st_distance(n.geom, ${geom(shape)}), n.id limit ${limit}::int`.execute(db);
  return rows;
}

/** Values of records by id, among the layers that the caller may see. */
export async function valuesOf(
  db: Db,
  layers: readonly number[],
  ids: readonly number[],
  regions: readonly number[],
): Promise<FoundRow[]> {
  const { rows } = await sql<FoundRow>`
    select ${found} from record n where n.layer_id = any(${[...layers]}::int[]) and n.id = any(${[...ids]}::bigint[]) and n.deleted_at is null and ${inRegions(regions)}`.execute(
    db,
  );
  return rows;
}

/** Records whose folded text holds every word, those that begin with the words first. */
export async function searching(
  db: Db,
  layers: readonly number[],
  text: string,
  regions: readonly number[],
  shape: Geometry | undefined,
  limit: number,
): Promise<FoundRow[]> {
  const words = fold(text)
    .split(' ')
    .map((w) => w.replace(/[\\%_]/g, '\\$&'));
  const each = sql.join(
    words.map((w) => sql`n.search like ${`%${w}%`}`),
    sql` and `,
  );
  const here = shape ? sql`and st_intersects(n.geom, ${geom(shape)})` : sql``;
  const { rows } = await sql<FoundRow>`
    with hits as materialized (select n.layer_id, n.id, n.search from record n
      where n.layer_id = any(${[...layers]}::int[]) and n.deleted_at is null and ${each} ${here} and ${inRegions(regions)} limit 5000)
    select ${found} from hits h join record n on n.layer_id = h.layer_id and n.id = h.id
      order by (h.search like ${`${words.join(' ')}%`}) desc, length(h.search), h.id limit ${limit}::int`.execute(db);
  return rows;
}

/** A record as the wire shows it. */
export const shown = (row: RecordRow, status: { id: number; name: string }): LayerRecord => ({
  id: row.id,
  layer: row.layer_id,
  status,
  creator_user: row.creator,
  value: row.value,
  geometry: row.geometry,
  create_date: row.created.toISOString(),
  modified_date: row.modified.toISOString(),
  modified_user: row.modifier,
  unconfiremed_value: row.unconfirmed,
  version: row.version,
});
