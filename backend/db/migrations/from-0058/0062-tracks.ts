// Places carry what a device measures beside them, and people see who has looked at theirs. Places come in nearly by time, so an index of
// block ranges tells where a day lies: it is a thousandth of the tree that it replaces, and retention reads nothing else.
import { type Kysely, sql } from 'kysely';

export const first = (db: Kysely<unknown>) =>
  sql`alter table track_point add column if not exists speed real, add column if not exists heading real, add column if not exists battery real`.execute(
    db,
  );

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index track_point_block on track_point using brin (at) with (pages_per_range = 32, autosummarize = on)`.execute(
    db,
  );
  await sql`
    create table track_look (id bigserial primary key, account_id int not null references account on delete cascade,
      watcher_id int not null references account on delete cascade, day date not null, kind text not null, times int not null default 1,
      first_at timestamptz not null, last_at timestamptz not null, unique (account_id, watcher_id, day, kind))`.execute(
    db,
  );
  // What somebody made on their way is found by their name and time.
  await sql`create index record_log_made on record_log (account_id, at) where action = 'create'`.execute(db);
  await sql`create index track_look_account on track_look (account_id, last_at, id)`.execute(db);
  await sql`create index track_look_watcher on track_look (watcher_id)`.execute(db);
  await sql`create index track_look_day on track_look (day)`.execute(db);
  // Last: nobody reads places from here on.
  await sql`drop index track_point_at`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index record_log_made`.execute(db);
  await sql`drop table track_look`.execute(db);
  await sql`drop index track_point_block`.execute(db);
  await sql`create index track_point_at on track_point (at)`.execute(db);
  await sql`alter table track_point drop column battery, drop column heading, drop column speed`.execute(db);
}
