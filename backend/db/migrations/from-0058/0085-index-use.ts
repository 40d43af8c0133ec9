// The day on which each index on the values of a layer's field was last of use; those that nothing uses are dropped.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table field_index_use (name text primary key, used date not null)`.execute(db);
}

export const down = (db: Kysely<unknown>): Promise<void> => db.schema.dropTable('field_index_use').execute();
