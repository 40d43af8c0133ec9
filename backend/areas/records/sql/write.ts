// Writing the rows of records: new ones, and changed ones.
import { type RawBuilder, sql } from 'kysely';
import type { Geometry } from '../../../../contract/schemas/common';
import type { Field, Values } from '../../../../contract/schemas/form';
import type { LayerRecord } from '../../../../contract/schemas/record';
import type { Db } from '../../../db/engine';
import { twinField } from '../../../db/indexes/unique-index';
import { searchText } from '../../../db/search-text';
import type { Placed } from '../../../geo/geometry';
import { partition } from '../../../geo/tiles';
import { Refusal } from '../../../http/errors';
import type { LayerRow } from '../../layers/store';
import type { Standing } from '../review';
import { type RecordRow, recordColumns } from './row';

/** A layer whose records are written: its form says how. */
export type FormedLayer = Pick<LayerRow, 'id'> & { config: Pick<LayerRow['config'], 'form'> };

export interface NewRow {
  value: Values;
  geometry: Geometry | null;
  placed: Placed | null;
  status: number;
  authors: number[] | null;
}

/** A value that another record has is told at its field. */
const refuseTwin =
  (layer: number, form: readonly Field[]) =>
  (error: unknown): never => {
    const field = twinField(error, partition(layer), form);
    throw field ? new Refusal(400, 'fields', { fields: { [field.name]: 'unique' } }) : error;
  };

const orNull = (v: unknown) => (v === null || v === undefined ? null : JSON.stringify(v));

/** Writes new records of one layer. Returns `columns` of each, in the order of the rows. */
async function insertRows<T>(
  db: Db,
  { id: layer, config: { form } }: FormedLayer,
  account: number,
  rows: readonly NewRow[],
  columns: RawBuilder<unknown>,
): Promise<T[]> {
  const { rows: newRows } = await sql<T>`
    insert into record as n (layer_id, status, geom, q, minz, value, search, authors, creator_id, modifier_id)
      select ${layer}::int, c.status, st_setsrid(st_geomfromgeojson(c.geo), 4326), c.q, c.minz, c.value::jsonb, c.search, c.authors::jsonb,
          ${account}::int, ${account}::int
        from unnest(${rows.map((r) => r.status)}::int[], ${rows.map((r) => orNull(r.geometry))}::text[], ${rows.map((r) => r.placed?.q ?? null)}::bigint[],
          ${rows.map((r) => r.placed?.minz ?? null)}::int[], ${rows.map((r) => JSON.stringify(r.value))}::text[],
          ${rows.map((r) => searchText(form, r.value))}::text[], ${rows.map((r) => orNull(r.authors))}::text[])
          with ordinality as c(status, geo, q, minz, value, search, authors, place) order by c.place
      returning ${columns}`
    .execute(db)
    .catch(refuseTwin(layer, form));
  if (newRows.length !== rows.length) throw new Error('a record was not written');
  return newRows;
}

/** Writes new records of one layer; their ids come in the order of the rows. */
export async function insert(db: Db, layer: FormedLayer, account: number, rows: readonly NewRow[]): Promise<number[]> {
  return (await insertRows<{ id: number }>(db, layer, account, rows, sql`n.id`)).map(({ id }) => id);
}

/** Writes one new record and returns its row, which is one statement less than reading it back. */
export async function insertOne(db: Db, layer: FormedLayer, account: number, row: NewRow): Promise<RecordRow> {
  return (await insertRows<RecordRow>(db, layer, account, [row], recordColumns))[0] as RecordRow;
}

export interface Changed {
  id: number;
  value: Values;
  standing: Standing;
  verdict: LayerRecord['verdict'];
  /** The new shape; absent where it stays. */
  moved?: { geometry: Geometry | null; placed: Placed | null };
}

/** Writes changed records of one layer, all or none. Without an account the last editor stays. Returns `columns` of each, in no order. */
async function updateRows<T>(
  db: Db,
  { id: layer, config: { form } }: FormedLayer,
  account: number | null,
  rows: readonly Changed[],
  columns: RawBuilder<unknown>,
): Promise<T[]> {
  const each = <T>(of: (r: Changed) => T) => rows.map(of);
  const { rows: written } = await sql<T>`
    update ${sql.table(partition(layer))} n set status = c.status, value = c.value::jsonb, search = c.search,
        geom = case when c.moved then st_setsrid(st_geomfromgeojson(c.geo), 4326) else n.geom end,
        q = case when c.moved then c.q else n.q end, minz = case when c.moved then c.minz else n.minz end,
        unconfirmed = c.unconfirmed::jsonb, authors = c.authors::jsonb, first_id = c.first, verdict = c.verdict::jsonb,
        modifier_id = coalesce(${account}::int, n.modifier_id), modified = now(), version = n.version + 1
      from unnest(${each((r) => r.id)}::bigint[], ${each((r) => r.standing.status)}::int[], ${each((r) => JSON.stringify(r.value))}::text[],
        ${each((r) => searchText(form, r.value))}::text[], ${each((r) => r.moved !== undefined)}::bool[], ${each((r) => orNull(r.moved?.geometry))}::text[],
        ${each((r) => r.moved?.placed?.q ?? null)}::bigint[], ${each((r) => r.moved?.placed?.minz ?? null)}::int[],
        ${each((r) => orNull(r.standing.waiting))}::text[], ${each((r) => orNull(r.standing.authors))}::text[], ${each((r) => r.standing.first)}::int[],
        ${each((r) => orNull(r.verdict))}::text[]) as c(id, status, value, search, moved, geo, q, minz, unconfirmed, authors, first, verdict)
      where n.id = c.id and n.layer_id = ${layer}::int returning ${columns}`
    .execute(db)
    .catch(refuseTwin(layer, form));
  if (written.length !== rows.length) throw new Error('a record was not written');
  return written;
}

/** Writes changed records of one layer, all or none. Without an account the last editor stays. */
export async function update(
  db: Db,
  layer: FormedLayer,
  account: number | null,
  rows: readonly Changed[],
): Promise<void> {
  await updateRows(db, layer, account, rows, sql`n.id`);
}

/** Writes one changed record and returns its row as it is then. */
export async function updateOne(db: Db, layer: FormedLayer, account: number | null, row: Changed): Promise<RecordRow> {
  return (await updateRows<RecordRow>(db, layer, account, [row], recordColumns))[0] as RecordRow;
}
