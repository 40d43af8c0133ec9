// Indexes on the texts and days of layers' fields held whole texts, which a long one breaks, in the Persian order, which no comparison of
// days asks for. They are dropped; those that are needed are made anew by the first sort or comparison.
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
      where c.relname ~ '^record_[0-9]+_by_[0-9a-f]{16}$' and pg_get_indexdef(c.oid) not like '%double precision%'`.execute(
    db,
  );
  for (const { name } of rows) await sql`drop index ${sql.id(name)}`.execute(db);
}

export const down = up;
