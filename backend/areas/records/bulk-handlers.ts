// Writing many records at once: all or none, at most MAX_PER_CALL.

import { sameValue } from '../../../contract/same';
import type { Values } from '../../../contract/schemas/form';
import { MAX_PER_CALL, type RecordQuery } from '../../../contract/schemas/record';
import type { Db } from '../../db/engine';
import { dropBytes } from '../../http/drop-bytes';
import { invalid, notFound, Refusal } from '../../http/errors';
import type { Handlers } from '../../http/mount';
import { layerFor } from '../layers/access';
import { lockRecords, runWrite as write } from './access';
import * as batch from './batch';
import { filteredRecords, filtersByName } from './filter';
import { checkRight } from './permission';
import { checkKeys } from './related/keys';
import { removeRecords } from './remove-records';
import * as rules from './rules';
import * as store from './store';
import { changeMany } from './values/change-many';
import { checkLinks } from './values/links';

const tooManyRefusal = () => new Refusal(400, 'tooManyAtOnce', { params: { max: MAX_PER_CALL } });

/** Every parameter given once and with something in it: what got lost on the way must not delete more. */
function checkParameters(query: unknown): void {
  for (const [key, value] of Object.entries(query as Record<string, unknown>))
    if (Array.isArray(value) || value === '') throw invalid(key);
}

/** Records whose values are still these, as their editor sees them: what waits for approval lies over what is published. */
async function selectUnchanged(db: Db, layer: number, ids: readonly number[], expected: Values): Promise<number[]> {
  const unchangedIds: number[] = [];
  for (const some of batch.inBatches(ids))
    for (const { id, value, unconfirmed } of await store.findByIds(db, layer, some)) {
      const visibleValue: Values = { ...value, ...unconfirmed?.value };
      if (Object.entries(expected).every(([name, was]) => sameValue(visibleValue[name], was))) unchangedIds.push(id);
    }
  return unchangedIds;
}

export const bulkHandlers: Pick<
  Handlers['records'],
  'removeBulk' | 'removeFiltered' | 'editBulk' | 'restore' | 'fullDelete'
> = {
  removeBulk: (ctx, { body }) =>
    write(ctx, async (db, touch) => {
      const removed = { count: 0, waiting: [] as number[], related: [] as number[] };
      for (const { layer, ids } of await lockRecords(ctx, db, body.ids, 'delete')) {
        // What went with a record of another layer is gone already.
        const goneWithOthers = new Set(removed.related);
        const left = ids.filter((id) => !goneWithOthers.has(id));
        const { count, waiting, related = [] } = await removeRecords(ctx, db, layer, left, touch);
        removed.count += count;
        removed.waiting.push(...waiting);
        removed.related.push(...related);
      }
      const { related, ...others } = removed;
      return related.length > 0 ? removed : others;
    }),

  async removeFiltered(ctx, { query }) {
    checkParameters(ctx.request.query);
    const { layer: id, all, ...filter } = query as RecordQuery & { all?: boolean };
    const { row: layer, rights } = await layerFor(ctx, id);
    checkRight(rights, 'delete');
    if (layer.type > 3) throw new Refusal(400, 'noRecords');
    if (Object.keys(filter).length === 0 && all !== true) throw new Refusal(400, 'filterMissing');
    const { where } = await filteredRecords(ctx, layer, filter);
    return write(ctx, async (db, touch) => {
      const ids = await batch.selectIds(db, layer.id, where);
      if (ids.length > MAX_PER_CALL) throw tooManyRefusal();
      return removeRecords(ctx, db, layer, await batch.lockIds(db, layer.id, ids), touch);
    });
  },

  async editBulk(ctx, { body }) {
    const named = body.layer === undefined ? null : (await layerFor(ctx, body.layer)).row;
    // Filters are read as the list reads them: the same keys, the same refusals.
    const filter = named && (await filteredRecords(ctx, named, filtersByName(named, body.filter)));
    return write(ctx, async (db, touch) => {
      const ids = body.ids ?? (named && filter ? await batch.selectIds(db, named.id, filter.where) : []);
      if (ids.length > MAX_PER_CALL) throw tooManyRefusal();
      const [first, ...others] = await lockRecords(ctx, db, ids, 'edit');
      if (others.length > 0) throw new Refusal(400, 'severalLayers');
      const layer = first?.layer ?? named;
      if (!layer) throw notFound();
      checkRight(ctx.caller.rightsOn(layer), 'edit');
      const changed = rules.cleanValues(layer.config.form, body.value, null);
      if (Object.keys(changed).length === 0) throw invalid('value');
      rules.checkReadOnly(layer.config.form, changed, []);
      await checkLinks(ctx, db, layer.config.form, changed, null);
      await checkKeys(ctx, db, layer, first?.ids ?? [], changed);
      const expected = body.held && rules.cleanValues(layer.config.form, body.held, null);
      const all = first?.ids ?? [];
      const changedIds = expected ? await selectUnchanged(db, layer.id, all, expected) : all;
      if (body.dry_run !== true) await changeMany(ctx, db, layer, changedIds, changed, touch);
      return { count: changedIds.length };
    });
  },

  async restore(ctx, { body }) {
    return write(ctx, async (db, touch) => {
      let ids = body.ids ?? [];
      if (body.layer_id !== undefined) {
        const { row: layer, rights } = await layerFor(ctx, body.layer_id, db);
        checkRight(rights, 'delete');
        if (layer.type > 3) throw new Refusal(400, 'noRecords');
        ids = await batch.selectDeletedIds(db, layer.id, ctx.caller);
        if (ids.length > MAX_PER_CALL) throw tooManyRefusal();
      }
      for (const one of await lockRecords(ctx, db, ids, 'delete', true)) {
        const now = await batch.setDeleted(db, one.layer.id, ctx.caller.id, one.ids, false);
        touch({ layer: one.layer.id, more: one.ids.length, before: [], now });
      }
      return {};
    });
  },

  async fullDelete(ctx, { body }) {
    const { count, keys } = await write(ctx, async (db) => {
      let ids = body.ids ?? [];
      for (const id of new Set(body.layer_ids ?? [])) {
        const { row: layer } = await layerFor(ctx, id, db);
        if (layer.type > 3) throw new Refusal(400, 'noRecords');
        ids = [...ids, ...(await batch.selectDeletedIds(db, layer.id, ctx.caller))];
        if (ids.length > MAX_PER_CALL) throw tooManyRefusal();
      }
      const purged = { count: 0, keys: [] as string[] };
      for (const { layer, ids: some } of await lockRecords(ctx, db, ids, 'delete', true)) {
        const removed = await batch.purge(db, layer.id, some);
        purged.count += removed.count;
        purged.keys.push(...removed.keys);
      }
      return purged;
    });
    await dropBytes(ctx, keys);
    return { count };
  },
};
