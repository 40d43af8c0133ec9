// Layers: what the caller may see, made by hand, changed, styled, removed.
import { LAYER_TYPES } from '../../../contract/schemas/layer';
import { fieldsToDraw } from '../../../contract/schemas/style';
import type { Db } from '../../db/engine';
import type { Ctx } from '../../http/context';
import { forbidden, invalid, notFound } from '../../http/errors';
import type { Handlers } from '../../http/mount';
import { paged } from '../../http/page';
import { ENCODINGS } from './encodings';
import * as store from './store';

const DEFAULT_LIMIT = 25;

/** The layer if the caller may see it; else it does not exist for him. Inside a transaction, hand it over as `db`. */
export async function layerFor(ctx: Ctx, id: number | string, db: Db = ctx.engine.db) {
  const number = Number(id);
  const row =
    Number.isSafeInteger(number) && number > 0 && number < 2 ** 31
      ? await store.find(db, ctx.caller, number)
      : undefined;
  if (!row) throw notFound();
  return { row, rights: ctx.caller.rightsOn(row) };
}

async function answer(ctx: Ctx, id: number) {
  const { row, rights } = await layerFor(ctx, id);
  return store.shown(row, rights);
}

export const layerHandlers: Handlers['layers'] = {
  async list(ctx, { query }) {
    const limit = query.limit ?? DEFAULT_LIMIT;
    const offset = query.offset ?? 0;
    const { rows, count } = await store.list(ctx.engine.db, ctx.caller, { ...query, limit, offset });
    return paged(
      ctx,
      rows.map((row) => store.shown(row, ctx.caller.rightsOn(row))),
      { count, limit, offset },
    );
  },

  one: (ctx, { params }) => answer(ctx, Number(params.id)),

  async fields(ctx, { params }) {
    return (await layerFor(ctx, params.id)).row.config.form;
  },

  async create(ctx, { body }) {
    const { engine, caller } = ctx;
    const id = await engine.db.transaction().execute(async (tx) => {
      const layer = await store.reserveId(tx);
      const config = store.firstConfig(body.type, body.form, {}, layer, body.supervised ?? false);
      await store.insert(
        tx,
        { customer: caller.customer, owner: caller.id, label: body.label, type: body.type, config },
        layer,
      );
      await store.makePartition(tx, layer);
      if (body.group_layer) await store.setGroups(tx, caller, layer, body.group_layer);
      return layer;
    });
    return answer(ctx, id);
  },

  async edit(ctx, { params, body }) {
    const { row, rights } = await layerFor(ctx, params.id);
    if (!rights.edit) throw forbidden();
    await ctx.engine.db.transaction().execute(async (tx) => {
      await store.update(tx, row.id, {
        ...(body.label === undefined ? {} : { label: body.label }),
        ...(body.config ? { config: { ...row.config, ...body.config } } : {}),
      });
      if (body.group_layer) await store.setGroups(tx, ctx.caller, row.id, body.group_layer);
    });
    return answer(ctx, row.id);
  },

  async remove(ctx, { params }) {
    const { row, rights } = await layerFor(ctx, params.id);
    if (!rights.delete) throw forbidden();
    await store.remove(ctx.engine.db, row.id);
    return {};
  },

  async style(ctx, { body }) {
    const { row, rights } = await layerFor(ctx, body.layer);
    if (!rights.edit) throw forbidden();
    const names = new Set(row.config.form.map((f) => f.name));
    const stranger = fieldsToDraw(body.style, body.labels).find((name) => !names.has(name));
    if (stranger !== undefined) throw invalid(stranger);
    if (row.type >= LAYER_TYPES.wms) throw invalid('layer');
    await store.update(ctx.engine.db, row.id, { config: { ...row.config, style: body.style, labels: body.labels } });
    return answer(ctx, row.id);
  },

  encodings: async () => ENCODINGS,
};
