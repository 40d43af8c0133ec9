// What is known of a raster's bands: kinds, the value that stands for none, and the statistics that a stretch is made of.
import type { GeoTIFFImage } from 'geotiff';
import { RASTER_CUTS, type RasterBand, type RasterFacts } from '../../../contract/schemas/sources/raster';
import { type Opened, openRaster, type Plane, type RasterPlace } from './opened';

/** Pixels that statistics are read from: of a larger picture, those of a smaller copy. */
const MAX_PIXELS = 25_000_000;
/** The same where nobody waits for more than a first look. */
const QUICK_PIXELS = 262_144;
/** Values of a band that are put in order for the percentiles. */
const MAX_SAMPLE = 500_000;
const ROWS_AT_ONCE = 512;

/** What GDAL says of the bands, in their order. */
export interface BandWords {
  colorInterpretation?: string | undefined;
  colorTable?: { entries?: number[][] } | undefined;
}

const ROLES: Record<string, RasterBand['role']> = {
  Red: 'red',
  Green: 'green',
  Blue: 'blue',
  Gray: 'grey',
  Palette: 'palette',
};
const FORMATS = ['', 'UInt', 'Int', 'Float'];

/** A value that stands for none, also as a smaller number wrote it down. */
export const isSame = (value: number, none: number | null): boolean =>
  none !== null && (value === none || value === Math.fround(none));

interface Tally {
  count: number;
  sum: number;
  squares: number;
  min: number;
  max: number;
  sample: number[];
}

function tallyRows(tally: Tally, samples: Plane, alpha: Plane | undefined, none: number | null, stride: number): void {
  for (let at = 0; at < samples.length; at++) {
    const value = samples[at] as number;
    if (!Number.isFinite(value) || isSame(value, none) || alpha?.[at] === 0) continue;
    if (tally.count++ % stride === 0) tally.sample.push(value);
    tally.sum += value;
    tally.squares += value * value;
    if (value < tally.min) tally.min = value;
    if (value > tally.max) tally.max = value;
  }
}

const toBand = (
  raster: Opened,
  role: RasterBand['role'],
  { count, sum, squares, min, max, sample }: Tally,
): RasterBand => {
  // biome-ignore format: one line
  const sorted = Float64Array.from(sample).sort();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number;
  const mean = sum / count;
  return {
    type: `${FORMATS[raster.format] ?? 'UInt'}${raster.bits}`,
    role,
    nodata: Number.isFinite(raster.noData ?? Number.NaN) ? raster.noData : null,
    min: count ? min : null,
    max: count ? max : null,
    mean: count ? mean : null,
    deviation: count ? Math.sqrt(Math.max(0, squares / count - mean * mean)) : null,
    low: count ? RASTER_CUTS.map((cut) => at(cut / 100)) : [],
    high: count ? RASTER_CUTS.map((cut) => at(1 - cut / 100)) : [],
  };
};

async function tallyBands(raster: Opened, most: number, alpha: number | null): Promise<Tally[]> {
  const level = (raster.levels.find((one) => one.getWidth() * one.getHeight() <= most) ??
    raster.levels.at(-1)) as GeoTIFFImage;
  const [width, height] = [level.getWidth(), level.getHeight()];
  const stride = Math.max(1, Math.ceil((width * height) / MAX_SAMPLE));
  const tallies = Array.from({ length: raster.bands }, (): Tally => ({ count: 0, sum: 0, squares: 0, min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY, sample: [] })); // biome-ignore format: one line
  for (let top = 0; top < height; top += ROWS_AT_ONCE) {
    const window = [0, top, width, Math.min(height, top + ROWS_AT_ONCE)];
    const planes = (await level.readRasters({ window })) as unknown as Plane[];
    const mask = alpha === null ? undefined : planes[alpha - 1];
    for (const [at, tally] of tallies.entries())
      if (at + 1 !== alpha) tallyRows(tally, planes[at] as Plane, mask, raster.noData, stride);
  }
  return tallies;
}

/** `words` are GDAL's of the file; without them its shape alone speaks. `isQuick` reads a small copy. */
export async function readFacts(
  place: RasterPlace,
  words?: readonly BandWords[],
  isQuick = false,
): Promise<RasterFacts> {
  // biome-ignore format: one line
  const raster = await openRaster(place);
  const named = words?.findIndex(({ colorInterpretation }) => colorInterpretation === 'Alpha') ?? -1;
  // Files of before had a fourth or a second band for that alone.
  const alpha = named >= 0 ? named + 1 : !words && (raster.bands === 2 || raster.bands === 4) ? raster.bands : null;
  const tallies = await tallyBands(raster, isQuick ? QUICK_PIXELS : MAX_PIXELS, alpha);
  const entries = words?.[0]?.colorTable?.entries;
  const hex = (part = 255) => Math.max(0, Math.min(255, part)).toString(16).padStart(2, '0');
  return {
    bands: tallies.flatMap((tally, at) =>
      at + 1 === alpha ? [] : [toBand(raster, ROLES[words?.[at]?.colorInterpretation ?? ''] ?? 'other', tally)],
    ),
    alpha,
    palette: entries ? entries.map(([r, g, b, a]) => `#${hex(r)}${hex(g)}${hex(b)}${hex(a)}`) : null,
  };
}
