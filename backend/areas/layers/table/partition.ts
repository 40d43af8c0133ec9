// The tables of layers' records: made, indexed, attached.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/engine';
import { keepUnique } from '../../../db/indexes/unique-index';
import type { Tables } from '../../../db/tables';
import { partition } from '../../../geo/tiles';

/** The indexes of one layer's records by place and key. */
function placeIndexes(table: string): RawBuilder<unknown>[] {
  const t = sql.table(table);
  const name = (suffix: string) => sql.id(`${table}_${suffix}`);
  return [
    sql`create index ${name('q')} on ${t} (q) include (id) where deleted_at is null`,
    sql`create index ${name('geom')} on ${t} using gist (geom) where deleted_at is null`,
    sql`create index ${name('large')} on ${t} using gist (geom) where deleted_at is null and minz <= 6`,
    sql`create index ${name('middle')} on ${t} using gist (geom) where deleted_at is null and minz <= 9`,
  ];
}
/** What follows a table's name in the index of its folded text. */
export const ON_TEXT = sql`using gin (search gin_trgm_ops)`;
const textIndex = (table: string) =>
  sql`create index if not exists ${sql.id(`${table}_search`)} on ${sql.table(table)} ${ON_TEXT}`;

/**
 * The statements that index a loaded table, each for itself: between two of them others get their turn. The last five are indexes that
 * every partition has: attaching the table finds them made, and is quick. Without `text` the index of the folded text follows later.
 */
export const indexStatements = (table: string, { text }: { text: boolean }): RawBuilder<unknown>[] => [
  ...placeIndexes(table),
  ...(text ? [textIndex(table)] : []),
  sql`create index on ${sql.table(table)} (layer_id) where status in (1, 2) or unconfirmed is not null`,
  sql`create index on ${sql.table(table)} (deleted_at) where deleted_at is not null`,
  sql`create index on ${sql.table(table)} (waits_since, id) where waits_since is not null and deleted_at is null`,
  sql`create index on ${sql.table(table)} (id) where deleted_at is null and (status in (4, 5) or unconfirmed->>'returned' is not null)`,
  sql`create index on ${sql.table(table)} (layer_id) where status = 4 and deleted_at is null`,
];

/** Kilobytes of new rows that wait outside of a text index; they are worked in by whoever writes the row that is too much. */
const PENDING_KB = 128;

/**
 * The index of the folded text on a table that has no rows yet. It takes most of the time of all indexes, and cannot be built in
 * parts: where one statement holds up all others it grows with the rows.
 */
export const indexTextEarly = (db: Db, table: string) =>
  sql`create index ${sql.id(`${table}_search`)} on ${sql.table(table)} ${ON_TEXT} with (gin_pending_list_limit = ${sql.lit(PENDING_KB)})`.execute(
    db,
  );

/** The key of a layer's table, whose rows are loaded. */
export const addKey = (db: Db, table: string) =>
  sql`alter table ${sql.table(table)} add primary key (id, layer_id)`.execute(db);

/** A free-standing table shaped like a partition, without indexes, for a bulk load. */
export async function makeStaging(db: Db, table: string, layer: number): Promise<void> {
  await sql`create table ${sql.table(table)} (like record including defaults)`.execute(db);
  await sql`alter table ${sql.table(table)} alter column layer_id set default ${sql.lit(layer)}`.execute(db);
}

/** Attaches a loaded and indexed table with its key as the layer's records. The check spares PostgreSQL a scan of all rows. */
export async function attach(db: Db | Kysely<Tables>, table: string, layer: number): Promise<void> {
  const t = sql.table(table);
  await sql`
    alter table ${t} add constraint ${sql.id(`${table}_layer`)} check (layer_id = ${sql.lit(layer)}), reset (autovacuum_enabled)`.execute(
    db,
  );
  await sql`alter table record attach partition ${t} for values in (${sql.lit(layer)})`.execute(db);
}

/** An empty partition, indexed, for a layer made by hand. */
export async function makePartition(db: Db, layer: number): Promise<void> {
  const table = partition(layer);
  await sql`create table ${sql.table(table)} partition of record for values in (${sql.lit(layer)})`.execute(db);
  for (const index of [...placeIndexes(table), textIndex(table)]) await index.execute(db);
  const row = await db.selectFrom('layer').select('config').where('id', '=', layer).executeTakeFirst();
  if (row) await keepUnique(db, table, row.config.form);
}
