// Indexes on the values of a layer's fields, made when a field is first sorted by, or compared by its order.
import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { isNumeric, isOrderedText } from '../../../contract/fields';
import type { Field } from '../../../contract/schemas/form';
import { type Db, type Engine, unhurried } from '../engine';
import { indexBeside } from './beside';
import { detailsOf, noteUse } from './index-use';

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

/** Records from which an index is made beside those who write: they would wait for seconds. */
const BESIDE_FROM = 2_000_000;
/** Whoever asks first waits so long for such an index; then the question is answered without, and the index goes on. */
const WAIT_MS = 4_000;

/** The indexes on fields that a table has, and whether they serve. */
async function listIndexes(db: Db, table: string): Promise<{ name: string; serves: boolean }[]> {
  const { rows } = await sql<{ name: string; serves: boolean }>`
    select c.relname as name, i.indisvalid as serves from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = ${table}::text::regclass and starts_with(c.relname, ${`${table}_by_`}::text)`.execute(db);
  return rows;
}

/** The indexes on a form's fields that a layer's table has: their size, the last day of their use, and whether they serve already. */
export async function fieldIndexes(db: Db, table: string, form: readonly Field[]) {
  const byName = new Map(form.map((field) => [indexName(table, field), field.name]));
  const indexes = (await listIndexes(db, table)).filter(({ name }) => byName.has(name));
  const details = await detailsOf(
    db,
    indexes.map(({ name }) => name),
  );
  return indexes.map(({ name, serves }) => ({ field: byName.get(name) as string, serves, ...(details.get(name) ?? { bytes: 0, used: null }) })); // biome-ignore format: one row
}

/** What follows a table's name in an index on a field: of all records, since the planner believes no statistics of a part of a table. */
const onField = (engine: Engine, field: Field) => sql`((${sortedValue(engine, field, sql`value`)}), id)`;

/** Indexes that this process is making beside others. */
const running = new Map<string, Promise<void>>();

async function makeBeside(engine: Engine, table: string, missing: readonly Field[]): Promise<void> {
  const all = missing.map((field) => {
    const name = indexName(table, field);
    const key = `${engine.id}/${name}`;
    const making =
      running.get(key) ??
      indexBeside(engine, table, name, onField(engine, field))
        .then(() => sql`analyze ${sql.table(table)}`.execute(engine.db))
        .then(() => {})
        .finally(() => running.delete(key));
    running.set(key, making);
    making.catch(() => {});
    return making;
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, WAIT_MS);
  });
  await Promise.race([Promise.all(all), late]).finally(() => clearTimeout(timer));
}

/** Rows of a table as its statistics say. */
async function countAbout(db: Db, table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select reltuples::float8 as n from pg_class where oid = ${table}::text::regclass`.execute(db);
  return rows[0]?.n ?? 0;
}

/**
 * Makes the indexes on fields that are missing, and the statistics by which the planner knows how many records a comparison leaves.
 * Whoever comes second waits for the first. Of `besideFrom` rows and more, on a server, they are made beside those who write.
 */
export async function ensureFieldIndexes(
  engine: Engine,
  table: string,
  fields: readonly Field[],
  besideFrom = BESIDE_FROM,
): Promise<void> {
  if (fields.length === 0) return;
  // Asking for an index that exists would still wait for every writer of the table.
  const indexes = await listIndexes(engine.db, table);
  const needed = fields.map((field) => indexName(table, field));
  await noteUse(engine, needed);
  const missing = fields.filter((_, i) => !indexes.some(({ name, serves }) => serves && name === needed[i]));
  if (missing.length === 0) return;
  if (engine.runAlone && (await countAbout(engine.db, table)) >= besideFrom) return makeBeside(engine, table, missing);
  await unhurried(engine.db, async (db) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`${table}_by_`}::text))`.execute(db);
    for (const field of missing)
      await sql`create index if not exists ${sql.id(indexName(table, field))} on ${sql.table(table)} ${onField(engine, field)}`.execute(
        db,
      );
    await sql`analyze ${sql.table(table)}`.execute(db);
  });
}

/** Drops the indexes that no field of the form needs: a text would break one on numbers that its field has left behind. */
export async function dropOtherIndexes(db: Db, table: string, form: readonly Field[]): Promise<void> {
  const needed = form.map((field) => indexName(table, field));
  for (const { name } of await listIndexes(db, table))
    if (!needed.includes(name)) await sql`drop index ${sql.id(name)}`.execute(db);
}
