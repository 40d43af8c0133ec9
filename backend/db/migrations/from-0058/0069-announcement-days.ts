// An announcement may stand first, go by itself after a day, and say that it was changed.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table announcement
    add column pinned boolean not null default false, add column until date, add column edited_at timestamptz`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table announcement drop column edited_at, drop column until, drop column pinned`.execute(db);
}
