// Indexes on the values of layers' fields are made by use; each of them makes every save dearer, so those that nothing uses are dropped.
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Db, Engine } from '../engine';

/** Days after which an index that was of no use is dropped. */
export const UNUSED_DAYS = 60;
const DAY_MS = 86_400_000;
/** PostgreSQL's lock_not_available. */
const LOCKED = '55P03';

const dayOf = (at: Date) => at.toISOString().slice(0, 10);
/** The day on which this process has noted the use of an index. */
const lastNotes = new LRUCache<string, string>({ max: 10_000 });

async function note(db: Db, names: readonly string[], day: string): Promise<void> {
  await sql`
    insert into field_index_use (name, used) select name, ${day}::date from unnest(${[...names]}::text[]) as name
      on conflict (name) do update set used = greatest(field_index_use.used, excluded.used)`.execute(db);
}

/** Notes that indexes are of use, once a day for each. */
export async function noteUse({ id, db }: Pick<Engine, 'id' | 'db'>, names: readonly string[]): Promise<void> {
  const day = dayOf(new Date());
  const fresh = names.filter((name) => lastNotes.get(`${id}/${name}`) !== day);
  if (fresh.length === 0) return;
  for (const name of fresh) lastNotes.set(`${id}/${name}`, day);
  await note(db, fresh, day);
}

/** Of each of some indexes: its size, and the last day (ISO) on which it was of use. */
export async function detailsOf(
  db: Db,
  names: readonly string[],
): Promise<Map<string, { bytes: number; used: string | null }>> {
  const { rows } = await sql<{ name: string; bytes: number; used: string | null }>`
    select n.name, coalesce(pg_relation_size(to_regclass(n.name)), 0)::float8 as bytes, u.used::text as used
      from unnest(${[...names]}::text[]) n(name) left join field_index_use u on u.name = n.name`.execute(db);
  return new Map(rows.map(({ name, ...details }) => [name, details]));
}

/** Drops the indexes that were of no use for 60 days. Answers how many; one that somebody holds is left for another day. */
export async function dropUnusedIndexes(
  { engine: { db }, now }: { engine: Pick<Engine, 'db'>; now: () => Date },
  goOn: () => boolean = () => true,
): Promise<number> {
  const today = now();
  const last = dayOf(new Date(today.getTime() - UNUSED_DAYS * DAY_MS));
  const { rows } = await sql<{ name: string; used: string | null; exists: boolean }>`
    select coalesce(c.name, u.name) as name, u.used::text as used, c.name is not null as exists
      from field_index_use u full join (
        select relname::text as name from pg_class
          where relkind = 'i' and relname ~ '^record_[0-9]+_by_[0-9a-f]{16}$' and pg_table_is_visible(oid)) c on c.name = u.name`.execute(
    db,
  );
  await note(db, rows.flatMap(({ name, used }) => (used === null ? [name] : [])), dayOf(today)); // biome-ignore format: one line
  let dropped = 0;
  for (const { name, used, exists } of rows) {
    if (used === null || (exists && used >= last) || !goOn()) continue;
    try {
      if (exists) await sql`drop index if exists ${sql.id(name)}`.execute(db);
    } catch (error) {
      if ((error as { code?: string }).code === LOCKED) continue;
      throw error;
    }
    await sql`delete from field_index_use where name = ${name}::text and used < ${last}::date`.execute(db);
    if (exists) dropped++;
  }
  return dropped;
}
