// Where bundles are kept, and for how long.

import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { World } from '../../http/context';
import { writeBundle } from './bundle';

const PREFIX = 'takeouts/';
/** Days for which a bundle can be fetched; then it is gone. */
export const KEPT_DAYS = 7;
const DAY_MS = 86_400_000;

/** The key of a bundle in the store, by the id of its job or erasure. */
export const keyOf = (id: string): string => `${PREFIX}${id}.zip`;

/** Makes a bundle of a customer and keeps it. Nothing is kept of one that was not finished. */
export async function keep(
  world: World,
  customer: number,
  id: string,
  { signal, report }: { signal: AbortSignal; report?: (done: number, of: number) => Promise<void> },
): Promise<string> {
  const scratch = join(world.config.dataDir, 'exports', `takeout-${id}`);
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  const key = keyOf(id);
  try {
    await world.storage.putStream(
      key,
      await writeBundle(world, customer, { scratch, signal, ...(report ? { report } : {}) }),
    );
    signal.throwIfAborted();
    return key;
  } catch (error) {
    await world.storage.delete(key).catch(() => {});
    throw error;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Removes bundles that are too old. Answers how many. */
export async function removeOldBundles(
  { storage, now }: Pick<World, 'storage' | 'now'>,
  goOn: () => boolean = () => true,
): Promise<number> {
  const before = new Date(now().getTime() - KEPT_DAYS * DAY_MS);
  let removed = 0;
  for await (const { key, modified } of storage.list(PREFIX)) {
    if (!goOn()) break;
    if (modified >= before) continue;
    await storage.delete(key);
    removed++;
  }
  return removed;
}
