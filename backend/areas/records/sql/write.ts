// Writing the rows of records: new ones, and changed ones.
import { sql } from 'kysely';
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

/** Writes new records of one layer; their ids come in the order of the rows. */
export async function insert(
  db: Db,
  { id: layer, config: { form } }: FormedLayer,
  account: number,
  rows: readonly NewRow[],
): Promise<number[]> {
  const { rows: newRows } = await sql<{ id: number }>`
    insert into record (layer_id, status, geom, q, minz, value, search, authors, creator_id, modifier_id)
      select ${layer}::int, c.status, st_setsrid(st_geomfromgeojson(c.geo), 4326), c.q, c.minz, c.value::jsonb, c.search, c.authors::jsonb,
          ${account}::int, ${account}::int
        from unnest(${rows.map((r) => r.status)}::int[], ${rows.map((r) => orNull(r.geometry))}::text[], ${rows.map((r) => r.placed?.q ?? null)}::bigint[],
          ${rows.map((r) => r.placed?.minz ?? null)}::int[], ${rows.map((r) => JSON.stringify(r.value))}::text[],
          ${rows.map((r) => searchText(form, r.value))}::text[], ${rows.map((r) => orNull(r.authors))}::text[])
          with ordinality as c(status, geo, q, minz, value, search, authors, place) order by c.place
      returning id`
    .execute(db)
    .catch(refuseTwin(layer, form));
  if (newRows.length !== rows.length) throw new Error('a record was not written');
  return newRows.map((r) => r.id);
}

export interface Changed {
  id: number;
  value: Values;
  standing: Standing;
  verdict: LayerRecord['verdict'];
  /** The new shape; absent where it stays. */
  moved?: { geometry: Geometry | null; placed: Placed | null };
}

/** Writes changed records of one layer, all or none. Without an account the last editor stays. */
export async function update(
  db: Db,
  { id: layer, config: { form } }: FormedLayer,
  account: number | null,
  rows: readonly Changed[],
): Promise<void> {
  const each = <T>(of: (r: Changed) => T) => rows.map(of);
  const { rows: written } = await sql`
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
      where n.id = c.id and n.layer_id = ${layer}::int returning n.id`
    .execute(db)
    .catch(refuseTwin(layer, form));
  if (written.length !== rows.length) throw new Error('a record was not written');
}
