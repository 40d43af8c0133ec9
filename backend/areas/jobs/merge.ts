// Rows of a loaded table into a layer that exists: all of them in one commit.
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { LayerConfig } from '../../../contract/schemas/layer';
import { type Db, unhurried } from '../../db/engine';
import { ImportProblem } from '../../geo/import';
import { partition } from '../../geo/tiles';
import { Refusal } from '../../http/errors';
import * as records from '../records/store';
import type { Box } from './load';

/** Rows in one statement: few enough that none runs into a deadline, and that a cancel is seen soon. */
const BATCH = 20_000;
const COLUMNS = sql.raw(
  'layer_id, id, status, geom, q, minz, value, search, creator_id, created, modifier_id, modified',
);

/** Statements of this transaction may take their time. */
const unhurriedHere = (tx: Db) => sql`set local statement_timeout = 0`.execute(tx);

/** The index by which batches are found. */
export const indexIds = (db: Db, table: string) =>
  unhurried(db, async (connection) => {
    await sql`create unique index if not exists ${sql.id(`${table}_ids`)} on ${sql.table(table)} (id)`.execute(
      connection,
    );
    await sql`analyze ${sql.table(table)}`.execute(connection);
  });

/** The layer as it is now, kept from being removed until the transaction ends. Throws 'layerGone'. */
export async function lockLayer(tx: Db, layer: number): Promise<{ config: LayerConfig; label: string; type: number }> {
  const { rows } = await sql<{ config: LayerConfig; label: string; type: number }>`
    select config, label, type from layer where id = ${layer}::int and deleted_at is null for key share`.execute(tx);
  const row = rows[0];
  if (!row) throw new Refusal(404, 'layerGone');
  return row;
}

/** Inserts the rows of `table` in batches, those alone that `where` names; answers how many. */
export async function insertAll(
  tx: Db,
  table: string,
  layer: number,
  signal: AbortSignal,
  where = sql<boolean>`true`,
): Promise<number> {
  await unhurriedHere(tx);
  const target = sql.table(partition(layer));
  const from = sql.table(table);
  let last = 0;
  let total = 0;
  for (;;) {
    const { rows } = await sql<{ n: number; last: number | null }>`
      with batch as (select * from ${from} s where s.id > ${last}::bigint and ${where} order by s.id limit ${BATCH}::int),
        put as (insert into ${target} (${COLUMNS}) select ${COLUMNS} from batch returning id)
      select count(*)::int as n, max(id) as last from put`.execute(tx);
    const { n, last: reached } = rows[0] ?? { n: 0, last: null };
    total += n;
    if (signal.aborted) throw new ImportProblem('cancelled');
    if (n < BATCH || reached === null) return total;
    last = reached;
  }
}

/** Tells the layer of its new rows; refuses where its form has changed since the rows were checked. Answers the new revision. */
export async function advanceLayer(
  tx: Db,
  layer: number,
  more: number,
  extent: Box | null,
  form: readonly LayerConfig['form'][number][],
): Promise<number> {
  const rev = await records.advanceRevision(tx, layer, more, extent);
  const now = await lockLayer(tx, layer);
  if (!isDeepStrictEqual(now.config.form, form)) throw new Refusal(409, 'layerChanged');
  return rev;
}
