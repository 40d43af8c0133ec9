// Connections to spatial databases, and layers that come from them.
import { lookup } from 'node:dns/promises';
import { sql } from 'kysely';
import type { FromDatabase, NewConnection } from '../../../contract/schemas/database';
import type { Db } from '../../db/engine';
import type { Ctx, World } from '../../http/context';
import { forbidden, invalid, notFound, Refusal } from '../../http/errors';
import { byText, countRows, listed } from '../../http/list';
import type { Handlers } from '../../http/mount';
import { rowId } from '../../http/row-id';
import { checkVersion, orCurrent, withVersion } from '../../http/version';
import { resolveAddress } from '../../remote-address';
import { openVault } from '../../vault';
import { getJobAnswer } from '../jobs/handlers';
import type { JobQueue } from '../jobs/queue';
import { layerFor } from '../layers/access';
import { type Target, table as tableOf, tables } from './foreign';
import * as store from './store';
import { runSync, type SyncOrder, sourceOf } from './sync';

const POSTGRES_PORT = 5432;

/** Host name and addresses of our own database, which nobody may read by this way unless the operator lists them. */
async function ownHosts(url: string | null): Promise<string[]> {
  if (!url) return [];
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const addresses = await lookup(host, { all: true }).catch(() => []);
  return [host, ...addresses.map(({ address }) => address)];
}

async function connectionFor(ctx: Ctx, id: string | number): Promise<store.ConnectionRow> {
  const row = await store.one(ctx.engine.db, ctx.caller.customer, rowId(id));
  if (!row) throw notFound();
  return row;
}

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
  const { engine, config } = world;
  const vault = openVault(config);
  let own: Promise<string[]> | null = null;
  const ownerOf = (customer: number) => `arcsde:${customer}`;

  async function targetOf(row: Omit<Target, 'address'>): Promise<Target> {
    own ??= ownHosts(config.databaseUrl);
    const { host, port, database, username, password, tls } = row;
    const address = await resolveAddress(host, config.databaseHosts, await own, config.resolveHost);
    return { host, port, database, username, password, tls, address };
  }

  const opened = (customer: number, row: store.ConnectionRow): Promise<Target> =>
    targetOf({ ...row, password: vault.open(row.secret, ownerOf(customer)) });

  /** A connection for a job, whose owner may have lost it meanwhile. */
  async function reach(customer: number, id: number): Promise<Target> {
    const row = await store.one(engine.db, customer, id);
    if (!row) throw new Refusal(404, 'dbGone');
    return opened(customer, row);
  }

  const toStored = (customer: number, { password, ...rest }: NewConnection) => ({
    ...rest,
    port: rest.port ?? POSTGRES_PORT,
    tls: rest.tls ?? false,
    secret: vault.seal(password, ownerOf(customer)),
  });

  async function orderNew(ctx: Ctx, from: FromDatabase): Promise<string> {
    const row = await connectionFor(ctx, from.arcsde);
    const table = await tableOf(await opened(ctx.caller.customer, row), from.schema, from.table);
    const fieldNames = new Set(table.fields.map((f) => f.name));
    const stranger = from.fields?.find((name) => !fieldNames.has(name));
    if (stranger !== undefined) throw invalid(stranger);
    if (table.type === null && from.type === undefined) throw invalid('type');
    if (table.type !== 0 && table.srid === null && from.srid === undefined)
      throw new Refusal(400, 'unknown_crs', { fields: { srid: 'unknown_crs' } });
    const order: SyncOrder = { from };
    return queue.add({ account: ctx.caller.id, kind: 'sync', label: from.label, order, upload: null, layer: null });
  }

  async function orderAgain(ctx: Ctx, id: string | number): Promise<string> {
    const { row, rights } = await layerFor(ctx, id);
    if (!rights.add || !rights.edit || !rights.delete) throw forbidden();
    const { arcsde } = sourceOf(row.config);
    if (!(await store.one(engine.db, ctx.caller.customer, arcsde))) throw new Refusal(404, 'dbGone');
    const order: SyncOrder = { again: true };
    return queue.add({ account: ctx.caller.id, kind: 'sync', label: row.label, order, upload: null, layer: row.id });
  }

  queue.register('sync', {
    run: (run) => runSync(world, run, reach),
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

    create: (ctx, { body }) => store.insert(engine.db, ctx.caller.customer, toStored(ctx.caller.customer, body)),

    async edit(ctx, { params, body }) {
      const { customer } = ctx.caller;
      const row = await connectionFor(ctx, params.id);
      const { host, port, tls } = row;
      const moved = (body.host ?? host) !== host || (body.port ?? port) !== port || (body.tls ?? tls) !== tls;
      // Else whoever may edit could have the stored password sent to a server of his own.
      if (moved && body.password === undefined)
        throw new Refusal(400, 'dbPassword', { fields: { password: 'dbPassword' } });
      const { label, database, username } = row;
      const password = body.password ?? vault.open(row.secret, ownerOf(customer));
      const next = { label, host, port, database, username, tls, ...body, password };
      await changeConnection(ctx, row.id, (tx) => store.update(tx, customer, row.id, toStored(customer, next)));
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
          ? await opened(ctx.caller.customer, await connectionFor(ctx, body.id))
          : await targetOf({ ...body, port: body.port ?? POSTGRES_PORT, tls: body.tls ?? false });
      return (await tables(target)).map(({ geometry: _geometry, key: _key, ...table }) => table);
    },

    start: async (ctx, { body }) => getJobAnswer(ctx, await orderNew(ctx, body)),

    sync: async (ctx, { params }) => getJobAnswer(ctx, await orderAgain(ctx, params.id)),
  };
}
