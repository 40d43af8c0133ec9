// A raster layer's file, and what is known of it.
import { LRUCache } from 'lru-cache';
import { firstRasterStyle, type LayerRaster } from '../../../../contract/schemas/sources/raster';
import { readFacts } from '../../../geo/raster/facts';
import type { RasterPlace } from '../../../geo/raster/opened';
import type { World } from '../../../http/context';
import { placeOf } from '../../../storage';
import type { LayerRow } from '../store';

type Files = Pick<World, 'config' | 'storage'>;
type RasterRow = Pick<LayerRow, 'config'>;

export const rasterPlace = (world: Files, { config }: RasterRow): Promise<RasterPlace> =>
  placeOf(world, String(config.source.key ?? ''));

/** Facts of files that came before facts were written down, by key: a first look at a small copy. */
const quick = new LRUCache<string, Promise<LayerRaster>>({ max: 200 });

export async function getRaster(world: Files, row: RasterRow): Promise<LayerRaster> {
  if (row.config.raster) return row.config.raster;
  const key = String(row.config.source.key ?? '');
  const before = quick.get(key);
  if (before) return before;
  const read = rasterPlace(world, row)
    .then((place) => readFacts(place, undefined, true))
    .then((facts) => ({ facts, style: firstRasterStyle(facts) }));
  quick.set(key, read);
  read.catch(() => quick.delete(key));
  return read;
}
