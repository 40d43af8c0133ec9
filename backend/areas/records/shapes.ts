// Calls about shapes: measure, split, merge.
import type { Geometry } from '../../../contract/schemas/common';
import { STATUS } from '../../../contract/schemas/record';
import { place } from '../../geo/geometry';
import type { Ctx } from '../../http/context';
import { forbidden, invalid, Refusal, ruled } from '../../http/errors';
import type { Handlers } from '../../http/mount';
import {
  answer,
  boxOf,
  checkShape,
  checkVersion,
  layersHolding,
  recordFor,
  recordsFor,
  showRecord,
  versionOf,
  writing,
} from './access';
import * as batch from './batch';
import { soundShape } from './filter';
import { checkRight } from './permission';
import * as rules from './rules';
import * as shapeStore from './shape-store';
import * as store from './store';

const MOST_PARTS = 500;
/** Vertices that take part in one overlay: more can stall the embedded engine. */
const OVERLAY_VERTICES = 5000;

const sum = (list: readonly number[]) => list.reduce((a, b) => a + b, 0);

function lightEnough(shapes: readonly (Geometry | null)[]): void {
  if (sum(shapes.map((s) => (s && place(s)?.vertices) ?? 0)) > OVERLAY_VERTICES)
    throw new Refusal(400, 'geometryBig', { params: { max: OVERLAY_VERTICES } });
}

/** Approved work of a supervised layer is not cut or joined behind its supervisors' backs. */
function notApproved(layer: { config: { supervised: boolean } }, rows: readonly store.RecordRow[]): void {
  if (layer.config.supervised && rows.some((r) => r.status === STATUS.approved || r.status === STATUS.rejected))
    throw ruled('shapeSupervised');
}

/** A waiting record that was cut or joined waits again, and so does what came of it. */
function standingAfter(ctx: Ctx, row: store.RecordRow) {
  const standing = store.toStanding(row);
  if (row.status === STATUS.approved) return standing;
  const authors = standing.authors ?? (standing.creator === null ? [] : [standing.creator]);
  return { ...standing, status: STATUS.waiting, first: null, authors: [...new Set([...authors, ctx.caller.id])] };
}

