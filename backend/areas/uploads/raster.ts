// A raster layer of an uploaded GeoTIFF: converted once, kept in the store under a key of our own.
import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { ImportOrder } from '../../../contract/schemas/upload';
import { toCog } from '../../geo/import';
import type { World } from '../../http/context';
import type { Run } from '../jobs/attempt';
import { firstConfig } from '../layers/first-look';
import * as layers from '../layers/store';
import { lockDiskRoom } from '../subscription/service';
import { sourceOf } from './runner';

/** Runs an import of type 6. The file is in the store before the layer is there, and gone again where it does not come. */
export async function runRaster(world: World, run: Run): Promise<void> {
  const order = run.job.order as ImportOrder;
  const { account, row, path, work } = await sourceOf(world, run);
  const cog = await toCog(path, order, work, run.signal);
  if (run.job.dry_run)
    return run.commit(async () => ({
      report: { accepted: 0, nulls: {}, invalid_geometry: 0, duplicates: 0, reasons: [] },
    }));
  const key = `rasters/${randomUUID()}.tif`;
  const { size } = await stat(cog.path);
  await world.storage.copyFromFs(cog.path, key);
  try {
    await run.commit(async (tx) => {
      const { width, height, bands } = cog;
      const source = { kind: 'raster', key, file: row.file_name, width, height, bands, srid: 3857, size };
      await lockDiskRoom(tx, account.customer, size);
      const layer = await layers.reserveId(tx);
      const config = firstConfig(order.type, [], source, layer);
      const values = { customer: account.customer, owner: account.id, label: order.label, type: order.type };
      await layers.insert(tx, { ...values, config, extent: cog.extent }, layer);
      if (order.group_layer) await layers.addToGroups(tx, account.customer, layer, order.group_layer);
      return { layer };
    });
  } catch (error) {
    await world.storage.delete(key).catch(() => {});
    throw error;
  }
}
