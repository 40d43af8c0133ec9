// Jobs that survive a stop, and connections to foreign databases.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table upload add column inspection jsonb`.execute(db);
  await sql`
    alter table job add column kind text not null default 'import', add column dry_run boolean not null default false, add column report jsonb,
      add column holder text, add column heartbeat timestamptz, add column attempts int not null default 0, add column cancel boolean not null default false`.execute(
    db,
  );
  await sql`create index job_queue on job (created) where state in ('waiting', 'running')`.execute(db);
  await sql`create index job_account on job (account_id, created desc)`.execute(db);
  // Tables that a job fills before its one commit: what is named here and belongs to no living job is dropped.
  await sql`create table staging (name text primary key, job_id text not null, holder text not null)`.execute(db);
  await sql`
    create table arcsde (
      id serial primary key, customer_id int not null references customer on delete cascade, label text not null, host text not null, port int not null,
      database text not null, username text not null, secret text not null, tls boolean not null default false)`.execute(
    db,
  );
  // Which record a row of a foreign table became, so that it keeps its id when the table is read again.
  await sql`
    create table record_source (layer_id int not null references layer on delete cascade, key text not null, record_id bigint not null, primary key (layer_id, key))`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of ['record_source', 'arcsde', 'staging']) await sql`drop table ${sql.table(table)}`.execute(db);
  await sql`drop index job_account, job_queue`.execute(db);
  await sql`alter table job drop column kind, drop column dry_run, drop column report, drop column holder, drop column heartbeat, drop column attempts, drop column cancel`.execute(
    db,
  );
  await sql`alter table upload drop column inspection`.execute(db);
}