export const shapes: Pick<Handlers['records'], 'measure' | 'split' | 'merge'> = {
  async measure(ctx, { body }) {
    const { db } = ctx.engine;
    if (body.geometry) return { ...(await shapeStore.measured(db, await soundShape(db, body.geometry))), records: [] };
    const ids = body.ids ?? [];
    const layers = await layersHolding(ctx, ids);
    const records = layers.length > 0 ? await shapeStore.measuredRecords(db, layers, ids, ctx.caller) : [];
    const total = (key: 'length' | 'area' | 'perimeter') => sum(records.map((r) => r[key]));
    return { length: total('length'), area: total('area'), perimeter: total('perimeter'), bearing: null, records };
  },

  split: (ctx, { params, body }) =>
    writing(ctx, async (db, touch) => {
      const { record, layer, rights } = await recordFor(ctx, params.id, db, true);
      checkRight(rights, 'edit');
      if (!rights.add) throw forbidden();
      checkVersion(ctx, layer, record);
      const blade = body.split_by;
      const shape = record.geometry;
      if (!shape || layer.type < 2 || (layer.type === 3 && blade.type.endsWith('Point')))
        throw new Refusal(400, 'splitKind');
      notApproved(layer, [record]);
      lightEnough([shape, blade]);
      const parts = await shapeStore.parts(db, shape, await soundShape(db, blade));
      if (parts.length < 2) throw new Refusal(400, 'splitNothing');
      if (parts.length > MOST_PARTS) throw invalid('split_by');
      const placed = parts.map((part) => rules.cleanGeometry(layer.type, part));
      for (const part of parts) if (!(await store.isValid(db, part))) throw new Refusal(400, 'splitNothing');
      if (body.dry_run) {
        const now = showRecord(ctx, layer, record);
        return parts.map((geometry) => ({ ...now, geometry }));
      }
      const standing = standingAfter(ctx, record);
      const [first, ...rest] = parts.map((geometry, i) => ({ geometry, placed: placed[i] ?? null })) as [
        { geometry: Geometry; placed: (typeof placed)[number] },
        ...{ geometry: Geometry; placed: (typeof placed)[number] }[],
      ];
      await store.update(db, layer.id, ctx.caller.id, [
        { id: record.id, value: record.value, standing, verdict: record.verdict, moved: first },
      ]);
      const { status, authors } = standing;
      const made = await store.insert(
        db,
        layer.id,
        ctx.caller.id,
        rest.map((part) => ({ value: record.value, ...part, status, authors })),
      );
      await shapeStore.copyHistory(db, record.id, made);
      const ids = [record.id, ...made];
      await store.log(
        db,
        layer.id,
        ctx.caller.id,
        ids.map((id, i) => ({
          record: id,
          action: 'split',
          before: versionOf(record),
          after: { value: record.value, geometry: parts[i] ?? null, status },
        })),
      );
      await touch({
        layer: layer.id,
        more: made.length,
        before: [boxOf(shape)],
        now: placed.map((p) => p?.bbox ?? null),
      });
      const rows = await store.byIds(db, layer.id, ids);
      return rows.map((row) => showRecord(ctx, layer, row));
    }),

  merge: (ctx, { body }) =>
    writing(ctx, async (db, touch) => {
      if (!body.ids.includes(body.keep)) throw invalid('keep');
      const [one, ...others] = await recordsFor(ctx, db, body.ids, 'edit');
      if (!one || others.length > 0) throw new Refusal(400, 'severalLayers');
      const { layer, rights, ids } = one;
      checkRight(rights, 'delete');
      const rows = await store.byIds(db, layer.id, ids);
      const kept = rows.find((r) => r.id === body.keep) as store.RecordRow;
      checkVersion(ctx, layer, kept);
      notApproved(layer, rows);
      lightEnough(rows.map((r) => r.geometry));
      const changed = rules.cleanValues(layer.config.form, body.value ?? {}, false);
      rules.checkReadOnly(layer.config.form, changed, rows.map((row) => row.value)); // biome-ignore format: one call
      const geometry = layer.type === 0 ? null : ((await shapeStore.joined(db, layer, ids)) ?? null);
      if (layer.type > 0 && !geometry) throw new Refusal(400, 'mergeFailed');
      const placed = rules.cleanGeometry(layer.type, geometry);
      await checkShape(ctx, db, geometry);
      const value = { ...kept.value, ...changed };
      if (body.dry_run) return { ...showRecord(ctx, layer, kept), value, geometry };
      const standing = standingAfter(ctx, kept);
      // Whoever made a part has a share in the whole.
      const shares = rows.flatMap((r) => r.authors ?? (r.creator_id === null ? [] : [r.creator_id]));
      await store.update(db, layer.id, ctx.caller.id, [
        {
          id: kept.id,
          value,
          standing: standing.authors
            ? { ...standing, authors: [...new Set([...standing.authors, ...shares])] }
            : standing,
          verdict: kept.verdict,
          moved: { geometry, placed },
        },
      ]);
      await store.log(db, layer.id, ctx.caller.id, [
        {
          record: kept.id,
          action: 'merge',
          before: versionOf(kept),
          after: { value, geometry, status: standing.status },
        },
      ]);
      const gone = ids.filter((id) => id !== kept.id);
      const before = await batch.setDeleted(db, layer.id, ctx.caller.id, gone, true);
      await touch({
        layer: layer.id,
        more: -gone.length,
        before: [...before, boxOf(kept.geometry)],
        now: [placed?.bbox ?? null],
      });
      const [row] = await store.byIds(db, layer.id, [kept.id]);
      return answer(ctx, layer, row as store.RecordRow);
    }),
};
