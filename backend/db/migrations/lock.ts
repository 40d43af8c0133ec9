// One program at a time changes the schema, also where a pooler lends connections by transaction.
import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Any number of our own; with it programs that start at once wait for each other. */
const LOCK_ID = 5_071_404_171_602_025n;
/** A migration of a large table may take so long. */
const WAIT_MS = 3_600_000;

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
