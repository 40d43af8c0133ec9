// Layers: what the caller may see, made by hand, changed, styled, removed.
import { LAYER_TYPES } from '../../../contract/schemas/layer';
import type { Labels, Style } from '../../../contract/schemas/style';
import type { Db } from '../../db/engine';
import type { Ctx } from '../../http/context';
import { dropBytes } from '../../http/drop-bytes';
import { forbidden, invalid, notFound, Refusal } from '../../http/errors';
import { listed } from '../../http/list';
import type { Handlers } from '../../http/mount';
import { rowId } from '../../http/row-id';
import { openVault } from '../../vault';
import { checkAct, layerFor } from './access';
import { answer, checkFields, layerToChange, rasterOf, sourceOf } from './changes';
import { copyLayer } from './copy';
import { ENCODINGS } from './encodings';
import { firstConfig } from './first-look';
import { applyForm, checkNewForm, fitted } from './form/forms';
import * as brief from './listing/brief';
import * as page from './listing/page';
import { setOwner } from './owner';
import { dropPictures, keepPictures, type PictureKind, pictureAnswer } from './pictures';
import { unusedFiles } from './raster/store';
import { findServiceExtent } from './service/extent';
import { openSource, SERVICE, sealSource } from './service/secret';
import * as store from './store';
import { readStyleFile, writeStyleFile } from './style-file';

/** Moves layers to the trash, all or none. */
async function removeLayers(ctx: Ctx, ids: readonly (number | string)[]) {
  const { engine, caller, now } = ctx;
  await engine.db.transaction().execute(async (tx) => {
    const numbers = [...new Set(ids.map(rowId))];
    await store.hold(tx, caller.customer, numbers);
    const rows = await store.findMany(tx, caller, numbers);
    if (rows.length !== numbers.length) throw notFound();
    for (const row of rows) checkAct('remove', caller.rightsOn(row));
    const ifMatch = ctx.request.headers['if-match'];
    const [only] = rows;
    if (ifMatch !== undefined && only && (rows.length > 1 || ifMatch !== `"${only.rev}"`))
      throw new Refusal(412, 'staleLayer', { extra: { current: store.toLayer(only, caller.rightsOn(only)) } });
    await store.putInTrash(tx, numbers, caller.id, now());
  });
  return {};
}

/** The layer of the trash, if the caller may restore it. Inside a transaction. */
async function trashedFor({ caller }: Ctx, id: number | string, db: Db) {
  await store.hold(db, caller.customer, [rowId(id)]);
  const [row] = await store.trash(db, caller, rowId(id));
  if (!row) throw notFound();
  return row;
}

/** Removes a layer of the trash with all that hangs on it; bytes go after the commit. */
async function removeForEver(ctx: Ctx, id: number | string) {
  const { row, files } = await ctx.engine.db.transaction().execute(async (tx) => {
    const trashed = await trashedFor(ctx, id, tx);
    return { row: trashed, files: await store.removeMany(tx, [trashed.id]) };
  });
  await dropPictures(ctx, [row.icon, row.marker, row.logo]);
  await dropBytes(ctx, [...files, ...(await unusedFiles(ctx.engine.db, row.keys))]);
  return {};
}

const picture =
  (kind: PictureKind) =>
  async (ctx: Ctx, { params }: { params: { id: string | number } }) =>
    pictureAnswer(ctx, kind, (await layerFor(ctx, params.id)).row[kind]);

/** Writes a style and labels; what is absent stays. */
async function restyle(
  ctx: Ctx,
  id: number | string,
  set: { style?: Style | undefined; labels?: Labels | null | undefined },
) {
  await ctx.engine.db.transaction().execute(async (tx) => {
    const { row, rights } = await layerToChange(ctx, id, tx);
    checkAct('style', rights);
    if (row.type >= LAYER_TYPES.wms) throw invalid('layer');
    const config = {
      ...row.config,
      ...(set.style ? { style: set.style } : {}),
      ...(set.labels === undefined ? {} : { labels: set.labels }),
    };
    checkFields(config);
    await store.update(tx, row.id, { config }, { account: ctx.caller.id, at: ctx.now() });
  });
  return answer(ctx, id);
}

