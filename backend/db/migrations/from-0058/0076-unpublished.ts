// What unpublishing takes away, for the seconds in which it can be taken back.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // "settings" is a row of published_layer, "grants" are those of publish_grant that went with it.
  await sql`
    create table unpublished_layer (layer_id int primary key references layer on delete cascade,
      customer_id int not null references customer on delete cascade, token text not null, settings jsonb not null, grants jsonb not null,
      at timestamptz not null)`.execute(db);
}

export const down = (db: Kysely<unknown>): Promise<void> => db.schema.dropTable('unpublished_layer').execute();
