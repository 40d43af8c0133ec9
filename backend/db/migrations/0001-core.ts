// People, layers, records: the tables of the core.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create extension if not exists postgis`.execute(db);
  await sql`create extension if not exists pg_trgm`.execute(db);
  await sql`
    create table customer (id serial primary key, host text not null unique, config jsonb not null)`.execute(db);
  await sql`
    create table account (
      id serial primary key, customer_id int not null references customer on delete cascade, username text not null, password_hash text not null,
      first_name text not null default '', last_name text not null default '', email text not null default '', phone text not null default '',
      is_superuser boolean not null default false, is_signed_up boolean not null default false, locked boolean not null default false,
      failures int not null default 0, failed_at timestamptz)`.execute(db);
  await sql`create unique index account_name on account (customer_id, lower(username))`.execute(db);
  await sql`
    create table role (id serial primary key, customer_id int not null references customer on delete cascade, name text not null,
      modules int[] not null default '{}', custom_perms text[] not null default '{}')`.execute(db);
  await sql`create table account_role (account_id int references account on delete cascade, role_id int references role on delete cascade, primary key (account_id, role_id))`.execute(
    db,
  );
  await sql`create table region (id serial primary key, customer_id int not null references customer on delete cascade, label text not null, geom geometry not null)`.execute(
    db,
  );
  await sql`create table region_part (region_id int not null references region on delete cascade, geom geometry not null)`.execute(
    db,
  );
  await sql`create index region_part_region on region_part (region_id)`.execute(db);
  await sql`create index region_part_geom on region_part using gist (geom)`.execute(db);
  await sql`create table account_region (account_id int references account on delete cascade, region_id int references region on delete cascade, primary key (account_id, region_id))`.execute(
    db,
  );
  await sql`
    create table session (
      id text primary key, account_id int not null references account on delete cascade, access_hash text not null unique, access_until timestamptz not null,
      refresh_hash text not null unique, previous_hash text unique, previous_at timestamptz, previous_answer text,
      created timestamptz not null default now(), last_refresh timestamptz not null default now(), revoked_at timestamptz)`.execute(
    db,
  );
  await sql`create index session_account on session (account_id)`.execute(db);
  await sql`create table captcha (key text primary key, answer_hash text not null, until timestamptz not null)`.execute(
    db,
  );
  await sql`create table layer_group (id serial primary key, customer_id int not null references customer on delete cascade, label text not null, logo text)`.execute(
    db,
  );
  await sql`
    create table layer (
      id serial primary key, customer_id int not null references customer on delete cascade, owner_id int references account on delete set null,
      label text not null, type smallint not null, config jsonb not null, icon text, marker text, logo text, extent float8[],
      record_count bigint not null default 0, rev bigint not null default 1, created timestamptz not null default now())`.execute(
    db,
  );
  await sql`create index layer_customer on layer (customer_id, label)`.execute(db);
  await sql`
    create table layer_group_layer (group_id int references layer_group on delete cascade, layer_id int references layer on delete cascade,
      position int not null default 0, primary key (group_id, layer_id))`.execute(db);
  await sql`
    create table layer_permission (role_id int references role on delete cascade, layer_id int references layer on delete cascade,
      view boolean not null, add boolean not null, edit boolean not null, delete boolean not null, export boolean not null, approve boolean not null,
      primary key (role_id, layer_id))`.execute(db);
  await sql`create sequence record_id_seq`.execute(db);
  // One partition a layer: its indexes are its own, an import is attached whole, and a layer is dropped at once.
  // The key begins with the id: a record is often asked for by its id alone.
  await sql`
    create table record (
      layer_id int not null, id bigint not null default nextval('record_id_seq'), status smallint not null, geom geometry,
      q bigint, minz smallint, value jsonb not null, search text not null, creator_id int, created timestamptz not null default now(),
      modifier_id int, modified timestamptz not null default now(), version int not null default 1, unconfirmed jsonb, deleted_at timestamptz,
      primary key (id, layer_id)) partition by list (layer_id)`.execute(db);
  await sql`
    create table record_log (
      id bigserial primary key, layer_id int not null, record_id bigint not null, account_id int, at timestamptz not null default now(),
      action text not null, before jsonb, after jsonb)`.execute(db);
  await sql`create index record_log_record on record_log (record_id, id)`.execute(db);
  await sql`create index record_log_layer on record_log (layer_id)`.execute(db);
  await sql`create table upload (id text primary key, account_id int not null references account on delete cascade, file_name text not null, path text not null, size bigint not null, created timestamptz not null default now())`.execute(
    db,
  );
  await sql`
    create table job (
      id text primary key, account_id int not null references account on delete cascade, upload_id text, state text not null, label text not null,
      "order" jsonb not null, total bigint, read bigint not null default 0, imported bigint not null default 0, rejected bigint not null default 0,
      rejects jsonb not null default '[]', layer_id int, error text, created timestamptz not null default now())`.execute(
    db,
  );
  await sql`
    create table audit (id bigserial primary key, at timestamptz not null default now(), request_id text not null, account_id int, call text not null,
      object text not null, status int not null, ip text not null)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of [
    'audit',
    'job',
    'upload',
    'record_log',
    'record',
    'layer_permission',
    'layer_group_layer',
    'layer',
    'layer_group',
    'captcha',
    'session',
    'account_region',
    'region_part',
    'region',
    'account_role',
    'role',
    'account',
    'customer',
  ])
    await sql`drop table ${sql.table(table)} cascade`.execute(db);
  await sql`drop sequence record_id_seq`.execute(db);
}
