// What is published for programs outside, the keys that open it, and how they are used.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // A key acts under an account of its own. It is written as one that is gone: it is named beside what it did, stands in no list of
  // people and opens no session.
  await sql`
    alter table account add column kind text not null default 'person' check (kind in ('person', 'service')),
      add constraint account_service check (kind = 'person' or (deleted_at is not null and not is_superuser))`.execute(
    db,
  );
  await sql`alter table customer add column open_key text unique`.execute(db);
  await sql`
    create table published_layer (layer_id int primary key references layer on delete cascade,
      customer_id int not null references customer on delete cascade, access smallint not null default 0 check (access in (0, 1)),
      description text not null default '', licence text not null default '', attribution text not null default '',
      hidden_fields text[] not null default '{}', wide_fields text[] not null default '{}', only_approved boolean not null default false,
      time_field text, writes smallint not null default 0, services smallint not null,
      made_by int references account on delete set null, made_at timestamptz not null, changed_at timestamptz not null,
      version int not null default 1)`.execute(db);
  await sql`create index on published_layer (customer_id)`.execute(db);
  await sql`create trigger published_layer_version before update on published_layer for each row execute function raise_version()`.execute(
    db,
  );
  // "region_bound": a key whose regions are all gone opens nothing, in place of everything.
  await sql`
    create table publish_key (id char(8) primary key, customer_id int not null references customer on delete cascade,
      account_id int not null unique references account on delete cascade, label text not null, hash text not null unique,
      old_hash text unique, old_until timestamptz, in_address boolean not null, addresses cidr[] not null default '{}',
      region_bound boolean not null, made_by int references account on delete set null, made_at timestamptz not null,
      expires timestamptz not null, revoked_at timestamptz, last_used timestamptz, last_ip text, version int not null default 1,
      unique (id, in_address))`.execute(db);
  await sql`create index on publish_key (customer_id)`.execute(db);
  // "last_used" changes with each use, and is nothing that somebody edits.
  await sql`
    create trigger publish_key_version before update of label, in_address, addresses, expires, hash, revoked_at on publish_key
      for each row execute function raise_version()`.execute(db);
  // Whoever sees an address sees the key in it: such a key only reads.
  await sql`
    create table publish_grant (key_id char(8) not null, in_address boolean not null, layer_id int not null references published_layer on delete cascade,
      add boolean not null, edit boolean not null, delete boolean not null, primary key (key_id, layer_id),
      foreign key (key_id, in_address) references publish_key (id, in_address) on update cascade on delete cascade,
      constraint publish_grant_reads check (not in_address or not (add or edit or delete)))`.execute(db);
  await sql`create index on publish_grant (layer_id)`.execute(db);
  // An empty key is the open door; layer 0 is what belongs to none, like the list of layers.
  await sql`
    create table publish_use (customer_id int not null references customer on delete cascade, day date not null, key_id text not null,
      layer_id int not null, kind smallint not null, requests bigint not null, records bigint not null, bytes bigint not null,
      refused bigint not null, primary key (customer_id, day, key_id, layer_id, kind))`.execute(db);
  await sql`create index on publish_use (customer_id, layer_id, day)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of ['publish_use', 'publish_grant', 'publish_key', 'published_layer'])
    await sql`drop table ${sql.table(table)}`.execute(db);
  await sql`alter table customer drop column open_key`.execute(db);
  // Accounts of keys stay, as those of people who are gone: the logs name them.
  await sql`alter table account drop constraint account_service, drop column kind`.execute(db);
}
