// What an act on many records shall do and did to each, so that it can go on, stop and be taken back; and files that exports left.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // The records are noted in the transaction that orders the job, before its row. `before` null: its turn has not come. `version`
  // is the one that the act left. `problem`: why the record was left as it was.
  await sql`
    create table act_step (job_id text not null references job on delete cascade deferrable initially deferred,
      layer_id int not null references layer on delete cascade, record_id bigint not null, version int, before jsonb,
      geom geometry(Geometry, 4326), problem text, primary key (job_id, record_id))`.execute(db);
  await sql`create index on act_step (layer_id)`.execute(db);
  await sql`
    create table export_file (job_id text primary key references job on delete cascade, key text not null, name text not null,
      type text not null, size bigint not null, until timestamptz not null)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table export_file`.execute(db);
  await sql`drop table act_step`.execute(db);
}
