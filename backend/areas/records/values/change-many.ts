// Changes many locked records of one layer, their values or their shapes: each a step of its history, by the rules of supervision.
import type { Shift } from '../../../../contract/schemas/acts/act';
import type { Geometry } from '../../../../contract/schemas/common';
import { isConditional, type Values } from '../../../../contract/schemas/form';
import type { Db } from '../../../db/engine';
import type { Placed } from '../../../geo/geometry';
import { meetsRegions } from '../../../geo/shape-checks';
import { shiftGeometry } from '../../../geo/shift';
import type { Acting } from '../../../http/context';
import { Refusal, ruled } from '../../../http/errors';
import type { LayerRow } from '../../layers/store';
import { boxOf, type TouchTiles, versionOf } from '../access';
import * as batch from '../batch';
import { applyEdit } from '../review';
import * as rules from '../rules';
import * as store from '../store';

/** What becomes of one record; what is absent stays. */
interface Change {
  value?: Values;
  moved?: { geometry: Geometry; placed: Placed | null };
}

async function writeMany(
  ctx: Acting,
  db: Db,
  layer: LayerRow,
  ids: readonly number[],
  changeOf: (row: store.RecordRow) => Change,
  touch: TouchTiles,
): Promise<void> {
  if (ids.length === 0) return;
  const [before, now]: [(batch.Box | null)[], (batch.Box | null)[]] = [[], []];
  const at = ctx.now().toISOString();
  for (const some of batch.inBatches(ids)) {
    const rows = await store.findByIds(db, layer.id, some);
    const steps = rows.map((row) => {
      const { value, moved } = changeOf(row);
      const change = { ...(value && { value }), ...(moved && { geometry: moved.geometry }) };
      const result = applyEdit(layer.config.supervised, store.toStanding(row), ctx.caller.id, change, at);
      if ('problem' in result) throw ruled(result.problem);
      before.push(boxOf(row.geometry));
      if (moved) now.push(result.written ? (moved.placed?.bbox ?? null) : boxOf(row.geometry));
      return { row, ...result, moved, newValue: { ...row.value, ...value } };
    });
    const shapes = steps.flatMap(({ moved }) => moved?.geometry ?? []);
    if (!(await meetsRegions(db, shapes, ctx.caller.regions))) throw new Refusal(403, 'outsideRegion', { code: 412 });
    await store.update(
      db,
      layer,
      ctx.caller.id,
      steps.map(({ row, standing, written, newValue, moved }) => ({
        id: row.id,
        value: written ? newValue : row.value,
        standing,
        verdict: row.verdict,
        ...(written && moved ? { moved } : {}),
      })),
    );
    await store.log(
      db,
      layer.id,
      ctx.caller.id,
      steps.map(({ row, standing, newValue, moved }) => ({
        record: row.id,
        action: 'edit',
        before: versionOf(row),
        after: { value: newValue, geometry: moved?.geometry ?? row.geometry, status: standing.status },
      })),
    );
  }
  touch({ layer: layer.id, more: 0, before, now });
}

/** Gives locked records the same values. */
export function changeMany(
  ctx: Acting,
  db: Db,
  layer: LayerRow,
  ids: readonly number[],
  changed: Values,
  touch: TouchTiles,
): Promise<void> {
  const { form } = layer.config;
  const depends = isConditional(form);
  const newValues = (row: store.RecordRow) =>
    depends ? rules.cleanValues(form, changed, { ...row.value, ...row.unconfirmed?.value }, row.geometry) : changed;
  return writeMany(ctx, db, layer, ids, (row) => ({ value: newValues(row) }), touch);
}

/** Moves the shapes of locked records by metres, as their editor sees them. Throws what lies outside the caller's regions then. */
export function moveMany(
  ctx: Acting,
  db: Db,
  layer: LayerRow,
  ids: readonly number[],
  by: Shift,
  touch: TouchTiles,
): Promise<void> {
  const { form } = layer.config;
  const isReckoned = form.some(({ type }) => type === 'computed');
  const changeOf = (row: store.RecordRow): Change => {
    const shape = row.unconfirmed?.geometry === undefined ? row.geometry : row.unconfirmed.geometry;
    if (!shape) return {};
    const geometry = shiftGeometry(shape, by);
    const visible = { ...row.value, ...row.unconfirmed?.value };
    return {
      moved: { geometry, placed: rules.cleanGeometry(layer.type, geometry) },
      ...(isReckoned && { value: rules.cleanValues(form, {}, visible, geometry) }),
    };
  };
  return writeMany(ctx, db, layer, ids, changeOf, touch);
}
