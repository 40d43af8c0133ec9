// Indexes that are made while everybody reads and writes their table: slower than alone, and nobody waits. On a server.
import { type RawBuilder, sql } from 'kysely';
import { type Engine, isEnded, tableName, unhurried } from '../engine';

/** Whether an index serves, is there at all, and is being made by somebody. */
async function stateOf({ db }: Engine, table: string, name: string) {
  const { rows } = await sql<{ serves: boolean; exists: boolean; runs: boolean }>`
    select exists (select 1 from pg_index x where x.indexrelid = to_regclass(${name}::text) and x.indisvalid) as serves,
      to_regclass(${name}::text) is not null as exists,
      exists (select 1 from pg_stat_progress_create_index where relid = to_regclass(${table}::text)
        and index_relid in (0, coalesce(to_regclass(${name}::text)::oid, 0))) as runs`.execute(db);
  return rows[0] ?? { serves: false, exists: false, runs: false };
}

/**
 * Makes an index where it is missing, or was left half made by a process that ended. `on` is what stands behind the table's name; it has
 * no parameters. Behind a pooler a statement has the deadline of its role: a table that takes longer is indexed while those who write wait.
 */
export async function indexBeside(engine: Engine, table: string, name: string, on: RawBuilder<unknown>): Promise<void> {
  const { runAlone, db } = engine;
  if (!runAlone) throw new Error('this engine makes no index beside others');
  const drop = async () =>
    (await stateOf(engine, table, name)).exists && runAlone(`drop index concurrently if exists ${tableName(name)}`);
  const before = await stateOf(engine, table, name);
  if (before.serves || before.runs) return;
  if (before.exists) await drop();
  try {
    const rest = sql`${sql.id(name)} on ${sql.table(table)} ${on}`.compile(db).sql;
    await runAlone(`create index concurrently if not exists ${rest}`);
  } catch (error) {
    if (!isEnded(error)) throw error;
    await drop();
    await unhurried(db, (tx) =>
      sql`create index if not exists ${sql.id(name)} on ${sql.table(table)} ${on}`.execute(tx),
    );
  }
}
