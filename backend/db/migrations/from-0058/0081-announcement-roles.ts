// An announcement may be for some roles alone, and have a picture.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table announcement add column audience text not null default 'all' check (audience in ('all', 'roles')),
      add column image text`.execute(db);
  // With its last role it stays for roles alone: nobody but its writers reads it then.
  await sql`
    create table announcement_role (announcement_id int not null references announcement on delete cascade,
      role_id int not null references role on delete cascade, primary key (announcement_id, role_id))`.execute(db);
  await sql`create index on announcement_role (role_id)`.execute(db);
}

/** What was for roles alone goes: nobody else was to read it. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`delete from announcement where audience = 'roles'`.execute(db);
  await sql`drop table announcement_role`.execute(db);
  await sql`alter table announcement drop column image, drop column audience`.execute(db);
}
