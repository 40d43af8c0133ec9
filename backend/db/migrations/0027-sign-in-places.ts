// Failed sign-ins count by name and place in `attempt`, and a captcha's key holds its own sealed answer.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table account drop column failures, drop column failed_at`.execute(db);
  await sql`drop table captcha`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table account add column failures int not null default 0, add column failed_at timestamptz`.execute(
    db,
  );
  await sql`create table captcha (key text primary key, answer_hash text not null, until timestamptz not null)`.execute(
    db,
  );
}
