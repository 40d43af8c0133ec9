// What an append did to which records, so that it can be taken back as one act as long as its job is kept.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table job add column outcome jsonb, add column undone_at timestamptz`.execute(db);
  // `version` is the one that the append left: a record of another one was changed since. `before` null: the append added it.
  await sql`
    create table append_step (job_id text not null references job on delete cascade, layer_id int not null references layer on delete cascade,
      record_id bigint not null, version int not null, before jsonb, geom geometry(Geometry, 4326), primary key (job_id, record_id))`.execute(
    db,
  );
  await sql`create index on append_step (layer_id)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table append_step`.execute(db);
  await sql`alter table job drop column outcome, drop column undone_at`.execute(db);
}
