// A layer that shows a table of a foreign database: made of it, and read again so that records keep their ids.
import type { FromDatabase } from '../../../contract/schemas/database';
import type { Field } from '../../../contract/schemas/form';
import type { Schedule } from '../../../contract/schemas/sources/layer-sync';
import { unhurried } from '../../db/engine';
import { type Feature, features, type Kind, type RawRow } from '../../geo/import';
import { partition } from '../../geo/tiles';
import type { World } from '../../http/context';
import { Refusal } from '../../http/errors';
import { noteArrival } from '../activity/places';
import type { Run } from '../jobs/attempt';
import { type Loading, load, type SourceRow } from '../jobs/load';
import { advanceLayer, indexIds, insertAll, lockLayer } from '../jobs/merge';
import { firstConfig, readFacts } from '../layers/first-look';
import * as layers from '../layers/store';
import { lockDiskRoom } from '../subscription/service';
import { orderer } from '../uploads/store';
import type { Target } from './foreign';
import type { Filter } from './foreign-filter';
import { rows } from './foreign-rows';
import { type Table, table as tableOf } from './foreign-tables';
import * as store from './merge-store';
import * as schedules from './schedule-store';

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
export const formOf = (table: Table, { fields, labels = {} }: Pick<FromDatabase, 'fields' | 'labels'>): Field[] =>
  table.fields
    .filter((f) => fields === undefined || fields.includes(f.name))
    .map((f) => ({
      name: f.name,
      label: Object.hasOwn(labels, f.name) ? (labels[f.name] ?? f.name) : f.name,
      type: f.type,
    }));

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

/** What a run knows before it reads: where from, with which filter and key, into which fields. */
interface Plan {
  fresh: FromDatabase | null;
  arcsde: number;
  schema: string;
  table: string;
  srid: number | null;
  key: string | null;
  where: Filter | null;
  edits: Schedule['edits'];
  /** Columns that the layer reads; null for all of its form. */
  columns: readonly string[] | null;
}

/** Of a layer that is there, with its form and kind. */
async function planOf(world: World, run: Run): Promise<{ plan: Plan; old: Old | null }> {
  const { db } = world.engine;
  const order = run.job.order as SyncOrder;
  if ('from' in order) {
    const { arcsde, schema, table, srid = null, key = null, where = null, schedule } = order.from;
    const edits = schedule?.edits ?? 'ours';
    return { plan: { fresh: order.from, arcsde, schema, table, srid, key, where, edits, columns: null }, old: null };
  }
  const layer = run.job.layer_id ?? 0;
  const old = await db.transaction().execute((tx) => lockLayer(tx, layer));
  const { key, filter: where, edits, columns } = await schedules.get(db, layer);
  return { plan: { fresh: null, ...sourceOf(old.config), key, where, edits, columns }, old };
}

type Old = Awaited<ReturnType<typeof lockLayer>>;

/** The form that the source fills, and the fields of the layer that it does not: those that people added, and computed ones. */
function shareForm(form: readonly Field[], table: Table, columns: readonly string[] | null) {
  const names = new Set(table.fields.map(({ name }) => name));
  const readFields = form.filter(({ name }) => (columns ? columns.includes(name) : names.has(name)));
  // Its values would be lost in every record.
  if (readFields.some(({ name }) => !names.has(name))) throw new Refusal(400, 'dbColumns');
  const fromSource = readFields.map(({ name }) => name);
  const others = form.filter(({ name }) => !fromSource.includes(name));
  const own = others.filter(({ type }) => type !== 'computed').map(({ name }) => name);
  return { fromSource, others: others.map(({ name }) => name), own };
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
  const { plan, old } = await planOf(world, run);
  const { fresh, arcsde, schema } = plan;
  const target = await reach(account.customer, arcsde);
  const table = await tableOf(target, schema, plan.table);
  const form = old ? old.config.form : formOf(table, plan.fresh ?? {});
  const type = (old?.type ?? table.type ?? fresh?.type ?? null) as Kind | null;
  if (type === null) throw new Refusal(400, 'geometryKind');
  const srid = plan.srid ?? table.srid;
  const layer = run.job.layer_id ?? (await layers.reserveId(db));
  const { fromSource, others, own } = shareForm(form, table, plan.columns);
  const reading = { table, fields: fromSource, key: plan.key, where: plan.where };
  const loading: Loading = {
    rows: keyed(rows(target, reading, run.signal), (plain) =>
      features(plain, { srid, text: null }, type, { signal: run.signal, scratch: run.scratch }),
    ),
    form: form.filter(({ name }) => !own.includes(name)),
    fields: fromSource.map((field) => ({ source: field, field })),
    type,
    status: 3,
    account: account.id,
    customer: account.customer,
    regions: [],
    layer,
    table: `import_${run.job.id.replaceAll('-', '')}_${run.job.attempts}`,
    lasting: false,
  };
  await run.report(plan.where ? null : table.rows);
  const { extent } = await load(world, run, loading);
  await unhurried(db, (connection) => store.settleIds(connection, loading.table, layer));
  if (await store.hasTwins(db, loading.table)) throw new Refusal(400, 'dbKey');
  await indexIds(db, loading.table);
  await unhurried(db, (connection) => store.addHashes(connection, loading.table, others));
  let rev = 1;
  await run.commit(async (tx) => {
    if (!old && fresh) {
      const source: DatabaseSource = { kind: 'database', arcsde, schema, table: plan.table, srid };
      const facts = await readFacts(tx, loading.table, form, run.tally.imported, extent);
      const config = firstConfig(type, form, { ...source }, layer, false, facts);
      const values = { customer: account.customer, owner: account.id, label: fresh.label, type, config };
      await layers.insert(tx, values, layer);
      await layers.makePartition(tx, layer);
      if (fresh.group_layer) await layers.addToGroups(tx, account.customer, layer, fresh.group_layer);
      await schedules.create(tx, layer, { ...fresh, account: account.id, columns: fromSource });
    } else await lockLayer(tx, layer);
    if (old) await store.keepOwnFields(tx, loading.table, layer, { form, own });
    const merge = { table: loading.table, layer, account: account.id, edits: plan.edits, others };
    const { changed, restored, removed, ...conflicts } = await store.replaceKnown(tx, merge);
    const added = await insertAll(tx, loading.table, layer, run.signal, store.isNew(layer));
    await noteArrival(tx, { job: run.job.id, customer: account.customer, account: account.id, layer, table: loading.table, isRepeated: true }); // biome-ignore format: one line
    await store.keepKeys(tx, loading.table, layer);
    rev = await advanceLayer(tx, layer, restored + added - removed, extent, form);
    await store.setExtent(tx, layer);
    await lockDiskRoom(tx, account.customer);
    const { rejected } = run.tally;
    await schedules.setOutcome(tx, layer, {
      error: null,
      added: added + restored,
      changed,
      removed,
      rejected,
      ...conflicts,
    });
    return { layer };
  });
  world.tiles.touched(layer, rev + 1, []);
  await world.engine.analyse(partition(layer));
}
