// What a rewind does to which records: planned at its start, noted as it is done, and kept so that it can be taken back as one act.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // `version` null: still to be done. Else the one that the rewind left: a record of another one was changed since.
  await sql`
    create table rewind_step (job_id text not null references job on delete cascade, layer_id int not null references layer on delete cascade,
      record_id bigint not null, act text not null, version int, before jsonb, geom geometry(Geometry, 4326), primary key (job_id, layer_id, record_id))`.execute(
    db,
  );
  await sql`create index on rewind_step (layer_id)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table rewind_step`.execute(db);
}
