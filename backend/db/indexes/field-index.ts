// Indexes on the values of a layer's fields, made when a field is first sorted by, or compared by its order.
import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { isNumeric, isOrderedText } from '../../../contract/fields';
import type { Field } from '../../../contract/schemas/form';
import { type Db, type Engine, unhurried } from '../engine';
import { noteUse } from './index-use';

/** Letters by which texts are sorted: an index holds no more than 2,704 bytes of a value, and a letter has up to four. */
const SORTED_LETTERS = 200;

const kindOf = (field: Field) => (isNumeric(field) ? 'number' : isOrderedText(field) ? 'iso' : 'text');

/**
 * The name of the index on a field in a layer's table: of what it holds, wherever the field stands in its form. A field that
 * becomes a number, or is one no longer, has another one.
 */
const indexName = (table: string, field: Field): string => {
  const holds = `${kindOf(field)}:${field.name}`;
  return `${table}_by_${createHash('md5').update(holds).digest('hex').slice(0, 16)}`;
};

/**
 * The field's values as they are sorted: numbers, ISO text of days, moments and times as it is, other text by its first 200 letters in
 * the engine's Persian order. `value` is the column that holds them.
 */
export function sortedValue(engine: Pick<Engine, 'collation'>, field: Field, value: RawBuilder<unknown>) {
  const text = sql`(${value}->>${sql.lit(field.name)})`;
  const kind = kindOf(field);
  if (kind === 'number') return sql`(${text}::float8)`;
  if (kind === 'iso') return sql`${text} collate "C"`;
  return sql`left(${text}, ${sql.lit(SORTED_LETTERS)}) collate ${sql.id(engine.collation)}`;
}

/** The indexes on fields that a table has. */
async function listIndexes(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = ${table}::text::regclass and starts_with(c.relname, ${`${table}_by_`}::text)`.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * Makes the indexes on fields that are missing, and the statistics by which the planner knows how many records a comparison leaves.
 * Whoever comes second waits for the first.
 */
export async function ensureFieldIndexes(engine: Engine, table: string, fields: readonly Field[]): Promise<void> {
  if (fields.length === 0) return;
  // Asking for an index that exists would still wait for every writer of the table.
  const names = await listIndexes(engine.db, table);
  const needed = fields.map((field) => indexName(table, field));
  await noteUse(engine, needed);
  const missing = fields.filter((_, i) => !names.includes(needed[i] as string));
  if (missing.length === 0) return;
  await unhurried(engine.db, async (db) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`${table}_by_`}::text))`.execute(db);
    // Of all records, deleted ones too: the planner believes no statistics of a part of a table.
    for (const field of missing)
      await sql`create index if not exists ${sql.id(indexName(table, field))} on ${sql.table(table)}
        ((${sortedValue(engine, field, sql`value`)}), id)`.execute(db);
    await sql`analyze ${sql.table(table)}`.execute(db);
  });
}

/** Drops the indexes that no field of the form needs: a text would break one on numbers that its field has left behind. */
export async function dropOtherIndexes(db: Db, table: string, form: readonly Field[]): Promise<void> {
  const needed = form.map((field) => indexName(table, field));
  for (const name of await listIndexes(db, table))
    if (!needed.includes(name)) await sql`drop index ${sql.id(name)}`.execute(db);
}
