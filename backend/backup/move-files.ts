// The files of a move: where the settings name a store, each goes between DATA_DIR and it, and is compared byte by byte.
import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { Config } from '../config';
import { openStorage, type Storage } from '../storage';
import type { MoveProgress } from './move-rows';

async function hashOf(storage: Storage, key: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(await storage.getStream(key), hash);
  return hash.digest('hex');
}

/**
 * Copies every file to the store, or back from it; without a store all stay where they are. Those that are there already with the same
 * bytes are passed over. Answers how many are in their new place.
 */
export async function moveFiles(
  { dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>,
  toStore: boolean,
  progress: MoveProgress,
): Promise<number> {
  if (!s3) return 0;
  const [folder, store] = [await openStorage({ dataDir, s3: null }), await openStorage({ dataDir, s3 })];
  const [from, to] = toStore ? [folder, store] : [store, folder];
  const keys: string[] = [];
  for await (const { key } of from.list('')) keys.push(key);
  for (const [i, key] of keys.entries()) {
    const hash = await hashOf(from, key);
    if (!(await to.exists(key)) || (await hashOf(to, key)) !== hash) {
      await to.putStream(key, await from.getStream(key));
      if ((await hashOf(to, key)) !== hash) throw new Error(`the file ${key} differs`);
    }
    progress(i + 1, keys.length, 'files');
  }
  return keys.length;
}
