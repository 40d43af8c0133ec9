// Bytes that no row names: a process that died between keeping a file and writing its row leaves them, and so does a removal whose store
// failed. They go at the start and once a day.
import { sql } from 'kysely';
import type { Db } from '../../db/engine';
import type { World } from '../../http/context';

/** Younger files may belong to a request or a job that has not written its row yet. */
const KEEP_MS = 86_400_000;
/** Files looked at in one run; the next run goes on behind them. */
const MAX_CHECKED = 200_000;
/** Keys in one question to the database. */
const BATCH = 5000;

/** Kinds of keys, and which of the given ones a row names. */
const KINDS: Record<string, (keys: string[]) => ReturnType<typeof sql<{ key: string }>>> = {
  'files/': (keys) => sql`select key from record_file where key = any(${keys}::text[])`,
  'tutorials/': (keys) => sql`select video_key as key from tutorial where video_key = any(${keys}::text[])`,
  'chat/': (keys) => sql`select key from chat_file where key = any(${keys}::text[])`,
  'rasters/': (keys) =>
    sql`select k.key from unnest(${keys}::text[]) k(key) join layer l on l.type = 6 and k.key in (l.config->'source'->>'key', l.config->'source'->>'original')`,
  'uploads/': (keys) => sql`select 'uploads/' || id as key from upload where 'uploads/' || id = any(${keys}::text[])`,
  'rejects/': (keys) =>
    sql`select 'rejects/' || id || '.csv' as key from job where 'rejects/' || id || '.csv' = any(${keys}::text[])`,
};

/** Those of the keys that no row names. */
async function unnamed(db: Db, prefix: keyof typeof KINDS, keys: string[]): Promise<string[]> {
  const rows = await KINDS[prefix]?.(keys).execute(db);
  const named = new Set(rows?.rows.map(({ key }) => key));
  return keys.filter((key) => !named.has(key));
}

/** Where the next run begins, by prefix. */
export type Places = Map<string, string>;

/**
 * Deletes the old bytes that no row names and answers how many files they were. Looks at `most` files of each kind at the most and
 * notes in `places` how far it came. Ends early where `goOn` says so.
 */
export async function sweepFiles(
  { engine, storage, now }: Pick<World, 'engine' | 'storage' | 'now'>,
  places: Places = new Map(),
  goOn: () => boolean = () => true,
  most = MAX_CHECKED,
): Promise<number> {
  // A message names its files within a day, or never.
  await sql`
    delete from chat_file where message_id is null and room_message_id is null and created < ${new Date(now().getTime() - KEEP_MS)}::timestamptz`.execute(
    engine.db,
  );
  let removed = 0;
  const drop = async (prefix: string, keys: string[]) => {
    for (const key of keys.length ? await unnamed(engine.db, prefix, keys) : []) {
      if (!goOn()) return;
      await storage.delete(key);
      removed++;
    }
  };
  for (const prefix of Object.keys(KINDS)) {
    let old: string[] = [];
    let looked = 0;
    let last = '';
    for await (const { key, modified } of storage.list(prefix, places.get(prefix))) {
      if (!goOn()) return removed;
      last = key;
      if (now().getTime() - modified.getTime() > KEEP_MS) old.push(key);
      if (old.length === BATCH) {
        await drop(prefix, old);
        old = [];
      }
      if (++looked === most) break;
    }
    await drop(prefix, old);
    // At the end of the list the next run begins at its beginning.
    places.set(prefix, looked === most ? last : '');
  }
  return removed;
}
