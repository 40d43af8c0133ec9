// Reviewing records in the order in which they wait: since when each waits, who looks at it, what is said about it, and the draw of second approvals.
import { type Kysely, sql } from 'kysely';

const WAITS = `(new.status in (1, 2) or (new.status = 3 and new.unconfirmed is not null and new.unconfirmed->>'returned' is null))`;

/** When an edit was sent; notes of another form have no time. */
const sentAt = (row: string) =>
  `case when ${row}.unconfirmed->>'at' ~ '^\\d{4}-\\d\\d-\\d\\dT' then (${row}.unconfirmed->>'at')::timestamptz end`;

/** Work keeps its place in the queue while it waits, however often it changes; in the trash too, so that it comes back as it was. */
const KEEP_PLACE = `
  begin
    if not ${WAITS} then new.waits_since := null;
    elsif tg_op = 'UPDATE' and old.waits_since is not null then new.waits_since := old.waits_since;
    elsif new.status = 3 then new.waits_since := coalesce(${sentAt('new')}, new.modified, now());
    elsif tg_op = 'UPDATE' then new.waits_since := new.modified;
    else new.waits_since := coalesce(new.created, now()); end if;
    return new;
  end`;

export const first = (db: Kysely<unknown>) =>
  sql`alter table record add column if not exists waits_since timestamptz`.execute(db);

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update record n set waits_since = case when n.status in (1, 2) then n.created else coalesce(${sql.raw(sentAt('n'))}, n.modified) end
      where n.deleted_at is null and (n.status in (1, 2) or n.unconfirmed is not null)
        and (n.status in (1, 2) or (n.status = 3 and n.unconfirmed->>'returned' is null))`.execute(db);
  await sql`create index record_queue on record (waits_since, id) where waits_since is not null and deleted_at is null`.execute(
    db,
  );
  await sql`
    create index record_sent_back on record (id) where deleted_at is null and (status in (4, 5) or unconfirmed->>'returned' is not null)`.execute(
    db,
  );
  await sql`create function keep_place_in_queue() returns trigger language plpgsql as ${sql.lit(KEEP_PLACE)}`.execute(
    db,
  );
  // What is written as approved pays nothing for the queue.
  await sql`
    create trigger record_queue_insert before insert on record for each row when (new.status in (1, 2) or new.unconfirmed is not null)
      execute function keep_place_in_queue()`.execute(db);
  await sql`
    create trigger record_queue_update before update on record for each row
      when (old.waits_since is not null or new.status in (1, 2) or new.unconfirmed is not null) execute function keep_place_in_queue()`.execute(
    db,
  );
  await sql`
    create index record_log_verdict on record_log (id) where action in ('approve', 'return', 'reject', 'reopen')`.execute(
    db,
  );
  await sql`
    create table review_lease (layer_id int not null references layer on delete cascade, record_id bigint primary key,
      account_id int not null references account on delete cascade, until timestamptz not null)`.execute(db);
  await sql`create index on review_lease (layer_id)`.execute(db);
  await sql`create index on review_lease (account_id)`.execute(db);
  await sql`
    create table record_comment (id bigserial primary key, layer_id int not null references layer on delete cascade, record_id bigint not null,
      account_id int references account on delete set null, at timestamptz not null, text text not null)`.execute(db);
  await sql`create index on record_comment (record_id, id)`.execute(db);
  await sql`create index on record_comment (layer_id)`.execute(db);
  await sql`create index on record_comment (account_id)`.execute(db);
  // The newest row of a layer counts: it says how many of a hundred are drawn, and from which seed.
  await sql`
    create table review_audit (id serial primary key, layer_id int not null references layer on delete cascade, share int not null check (share between 0 and 100),
      seed text not null, account_id int references account on delete set null, at timestamptz not null)`.execute(db);
  await sql`create index on review_audit (layer_id, id)`.execute(db);
  await sql`create index on review_audit (account_id)`.execute(db);
  // A first approval in a layer of draws: whether it was drawn and why, and what the second reviewer made of it.
  await sql`
    create table review_draw (id bigserial primary key, layer_id int not null references layer on delete cascade, record_id bigint not null,
      reviewer_id int references account on delete set null, audit_id int not null references review_audit on delete cascade,
      because text check (because in ('returned', 'random')), at timestamptz not null, second_id int references account on delete set null, agreed boolean)`.execute(
    db,
  );
  await sql`create index on review_draw (layer_id, reviewer_id)`.execute(db);
  await sql`create index on review_draw (record_id)`.execute(db);
  await sql`create index on review_draw (reviewer_id)`.execute(db);
  await sql`create index on review_draw (second_id)`.execute(db);
  await sql`create index on review_draw (audit_id)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table review_draw, review_audit, record_comment, review_lease`.execute(db);
  await sql`drop index record_log_verdict`.execute(db);
  await sql`drop trigger record_queue_insert on record`.execute(db);
  await sql`drop trigger record_queue_update on record`.execute(db);
  await sql`drop function keep_place_in_queue`.execute(db);
  await sql`drop index record_queue, record_sent_back`.execute(db);
  await sql`alter table record drop column waits_since`.execute(db);
}
