// Where and by what a session began, when a person was last there, and accounts whose password has to be changed first.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table session add column ip text, add column agent text`.execute(db);
  await sql`alter table account add column must_change boolean not null default false`.execute(db);
  // Beside the account and not in it: a renewal every few minutes would raise the version that edits of the account are checked by.
  await sql`create table account_seen (account_id int primary key references account on delete cascade, at timestamptz not null)`.execute(
    db,
  );
  // What the sessions know already.
  await sql`insert into account_seen select account_id, max(last_refresh) from session group by account_id`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table account_seen`.execute(db);
  await sql`alter table account drop column must_change`.execute(db);
  await sql`alter table session drop column ip, drop column agent`.execute(db);
}
