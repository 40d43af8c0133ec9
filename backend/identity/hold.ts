// Holds an account until the transaction ends.
import { sql } from 'kysely';
import type { Db } from '../db/engine';

/** Two saves of one person at once are counted one after the other. */
export async function holdAccount(db: Db, account: number): Promise<void> {
  await sql`select id from account where id = ${account}::int for update`.execute(db);
}
