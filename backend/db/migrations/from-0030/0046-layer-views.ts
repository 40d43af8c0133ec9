// Saved views of layers' tables, and which of them opens first for a person.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table layer_view (id serial primary key, layer_id int not null references layer on delete cascade,
      account_id int not null references account on delete cascade, name text not null, query jsonb not null, columns jsonb, sort text, groups jsonb,
      shared boolean not null, created timestamptz not null, modified timestamptz not null, version int not null default 1)`.execute(
    db,
  );
  await sql`create index on layer_view (layer_id, account_id)`.execute(db);
  await sql`create index on layer_view (account_id)`.execute(db);
  await sql`create trigger layer_view_version before update on layer_view for each row execute function raise_version()`.execute(
    db,
  );
  await sql`
    create table layer_view_default (account_id int not null references account on delete cascade, layer_id int not null references layer on delete cascade,
      view_id int not null references layer_view on delete cascade, primary key (account_id, layer_id))`.execute(db);
  await sql`create index on layer_view_default (layer_id)`.execute(db);
  await sql`create index on layer_view_default (view_id)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table layer_view_default`.execute(db);
  await sql`drop table layer_view`.execute(db);
}
