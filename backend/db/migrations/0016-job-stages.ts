// What a running job is at, and which share of that is done.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table job add column stage text, add column share float8 not null default 0`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table job drop column stage, drop column share`.execute(db);
}
