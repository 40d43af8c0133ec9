// People and roles in full: when they came, when they went, their picture and their days of work.
import { type Kysely, sql } from 'kysely';

// Who is deleted keeps his row: records, logs and messages stay his; the name is free for somebody else.
// name_key and search hold what contract/fold.ts makes of the name, and of all that a person is searched by.
export const first = (db: Kysely<unknown>) =>
  sql`
    alter table account add column if not exists created timestamptz not null default now(), add column if not exists deleted_at timestamptz,
      add column if not exists image text, add column if not exists workdays smallint[] not null default '{}',
      add column if not exists name_key text, add column if not exists search text not null default ''`.execute(db);

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update account set name_key = record_fold(username),
      search = record_fold(username || ' ' || first_name || ' ' || last_name || ' ' || phone || ' ' || email)`.execute(
    db,
  );
  await sql`alter table account alter column name_key set not null`.execute(db);
  await sql`drop index account_name`.execute(db);
  await sql`create unique index account_name on account (customer_id, name_key) where deleted_at is null`.execute(db);
  await sql`create index account_role_role on account_role (role_id)`.execute(db);
  await sql`alter table role add column interface jsonb not null default '{}'`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table role drop column interface`.execute(db);
  await sql`drop index account_role_role`.execute(db);
  await sql`drop index account_name`.execute(db);
  // Without the column a deleted person's name would stand in the way of a living one's.
  await sql`update account set username = username || ' #' || id, locked = true where deleted_at is not null`.execute(
    db,
  );
  await sql`create unique index account_name on account (customer_id, lower(username))`.execute(db);
  await sql`
    alter table account drop column created, drop column deleted_at, drop column image, drop column workdays, drop column name_key, drop column search`.execute(
    db,
  );
}
