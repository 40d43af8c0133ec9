// Two who change one thing: an answer has its version as ETag, and a change that was made to an older one is refused.
import { sql } from 'kysely';
import type { Db } from '../db/engine';
import type { Ctx } from './context';
import { Refusal } from './errors';

/** Tables whose rows grow a version with each change; the database raises it. */
type Versioned =
  | 'account'
  | 'role'
  | 'region'
  | 'layer_group'
  | 'arcsde'
  | 'announcement'
  | 'tutorial'
  | 'env'
  | 'user_item'
  | 'choice_list'
  | 'layer_relation'
  | 'layer_view'
  | 'board'
  | 'question';
type Which = readonly [table: Versioned, id: number];

/** What somebody has changed meanwhile. */
class StaleError extends Error {}

async function findVersion(db: Db, [table, id]: Which): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`
    select version from ${sql.table(table)} where id = ${id}::int`.execute(db);
  return rows[0]?.version;
}

/**
 * What `read` returns, with its version as ETag. The version is read first: a change in between makes it too old, never too new.
 * Nothing is said of a thing that `read` refuses.
 */
export async function withVersion<T>(ctx: Ctx, which: Which, read: () => T | Promise<T>): Promise<T> {
  const version = await findVersion(ctx.engine.db, which);
  const thing = await read();
  ctx.header('etag', `"${version}"`);
  return thing;
}

/** Whether the caller's If-Match names another version than this one; without it the last one to write wins. */
export const isStale = ({ request }: Ctx, etag: string): boolean => {
  const { 'if-match': ifMatch } = request.headers;
  return ifMatch !== undefined && ifMatch !== etag;
};

/** Refuses a change that was made to another version. Inside a transaction that holds the thing. */
export async function checkVersion(ctx: Ctx, tx: Db, which: Which): Promise<void> {
  if (isStale(ctx, `"${await findVersion(tx, which)}"`)) throw new StaleError();
}

/** The same of what has an ETag of another kind. */
export function checkEtag(ctx: Ctx, etag: string): void {
  if (isStale(ctx, etag)) throw new StaleError();
}

/** A change that `checkVersion` may refuse: then 412 with the thing as it is now in `current`. */
export async function orCurrent<T>(change: Promise<T>, current: () => unknown): Promise<T> {
  try {
    return await change;
  } catch (error) {
    if (!(error instanceof StaleError)) throw error;
    throw new Refusal(412, 'staleThing', { extra: { current: await current() } });
  }
}
