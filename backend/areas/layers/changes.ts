// A layer held for a change, what of it is not changed by hand, and the answer afterwards.
import { LAYER_TYPES, type Layer, type LayerConfig } from '../../../contract/schemas/layer';
import { ServiceSource } from '../../../contract/schemas/sources/service';
import { fieldsToDraw } from '../../../contract/schemas/style';
import type { Db } from '../../db/engine';
import type { Ctx } from '../../http/context';
import { invalid, Refusal } from '../../http/errors';
import { isStale } from '../../http/version';
import { openVault } from '../../vault';
import { layerFor } from './access';
import { publicSource, SERVICE, sealSource } from './service/secret';
import * as store from './store';

export async function answer(ctx: Ctx, id: number | string) {
  const { row } = await layerFor(ctx, id);
  ctx.header('etag', `"${row.rev}"`);
  return (await store.toLayers(ctx.engine.db, ctx.caller, [row]))[0] as Layer;
}

/** The layer held for a change. A stale If-Match is told with the current layer. Inside a transaction. */
export async function layerToChange(ctx: Ctx, id: number | string, db: Db) {
  const first = await layerFor(ctx, id, db);
  await store.hold(db, ctx.caller.customer, [first.row.id]);
  const { row, rights } = await layerFor(ctx, id, db);
  checkCurrent(ctx, row, rights);
  return { row, rights };
}

/** Refuses a change of a layer that has another version than the caller's If-Match says, with the layer as it is now. */
export function checkCurrent(ctx: Ctx, row: store.LayerRow, rights: Parameters<typeof store.toLayer>[1]): void {
  if (isStale(ctx, `"${row.rev}"`))
    throw new Refusal(412, 'staleLayer', { extra: { current: store.toLayer(row, rights) } });
}

/** Refuses a style or labels that name a field which the form has not. */
export function checkFields(config: Pick<LayerConfig, 'form' | 'style' | 'labels'>): void {
  const names = new Set(config.form.map((f) => f.name));
  const stranger = fieldsToDraw(config.style, config.labels).find((name) => !names.has(name));
  if (stranger !== undefined) throw invalid(stranger);
}

/** Where a layer's data come from is written by whoever brought them: only the address of a service can be changed by hand. */
export function sourceOf(
  { config }: Ctx,
  row: store.LayerRow,
  source: LayerConfig['source'] | undefined,
): LayerConfig['source'] {
  const current = publicSource(row.type, row.config.source);
  if (source === undefined || JSON.stringify(source) === JSON.stringify(current)) return row.config.source;
  if (row.type !== LAYER_TYPES.wms && row.type !== LAYER_TYPES.wmts) throw invalid('source');
  const read = ServiceSource.safeParse(source);
  if (!read.success || !SERVICE[row.type]?.includes(read.data.kind)) throw invalid('source');
  return sealSource(openVault(config), row.customer_id, read.data, row.config.source);
}

/** How a raster is drawn has a call of its own: here it can only be sent back as it was read. */
export function rasterOf(
  { config }: store.LayerRow,
  changes: Partial<LayerConfig> | undefined,
): Pick<LayerConfig, 'raster'> {
  if (changes?.raster && JSON.stringify(changes.raster) !== JSON.stringify(config.raster)) throw invalid('raster');
  return config.raster ? { raster: config.raster } : {};
}
