// Counts of what people did, kept by the database beside the log of records, so that reports never read the log itself.
import { type Kysely, sql } from 'kysely';

// A tenant's log of a stretch of time is read by layer; the older index by layer alone is its prefix.
const COUNTED = sql`customer_id, day, layer_id, account_id, action, n`;
const OF = (rows: string) => sql`
  select l.customer_id, (r.at at time zone 'Asia/Tehran')::date, r.layer_id, r.account_id, r.action, count(*)
    from ${sql.id(rows)} r join layer l on l.id = r.layer_id group by 1, 2, 3, 4, 5`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table activity (customer_id int not null references customer on delete cascade, day date not null, layer_id int not null, account_id int,
      action text not null, n bigint not null)`.execute(db);
  await sql`insert into activity (${COUNTED}) ${OF('record_log')}`.execute(db);
  await sql`create index activity_day on activity (customer_id, day) include (layer_id, account_id, action, n)`.execute(
    db,
  );
  await sql`
    create function count_activity() returns trigger language plpgsql as '
      begin
        insert into activity (customer_id, day, layer_id, account_id, action, n)
          select l.customer_id, (r.at at time zone ''Asia/Tehran'')::date, r.layer_id, r.account_id, r.action, count(*)
            from fresh r join layer l on l.id = r.layer_id group by 1, 2, 3, 4, 5;
        return null;
      end'`.execute(db);
  await sql`create trigger record_log_activity after insert on record_log referencing new table as fresh for each statement execute function count_activity()`.execute(
    db,
  );
  await sql`create index record_log_layer_at on record_log (layer_id, at)`.execute(db);
  await sql`drop index record_log_layer`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`create index record_log_layer on record_log (layer_id)`.execute(db);
  await sql`drop index record_log_layer_at`.execute(db);
  await sql`drop trigger record_log_activity on record_log`.execute(db);
  await sql`drop function count_activity()`.execute(db);
  await sql`drop table activity`.execute(db);
}