export const layerHandlers: Handlers['layers'] = {
  async list(ctx, { query }) {
    const { engine, caller } = ctx;
    if (query.order?.endsWith('place') && query.group === undefined) throw invalid('group');
    return listed(ctx, query, {
      rows: async (end) => store.toLayers(engine.db, caller, await page.list(engine.db, caller, query, end)),
      count: () => page.count(engine.db, caller, query),
      orders: page.orders(engine, query.group),
      first: 'label',
    });
  },

  one: (ctx, { params }) => answer(ctx, params.id),

  revs: ({ engine, caller }, { query }) => brief.revs(engine.db, caller, query.ids),

  async simple({ engine, caller }) {
    const rows = await brief.simple(engine.db, caller);
    return rows.map(({ id, label, type, extent, ...row }) => ({ id, label, type, extent, rights: caller.rightsOn({ id, ...row }) })); // biome-ignore format: one line
  },

  withDeleted: ({ engine, caller }) => brief.withDeleted(engine.db, caller),

  rasters: ({ engine, caller }) => brief.rasters(engine.db, caller),

  async fields(ctx, { params }) {
    return (await layerFor(ctx, params.id)).row.config.form;
  },

  async create(ctx, { body }) {
    const { engine, caller } = ctx;
    const service = SERVICE[body.type];
    if (service ? !body.source || !service.includes(body.source.kind) : body.source !== undefined)
      throw invalid('source');
    if (!service && body.form === undefined) throw invalid('form');
    const form = service ? [] : (body.form ?? []);
    await checkNewForm(ctx, form);
    const extent = body.source ? await findServiceExtent(ctx, body.source) : null;
    const layer = await store.reserveId(engine.db);
    const pictures = await keepPictures(ctx, layer, body);
    try {
      await engine.db.transaction().execute(async (tx) => {
        const source = body.source ? sealSource(openVault(ctx.config), caller.customer, body.source) : {};
        const config = firstConfig(body.type, form, source, layer, body.supervised ?? false);
        await store.insert(
          tx,
          { customer: caller.customer, owner: caller.id, label: body.label, type: body.type, config, extent, pictures },
          layer,
        );
        if (body.type <= LAYER_TYPES.polygon) await store.makePartition(tx, layer);
        if (body.group_layer) await store.setGroups(tx, caller, layer, body.group_layer);
      });
    } catch (error) {
      await dropPictures(ctx, Object.values(pictures));
      throw error;
    }
    return answer(ctx, layer);
  },

  async copy(ctx, { body }) {
    const { row, rights } = await layerFor(ctx, body.layer);
    return answer(ctx, await copyLayer(ctx, row, rights, body));
  },

  async edit(ctx, { params, body }) {
    const { row: first, rights } = await layerFor(ctx, params.id);
    checkAct('rename', rights);
    const isMoved = SERVICE[first.type] !== undefined && body.config?.source?.url !== undefined;
    const service = openSource(openVault(ctx.config), first.customer_id, sourceOf(ctx, first, body.config?.source));
    const extent = isMoved ? await findServiceExtent(ctx, service) : undefined;
    const pictures = await keepPictures(ctx, first.id, body);
    let old: store.LayerRow;
    try {
      old = await ctx.engine.db.transaction().execute(async (tx) => {
        const { row } = await layerToChange(ctx, first.id, tx);
        const { config: changes } = body;
        if (changes?.scale && changes.scale.min_zoom > changes.scale.max_zoom)
          throw new Refusal(400, 'scaleUpsideDown', { fields: { 'config.scale.min_zoom': 'scaleUpsideDown' } });
        const merged = {
          ...row.config,
          ...changes,
          ...rasterOf(row, changes),
          source: sourceOf(ctx, row, changes?.source),
        };
        if (changes?.form) await applyForm(tx, ctx, row, changes.form, body);
        const config = changes?.form ? fitted(merged, row.type, row.id) : merged;
        checkFields({
          ...config,
          ...(changes?.style ? { style: changes.style } : {}),
          labels: changes?.labels ?? config.labels,
        });
        const set = {
          ...(body.label === undefined ? {} : { label: body.label }),
          ...(changes ? { config } : {}),
          ...(extent === undefined ? {} : { extent }),
          pictures,
        };
        await store.update(tx, row.id, set, { account: ctx.caller.id, at: ctx.now() });
        if (body.group_layer) await store.setGroups(tx, ctx.caller, row.id, body.group_layer);
        return row;
      });
    } catch (error) {
      await dropPictures(ctx, Object.values(pictures));
      throw error;
    }
    await dropPictures(
      ctx,
      (Object.keys(pictures) as PictureKind[]).map((kind) => old[kind]),
    );
    return answer(ctx, first.id);
  },

  setOwner: (ctx, { params, body }) => setOwner(ctx, params.id, body.owner),

  async usage(ctx, { params }) {
    const { row, rights } = await layerFor(ctx, params.id);
    if (rights.manage) return store.usage(ctx.engine.db, row.id);
    throw forbidden();
  },

  async trash({ engine, caller }) {
    const rows = await store.trash(engine.db, caller);
    return rows.map(({ icon: _i, marker: _m, logo: _l, keys: _k, deleted, ...row }) => ({ ...row, deleted: deleted.toISOString() })); // biome-ignore format: one line
  },

  async restore(ctx, { params }) {
    await ctx.engine.db.transaction().execute(async (tx) => {
      const { id } = await trashedFor(ctx, params.id, tx);
      await store.takeFromTrash(tx, ctx.caller.customer, id);
    });
    return answer(ctx, params.id);
  },

  fullDelete: (ctx, { params }) => removeForEver(ctx, params.id),

  remove: (ctx, { params }) => removeLayers(ctx, [params.id]),
  removeMany: (ctx, { body }) => removeLayers(ctx, body.ids),

  logo: picture('logo'),
  icon: picture('icon'),
  marker: picture('marker'),

  async styleFile(ctx, { params, query }) {
    const { row } = await layerFor(ctx, params.id);
    if (row.type < LAYER_TYPES.point || row.type > LAYER_TYPES.polygon) throw invalid('layer');
    const { content, warnings } = await writeStyleFile(query.format, row);
    const name = `${row.label.replace(/[\\/:*?"<>|]/g, '_').slice(0, 100)}.${query.format}`;
    return { format: query.format, name, content, warnings };
  },

  async setStyleFile(ctx, { params, body }) {
    const { row, rights } = await layerFor(ctx, params.id);
    checkAct('style', rights);
    if (row.type < LAYER_TYPES.point || row.type > LAYER_TYPES.polygon) throw invalid('layer');
    const read = await readStyleFile(body.format, body.content, row);
    if (!body.dry_run) await restyle(ctx, row.id, read);
    return read;
  },

  style: (ctx, { body }) => restyle(ctx, body.layer, body),
  editStyle: (ctx, { params, body }) => restyle(ctx, Number(params.id), body),

  encodings: async () => ENCODINGS,
};
