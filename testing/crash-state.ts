// What a crash has left in a database and its folders, and how many of the acts on a layer it shows to be done.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Engine } from '../backend/db/engine';

/** Rows of each file, and records that the layer has before the append. */
export const ROWS = 2000;
export const BEFORE = 50;
/** Of the records before the append, those that its rows move. */
export const MOVED = BEFORE / 2;
/** Records of the layer that is changed; every second one belongs to the half that is deleted. */
export const MANY = 3000;
/** Files that hang on records of that half. */
export const FILES = 10;
/** The acts in their order; after the last one come the first again. */
export const ACTS = ['edit', 'delete', 'restore', 'delete by filter', 'full delete', 'fill'] as const;

/** What a database and its folder hold, as one line of JSON. */
export interface CrashState {
  /** Records, counter, partition and revision of each layer by its label. */
  layers: Record<string, { counted: number; told: number; attached: boolean }>;
  /** Of each layer by its label: every byte of its records and their history, and every byte that a reader sees of its records. */
  bytes: Record<string, { all: string; seen: string }>;
  jobs: { kind: string; label: string; state: string; error: string | null; imported: number }[];
  /** Edits in the history of the layer `append`, and notes by which the append is taken back. */
  appended: { edits: number; notes: number };
  /** Tables that belong to no layer. */
  orphans: string[];
  staging: number;
  /** Files in the folders of jobs, uploads left out. */
  files: string[];
  /** Records of the layer `acts` that are alike, in either half. */
  alike: { half: number; turn: number; version: number; deleted: boolean; log: string; n: number }[];
  /** Rows of history or files whose record is gone, and rows of files whose bytes are. */
  lost: number;
  /** Files in the store that no row names. */
  unnamed: number;
}

/** Looks at everything that an import, an append or an act on many records touches. */
export async function readCrashState(engine: Engine, folder: string, dataDir: string): Promise<CrashState> {
  const { rows: layers } = await sql<{ id: number; label: string; counted: number; told: number; attached: boolean }>`
    select l.id, label, record_count::int as told, (select count(*)::int from record r where r.layer_id = l.id and r.deleted_at is null) as counted,
      exists (select 1 from pg_class where relname = 'record_' || l.id and relispartition) as attached from layer l`.execute(engine.db); // biome-ignore format: one query
  // Where a step was is looked up beside the calls, in its own time.
  const bytes: CrashState['bytes'] = {};
  for (const { id, label } of layers) {
    const { rows } = await sql<CrashState['bytes'][string]>`
      select md5(coalesce((select string_agg(r::text, ';' order by id) from record r where layer_id = ${id}::int), '')
          || coalesce((select string_agg((to_jsonb(l) - 'place_id')::text, ';' order by id) from record_log l where layer_id = ${id}::int), '')) as all,
        md5(coalesce((select string_agg(concat_ws('|', r.id, r.value, st_asewkb(r.geom), r.q, r.minz, r.status, r.search, r.deleted_at, r.unconfirmed), ';' order by id)
          from record r where layer_id = ${id}::int), '')) as seen`.execute(engine.db);
    bytes[label] = rows[0] as CrashState['bytes'][string];
  }
  const { rows: orphans } = await sql<{ relname: string }>`
    select relname from pg_class c where relkind = 'r' and relname ~ '^(record_[0-9]+|import_.*)$'
      and (not relispartition or not exists (select 1 from layer l where c.relname = 'record_' || l.id))`.execute(
    engine.db,
  );
  const rows = await engine.db.selectFrom('job').selectAll().orderBy('label').execute();
  const staging = await engine.db.selectFrom('staging').selectAll().execute();
  const uploads = new Set(rows.map((r) => r.upload_id));
  const files = readdirSync(folder).flatMap((name) => (uploads.has(name) ? [] : readdirSync(join(folder, name))));
  const { rows: appended } = await sql<CrashState['appended']>`
    select (select count(*)::int from record_log g join layer l on l.id = g.layer_id where l.label = 'append' and g.action = 'edit') as edits,
      (select count(*)::int from append_step) as notes`.execute(engine.db);
  const changed = layers.find((l) => l.label === 'acts')?.id ?? 0;
  const { rows: alike } = await sql<CrashState['alike'][number]>`
    select (value->>'half')::int as half, (value->>'turn')::int as turn, version::int, deleted_at is not null as deleted,
      coalesce((select string_agg(action, ' ' order by l.id) from record_log l where l.record_id = r.id), '') as log, count(*)::int as n
      from record r where layer_id = ${changed}::int group by 1, 2, 3, 4, 5 order by 1, 2, 3`.execute(engine.db);
  const { rows: lost } = await sql<{ n: number }>`
    select ((select count(*) from record_log l where not exists (select 1 from record r where r.id = l.record_id and r.layer_id = l.layer_id))
      + (select count(*) from record_file f where not exists (select 1 from record r where r.id = f.record_id and r.layer_id = f.layer_id)))::int as n`.execute(
    engine.db,
  );
  const named = new Set((await engine.db.selectFrom('record_file').select('key').execute()).map((f) => f.key));
  const store = join(dataDir, 'storage', 'files', '1');
  const there = new Set(existsSync(store) ? readdirSync(store).map((name) => `files/1/${name}`) : []);
  return {
    layers: Object.fromEntries(layers.map(({ id: _id, label, ...counts }) => [label, counts])),
    bytes,
    jobs: rows.map(({ kind, label, state, error, imported }) => ({ kind, label, state, error, imported })),
    appended: appended[0] as CrashState['appended'],
    orphans: orphans.map((o) => o.relname),
    staging: staging.length,
    files,
    alike,
    lost: (lost[0]?.n ?? 0) + [...named].filter((key) => !there.has(key)).length,
    unnamed: [...there].filter((key) => !named.has(key)).length,
  };
}

/** How many acts the database says are done, from what its records have in common. */
export function actsDone(alike: CrashState['alike']): number {
  const [whole, half] = [alike.find((a) => a.half === 0), alike.find((a) => a.half === 1)];
  const edits = whole ? whole.log.split(' ').filter(Boolean).length : 0;
  if (edits === 0) return 0;
  const before = (edits - 1) * ACTS.length;
  if (!half) return before + 5;
  if (half.log === '') return before + 6;
  return before + half.log.split(' ').length;
}
