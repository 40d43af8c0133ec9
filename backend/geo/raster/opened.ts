// Opens the file of a raster layer, a cloud-optimised GeoTIFF in EPSG:3857, and reads the small window of it that a picture needs.
import { fromFile, fromUrl, type GeoTIFF, type GeoTIFFImage } from 'geotiff';
import { LRUCache } from 'lru-cache';
import type { Box } from '../../../contract/ogc-request';
import { Refusal } from '../../http/errors';
import { registerInflate } from './inflate';

registerInflate();

/** Where the file lies: a path of ours, or an address that answers range requests. */
export type RasterPlace = { path: string } | { url: string };

/** Samples of one band. */
export type Plane = ArrayLike<number>;

/** Pixels of a window that are held at once; a picture of our own files needs at most four times its own. */
const MAX_WINDOW = 36_000_000;
const DEADLINE_MS = 20_000;

export interface Opened {
  tiff: GeoTIFF;
  box: Box;
  bands: number;
  /** Bits of a sample, and its kind: 1 unsigned, 2 signed, 3 floating. */
  bits: number;
  format: number;
  noData: number | null;
  /** The picture itself and its smaller copies, the largest first. */
  levels: GeoTIFFImage[];
}

const opened = new LRUCache<string, Promise<Opened>>({
  max: 50,
  ttl: 10 * 60_000,
  dispose: (one) => void one.then(async ({ tiff }) => void (await tiff.close())).catch(() => {}),
});

async function open(place: RasterPlace): Promise<Opened> {
  const tiff = 'path' in place ? await fromFile(place.path) : await fromUrl(place.url);
  const count = await tiff.getImageCount();
  const levels = await Promise.all(Array.from({ length: count }, (_, at) => tiff.getImage(at)));
  const first = levels[0] as GeoTIFFImage;
  return {
    tiff,
    box: first.getBoundingBox() as Box,
    bands: first.getSamplesPerPixel(),
    bits: first.getBitsPerSample(),
    format: first.getSampleFormat(),
    noData: first.getGDALNoData(),
    levels: levels.sort((a, b) => b.getWidth() - a.getWidth()),
  };
}

/** A file is told by its key: its address changes with every signature. */
const keyOf = (place: RasterPlace) => ('path' in place ? place.path : (place.url.split('?')[0] as string));

export function openRaster(place: RasterPlace): Promise<Opened> {
  const key = keyOf(place);
  let one = opened.get(key);
  if (!one) {
    one = open(place);
    opened.set(key, one);
    one.catch(() => opened.delete(key));
  }
  return one;
}

/** A part of a level: where its first pixel lies in the level, and its samples by band. */
export interface Window {
  left: number;
  top: number;
  width: number;
  height: number;
  planes: Plane[];
  /** Metres of EPSG:3857 that a pixel of the level measures. */
  resolution: [number, number];
}

/** The level whose pixels are as large as those of the picture, or the next finer one. */
const levelFor = ({ levels, box }: Opened, resolution: number): GeoTIFFImage => {
  const fine = levels.filter((one) => (box[2] - box[0]) / one.getWidth() <= resolution * 1.0001);
  return (fine.at(-1) ?? levels[0]) as GeoTIFFImage;
};

/** Samples of `bands` (from 0 on) under a box, with `margin` pixels more on each side; null where the two do not meet. */
export async function readWindow(
  raster: Opened,
  box: Box,
  width: number,
  bands: readonly number[],
  margin: number,
): Promise<Window | null> {
  // biome-ignore format: one line
  const [west, south, east, north] = raster.box;
  const level = levelFor(raster, (box[2] - box[0]) / width);
  const [columns, rows] = [level.getWidth(), level.getHeight()];
  const resolution: [number, number] = [(east - west) / columns, (north - south) / rows];
  const left = Math.max(0, Math.floor((box[0] - west) / resolution[0]) - margin);
  const right = Math.min(columns, Math.ceil((box[2] - west) / resolution[0]) + margin);
  const top = Math.max(0, Math.floor((north - box[3]) / resolution[1]) - margin);
  const bottom = Math.min(rows, Math.ceil((north - box[1]) / resolution[1]) + margin);
  if (right <= left || bottom <= top) return null;
  if ((right - left) * (bottom - top) * bands.length > MAX_WINDOW) throw new Refusal(400, 'rasterBig');
  const samples = [...new Set(bands)];
  const read = (await level.readRasters({
    window: [left, top, right, bottom],
    samples,
    signal: AbortSignal.timeout(DEADLINE_MS),
  })) as unknown as Plane[];
  return {
    left,
    top,
    width: right - left,
    height: bottom - top,
    planes: bands.map((band) => read[samples.indexOf(band)] as Plane),
    resolution,
  };
}

/** The values of all bands at a place of EPSG:3857; null outside and where there are no data. */
export async function valuesAt(place: RasterPlace, x: number, y: number): Promise<number[] | null> {
  const { box, bands, noData, levels } = await openRaster(place);
  if (x < box[0] || x > box[2] || y < box[1] || y > box[3]) return null;
  const image = levels[0] as GeoTIFFImage;
  const column = Math.min(image.getWidth() - 1, Math.floor(((x - box[0]) / (box[2] - box[0])) * image.getWidth()));
  const row = Math.min(image.getHeight() - 1, Math.floor(((box[3] - y) / (box[3] - box[1])) * image.getHeight()));
  const samples = (await image.readRasters({ window: [column, row, column + 1, row + 1] })) as unknown as Plane[];
  const values = Array.from({ length: bands }, (_, band) => samples[band]?.[0] ?? Number.NaN);
  return values.every((v) => v === noData || Number.isNaN(v)) ? null : values;
}
