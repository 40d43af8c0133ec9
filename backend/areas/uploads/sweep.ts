// Folders of uploads that no row names: a process that died while a file arrived leaves a part of it. They go at the start and once a day.
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { World } from '../../http/context';

/** Younger folders may belong to a file that is still arriving. */
const KEEP_MS = 86_400_000;

/** Removes the old folders that neither an upload nor a job names. Returns how many there were. Ends early where `goOn` says so. */
export async function sweepUploads(
  { engine, config, now }: Pick<World, 'engine' | 'config' | 'now'>,
  goOn: () => boolean = () => true,
): Promise<number> {
  const folder = join(config.dataDir, 'uploads');
  const old: string[] = [];
  for (const name of await readdir(folder).catch(() => [])) {
    const found = await stat(join(folder, name)).catch(() => null);
    if (found && now().getTime() - found.mtimeMs > KEEP_MS) old.push(name);
  }
  if (old.length === 0) return 0;
  const { rows } = await sql<{ id: string }>`
    select id from upload where id = any(${old}::text[]) union select id from job where id = any(${old}::text[])`.execute(
    engine.db,
  );
  const named = new Set(rows.map(({ id }) => id));
  let gone = 0;
  for (const name of old) {
    if (named.has(name)) continue;
    if (!goOn()) break;
    await rm(join(folder, name), { recursive: true, force: true });
    gone++;
  }
  return gone;
}
