// Stored connections: found for their customer, opened with their password, sealed again.
import { lookup } from 'node:dns/promises';
import type { NewConnection } from '../../../contract/schemas/database';
import type { Ctx, World } from '../../http/context';
import { notFound, Refusal } from '../../http/errors';
import { rowId } from '../../http/row-id';
import { resolveAddress } from '../../remote-address';
import { openVault } from '../../vault';
import type { Target } from './foreign';
import * as store from './store';

export const POSTGRES_PORT = 5432;
/** Refusals that say that the connection itself does not work. */
export const AWAY = new Set<string>(['dbUnreachable', 'dbTls', 'dbSignIn', 'dbDatabase']);

/** Host name and addresses of our own database, which nobody may read by this way unless the operator lists them. */
async function ownHosts(url: string | null): Promise<string[]> {
  if (!url) return [];
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const addresses = await lookup(host, { all: true }).catch(() => []);
  return [host, ...addresses.map(({ address }) => address)];
}

/** The caller's connection of this id, or 404. */
export async function connectionFor(ctx: Ctx, id: string | number): Promise<store.ConnectionRow> {
  const row = await store.one(ctx.engine.db, ctx.caller.customer, rowId(id));
  if (!row) throw notFound();
  return row;
}

/** Opens and seals connections of this installation. */
export function createConnector(world: World) {
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

  /** The password of a stored connection. */
  const passwordOf = (customer: number, { secret }: Pick<store.ConnectionRow, 'secret'>) =>
    vault.open(secret, ownerOf(customer));

  /** With its password in the clear. Throws where the address may not be reached. */
  const open = (customer: number, row: store.ConnectionRow): Promise<Target> =>
    targetOf({ ...row, password: passwordOf(customer, row) });

  /** Does something with a connection and writes down how that went. */
  async function noting<T>(id: number, work: () => Promise<T>): Promise<T> {
    try {
      const result = await work();
      await store.setCheck(engine.db, id, null);
      return result;
    } catch (error) {
      if (error instanceof Refusal && AWAY.has(error.wording)) await store.setCheck(engine.db, id, error.wording);
      throw error;
    }
  }

  /** A connection for a job, whose owner may have lost it meanwhile. */
  async function reach(customer: number, id: number): Promise<Target> {
    const row = await store.one(engine.db, customer, id);
    if (!row) throw new Refusal(404, 'dbGone');
    return open(customer, row);
  }

  const toStored = (customer: number, { password, ...rest }: NewConnection) => ({
    ...rest,
    port: rest.port ?? POSTGRES_PORT,
    tls: rest.tls ?? false,
    secret: vault.seal(password, ownerOf(customer)),
  });

  return { targetOf, open, reach, noting, toStored, passwordOf };
}
export type Connector = ReturnType<typeof createConnector>;
