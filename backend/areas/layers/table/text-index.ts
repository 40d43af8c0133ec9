// The index of a layer's folded text, on a server: it takes longer than all other indexes, and follows when the layer can be seen and edited.
import { sql } from 'kysely';
import { type Engine, isEnded, tableName, unhurried } from '../../../db/engine';

/** How often it is looked for layers whose text has no index: somebody ended in the middle, or made one in a way of their own. */
export const TEXT_LOOK_MS = 60_000;

/** SQL: whether a table, a text, has no index of its text that serves searches. */
export const lacksTextIndex = (table: ReturnType<typeof sql>) =>
  sql<boolean>`(to_regclass(${table}) is not null and not exists (
    select 1 from pg_index x where x.indexrelid = to_regclass(${table} || '_search') and x.indisvalid))`;

/** Whether the index is being made, or was left half made by somebody who ended. */
async function standOf({ db }: Engine, table: string): Promise<{ lacks: boolean; left: boolean; runs: boolean }> {
  const name = `${table}_search`;
  const { rows } = await sql<{ lacks: boolean; left: boolean; runs: boolean }>`
    select ${lacksTextIndex(sql`${table}::text`)} as lacks, to_regclass(${name}::text) is not null as left,
      exists (select 1 from pg_stat_progress_create_index where relid = to_regclass(${table}::text)) as runs`.execute(
    db,
  );
  return rows[0] ?? { lacks: false, left: false, runs: false };
}

/**
 * Makes the index of a table's folded text where it is missing, while everybody reads and writes. Behind a pooler a statement has the
 * deadline of its role: a table that takes longer is indexed while those who write wait.
 */
export async function indexText(engine: Engine, table: string): Promise<void> {
  const { runAlone, db } = engine;
  if (!runAlone) return;
  const name = tableName(`${table}_search`);
  const drop = async () => (await standOf(engine, table)).left && runAlone(`drop index concurrently if exists ${name}`);
  const before = await standOf(engine, table);
  if (!before.lacks || before.runs) return;
  if (before.left) await drop();
  try {
    await runAlone(
      `create index concurrently if not exists ${name} on ${tableName(table)} using gin (search gin_trgm_ops)`,
    );
  } catch (error) {
    if (!isEnded(error)) throw error;
    await drop();
    await unhurried(db, (tx) =>
      sql`create index if not exists ${sql.id(`${table}_search`)} on ${sql.table(table)} using gin (search gin_trgm_ops)`.execute(
        tx,
      ),
    );
  }
}

/** Makes the indexes of text that are missing, one after the other. */
export async function indexTexts({ engine }: { engine: Engine }, goOn: () => boolean = () => true): Promise<void> {
  if (!engine.runAlone) return;
  const { rows } = await sql<{ name: string }>`
    select c.relname::text as name from pg_inherits h join pg_class c on c.oid = h.inhrelid
      where h.inhparent = 'record'::regclass and ${lacksTextIndex(sql`c.relname::text`)} order by c.reltuples`.execute(
    engine.db,
  );
  for (const { name } of rows) if (goOn()) await indexText(engine, name);
}
