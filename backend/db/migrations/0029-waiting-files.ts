// Files that wait for approval: to hang on an approved record, or to go from it; and which file a step of a record's history is about.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table record_file add column pending text check (pending in ('add', 'delete'))`.execute(db);
  await sql`alter table record_log add column file text`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table record_log drop column file`.execute(db);
  await sql`alter table record_file drop column pending`.execute(db);
}
