// Other rows or another key for a layer that follows a table: looked at there first, then written down, with the records still recognised.
import { sql } from 'kysely';
import type { SyncChange } from '../../../contract/schemas/sources/layer-sync';
import type { Db } from '../../db/engine';
import { partition } from '../../geo/tiles';
import type { Ctx } from '../../http/context';
import { fieldRefusal, Refusal } from '../../http/errors';
import type { LayerRow } from '../layers/store';
import type { Connector } from './connections';
import { reading, type Target } from './foreign';
import { conditionOf, type Filter, statement } from './foreign-filter';
import { checkKey } from './foreign-preview';
import { keyText } from './foreign-rows';
import { type Table, table as tableOf } from './foreign-tables';
import * as schedules from './schedule-store';
import * as store from './store';
import { sourceOf } from './sync';

/** Somebody waits for it. */
const PAIRS_MS = 30_000;
const PAIRS_BYTES = 128 * 1024 ** 2;
/** Rows whose old and new key are read in one call. */
const MAX_PAIRS = 300_000;

type SourcePart = Pick<SyncChange, 'where' | 'key'>;

/** What the source says of a change. */
export interface SourceChange {
  /** What it was when the source was looked at. */
  before: { key: string | null };
  where?: Filter | null | undefined;
  /** A new key, and by which keys rows were known before; null for those that only their content tells apart. */
  key?: { column: string | null; pairs: { from: string[]; to: string[] } | null };
}

/** Every row's key of before with its new one, as both are written down. */
async function readPairs(target: Target, { schema, table }: Table, from: string[], to: string[]) {
  const query = statement(
    sql`select ${keyText(from)} as a, ${keyText(to)} as b from ${sql.id(schema, table)} limit ${sql.lit(MAX_PAIRS + 1)}`,
  );
  const answers = reading(target, { ms: PAIRS_MS, bytes: PAIRS_BYTES }, async function* (client) {
    yield (await client.query<{ a: string; b: string }>(query)).rows;
  });
  for await (const rows of answers) {
    if (rows.length > MAX_PAIRS) throw new Refusal(400, 'dbTooLarge', { fields: { key: 'dbTooLarge' } });
    return { from: rows.map(({ a }) => a), to: rows.map(({ b }) => b) };
  }
  throw new Refusal(400, 'dbFailed');
}

/** Refuses a filter whose columns or values the table has not. */
function checkFilter(table: Table, where: Filter | null): void {
  try {
    conditionOf(table, where);
  } catch (error) {
    if (error instanceof Refusal) throw fieldRefusal({ where: 'dbFilter' });
    throw error;
  }
}

/** Looks at the source what a change would mean there. Null where nothing of it changes. */
export async function lookAtSource(
  { engine: { db }, caller }: Ctx,
  connector: Connector,
  { id, config }: LayerRow,
  { where, key }: SourcePart,
): Promise<SourceChange | null> {
  if (where === undefined && key === undefined) return null;
  const { arcsde, schema, table: name } = sourceOf(config);
  const row = await store.one(db, caller.customer, arcsde);
  if (!row) throw new Refusal(404, 'dbGone');
  const old = await schedules.get(db, id);
  return connector.noting(row.id, async () => {
    const target = await connector.open(caller.customer, row);
    const table = await tableOf(target, schema, name);
    const change: SourceChange = { before: { key: old.key }, where };
    if (where) checkFilter(table, where);
    if (key === undefined || key === old.key) return change;
    // Without a column and without a primary key no record would be recognised again.
    if (key === null && table.key.length === 0) throw fieldRefusal({ key: 'dbKey' });
    await checkKey(target, table, key ?? undefined);
    const was = old.key === null ? table.key : [old.key];
    const pairs = was.length === 0 ? null : await readPairs(target, table, was, key === null ? table.key : [key]);
    return { ...change, key: { column: key, pairs } };
  });
}

/** Lets each record be known by its row's new key; where rows had none, by what the record holds for the column. */
async function renameKeys(tx: Db, layer: number, { column, pairs }: NonNullable<SourceChange['key']>): Promise<void> {
  // Old and new keys may be alike and mean other rows: old ones step aside first, and stay there where the source has them no more.
  const aside = `${crypto.randomUUID()} `;
  await sql`update record_source set key = ${aside}::text || key where layer_id = ${layer}::int`.execute(tx);
  if (pairs)
    await sql`update record_source s set key = n.b from unnest(${pairs.from}::text[], ${pairs.to}::text[]) as n(a, b)
      where s.layer_id = ${layer}::int and s.key = ${aside}::text || n.a`.execute(tx);
  else
    await sql`with named as (
        select min(s.key) as key, json_build_array(r.value->>${column}::text)::text as next from record_source s
          join ${sql.table(partition(layer))} r on r.id = s.record_id
          where s.layer_id = ${layer}::int and r.deleted_at is null and r.value->>${column}::text is not null group by 2 having count(*) = 1)
      update record_source s set key = n.next from named n where s.layer_id = ${layer}::int and s.key = n.key`.execute(
      tx,
    );
}

/** Writes a change of the source down. The next reading goes by it. Inside a transaction. */
export async function changeSource(tx: Db, layer: number, { before, where, key }: SourceChange): Promise<void> {
  const row = await schedules.hold(tx, layer);
  // A reading that runs goes by what was.
  if (!row || (await schedules.isRunning(tx, layer))) throw new Refusal(409, 'syncRunning');
  if (row.key !== before.key) throw new Refusal(409, 'layerChanged');
  if (key) await renameKeys(tx, layer, key);
  await schedules.setSource(tx, layer, { where, key: key ? key.column : undefined });
}
