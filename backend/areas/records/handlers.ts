// Records: pages of them, one by one with their history, and what lies where on the map.

import type { Geometry } from '../../../contract/schemas/common';
import type { Values } from '../../../contract/schemas/form';
import { STATUS } from '../../../contract/schemas/record';
import type { Db } from '../../db/engine';
import { place } from '../../geo/geometry';
import type { Ctx } from '../../http/context';
import { forbidden, invalid, type Lang, notFound, Refusal, say, type Wording } from '../../http/errors';
import type { Handlers } from '../../http/mount';
import { paged } from '../../http/page';
import { layerFor } from '../layers/handlers';
import { type LayerRow, list as listLayers } from '../layers/store';
import { conditionOf, countOf, pageOf } from './listing';
import * as rules from './rules';
import * as store from './store';

const DEFAULT_LIMIT = 10;
const RESULTS = 50;

const statusOf = (lang: Lang, id: number) => ({ id, name: say(lang, `status${id}` as Wording) });
const answer = (ctx: Ctx, row: store.RecordRow) => {
  ctx.header('etag', `"${row.version}"`);
  return store.shown(row, statusOf(ctx.lang, row.status));
};

/** A record and its layer, if the caller may see both. */
async function recordFor(ctx: Ctx, id: string | number, db: Db = ctx.engine.db, lock = false, deleted = false) {
  const number = Number(id);
  if (!Number.isSafeInteger(number) || number < 1) throw notFound();
  const record = await store.one(db, number, ctx.caller.regions, lock);
  if (!record || (record.deleted_at !== null) !== deleted) throw notFound();
  const { row: layer, rights } = await layerFor(ctx, record.layer_id, db);
  return { record, layer, rights };
}

async function checkShape(ctx: Ctx, db: Db, geometry: Geometry | null): Promise<void> {
  if (!geometry) return;
  if (!(await store.isValid(db, geometry))) throw new Refusal(400, 'geometryInvalid');
  if (!(await store.meetsRegions(db, geometry, ctx.caller.regions)))
    throw new Refusal(403, 'outsideRegion', { code: 412 });
}

const boxOf = (geometry: Geometry | null) => (geometry ? (place(geometry)?.bbox ?? null) : null);
const state = (row: { value: Values; geometry: Geometry | null }) => ({ value: row.value, geometry: row.geometry });

/** Runs a write and then drops the tiles that it touched. */
async function writing<T>(
  ctx: Ctx,
  work: (
    db: Db,
  ) => Promise<{ result: T; layer: number; rev: number; boxes: ([number, number, number, number] | null)[] }>,
): Promise<T> {
  const { result, layer, rev, boxes } = await ctx.engine.db.transaction().execute(work);
  ctx.tiles.touched(
    layer,
    rev,
    boxes.filter((b) => b !== null),
  );
  return result;
}

/** Layers with records that the caller may see, all or the ones named. */
async function visibleLayers(ctx: Ctx, ids: readonly number[]): Promise<LayerRow[]> {
  const { rows } = await listLayers(ctx.engine.db, ctx.caller, {
    ...(ids.length ? { ids: [...ids] } : {}),
    limit: 1000,
    offset: 0,
  });
  return rows.filter((l) => l.type <= 3);
}

function titleOf(layer: LayerRow | undefined, row: store.FoundRow): string {
  const label = layer?.config.labels?.field;
  const first = layer?.config.form.find((f) => f.type === 'text')?.name;
  for (const name of [label, first]) {
    const value = name === undefined ? null : row.value[name];
    if (value !== null && value !== undefined && value !== '') return String(value);
  }
  return String(row.id);
}

