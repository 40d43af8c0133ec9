// Calls about shapes: measure, split, merge.
import type { Geometry } from '../../../contract/schemas/common';
import type { Values } from '../../../contract/schemas/form';
import { STATUS } from '../../../contract/schemas/record';
import { place } from '../../geo/geometry';
import { isValid } from '../../geo/shape-checks';
import type { Ctx } from '../../http/context';
import { forbidden, invalid, Refusal, ruled } from '../../http/errors';
import type { Handlers } from '../../http/mount';
import {
  boxOf,
  checkShape,
  checkVersion,
  findLayersOfRecords,
  getRecord,
  lockRecords,
  runWrite,
  showRecord,
  showRecordWithEtag,
  versionOf,
} from './access';
import * as batch from './batch';
import { prepareShape } from './filter';
import { checkRight } from './permission';
import { moveChildren } from './related/deletion';
import * as rules from './rules';
import * as shapeStore from './shape-store';
import * as store from './store';

const MAX_PARTS = 500;
/** Vertices that take part in one overlay: more can stall the embedded engine. */
const MAX_OVERLAY_VERTICES = 5000;

const sum = (list: readonly number[]) => list.reduce((a, b) => a + b, 0);

function checkVertices(shapes: readonly (Geometry | null)[]): void {
  if (sum(shapes.map((s) => (s && place(s)?.vertices) ?? 0)) > MAX_OVERLAY_VERTICES)
    throw new Refusal(400, 'geometryBig', { params: { max: MAX_OVERLAY_VERTICES } });
}

