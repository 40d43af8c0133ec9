// When layers of foreign tables are read again, what came of it, and what the source last said of each record.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table layer_sync (layer_id int primary key references layer on delete cascade, key text, filter jsonb, columns jsonb,
      every text not null default 'manual' check (every in ('manual', 'hourly', 'daily')), hour int check (hour between 0 and 23),
      edits text not null default 'ours' check (edits in ('ours', 'theirs')), account_id int references account on delete set null,
      next_at timestamptz, failures int not null default 0, paused_at timestamptz, last jsonb,
      check ((every = 'daily') = (hour is not null)))`.execute(db);
  await sql`create index on layer_sync (next_at) where next_at is not null`.execute(db);
  await sql`insert into layer_sync (layer_id) select id from layer where config->'source'->>'kind' = 'database'`.execute(
    db,
  );
  // `hash` null: the source no longer has the row, or was last read before this was written down.
  await sql`alter table record_source add column hash text, add column version int`.execute(db);
  await sql`create table arcsde_check (arcsde_id int primary key references arcsde on delete cascade, at timestamptz not null, problem text)`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table arcsde_check, layer_sync`.execute(db);
  await sql`alter table record_source drop column hash, drop column version`.execute(db);
}