export const recordHandlers: Handlers['records'] = {
  async list(ctx, { query }) {
    const { row: layer } = await layerFor(ctx, query.layer);
    if (layer.type > 3) throw new Refusal(400, 'noRecords');
    const limit = query.limit ?? DEFAULT_LIMIT;
    const offset = query.offset ?? 0;
    const sort = rules.sortOf(layer.config.form, query.order);
    const { where, filtered } = conditionOf(layer, query, ctx.caller.regions);
    const { limit: _l, offset: _o, order: _s, ...filter } = query;
    const page = pageOf({
      engine: ctx.engine,
      layer,
      sort,
      where,
      filterKey: JSON.stringify([filter, ctx.caller.regions]),
      limit,
      offset,
    });
    const counting = filtered ? countOf(ctx.engine, layer, where) : { count: layer.record_count, capped: false };
    const [ids, counted] = await Promise.all([page, counting]);
    const rows = await store.byIds(ctx.engine.db, layer.id, ids);
    return paged(
      ctx,
      rows.map((row) => store.shown(row, statusOf(ctx.lang, row.status))),
      { ...counted, limit, offset },
    );
  },

  async one(ctx, { params }) {
    return answer(ctx, (await recordFor(ctx, params.id)).record);
  },

  async create(ctx, { body }) {
    const { row: layer, rights } = await layerFor(ctx, body.layer);
    if (!rights.add) throw forbidden();
    if (layer.type > 3) throw new Refusal(400, 'noRecords');
    const value = rules.cleanValues(layer.config.form, body.value, true);
    const placed = rules.cleanGeometry(layer.type, body.geometry);
    const status = rules.firstStatus(layer.config.supervised, rights.approve);
    return writing(ctx, async (db) => {
      await checkShape(ctx, db, body.geometry);
      const id = await store.insert(db, {
        layer: layer.id,
        account: ctx.caller.id,
        value,
        geometry: body.geometry,
        placed,
        status,
      });
      await store.log(db, {
        layer: layer.id,
        record: id,
        account: ctx.caller.id,
        action: 'create',
        before: null,
        after: { value, geometry: body.geometry },
      });
      const rev = await store.touch(db, layer.id, 1, placed?.bbox ?? null);
      const [row] = await store.byIds(db, layer.id, [id]);
      return { result: answer(ctx, row as store.RecordRow), layer: layer.id, rev, boxes: [placed?.bbox ?? null] };
    });
  },

  async edit(ctx, { params, body }) {
    return writing(ctx, async (db) => {
      const { record, layer, rights } = await recordFor(ctx, params.id, db, true);
      if (!rights.edit) throw forbidden();
      const known = ctx.request.headers['if-match'];
      if (known !== undefined && known !== `"${record.version}"`)
        throw new Refusal(412, 'stale', { extra: { current: store.shown(record, statusOf(ctx.lang, record.status)) } });
      const changed = body.value ? rules.cleanValues(layer.config.form, body.value, false) : {};
      const value = { ...record.value, ...changed };
      const geometry = body.geometry === undefined ? record.geometry : body.geometry;
      const placed = rules.cleanGeometry(layer.type, geometry);
      if (body.geometry !== undefined) await checkShape(ctx, db, geometry);
      const write = { layer: layer.id, account: ctx.caller.id, value, geometry, placed, status: record.status };
      if (rules.editWaits(layer.config.supervised, rights.approve, record.status))
        await store.setUnconfirmed(db, layer.id, record.id, ctx.caller.id, {
          value: changed,
          ...(body.geometry === undefined ? {} : { geometry }),
        });
      else
        await store.update(db, record.id, {
          ...write,
          status: record.status === STATUS.returned ? STATUS.waiting : record.status,
        });
      await store.log(db, {
        layer: layer.id,
        record: record.id,
        account: ctx.caller.id,
        action: 'edit',
        before: state(record),
        after: { value, geometry },
      });
      const rev = await store.touch(db, layer.id, 0, placed?.bbox ?? null);
      const [row] = await store.byIds(db, layer.id, [record.id]);
      return {
        result: answer(ctx, row as store.RecordRow),
        layer: layer.id,
        rev,
        boxes: [boxOf(record.geometry), placed?.bbox ?? null],
      };
    });
  },

  async remove(ctx, { params }) {
    return writing(ctx, async (db) => {
      const { record, layer, rights } = await recordFor(ctx, params.id, db, true);
      if (!rights.delete) throw forbidden();
      await store.setDeleted(db, layer.id, record.id, ctx.caller.id, true);
      await store.log(db, {
        layer: layer.id,
        record: record.id,
        account: ctx.caller.id,
        action: 'delete',
        before: state(record),
        after: null,
      });
      const rev = await store.touch(db, layer.id, -1, null);
      return { result: {}, layer: layer.id, rev, boxes: [boxOf(record.geometry)] };
    });
  },

  async restore(ctx, { body }) {
    for (const id of [...new Set(body.ids)])
      await writing(ctx, async (db) => {
        const { record, layer, rights } = await recordFor(ctx, id, db, true, true);
        if (!rights.delete) throw forbidden();
        await store.setDeleted(db, layer.id, record.id, ctx.caller.id, false);
        await store.log(db, {
          layer: layer.id,
          record: record.id,
          account: ctx.caller.id,
          action: 'restore',
          before: null,
          after: state(record),
        });
        const box = boxOf(record.geometry);
        const rev = await store.touch(db, layer.id, 1, box);
        return { result: null, layer: layer.id, rev, boxes: [box] };
      });
    return {};
  },

  async log(ctx, { query }) {
    const { record } = await recordFor(ctx, query.layer_data);
    const rows = await store.logOf(ctx.engine.db, record.id);
    return rows.map(({ record_id, at, person, ...row }) => ({
      ...row,
      layer_data: record_id,
      date: at.toISOString(),
      user: person,
    }));
  },

  statuses: async ({ lang }) => Object.values(STATUS).map((id) => statusOf(lang, id)),

  async identify(ctx, { body }) {
    const placed = place(body.geometry);
    if (!placed) throw invalid('geometry');
    const layers = (await visibleLayers(ctx, body.layers)).filter((l) => l.type > 0);
    const [w, s, e, n] = placed.bbox;
    const rows = await store.meeting(
      ctx.engine.db,
      layers.map((l) => l.id),
      body.geometry,
      [(w + e) / 2, (s + n) / 2],
      body.tolerance ?? 0,
      ctx.caller.regions,
      body.limit ?? RESULTS,
    );
    const byId = new Map(layers.map((l) => [l.id, l]));
    return rows.map((row) => ({
      id: row.id,
      layer: row.layer_id,
      title: titleOf(byId.get(row.layer_id), row),
      value: row.value,
      geometry: row.geometry,
    }));
  },

  async values(ctx, { body }) {
    const layers = await visibleLayers(ctx, []);
    const rows = await store.valuesOf(
      ctx.engine.db,
      layers.map((l) => l.id),
      body.ids,
      ctx.caller.regions,
    );
    const byId = new Map(layers.map((l) => [l.id, l]));
    return rows.map((row) => ({
      id: row.id,
      layer: row.layer_id,
      title: titleOf(byId.get(row.layer_id), row),
      value: row.value,
    }));
  },

  async search(ctx, { query, body }) {
    const layers = await visibleLayers(ctx, body.layers);
    const limit = query.mini ? 10 : RESULTS;
    const rows = await store.searching(
      ctx.engine.db,
      layers.map((l) => l.id),
      query.search,
      ctx.caller.regions,
      body.geometry,
      limit,
    );
    const byId = new Map(layers.map((l) => [l.id, l]));
    return rows.map((row) => ({
      id: row.id,
      layer: row.layer_id,
      title: titleOf(byId.get(row.layer_id), row),
      value: row.value,
      extent: row.extent,
    }));
  },
};
