// Raster layers: facts, style, a look before saving, and the file as it came.
import { createHash } from 'node:crypto';
import { LAYER_TYPES } from '../../../../contract/schemas/layer';
import { type RasterFacts, type RasterStyle, rasterMisfit } from '../../../../contract/schemas/sources/raster';
import type { Db } from '../../../db/engine';
import type { Ctx } from '../../../http/context';
import { forbidden, invalid, notFound, Refusal } from '../../../http/errors';
import type { Handlers } from '../../../http/mount';
import { sendStored } from '../../../http/range';
import { layerFor } from '../access';
import { answer, layerToChange } from '../changes';
import { sealPreview } from '../service/preview';
import * as store from '../store';
import { getRaster } from './read';

/** A raster layer that the caller sees. */
async function rasterFor(ctx: Ctx, id: number | string) {
  const access = await layerFor(ctx, id);
  if (access.row.type !== LAYER_TYPES.raster) throw invalid('layer');
  return access;
}

function checkFit(style: RasterStyle, facts: RasterFacts): void {
  const path = rasterMisfit(style, facts);
  if (path !== null)
    throw new Refusal(400, 'rasterMisfit', {
      fields: { [path]: { wording: 'rasterMisfit', params: { bands: facts.bands.length } } },
      params: { bands: facts.bands.length },
    });
}

const originalOf = ({ config: { source } }: Pick<store.LayerRow, 'config'>) =>
  typeof source.original === 'string'
    ? { key: source.original, name: String(source.file ?? 'raster.tif'), size: Number(source.original_size ?? 0) }
    : null;

async function restyle(ctx: Ctx, id: number | string, style: RasterStyle, db: Db) {
  const { row, rights } = await layerToChange(ctx, id, db);
  if (!rights.manage) throw forbidden();
  const { facts } = await getRaster(ctx, row);
  checkFit(style, facts);
  const config = { ...row.config, raster: { facts, style } };
  await store.update(db, row.id, { config }, { account: ctx.caller.id, at: ctx.now() });
}

export const rasterHandlers: Handlers['rasters'] = {
  async one(ctx, { params }) {
    const { row } = await rasterFor(ctx, params.id);
    ctx.header('etag', `"${row.rev}"`);
    const original = originalOf(row);
    return { ...(await getRaster(ctx, row)), original: original && { name: original.name, size: original.size } };
  },

  async setStyle(ctx, { params, body }) {
    await rasterFor(ctx, params.id);
    await ctx.engine.db.transaction().execute((tx) => restyle(ctx, params.id, body, tx));
    return answer(ctx, params.id);
  },

  async preview(ctx, { params, body }) {
    const { row, rights } = await rasterFor(ctx, params.id);
    if (!rights.manage) throw forbidden();
    checkFit(body, (await getRaster(ctx, row)).facts);
    return { preview: sealPreview(ctx, ctx.caller, { kind: 'raster', layer: row.id, style: body }) };
  },

  async original(ctx, { params }) {
    const { row, rights } = await rasterFor(ctx, params.id);
    if (!rights.export) throw forbidden();
    const original = originalOf(row);
    if (!original) throw notFound();
    const etag = `"${createHash('sha256').update(original.key).digest('base64url').slice(0, 22)}"`;
    const type = /\.zip$/i.test(original.name) ? 'application/zip' : 'image/tiff';
    return sendStored(ctx, { ...original, type, etag });
  },
};
