// The smallest and the largest value of each band of an upload, from a few pieces of it: a first look before anything is converted.
import { fromFile, type GeoTIFFImage } from 'geotiff';

/** Pixels that are looked at, and bytes of one piece, which is unpacked whole. */
const MAX_PIXELS = 2_000_000;
const MAX_PIECE = 16 * 1024 ** 2;
const DEADLINE_MS = 5000;

export interface Range {
  min: number;
  max: number;
}

/** Windows of whole rows of pieces, spread evenly over the picture. */
function windowsOf(image: GeoTIFFImage): number[][] {
  const [width, height] = [image.getWidth(), image.getHeight()];
  const rows = Math.min(height, Math.max(1, image.getTileHeight()));
  const columns = Math.min(width, Math.max(1, Math.floor(MAX_PIXELS / 8 / rows)));
  const count = Math.max(1, Math.min(Math.ceil(height / rows), Math.floor(MAX_PIXELS / (columns * rows))));
  return Array.from({ length: count }, (_, at) => {
    const top = count === 1 ? 0 : Math.floor(((height - rows) * at) / (count - 1));
    const left = count === 1 ? 0 : Math.floor(((width - columns) * ((at * 7) % count)) / count);
    return [left, top, left + columns, Math.min(height, top + rows)];
  });
}

/** By band; null where it cannot be told quickly. */
export async function lookAtValues(path: string): Promise<(Range | null)[] | null> {
  const tiff = await fromFile(path).catch(() => null);
  if (!tiff) return null;
  try {
    const image = await tiff.getImage();
    const piece = image.getTileWidth() * image.getTileHeight() * image.getBytesPerPixel();
    if (piece > MAX_PIECE) return null;
    const none = image.getGDALNoData();
    const ranges = Array.from({ length: image.getSamplesPerPixel() }, () => ({ min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY })); // biome-ignore format: one line
    const end = Date.now() + DEADLINE_MS;
    for (const window of windowsOf(image)) {
      if (Date.now() > end) break;
      const planes = (await image.readRasters({ window })) as unknown as ArrayLike<number>[];
      for (const [band, range] of ranges.entries())
        for (const value of Array.from(planes[band] ?? [])) {
          if (!Number.isFinite(value) || value === none || (none !== null && value === Math.fround(none))) continue;
          if (value < range.min) range.min = value;
          if (value > range.max) range.max = value;
        }
    }
    return ranges.map((range) => (range.max >= range.min ? range : null));
  } catch {
    // A way of packing that this reader does not know: GDAL reads it all the same.
    return null;
  } finally {
    await Promise.resolve(tiff.close()).catch(() => {});
  }
}
