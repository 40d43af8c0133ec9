// Ends deleted records whose days are over, as `full_delete` does: with history and files, in small commits.
import type { World } from '../../http/context';
import { purge } from '../records/batch';
import * as store from './store';

const DAY_MS = 86_400_000;
/** Records of one commit: others get their turn between two of them. */
const BATCH = 500;

/** Answers how many records there were. Bytes that a failing store does not give up go with those that no row names. */
export async function removeOldDeleted(
  { engine, storage, now }: Pick<World, 'engine' | 'storage' | 'now'>,
  goOn: () => boolean = () => true,
): Promise<number> {
  let total = 0;
  for (const { id: layer, days } of await store.layersWithDays(engine.db)) {
    const before = new Date(now().getTime() - days * DAY_MS);
    for (let left = true; left && goOn(); ) {
      const { count, keys } = await engine.db.transaction().execute(async (tx) => {
        const ids = await store.lockOld(tx, layer, before, BATCH);
        return purge(tx, layer, ids);
      });
      for (const key of keys) await storage.delete(key).catch(() => {});
      total += count;
      left = count === BATCH;
    }
  }
  return total;
}
