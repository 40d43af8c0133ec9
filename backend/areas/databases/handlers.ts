// Connections to spatial databases, and layers that come from them.
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { allows } from '../../../contract/rights';
import type { PreviewOf } from '../../../contract/schemas/database';
import type { Db } from '../../db/engine';
import type { Ctx, World } from '../../http/context';
import { forbidden, notFound, Refusal, say, type Wording } from '../../http/errors';
import { byText, listed } from '../../http/list';
import type { Handlers } from '../../http/mount';
import { rowId } from '../../http/row-id';
import { checkVersion, orCurrent, withVersion } from '../../http/version';
import { getJobAnswer } from '../jobs/handlers';
import type { JobQueue } from '../jobs/queue';
import { layerFor } from '../layers/access';
import { AWAY, type Connector, connectionFor, createConnector, POSTGRES_PORT } from './connections';
import type { Target } from './foreign';
import { checkKey, preview } from './foreign-preview';
import { type Table, table as tableOf, tables } from './foreign-tables';
import { type Trial, toTrial, tryConnection } from './foreign-trial';
import { createOrders } from './orders';
import { tellFailure } from './schedule';
import { setSchedule } from './schedule-store';
import { changeSource, lookAtSource } from './source-change';
import * as store from './store';
import { runSync, type SyncOrder, sourceOf } from './sync';
import { syncStateOf } from './sync-state';

/** A problem is kept as the code of its sentence. */
const problemIn = (ctx: Ctx) => (code: string) => say(ctx.lang, code as Wording);
const shownConnection = async (ctx: Ctx, id: string | number) =>
  store.toShown(await connectionFor(ctx, id), problemIn(ctx));
const readConnection = (ctx: Ctx, id: string | number) =>
  withVersion(ctx, ['arcsde', rowId(id)], () => shownConnection(ctx, id));

/** Changes a connection that is held meanwhile. */
async function changeConnection(ctx: Ctx, id: number, work: (tx: Db) => Promise<unknown>): Promise<void> {
  const change = ctx.engine.db.transaction().execute(async (tx) => {
    if (!(await store.hold(tx, ctx.caller.customer, id))) throw notFound();
    await checkVersion(ctx, tx, ['arcsde', id]);
    await work(tx);
  });
  await orCurrent(change, () => shownConnection(ctx, id));
}

/** Refuses a name that another connection has. Inside a transaction. */
async function checkName(tx: Db, customer: number, label: string, except?: number): Promise<void> {
  if (await store.isNameTaken(tx, customer, label, except))
    throw new Refusal(400, 'dbNameTaken', { fields: { label: 'dbNameTaken' } });
}

const BUILDER = { module: 1 };

/** Builds the handlers and teaches the queue its kind of job. */
export function databaseHandlers(world: World, queue: JobQueue): Handlers['databases'] {
  const { engine } = world;
  const connector = createConnector(world);
  const { orderNew, orderAgain } = createOrders(world, queue, connector);

  queue.register('sync', {
    run: (run) => runSync(world, run, connector.reach),
    failed: (job, code) => tellFailure(world, job, code),
    again(ctx, row) {
      if (!allows(ctx.caller, BUILDER)) throw forbidden();
      const order = row.order as SyncOrder;
      return 'from' in order ? orderNew(ctx, order.from) : orderAgain(ctx, row.layer_id ?? 0);
    },
  });

  return {
    async list(ctx, { query }) {
      const { customer } = ctx.caller;
      return listed(ctx, query, {
        rows: async (end) =>
          ctx.caller.superuser
            ? (await store.list(engine.db, customer, end, query.search)).map((row) =>
                store.toShown(row, problemIn(ctx)),
              )
            : store.listNames(engine.db, customer, end, query.search),
        count: () => store.countMatches(engine.db, customer, query.search),
        orders: { label: byText(engine, sql`label`), id: sql`id` },
        first: 'label',
      });
    },

    one: (ctx, { params }) => readConnection(ctx, params.id),

    ...changeHandlers(world, connector),

    ...lookHandlers(world, connector),

    start: async (ctx, { body }) => getJobAnswer(ctx, await orderNew(ctx, body)),

    sync: async (ctx, { params }) => getJobAnswer(ctx, await orderAgain(ctx, params.id)),

    syncState: async (ctx, { params }) => syncStateOf(ctx, await managedLayer(ctx, params.id)),

    async schedule(ctx, { params, body }) {
      const row = await managedLayer(ctx, params.id);
      sourceOf(row.config);
      const { where, key, ...schedule } = body;
      const change = await lookAtSource(ctx, connector, row, { where, key });
      await engine.db.transaction().execute(async (tx) => {
        if (change) await changeSource(tx, row.id, change);
        await setSchedule(tx, row.id, ctx.caller.id, schedule);
      });
      return syncStateOf(ctx, row);
    },
  };
}

