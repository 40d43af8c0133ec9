// Changes values of many locked records of one layer: each a step of its history, by the rules of supervision.
import { isConditional, type Values } from '../../../../contract/schemas/form';
import type { Db } from '../../../db/engine';
import type { Acting } from '../../../http/context';
import { ruled } from '../../../http/errors';
import type { LayerRow } from '../../layers/store';
import { boxOf, type TileChange, versionOf } from '../access';
import * as batch from '../batch';
import { applyEdit } from '../review';
import * as rules from '../rules';
import * as store from '../store';

export async function changeMany(
  ctx: Acting,
  db: Db,
  layer: LayerRow,
  ids: readonly number[],
  changed: Values,
  touch: (touched: TileChange) => Promise<void>,
): Promise<void> {
  if (ids.length === 0) return;
  const [before, now]: [(batch.Box | null)[], (batch.Box | null)[]] = [[], []];
  const at = ctx.now().toISOString();
  const { form } = layer.config;
  const depends = isConditional(form);
  for (const some of batch.inBatches(ids)) {
    const rows = await store.findByIds(db, layer.id, some);
    const steps = rows.map((row) => {
      const own = depends
        ? rules.cleanValues(form, changed, { ...row.value, ...row.unconfirmed?.value }, row.geometry)
        : changed;
      const result = applyEdit(layer.config.supervised, store.toStanding(row), ctx.caller.id, { value: own }, at);
      if ('problem' in result) throw ruled(result.problem);
      before.push(boxOf(row.geometry));
      return { row, ...result, asked: { ...row.value, ...own } };
    });
    await store.update(
      db,
      layer,
      ctx.caller.id,
      steps.map(({ row, standing, written, asked: newValue }) => ({
        id: row.id,
        value: written ? newValue : row.value,
        standing,
        verdict: row.verdict,
      })),
    );
    await store.log(
      db,
      layer.id,
      ctx.caller.id,
      steps.map(({ row, standing, asked: newValue }) => ({
        record: row.id,
        action: 'edit',
        before: versionOf(row),
        after: { value: newValue, geometry: row.geometry, status: standing.status },
      })),
    );
  }
  await touch({ layer: layer.id, more: 0, before, now });
}
