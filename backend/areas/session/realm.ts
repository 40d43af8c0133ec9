// Which host a call is for, and whose names count there.
import { sql } from 'kysely';
import type { Db } from '../../db/engine';
import { hostKey } from '../../host';
import type { Ctx } from '../../http/context';
import { notFound } from '../../http/errors';

/** The host that the caller asked for; the BFF in front says it. */
const requestedHost = ({ request }: Pick<Ctx, 'request'>) => (request.host ?? '').toLowerCase();

/** Whether the call came to a host on which anybody may sign up. */
export const isPublic = (ctx: Pick<Ctx, 'request' | 'config'>): boolean =>
  ctx.config.publicHosts.has(hostKey(requestedHost(ctx)));

/** Refuses as if it were not there what only public hosts offer. */
export function checkPublic(ctx: Pick<Ctx, 'request' | 'config'>): void {
  if (!isPublic(ctx)) throw notFound();
}

/** The customer of the host of a call; a host that nobody claims belongs to the first customer that has one. */
export async function findCustomerOfHost(ctx: Pick<Ctx, 'engine' | 'request'>) {
  const host = requestedHost(ctx);
  const { rows } = await sql<{ id: number; host: string; config: Record<string, unknown> }>`
    select id, host, config from customer where public_host is null
      order by host = ${host}::text desc, host = ${hostKey(host)}::text desc, id limit 1`.execute(ctx.engine.db);
  return rows[0] ?? null;
}

/** Where names are looked up for a call: on a public host all who signed up there; else the host's customer. Null where there is none. */
export async function findRealm(ctx: Pick<Ctx, 'engine' | 'request' | 'config'>): Promise<string | null> {
  if (isPublic(ctx)) return hostKey(requestedHost(ctx));
  return (await findCustomerOfHost(ctx))?.host ?? null;
}

/** The name that people know a realm's customer by, for a text message. */
export async function getCustomerName(db: Db, customer: number | null): Promise<string> {
  const row = customer === null ? null : await db.selectFrom('customer').select('config').where('id', '=', customer).executeTakeFirst(); // biome-ignore format: one question
  return typeof row?.config.name === 'string' ? row.config.name : '';
}
