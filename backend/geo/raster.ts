// Renders pictures from a raster layer's file: a cloud-optimised GeoTIFF in EPSG:3857, read in the small pieces that a picture needs.
import { encode } from 'fast-png';
import { fromFile, fromUrl, type GeoTIFF } from 'geotiff';
import { LRUCache } from 'lru-cache';
import type { Box } from '../../contract/ogc-request';

/** Where the file lies: a path of ours, or an address that answers range requests. */
export type RasterPlace = { path: string } | { url: string };

/** Share of the darkest and brightest samples that a stretch gives up. */
const CUT = 0.02;

interface Opened {
  tiff: GeoTIFF;
  box: Box;
  bands: number;
  noData: number | null;
  /** Lowest and highest value shown, by band; null where samples are shown as they are (8 bits). */
  stretch: [number, number][] | null;
}

const opened = new LRUCache<string, Promise<Opened>>({
  max: 50,
  ttl: 10 * 60_000,
  dispose: (one) => void one.then(async ({ tiff }) => void (await tiff.close())).catch(() => {}),
});

type Samples = ArrayLike<number>[] & { width: number; height: number };

/** Limits between which most samples of a band lie, read from the smallest overview. */
function limits(samples: ArrayLike<number>, noData: number | null): [number, number] {
  const sorted = Array.from(samples)
    .filter((v) => Number.isFinite(v) && v !== noData)
    .sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  const [low, high] = [at(CUT), at(1 - CUT)];
  return high > low ? [low, high] : [low, low + 1];
}

async function open(place: RasterPlace): Promise<Opened> {
  const tiff = 'path' in place ? await fromFile(place.path) : await fromUrl(place.url);
  const image = await tiff.getImage();
  const box = image.getBoundingBox() as Box;
  const bands = image.getSamplesPerPixel();
  const noData = image.getGDALNoData();
  let stretch: Opened['stretch'] = null;
  if (image.getBitsPerSample() !== 8) {
    const smallest = await tiff.getImage((await tiff.getImageCount()) - 1);
    const samples = (await smallest.readRasters({ width: 256, height: 256 })) as unknown as Samples;
    stretch = Array.from({ length: Math.min(bands, 3) }, (_, band) => limits(samples[band] ?? [], noData));
  }
  return { tiff, box, bands, noData, stretch };
}

const openCached = (place: RasterPlace): Promise<Opened> => {
  const key = 'path' in place ? place.path : (place.url.split('?')[0] as string);
  let one = opened.get(key);
  if (!one) {
    one = open(place);
    opened.set(key, one);
    one.catch(() => opened.delete(key));
  }
  return one;
};

const meets = ([w, s, e, n]: Box, [x, y, u, v]: Box) => w < u && x < e && s < v && y < n;

/** A picture of a box as PNG with transparency where there are no data; null where the raster does not reach. */
export async function renderRaster(
  place: RasterPlace,
  box: Box,
  width: number,
  height: number,
): Promise<Buffer | null> {
  const { tiff, box: whole, bands, noData, stretch } = await openCached(place);
  if (!meets(box, whole)) return null;
  const samples = (await tiff.readRasters({ bbox: box, width, height, fillValue: noData ?? 0 })) as unknown as Samples;
  const [colour, alpha] = bands >= 3 ? [3, bands === 4 ? 3 : -1] : [1, bands === 2 ? 1 : -1];
  const data = new Uint8Array(width * height * 4);
  const [dx, dy] = [(box[2] - box[0]) / width, (box[3] - box[1]) / height];
  for (let row = 0; row < height; row++) {
    const y = box[3] - (row + 0.5) * dy;
    if (y < whole[1] || y > whole[3]) continue;
    for (let column = 0; column < width; column++) {
      const x = box[0] + (column + 0.5) * dx;
      if (x < whole[0] || x > whole[2]) continue;
      const at = row * width + column;
      let empty = true;
      for (let band = 0; band < 3; band++) {
        const source = colour === 3 ? band : 0;
        const value = samples[source]?.[at] ?? 0;
        if (value !== noData && !Number.isNaN(value)) empty = false;
        const [low, high] = stretch?.[source] ?? [0, 255];
        data[at * 4 + band] = Math.max(0, Math.min(255, ((value - low) / (high - low)) * 255));
      }
      data[at * 4 + 3] = empty ? 0 : alpha >= 0 ? (samples[alpha]?.[at] ?? 255) : 255;
    }
  }
  return Buffer.from(encode({ width, height, data, channels: 4, depth: 8 }));
}

/** The values of all bands at a place of EPSG:3857; null outside and where there are no data. */
export async function valuesAt(place: RasterPlace, x: number, y: number): Promise<number[] | null> {
  const { tiff, box, bands, noData } = await openCached(place);
  if (x < box[0] || x > box[2] || y < box[1] || y > box[3]) return null;
  const image = await tiff.getImage();
  const column = Math.min(image.getWidth() - 1, Math.floor(((x - box[0]) / (box[2] - box[0])) * image.getWidth()));
  const row = Math.min(image.getHeight() - 1, Math.floor(((box[3] - y) / (box[3] - box[1])) * image.getHeight()));
  const samples = (await image.readRasters({ window: [column, row, column + 1, row + 1] })) as unknown as Samples;
  const values = Array.from({ length: bands }, (_, band) => samples[band]?.[0] ?? Number.NaN);
  return values.every((v) => v === noData || Number.isNaN(v)) ? null : values;
}
