// Raster layers: what is in their file, and how its bands become colours.
import { z } from 'zod';
import { int } from '../common';

const Colour = z.string().regex(/^#[0-9a-f]{6}$/i);

/** Shares of the darkest and of the brightest pixels that a stretch may give up, in percent. */
export const RASTER_CUTS = [0.5, 1, 2, 5] as const;
export const RASTER_RESAMPLINGS = ['nearest', 'bilinear', 'cubic'] as const;
export const MAX_RAMP_COLOURS = 10;

/** One band of the file. Numbers are null where no pixel has a value. */
export const RasterBand = z.object({
  /** Of a pixel: UInt8, Int16, Float32 and the like. */
  type: z.string(),
  /** What the file says that the band is. */
  role: z.enum(['red', 'green', 'blue', 'grey', 'palette', 'other']),
  /** The value that stands for none. */
  nodata: z.number().nullable(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  mean: z.number().nullable(),
  deviation: z.number().nullable(),
  /** Values below which so many percent of the pixels lie, in the order of RASTER_CUTS, and above which, in the same order. */
  low: z.array(z.number()),
  high: z.array(z.number()),
});
export type RasterBand = z.infer<typeof RasterBand>;

/** Read once, when the file comes in. */
export const RasterFacts = z.object({
  bands: z.array(RasterBand),
  /** The band, from 1 on, that says where there are pixels. */
  alpha: z.number().int().nullable(),
  /** Colours by value of a picture that has a palette: #rrggbbaa. */
  palette: z.array(z.string()).nullable(),
});
export type RasterFacts = z.infer<typeof RasterFacts>;

const band = int(1, 16);

/** Bands to colours. `shade` is the hillshade alone. */
export const RasterPaint = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('palette') }),
  z.strictObject({ kind: z.literal('rgb'), red: band, green: band, blue: band }),
  z.strictObject({ kind: z.literal('ramp'), band, ramp: z.array(Colour).min(2).max(MAX_RAMP_COLOURS) }),
  z.strictObject({ kind: z.literal('shade'), band }),
]);

/** Which values become the darkest and the brightest: `none` is 0 to 255. */
export const RasterStretch = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('minmax') }),
  z.strictObject({ kind: z.literal('percentile'), cut: z.literal(RASTER_CUTS) }),
  /** So many standard deviations round the mean. */
  z.strictObject({ kind: z.literal('deviation'), times: z.number().min(0.1).max(10) }),
  z.strictObject({ kind: z.literal('range'), from: z.number(), to: z.number() }).refine(({ from, to }) => from < to, {
    path: ['to'],
  }),
]);
export type RasterStretch = z.infer<typeof RasterStretch>;

/** Sun and heights, in degrees; heights are metres, multiplied by `exaggeration`. */
export const Hillshade = z.strictObject({
  azimuth: z.number().min(0).max(360),
  altitude: z.number().min(0).max(90),
  exaggeration: z.number().min(0.01).max(1000),
});
export type Hillshade = z.infer<typeof Hillshade>;

export const RasterStyle = z
  .strictObject({
    paint: RasterPaint,
    stretch: RasterStretch,
    /** A value that is transparent besides the file's own. */
    nodata: z.number().nullable(),
    opacity: z.number().min(0).max(1),
    /** Of one band alone: under a ramp it darkens the colours. */
    hillshade: Hillshade.nullable(),
    resampling: z.enum(RASTER_RESAMPLINGS),
  })
  .refine(({ paint, hillshade }) => paint.kind !== 'shade' || hillshade !== null, { path: ['hillshade'] })
  .refine(({ paint, hillshade }) => hillshade === null || paint.kind === 'shade' || paint.kind === 'ramp', {
    path: ['hillshade'],
  });
export type RasterStyle = z.infer<typeof RasterStyle>;

export const LayerRaster = z.object({ facts: RasterFacts, style: RasterStyle });
export type LayerRaster = z.infer<typeof LayerRaster>;

const GREY = ['#000000', '#ffffff'];

/** How a raster is drawn before anybody chooses. */
export function firstRasterStyle({ bands, palette }: RasterFacts): RasterStyle {
  const isByte = bands.every(({ type }) => type === 'UInt8');
  const at = (role: RasterBand['role'], otherwise: number) => bands.findIndex((one) => one.role === role) + 1 || otherwise; // biome-ignore format: one line
  const paint: RasterStyle['paint'] = palette
    ? { kind: 'palette' }
    : bands.length >= 3
      ? { kind: 'rgb', red: at('red', 1), green: at('green', 2), blue: at('blue', 3) }
      : { kind: 'ramp', band: 1, ramp: GREY };
  return {
    paint,
    stretch: isByte ? { kind: 'none' } : { kind: 'percentile', cut: 2 },
    nodata: null,
    opacity: 1,
    hillshade: null,
    resampling: palette ? 'nearest' : 'bilinear',
  };
}

/** Values of a band that become the darkest and the brightest colour. */
export function stretchLimits(stretch: RasterStretch, one: RasterBand | undefined): [number, number] {
  const pair = ((): [number | null | undefined, number | null | undefined] => {
    switch (stretch.kind) {
      case 'none':
        return [0, 255];
      case 'range':
        return [stretch.from, stretch.to];
      case 'minmax':
        return [one?.min, one?.max];
      case 'percentile': {
        const at = RASTER_CUTS.indexOf(stretch.cut);
        return [one?.low[at], one?.high[at]];
      }
      case 'deviation': {
        const { mean, deviation } = one ?? { mean: null, deviation: null };
        if (mean === null || deviation === null) return [null, null];
        return [mean - stretch.times * deviation, mean + stretch.times * deviation];
      }
    }
  })();
  const [low, high] = [pair[0] ?? 0, pair[1] ?? 255];
  return high > low ? [low, high] : [low, low + 1];
}

/** The path of what in a style does not fit the file; null where all does. */
export function rasterMisfit({ paint, hillshade }: RasterStyle, { bands, palette }: RasterFacts): string | null {
  if (paint.kind === 'palette') return palette ? null : 'paint.kind';
  if (paint.kind === 'rgb')
    return (['red', 'green', 'blue'] as const).map((key) => (paint[key] > bands.length ? `paint.${key}` : null)).find((path) => path !== null) ?? null; // biome-ignore format: one line
  if (paint.band > bands.length) return 'paint.band';
  return hillshade && palette ? 'hillshade' : null;
}