/** Approved work of a supervised layer is not cut or joined behind its supervisors' backs. */
function checkUnapproved(layer: { config: { supervised: boolean } }, rows: readonly store.RecordRow[]): void {
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

export const shapeHandlers: Pick<Handlers['records'], 'measure' | 'split' | 'merge'> = {
  async measure(ctx, { body }) {
    const { db } = ctx.engine;
    if (body.geometry)
      return { ...(await shapeStore.measureShape(db, await prepareShape(db, body.geometry))), records: [] };
    const ids = body.ids ?? [];
    const layers = await findLayersOfRecords(ctx, ids);
    const records = layers.length > 0 ? await shapeStore.measureRecords(db, layers, ids, ctx.caller) : [];
    const total = (key: 'length' | 'area' | 'perimeter') => sum(records.map((r) => r[key]));
    return { length: total('length'), area: total('area'), perimeter: total('perimeter'), bearing: null, records };
  },

  split: (ctx, { params, body }) =>
    runWrite(ctx, async (db, touch) => {
      const { record, layer, rights } = await getRecord(ctx, params.id, db, true);
      checkRight(rights, 'edit');
      if (!rights.add) throw forbidden();
      checkVersion(ctx, layer, record);
      const blade = body.split_by;
      const shape = record.geometry;
      if (!shape || layer.type < 2 || (layer.type === 3 && blade.type.endsWith('Point')))
        throw new Refusal(400, 'splitKind');
      checkUnapproved(layer, [record]);
      checkVertices([shape, blade]);
      const parts = await shapeStore.splitShape(db, shape, await prepareShape(db, blade));
      if (parts.length < 2) throw new Refusal(400, 'splitNothing');
      if (parts.length > MAX_PARTS) throw invalid('split_by');
      const placed = parts.map((part) => rules.cleanGeometry(layer.type, part));
      for (const part of parts) if (!(await isValid(db, part))) throw new Refusal(400, 'splitNothing');
      if (body.dry_run) {
        const now = showRecord(ctx, layer, record);
        return parts.map((geometry) => ({ ...now, geometry }));
      }
      const standing = standingAfter(ctx, record);
      const { form } = layer.config;
      const [first, ...rest] = parts.map((geometry, i) => ({ geometry, placed: placed[i] ?? null })) as [
        { geometry: Geometry; placed: (typeof placed)[number] },
        ...{ geometry: Geometry; placed: (typeof placed)[number] }[],
      ];
      const values = parts.map((part, i) =>
        i === 0 ? rules.reckoned(form, record.value, part) : rules.splitValue(form, record.value, part),
      );
      await store.update(db, layer, ctx.caller.id, [
        {
          id: record.id,
          value: values[0] as Values,
          standing,
          verdict: record.verdict,
          moved: first,
        },
      ]);
      const { status, authors } = standing;
      const newIds = await store.insert(
        db,
        layer,
        ctx.caller.id,
        rest.map((part, i) => ({ value: values[i + 1] as Values, ...part, status, authors })),
      );
      await shapeStore.copyHistory(db, record.id, newIds);
      const ids = [record.id, ...newIds];
      await store.log(
        db,
        layer.id,
        ctx.caller.id,
        ids.map((id, i) => ({
          record: id,
          action: 'split',
          before: versionOf(record),
          after: { value: values[i] as Values, geometry: parts[i] ?? null, status },
        })),
      );
      touch({
        layer: layer.id,
        more: newIds.length,
        before: [boxOf(shape)],
        now: placed.map((p) => p?.bbox ?? null),
      });
      const rows = await store.findByIds(db, layer.id, ids);
      return rows.map((row) => showRecord(ctx, layer, row));
    }),

  merge: (ctx, { body }) =>
    runWrite(ctx, async (db, touch) => {
      if (!body.ids.includes(body.keep)) throw invalid('keep');
      const [one, ...others] = await lockRecords(ctx, db, body.ids, 'edit');
      if (!one || others.length > 0) throw new Refusal(400, 'severalLayers');
      const { layer, rights, ids } = one;
      checkRight(rights, 'delete');
      const rows = await store.findByIds(db, layer.id, ids);
      const keptRecord = rows.find((r) => r.id === body.keep) as store.RecordRow;
      checkVersion(ctx, layer, keptRecord);
      checkUnapproved(layer, rows);
      checkVertices(rows.map((r) => r.geometry));
      const changed = rules.cleanValues(layer.config.form, body.value ?? {}, keptRecord.value);
      rules.checkReadOnly(layer.config.form, changed, rows.map((row) => row.value)); // biome-ignore format: one call
      const geometry = layer.type === 0 ? null : ((await shapeStore.mergeShapes(db, layer, ids)) ?? null);
      if (layer.type > 0 && !geometry) throw new Refusal(400, 'mergeFailed');
      const placed = rules.cleanGeometry(layer.type, geometry);
      await checkShape(ctx, db, geometry);
      const value = rules.reckoned(layer.config.form, { ...keptRecord.value, ...changed }, geometry);
      if (body.dry_run) return { ...showRecord(ctx, layer, keptRecord), value, geometry };
      const standing = standingAfter(ctx, keptRecord);
      // Whoever made a part has a share in the whole.
      const shares = rows.flatMap((r) => r.authors ?? (r.creator_id === null ? [] : [r.creator_id]));
      const mergedIds = ids.filter((id) => id !== keptRecord.id);
      await moveChildren(ctx, db, layer, mergedIds, { id: keptRecord.id, value }, touch);
      // First, so that the joined record may take a value that each record has once.
      const before = await batch.setDeleted(db, layer.id, ctx.caller.id, mergedIds, true);
      const row = await store.updateOne(db, layer, ctx.caller.id, {
        id: keptRecord.id,
        value,
        standing: standing.authors
          ? { ...standing, authors: [...new Set([...standing.authors, ...shares])] }
          : standing,
        verdict: keptRecord.verdict,
        moved: { geometry, placed },
      });
      await store.log(db, layer.id, ctx.caller.id, [
        {
          record: keptRecord.id,
          action: 'merge',
          before: versionOf(keptRecord),
          after: { value, geometry, status: standing.status },
        },
      ]);
      touch({
        layer: layer.id,
        more: -mergedIds.length,
        before: [...before, boxOf(keptRecord.geometry)],
        now: [placed?.bbox ?? null],
      });
      return showRecordWithEtag(ctx, layer, row);
    }),
};
