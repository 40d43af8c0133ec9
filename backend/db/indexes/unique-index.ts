// Indexes that keep the values of a field apart: what the database holds, no two writers can break at once.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Field } from '../../../contract/schemas/form';
import type { Db } from '../engine';

const nameOf = (table: string, field: Field) =>
  `${table}_one_${createHash('md5').update(field.name).digest('hex').slice(0, 16)}`;

/** A value of any length as a key of one length; records in the trash and empty values are free. */
const keyOf = (field: Field) => sql`md5(value->>${sql.lit(field.name)})`;
const counts = (field: Field) => sql`deleted_at is null and coalesce(value->>${sql.lit(field.name)}, '') <> ''`;

/**
 * Makes the indexes that a form asks for and drops the others. Answers the first field of which records have the same value, with how
 * many there are; the indexes are then as they were.
 */
export async function keepUnique(
  db: Db,
  table: string,
  form: readonly Field[],
): Promise<{ field: Field; count: number } | null> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = to_regclass(${table}::text) and starts_with(c.relname, ${`${table}_one_`}::text)`.execute(db);
  const there = rows.map(({ name }) => name);
  const fields = form.filter(({ unique }) => unique);
  const missing = fields.filter((field) => !there.includes(nameOf(table, field)));
  for (const field of missing) {
    const { rows: twins } = await sql<{ n: number }>`
      select coalesce(sum(g.n), 0)::int as n from (
        select count(*) as n from ${sql.table(table)} where ${counts(field)} group by ${keyOf(field)} having count(*) > 1) g`.execute(
      db,
    );
    if (twins[0]?.n) return { field, count: twins[0].n };
  }
  for (const name of there)
    if (!fields.some((field) => nameOf(table, field) === name)) await sql`drop index ${sql.id(name)}`.execute(db);
  for (const field of missing)
    await sql`create unique index ${sql.id(nameOf(table, field))} on ${sql.table(table)} (${keyOf(field)}) where ${counts(field)}`.execute(
      db,
    );
  return null;
}

/** Whether a write failed because another record has the value. */
export const isTwin = (error: unknown): boolean =>
  /_one_[0-9a-f]{16}$/.test((error as { constraint?: string }).constraint ?? '');

/** The field of which a write failed because another record has its value. */
export const twinField = (error: unknown, table: string, form: readonly Field[]): Field | undefined =>
  form.find((field) => field.unique && nameOf(table, field) === (error as { constraint?: string }).constraint);

/** The keys of a field's values that a layer has, each with the key of what its record has in `match`. */
export async function listKeys(
  db: Db,
  table: string,
  name: string,
  match: string | null = null,
): Promise<Map<string, string | null>> {
  const own = match === null ? sql`null` : sql`md5(value->>${sql.lit(match)})`;
  const { rows } = await sql<{ k: string; own: string | null }>`
    select md5(value->>${sql.lit(name)}) as k, ${own} as own from ${sql.table(table)} where deleted_at is null and coalesce(value->>${sql.lit(name)}, '') <> ''`.execute(
    db,
  );
  return new Map(rows.map(({ k, own }) => [k, own]));
}
