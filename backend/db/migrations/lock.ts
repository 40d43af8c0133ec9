// One program at a time changes the schema, also where a pooler lends connections by transaction.
import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Any number of our own; with it programs that start at once wait for each other. */
const LOCK_ID = 5_071_404_171_602_025n;
/** A migration of a large table may take so long. */
const WAIT_MS = 3_600_000;

/** Whoever waits for a table has those who read it wait behind: no longer than this. */
const TURN_MS = 500;
/** Then they have their turn, and it is tried again, for so long in all. */
const PAUSE_MS = 1_000;
const PATIENCE_MS = 600_000;
/** PostgreSQL's lock_not_available. */
const LOCKED = '55P03';

/** The limits of a transaction that changes the schema: all rows may be read in it, and nobody is shut out by its waiting. */
export async function inLimits(tx: Kysely<unknown>): Promise<void> {
  await sql`select set_config('lock_timeout', ${String(TURN_MS)}::text, true), set_config('statement_timeout', '0', true)`.execute(
    tx,
  );
}

/**
 * Ends the server's own vacuuming, which holds tables for as long as it takes and gives way only to who waits for longer than we may. The
 * lock asked for here lets everybody read and write meanwhile.
 */
async function endVacuums<T>(db: Kysely<T>): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`
    select distinct k.relation::regclass::text as name from pg_locks k join pg_class c on c.oid = k.relation
      where k.mode = 'ShareUpdateExclusiveLock' and k.granted and c.relkind = 'r' and pg_has_role(c.relowner, 'usage')`.execute(
    db,
  );
  for (const { name } of rows)
    await db
      .transaction()
      .execute((tx) => sql`lock table ${sql.raw(name)} in share update exclusive mode`.execute(tx))
      .catch(() => {});
  return rows.length > 0;
}

/** Does work of such transactions again and again while somebody reads or writes its tables for longer than it may wait. */
export async function patiently<T, D>(db: Kysely<D>, work: () => Promise<T>): Promise<T> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if ((error as { code?: string }).code !== LOCKED || Date.now() > end) throw error;
      // The server begins another one within the minute: then at once.
      if (!(await endVacuums(db))) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

/**
 * Without Kysely's own lock: that is held by the session, and behind a pooler it is given back in another one. It then stays, and the
 * next program that starts waits for it.
 */
export class UnlockedAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

/** Runs work that changes the schema in connections of its own, while a transaction here holds the lock. */
export const withMigrationLock = <T, D>(db: Kysely<D>, work: () => Promise<T>): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await sql`select set_config('lock_timeout', ${String(WAIT_MS)}::text, true), set_config('statement_timeout', '0', true),
      set_config('idle_in_transaction_session_timeout', '0', true)`.execute(tx);
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK_ID)})`.execute(tx);
    return work();
  });
