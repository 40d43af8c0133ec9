// Deletes locked records: at once, or by asking for it where they are approved in a supervised layer.
import type { Db } from '../../db/engine';
import type { Acting } from '../../http/context';
import type { LayerRow } from '../layers/store';
import { type TouchTiles, versionOf } from './access';
import { inBatches, setDeleted } from './batch';
import { followDeletion, refuseDeletion } from './related/deletion';
import { applyDeletion } from './review';
import * as store from './store';

/** Deletes held records of a layer by the rules of supervision. Returns the ids of those whose deletion waits. */
export async function removeRecords(
  ctx: Acting,
  db: Db,
  layer: LayerRow,
  ids: readonly number[],
  touch: TouchTiles,
): Promise<{ count: number; waiting: number[]; related?: number[] }> {
  if (ids.length === 0) return { count: 0, waiting: [] };
  await refuseDeletion(ctx, db, layer, ids);
  const waiting = layer.config.supervised ? await askDeletion(ctx, db, layer, ids) : [];
  const waitingIds = new Set(waiting);
  const deletedIds = ids.filter((id) => !waitingIds.has(id));
  const before = await setDeleted(db, layer.id, ctx.caller.id, deletedIds, true);
  touch({ layer: layer.id, more: -deletedIds.length, before, now: [] });
  // Only then, so that records that belong to one another in a circle come to an end.
  const children = await followDeletion(ctx, db, layer, deletedIds, touch, (child, some) =>
    removeRecords(ctx, db, child, some, touch),
  );
  return {
    count: deletedIds.length,
    waiting: [...waiting, ...children.waiting],
    ...(children.related.length > 0 ? { related: children.related } : {}),
  };
}

/** Lets the deletion of those records wait that are approved. Returns their ids. */
async function askDeletion(ctx: Acting, db: Db, layer: LayerRow, ids: readonly number[]): Promise<number[]> {
  const waiting: number[] = [];
  const at = ctx.now().toISOString();
  for (const some of inBatches(ids)) {
    const steps = (await store.findByIds(db, layer.id, some)).flatMap((row) => {
      const before = store.toStanding(row);
      const standing = applyDeletion(true, before, ctx.caller.id, at);
      if (!standing) return [];
      waiting.push(row.id);
      return standing === before ? [] : [{ row, standing }];
    });
    await store.update(
      db,
      layer,
      ctx.caller.id,
      steps.map(({ row, standing }) => ({ id: row.id, value: row.value, standing, verdict: row.verdict })),
    );
    await store.log(
      db,
      layer.id,
      ctx.caller.id,
      steps.map(({ row }) => ({ record: row.id, action: 'ask_delete', before: versionOf(row), after: null })),
    );
  }
  return waiting;
}
