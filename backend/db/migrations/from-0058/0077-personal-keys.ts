// Keys of people: they act under the person's own account, which may have many of them.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // A key with regions of its own would bind the person to them.
  await sql`
    alter table publish_key add column personal boolean not null default false, drop constraint publish_key_account_id_key,
      add constraint publish_key_personal check (not personal or not region_bound)`.execute(db);
  await sql`create unique index publish_key_service on publish_key (account_id) where not personal`.execute(db);
  await sql`create index publish_key_person on publish_key (account_id) where personal`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  // What came before this would take a person's account for that of a program.
  await sql`delete from publish_key where personal`.execute(db);
  await sql`drop index publish_key_service`.execute(db);
  await sql`drop index publish_key_person`.execute(db);
  await sql`alter table publish_key drop constraint publish_key_personal, drop column personal, add unique (account_id)`.execute(
    db,
  );
}
