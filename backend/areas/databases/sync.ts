// A layer that shows a table of a foreign database: made of it, and read again so that records keep their ids.
import type { FromDatabase } from '../../../contract/schemas/database';
import type { Field } from '../../../contract/schemas/form';
import { unhurried } from '../../db/engine';
import { type Feature, features, type Kind, type RawRow } from '../../geo/import';
import { partition } from '../../geo/tiles';
import type { World } from '../../http/context';
import { Refusal } from '../../http/errors';
import type { Run } from '../jobs/attempt';
import { type Loading, load, type SourceRow } from '../jobs/load';
import { advanceLayer, indexIds, insertAll, lockLayer } from '../jobs/merge';
import { firstConfig, readFacts } from '../layers/first-look';
import * as layers from '../layers/store';
import { lockDiskRoom } from '../subscription/service';
import { orderer } from '../uploads/store';
import { rows, type Table, type Target, table as tableOf } from './foreign';
import * as store from './store';

/** What a sync job is told: the table of a new layer, or that the layer of the job is read again. */
export type SyncOrder = { from: FromDatabase } | { again: true };

/** Where a layer's records come from, as its configuration keeps it. */
export interface DatabaseSource {
  kind: 'database';
  arcsde: number;
  schema: string;
  table: string;
  srid: number | null;
}

/** The source of a layer that came from a database; throws 'notFromDatabase'. */
export function sourceOf(config: { source: Record<string, unknown> }): DatabaseSource {
  const { kind, arcsde, schema, table, srid } = config.source;
  if (kind !== 'database' || typeof arcsde !== 'number' || typeof schema !== 'string' || typeof table !== 'string')
    throw new Refusal(400, 'notFromDatabase');
  return { kind, arcsde, schema, table, srid: typeof srid === 'number' ? srid : null };
}

/** The form of a layer for columns of a foreign table; names are the columns' own. */
export const formOf = (table: Table, fieldNames: readonly string[] | undefined): Field[] =>
  table.fields
    .filter((f) => fieldNames === undefined || fieldNames.includes(f.name))
    .map((f) => ({ name: f.name, label: f.name, type: f.type }));

/** Keeps the keys of rows while `through` turns them into features, in order but not one by one. */
async function* keyed(
  source: ReturnType<typeof rows>,
  through: (plain: AsyncIterable<RawRow>) => AsyncIterable<Feature>,
): AsyncGenerator<SourceRow> {
  const keys = new Map<number, string>();
  async function* noting() {
    for await (const row of source) {
      if (row.key !== undefined) keys.set(row.row, row.key);
      yield row;
    }
  }
  for await (const feature of through(noting())) {
    const key = keys.get(feature.row);
    // Rows of another kind came before and are not given on.
    for (const row of keys.keys()) {
      if (row > feature.row) break;
      keys.delete(row);
    }
    yield key === undefined ? feature : { ...feature, key };
  }
}

/** Runs a job of kind sync. `reach` opens a connection of a customer by its id. */
export async function runSync(
  world: World,
  run: Run,
  reach: (customer: number, connection: number) => Promise<Target>,
): Promise<void> {
  const { db } = world.engine;
  const account = await orderer(db, run.job.account_id);
  if (!account) throw new Refusal(403, 'forbidden');
  const order = run.job.order as SyncOrder;
  const fresh = 'from' in order ? order.from : null;
  const old = fresh ? null : await db.transaction().execute((tx) => lockLayer(tx, run.job.layer_id ?? 0));
  const source = old ? sourceOf(old.config) : null;
  const { arcsde, schema, table: name } = (fresh ?? source) as { arcsde: number; schema: string; table: string };
  const target = await reach(account.customer, arcsde);
  const table = await tableOf(target, schema, name);
  const form = old ? old.config.form : formOf(table, fresh?.fields);
  const type = (old?.type ?? table.type ?? fresh?.type ?? null) as Kind | null;
  if (type === null) throw new Refusal(400, 'geometryKind');
  const srid = fresh?.srid ?? source?.srid ?? table.srid;
  const layer = run.job.layer_id ?? (await layers.reserveId(db));
  const columns = form.map((f) => f.name);
  const loading: Loading = {
    rows: keyed(rows(target, table, columns, run.signal), (plain) =>
      features(plain, { srid, text: null }, type, { signal: run.signal, scratch: run.scratch }),
    ),
    form,
    fields: columns.map((field) => ({ source: field, field })),
    type,
    status: 3,
    account: account.id,
    customer: account.customer,
    regions: [],
    layer,
    table: `import_${run.job.id.replaceAll('-', '')}_${run.job.attempts}`,
    lasting: false,
  };
  await run.report(table.rows);
  const { extent } = await load(world, run, loading);
  await unhurried(db, (connection) => store.settleIds(connection, loading.table, layer));
  if (await store.hasTwins(db, loading.table)) throw new Refusal(400, 'dbFailed');
  await indexIds(db, loading.table);
  let rev = 1;
  await run.commit(async (tx) => {
    if (!old && fresh) {
      const source: DatabaseSource = { kind: 'database', arcsde, schema, table: name, srid };
      const facts = await readFacts(tx, loading.table, form, run.tally.imported, extent);
      const config = firstConfig(type, form, { ...source }, layer, false, facts);
      const values = { customer: account.customer, owner: account.id, label: fresh.label, type, config };
      await layers.insert(tx, values, layer);
      await layers.makePartition(tx, layer);
      if (fresh.group_layer) await layers.addToGroups(tx, account.customer, layer, fresh.group_layer);
    } else await lockLayer(tx, layer);
    const more = await store.replaceKnown(tx, loading.table, layer, account.id);
    const added = await insertAll(tx, loading.table, layer, run.signal, store.isNew(layer));
    await store.keepKeys(tx, loading.table, layer);
    rev = await advanceLayer(tx, layer, more + added, extent, form);
    await store.setExtent(tx, layer);
    await lockDiskRoom(tx, account.customer);
    return { layer };
  });
  world.tiles.touched(layer, rev + 1, []);
  await world.engine.analyse(partition(layer));
}
