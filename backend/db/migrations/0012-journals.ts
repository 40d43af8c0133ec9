// The audit tells the customer and is never changed; errors are kept for those who look after the system.
import { type Kysely, sql } from 'kysely';

export const first = (db: Kysely<unknown>) =>
  sql`alter table audit add column if not exists customer_id int`.execute(db);

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update audit u set customer_id = a.customer_id from account a where a.id = u.account_id`.execute(db);
  await sql`create index audit_customer on audit (customer_id, id)`.execute(db);
  await sql`create index audit_at on audit using brin (at)`.execute(db);
  await sql`create trigger audit_append_only before update or delete or truncate on audit for each statement execute function append_only()`.execute(
    db,
  );
  await sql`
    create table app_log (id bigserial primary key, at timestamptz not null, customer_id int, account_id int, source text not null, place text not null,
      message text not null, request_id text)`.execute(db);
  await sql`create index app_log_customer on app_log (customer_id, id)`.execute(db);
  await sql`create index app_log_at on app_log (at)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table app_log`.execute(db);
  await sql`drop trigger audit_append_only on audit`.execute(db);
  await sql`drop index audit_at`.execute(db);
  await sql`drop index audit_customer`.execute(db);
  await sql`alter table audit drop column customer_id`.execute(db);
}
