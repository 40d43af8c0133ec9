// The index of a layer's folded text, on a server: it takes longer than all other indexes, and follows when the layer can be seen and edited.
import { sql } from 'kysely';
import type { Engine } from '../../../db/engine';
import { indexBeside } from '../../../db/indexes/beside';
import { ON_TEXT } from './partition';

/** How often it is looked for layers whose text has no index: somebody ended in the middle, or made one in a way of their own. */
export const TEXT_LOOK_MS = 60_000;

/** SQL: whether a table, a text, has no index of its text that serves searches. */
export const lacksTextIndex = (table: ReturnType<typeof sql>) =>
  sql<boolean>`(to_regclass(${table}) is not null and not exists (
    select 1 from pg_index x where x.indexrelid = to_regclass(${table} || '_search') and x.indisvalid))`;

/** Makes the index of a table's folded text where it is missing. */
export async function indexText(engine: Engine, table: string): Promise<void> {
  if (engine.runAlone) await indexBeside(engine, table, `${table}_search`, ON_TEXT);
}

/** The tables of layers whose text has no index that serves, the smallest first. */
export async function tablesWithoutText({ db }: Engine): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname::text as name from pg_inherits h join pg_class c on c.oid = h.inhrelid
      where h.inhparent = 'record'::regclass and ${lacksTextIndex(sql`c.relname::text`)} order by c.reltuples`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

/** Makes the indexes of text that are missing, one after the other. */
export async function indexTexts({ engine }: { engine: Engine }, goOn: () => boolean = () => true): Promise<void> {
  if (!engine.runAlone) return;
  for (const name of await tablesWithoutText(engine)) if (goOn()) await indexText(engine, name);
}