/** Calls that make, change and remove connections. */
function changeHandlers(
  { engine }: World,
  connector: Connector,
): Pick<Handlers['databases'], 'create' | 'edit' | 'usage' | 'remove'> {
  return {
    async create(ctx, { body }) {
      const { customer } = ctx.caller;
      const { id } = await engine.db.transaction().execute(async (tx) => {
        await checkName(tx, customer, body.label);
        return store.insert(tx, customer, connector.toStored(customer, body));
      });
      return readConnection(ctx, id);
    },

    async edit(ctx, { params, body }) {
      const { customer } = ctx.caller;
      const row = await connectionFor(ctx, params.id);
      const { host, port, tls } = row;
      const moved = (body.host ?? host) !== host || (body.port ?? port) !== port || (body.tls ?? tls) !== tls;
      // Else whoever may edit could have the stored password sent to a server of his own.
      if (moved && body.password === undefined)
        throw new Refusal(400, 'dbPassword', { fields: { password: 'dbPassword' } });
      const { label, database, username } = row;
      const password = body.password ?? connector.passwordOf(customer, row);
      const next = { label, host, port, database, username, tls, ...body, password };
      await changeConnection(ctx, row.id, async (tx) => {
        await checkName(tx, customer, next.label, row.id);
        await store.update(tx, customer, row.id, connector.toStored(customer, next));
        // What it did elsewhere says nothing of how it does now.
        if (moved || next.database !== database || next.username !== username) await store.forgetCheck(tx, row.id);
      });
      return readConnection(ctx, row.id);
    },

    usage: async (ctx, { params }) => store.usage(engine.db, (await connectionFor(ctx, params.id)).id),

    async remove(ctx, { params }) {
      const { id } = await connectionFor(ctx, params.id);
      await changeConnection(ctx, id, (tx) => store.remove(tx, ctx.caller.customer, id));
      return {};
    },
  };
}

/** Tables as the wire shows them. */
const listTables = (all: Table[]) => all.map(({ geometry: _, key: __, zoneless: ___, ...table }) => table);

/** What a trial says against a connection itself: one without PostGIS works. */
const awayCode = ({ failed }: Trial) => (failed && AWAY.has(failed.code) ? failed.code : null);

/** Calls that look into a foreign database and change nothing. */
function lookHandlers(world: World, connector: Connector): Pick<Handlers['databases'], 'test' | 'tables' | 'preview'> {
  return {
    async test(ctx, { body }) {
      if (!('id' in body)) {
        const { port = POSTGRES_PORT, tls = false } = body;
        return toTrial(ctx.lang, await tryConnection(() => connector.targetOf({ ...body, port, tls })));
      }
      const row = await connectionFor(ctx, body.id);
      const { database = row.database, username = row.username } = body;
      const trial = await tryConnection(() => connector.open(row.customer_id, { ...row, database, username }));
      // As somebody else or elsewhere it is another connection.
      if (database === row.database && username === row.username)
        await store.setCheck(world.engine.db, row.id, awayCode(trial));
      return toTrial(ctx.lang, trial);
    },

    async tables(ctx, { body }) {
      if (!('id' in body)) {
        if (!ctx.caller.superuser) throw forbidden();
        const { port = POSTGRES_PORT, tls = false } = body;
        return listTables(await tables(await connector.targetOf({ ...body, port, tls })));
      }
      const row = await connectionFor(ctx, body.id);
      return connector.noting(row.id, async () => listTables(await tables(await connector.open(row.customer_id, row))));
    },

    async preview(ctx, { body }) {
      const row = await connectionFor(ctx, body.arcsde);
      return connector.noting(row.id, async () => previewOf(world, await connector.open(row.customer_id, row), body));
    },
  };
}

async function previewOf(world: World, target: Target, body: PreviewOf) {
  const table = await tableOf(target, body.schema, body.table);
  await checkKey(target, table, body.key);
  const scratch = await mkdtemp(join(world.config.dataDir, 'preview-'));
  try {
    return await preview(target, table, { where: body.where ?? null, srid: body.srid ?? table.srid, scratch });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** A layer that the caller manages and whose records they may change: by itself it is read again in their name. */
async function managedLayer(ctx: Ctx, id: string | number) {
  const { row, rights } = await layerFor(ctx, id);
  if (!rights.manage || !rights.add || !rights.edit || !rights.delete) throw forbidden();
  return row;
}
