// A raster layer of an uploaded GeoTIFF: converted once, kept in the store under a key of our own beside the file as it came.
import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { LAYER_TYPES, type LayerConfig } from '../../../contract/schemas/layer';
import { firstRasterStyle, type LayerRaster, rasterMisfit } from '../../../contract/schemas/sources/raster';
import type { ImportOrder, Inspection } from '../../../contract/schemas/upload';
import type { Db } from '../../db/engine';
import { toCog } from '../../geo/import';
import { readFacts } from '../../geo/raster/facts';
import type { Ctx, World } from '../../http/context';
import { forbidden, invalid, Refusal } from '../../http/errors';
import type { Run } from '../jobs/attempt';
import { layerFor } from '../layers/access';
import { firstConfig } from '../layers/first-look';
import { findRaster, unusedFiles } from '../layers/raster/store';
import * as layers from '../layers/store';
import { lockDiskRoom } from '../subscription/service';
import { sourceOf } from './runner';

const EDIT_MODULE = 2;

/** Refuses a picture without a place, and an order that takes the place of a layer's file where the caller may not. */
export async function checkRaster(
  ctx: Ctx,
  order: ImportOrder,
  { warnings }: Pick<Inspection, 'warnings'>,
): Promise<void> {
  const { replaces, type, dry_run } = order;
  if (warnings.includes('no_place'))
    throw new Refusal(400, 'no_place', { code: 'no_place', fields: { dataset: 'no_place' } });
  if (replaces === undefined) return;
  const { row, rights } = await layerFor(ctx, replaces);
  if (!rights.manage || !ctx.caller.modules.includes(EDIT_MODULE)) throw forbidden();
  if (type !== LAYER_TYPES.raster || row.type !== LAYER_TYPES.raster || dry_run) throw invalid('replaces');
}

interface NewFile {
  source: LayerConfig['source'];
  raster: LayerRaster;
  extent: number[];
}

/** Writes the new file into a layer that there is; a style that fits stays. Returns the keys that nothing names any longer. */
async function replaceFile(
  tx: Db,
  run: Run,
  id: number,
  file: NewFile,
  account: { id: number; customer: number },
): Promise<string[]> {
  // biome-ignore format: one line
  await layers.hold(tx, account.customer, [id]);
  const row = await findRaster(tx, account.customer, id);
  if (!row) throw new Refusal(410, 'layerGone');
  const before = row.config.raster?.style;
  const style = before && rasterMisfit(before, file.raster.facts) === null ? before : file.raster.style;
  const config = { ...row.config, source: file.source, raster: { ...file.raster, style } };
  await layers.update(tx, id, { config, extent: file.extent }, { account: run.job.account_id, at: new Date() });
  const old = [row.config.source.key, row.config.source.original].filter((key) => typeof key === 'string');
  return unusedFiles(tx, old);
}

/** Runs an import of type 6. The files are in the store before the layer is there, and gone again where it does not come. */
export async function runRaster(world: World, run: Run): Promise<void> {
  const order = run.job.order as ImportOrder;
  const { account, row, path, work } = await sourceOf(world, run);
  const cog = await toCog(path, row.file_name, order, work, run.signal);
  if (run.job.dry_run)
    return run.commit(async () => ({
      report: { accepted: 0, nulls: {}, invalid_geometry: 0, duplicates: 0, reasons: [] },
    }));
  await run.step('checking', 0);
  const facts = await readFacts({ path: cog.path }, cog.words);
  const name = `rasters/${randomUUID()}`;
  const [key, original] = [`${name}.tif`, `${name}.original`];
  const [{ size: drawn_size }, { size: original_size }] = await Promise.all([stat(cog.path), stat(path)]);
  const size = drawn_size + original_size;
  let unused: string[] = [];
  try {
    await run.step('writing', 0);
    await world.storage.copyFromFs(cog.path, key);
    await world.storage.copyFromFs(path, original);
    await run.commit(async (tx) => {
      const { width, height, bands, extent } = cog;
      const source = { kind: 'raster', key, file: row.file_name, original, original_size, width, height, bands, srid: 3857, size }; // biome-ignore format: one value
      const raster = { facts, style: firstRasterStyle(facts) };
      await lockDiskRoom(tx, account.customer, size);
      if (order.replaces !== undefined) {
        unused = await replaceFile(tx, run, order.replaces, { source, raster, extent }, account);
        return { layer: order.replaces };
      }
      const layer = await layers.reserveId(tx);
      const config = { ...firstConfig(order.type, [], source, layer), raster };
      const values = { customer: account.customer, owner: account.id, label: order.label, type: order.type };
      await layers.insert(tx, { ...values, config, extent }, layer);
      if (order.group_layer) await layers.addToGroups(tx, account.customer, layer, order.group_layer);
      return { layer };
    });
  } catch (error) {
    await Promise.all([key, original].map((one) => world.storage.delete(one).catch(() => {})));
    throw error;
  }
  // The old file went on being drawn until the new one was there.
  await Promise.all(unused.map((one) => world.storage.delete(one).catch(() => {})));
}
