// Layers from elsewhere, regions, drawings, and what a person keeps.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // `rev` grows when the shape changes, so that tiles cut to the old shape are not shown; `area` is in square metres.
  await sql`alter table region add column rev int not null default 1, add column area float8 not null default 0`.execute(
    db,
  );
  await sql`update region set area = coalesce(st_area(geom::geography), 0)`.execute(db);
  await sql`create index region_customer on region (customer_id, label)`.execute(db);
  await sql`create index layer_group_layer_layer on layer_group_layer (layer_id)`.execute(db);
  await sql`create index layer_permission_layer on layer_permission (layer_id)`.execute(db);
  await sql`
    create table drawing (
      id serial primary key, account_id int not null references account on delete cascade, type text not null, label text not null,
      style jsonb not null, geom geometry not null, radius float8, created timestamptz not null default now(), modified timestamptz not null default now())`.execute(
    db,
  );
  await sql`create index drawing_account on drawing (account_id, id)`.execute(db);
  await sql`
    create table user_item (
      id serial primary key, account_id int not null references account on delete cascade, type text not null, label text not null,
      data jsonb not null, created timestamptz not null default now())`.execute(db);
  await sql`create index user_item_account on user_item (account_id, type, id)`.execute(db);
  await sql`
    create table env (
      id serial primary key, account_id int not null references account on delete cascade, label text not null, data jsonb not null,
      is_default boolean not null default false, given_by int references account on delete set null, created timestamptz not null default now())`.execute(
    db,
  );
  await sql`create index env_account on env (account_id, id)`.execute(db);
  await sql`create unique index env_default on env (account_id) where is_default`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of ['env', 'user_item', 'drawing']) await sql`drop table ${sql.table(table)}`.execute(db);
  await sql`drop index layer_permission_layer, layer_group_layer_layer, region_customer`.execute(db);
  await sql`alter table region drop column area, drop column rev`.execute(db);
}
