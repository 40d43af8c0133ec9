// Dashboards that people make: their widgets, whom they are shared with, and which of them opens first.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table board (id serial primary key, customer_id int not null references customer on delete cascade,
      account_id int not null references account on delete cascade, label text not null, widgets jsonb not null, filters jsonb not null, refresh int,
      audience text not null check (audience in ('own', 'roles', 'all')), locked boolean not null,
      created timestamptz not null, modified timestamptz not null, version int not null default 1)`.execute(db);
  await sql`create index on board (account_id)`.execute(db);
  await sql`create index on board (customer_id) where audience <> 'own'`.execute(db);
  await sql`create trigger board_version before update on board for each row execute function raise_version()`.execute(
    db,
  );
  // "first" where the board opens by itself for people of the role; the newest word of a role holds.
  await sql`
    create table board_role (board_id int not null references board on delete cascade, role_id int not null references role on delete cascade,
      is_reader boolean not null, is_first boolean not null, primary key (board_id, role_id))`.execute(db);
  await sql`create index on board_role (role_id)`.execute(db);
  await sql`
    create table board_default (account_id int primary key references account on delete cascade,
      board_id int not null references board on delete cascade)`.execute(db);
  await sql`create index on board_default (board_id)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table board_default`.execute(db);
  await sql`drop table board_role`.execute(db);
  await sql`drop table board`.execute(db);
}
