// Sessions that see as somebody else: they read with that person's rights, a role's or a region's, and hang on the session of whoever
// looks, which ends them with itself. The audit names both.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table session
    add column viewer_session text references session (id) on delete cascade,
    add column view_role int references role (id) on delete cascade,
    add column view_region int references region (id) on delete cascade`.execute(db);
  await sql`create index session_viewer on session (viewer_session) where viewer_session is not null`.execute(db);
  await sql`alter table audit add column view_as text`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table audit drop column view_as`.execute(db);
  await sql`delete from session where viewer_session is not null`.execute(db);
  await sql`drop index session_viewer`.execute(db);
  await sql`alter table session drop column viewer_session, drop column view_role, drop column view_region`.execute(db);
}
