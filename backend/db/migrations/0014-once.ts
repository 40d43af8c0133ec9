// A record that is asked for twice with the same key, because the first answer was lost, is made once.
import { type Kysely, sql } from 'kysely';

export const first = (db: Kysely<unknown>) => sql`alter table record_log add column if not exists key text`.execute(db);

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create unique index record_log_key on record_log (account_id, key) where key is not null`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index record_log_key`.execute(db);
  await sql`alter table record_log drop column key`.execute(db);
}
