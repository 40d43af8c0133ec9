// Indexes on fields are named by what they hold, and are of all records. Until now they were named by the field's place in its form,
// which another order of the form takes away, and of a part, of which the planner believes no statistics.
import { type Kysely, sql } from 'kysely';

/** The next sort makes them anew. */
async function dropIndexes(db: Kysely<unknown>, pattern: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
      where relkind = 'i' and relnamespace = current_schema()::regnamespace and relname ~ ${pattern}::text`.execute(db);
  for (const { name } of rows) await sql`drop index ${sql.id(name)}`.execute(db);
}

export const up = (db: Kysely<unknown>): Promise<void> => dropIndexes(db, '^record_[0-9]+_sort_[0-9]+$');

export const down = (db: Kysely<unknown>): Promise<void> => dropIndexes(db, '^record_[0-9]+_by_[0-9a-f]{16}$');
