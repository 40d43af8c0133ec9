// Lines of the audit may go when an organisation's days are over. Nobody changes one, and the database itself gives none up that is
// younger than half a year.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger audit_append_only on audit`.execute(db);
  await sql`create trigger audit_append_only before update or truncate on audit for each statement execute function append_only()`.execute(
    db,
  );
  await sql`create trigger audit_young before delete on audit for each row when (old.at > now() - interval '180 days') execute function append_only()`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger audit_young on audit`.execute(db);
  await sql`drop trigger audit_append_only on audit`.execute(db);
  await sql`create trigger audit_append_only before update or delete or truncate on audit for each statement execute function append_only()`.execute(
    db,
  );
}
