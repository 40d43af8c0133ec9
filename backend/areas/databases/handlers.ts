// Connections to spatial databases, and layers that come from them.
import { sql } from 'kysely';
import type { Db } from '../../db/engine';
import type { Ctx, World } from '../../http/context';
import { forbidden, notFound, Refusal } from '../../http/errors';
import { byText, countRows, listed } from '../../http/list';
import type { Handlers } from '../../http/mount';
import { rowId } from '../../http/row-id';
import { checkVersion, orCurrent, withVersion } from '../../http/version';
import { getJobAnswer } from '../jobs/handlers';
import type { JobQueue } from '../jobs/queue';
import { connectionFor, createConnector, POSTGRES_PORT } from './connections';
import { tables } from './foreign';
import { createOrders } from './orders';
import * as store from './store';
import { runSync, type SyncOrder } from './sync';

const shownConnection = async (ctx: Ctx, id: string | number) => store.toShown(await connectionFor(ctx, id));
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

/** Builds the handlers and teaches the queue its kind of job. */
export function databaseHandlers(world: World, queue: JobQueue): Handlers['databases'] {
  const { engine } = world;
  const connector = createConnector(world);
  const { orderNew, orderAgain } = createOrders(world, queue, connector);

  queue.register('sync', {
    run: (run) => runSync(world, run, connector.reach),
    again(ctx, row) {
      if (!ctx.caller.superuser) throw forbidden();
      const order = row.order as SyncOrder;
      return 'from' in order ? orderNew(ctx, order.from) : orderAgain(ctx, row.layer_id ?? 0);
    },
  });

  return {
    async list(ctx, { query }) {
      const { customer } = ctx.caller;
      return listed(ctx, query, {
        rows: (end) => store.list(engine.db, customer, end),
        count: () => countRows(engine.db, sql`from arcsde where customer_id = ${customer}::int`),
        orders: { label: byText(engine, sql`label`), id: sql`id` },
        first: 'label',
      });
    },

    one: (ctx, { params }) => readConnection(ctx, params.id),

    create: (ctx, { body }) =>
      store.insert(engine.db, ctx.caller.customer, connector.toStored(ctx.caller.customer, body)),

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
      await changeConnection(ctx, row.id, (tx) =>
        store.update(tx, customer, row.id, connector.toStored(customer, next)),
      );
      return readConnection(ctx, row.id);
    },

    async remove(ctx, { params }) {
      const { id } = await connectionFor(ctx, params.id);
      await changeConnection(ctx, id, (tx) => store.remove(tx, ctx.caller.customer, id));
      return {};
    },

    async tables(ctx, { body }) {
      const target =
        'id' in body
          ? await connector.open(ctx.caller.customer, await connectionFor(ctx, body.id))
          : await connector.targetOf({ ...body, port: body.port ?? POSTGRES_PORT, tls: body.tls ?? false });
      return (await tables(target)).map(({ geometry: _geometry, key: _key, ...table }) => table);
    },

    start: async (ctx, { body }) => getJobAnswer(ctx, await orderNew(ctx, body)),

    sync: async (ctx, { params }) => getJobAnswer(ctx, await orderAgain(ctx, params.id)),
  };
}
