// Clears what is no longer wanted: old uploads and jobs with their files, and tables of loads that were cut off.
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { World } from '../../http/context';
import { rejectsKey } from './rejects';
import * as store from './store';

const KEEP_HOURS = 24;
const KEEP_DAYS = 30;

/** Removes the file of an upload that nobody needs any more. */
export async function dropUsed({ engine, storage }: World, folder: string, upload: string): Promise<void> {
  if (!(await store.forgetUsed(engine.db, upload))) return;
  await rm(join(folder, upload), { recursive: true, force: true });
  await storage.delete(`uploads/${upload}`).catch(() => {});
}

/**
 * Forgets uploads of yesterday and jobs of last month, with their folders; never those of a job that waits or runs anywhere. Removes the
 * folders of yesterday that nothing names: of jobs that ended, and of uploads whose process died while they arrived. Returns how many.
 */
export async function sweep(
  { engine, storage, now }: Pick<World, 'engine' | 'storage' | 'now'>,
  folder: string,
): Promise<number> {
  if (engine.kind === 'embedded') await dropOrphans(engine);
  for (const id of await store.forgetOld(engine.db, KEEP_DAYS, KEEP_HOURS)) {
    await rm(join(folder, id), { recursive: true, force: true });
    await storage.delete(rejectsKey(id)).catch(() => {});
    await storage.delete(`uploads/${id}`).catch(() => {});
  }
  const used = await store.inUse(engine.db);
  let count = 0;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const old = await stat(path).then(
      ({ mtimeMs }) => now().getTime() - mtimeMs > KEEP_HOURS * 3600_000,
      () => false,
    );
    if (!old || used.has(name)) continue;
    await rm(path, { recursive: true, force: true });
    count++;
  }
  return count;
}

/** Tables that were to become layers, of loads that are no jobs (the demo data). The embedded engine has no second process. */
async function dropOrphans({ db }: World['engine']): Promise<void> {
  const { rows } = await sql<{ relname: string }>`
    select relname from pg_class where relkind = 'r' and relname ~ '^record_[0-9]+$' and not relispartition and relnamespace = current_schema()::regnamespace
      and relname not in (select name from staging)`.execute(db);
  for (const { relname } of rows) await sql`drop table ${sql.table(relname)}`.execute(db);
}
