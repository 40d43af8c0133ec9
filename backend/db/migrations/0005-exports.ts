// The keys of downloads.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table export_token (hash text primary key, session_id text not null, layer_id int not null, "order" jsonb not null, until timestamptz not null)`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table export_token`.execute(db);
}
