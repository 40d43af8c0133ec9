// The key of a relation in a layer's records: how it is compared, and the index by which the records with a key are found.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type Db, type Engine, unhurried } from '../engine';

const indexName = (table: string, field: string): string =>
  `${table}_key_${createHash('md5').update(field).digest('hex').slice(0, 16)}`;

/** A key of any length in one length; it stands for the whole text, which decides. Unique fields have an index on the same. */
export const hashOf = (key: unknown) => sql`md5(${key})`;

/** The key that record `alias` has in a field, as text, and what says that it is one. */
export const keyText = (field: string, alias: string) => sql`(${sql.ref(`${alias}.value`)}->>${sql.lit(field)})`;
export const isKey = (field: string, alias: string) => sql`coalesce(${keyText(field, alias)}, '') <> ''`;
export const hasKey = (field: string, alias: string) =>
  sql`${sql.ref(`${alias}.deleted_at`)} is null and ${isKey(field, alias)}`;

/** Condition that record `alias` is alive and has the key `key`, which is SQL of a text. */
export const keyIs = (field: string, alias: string, key: unknown) =>
  sql`(${hasKey(field, alias)} and ${hashOf(keyText(field, alias))} = ${hashOf(key)} and ${keyText(field, alias)} = ${key})`;

/** Makes the index on a field that is a key. Asking for one that exists would still wait for every writer of the table. */
export async function ensureKeyIndex(engine: Engine, table: string, field: string): Promise<void> {
  const name = indexName(table, field);
  const { rows } = await sql`select 1 from pg_class where relname = ${name}::text and relkind = 'i'`.execute(engine.db);
  if (rows.length > 0) return;
  await unhurried(engine.db, async (db) => {
    await sql`create index if not exists ${sql.id(name)} on ${sql.table(table)}
      (md5(value->>${sql.lit(field)}), id) where deleted_at is null and coalesce(value->>${sql.lit(field)}, '') <> ''`.execute(
      db,
    );
    await sql`analyze ${sql.table(table)}`.execute(db);
  });
}

/** Drops the index on a field that is a key no more. */
export const dropKeyIndex = (db: Db, table: string, field: string) =>
  sql`drop index if exists ${sql.id(indexName(table, field))}`.execute(db);
