// Choices of a raster's style: what fits a file, and what one choice brings with it.
import {
  firstRasterStyle,
  type Hillshade,
  type RasterFacts,
  type RasterStyle,
} from '@/contract/schemas/sources/raster';

type Paint = RasterStyle['paint'];

export const NEW_SUN: Hillshade = { azimuth: 315, altitude: 45, exaggeration: 1 };
const GREY = ['#000000', '#ffffff'];

/** Ways to colour that the file has bands for. */
export const paintKinds = ({ bands, palette }: RasterFacts): Paint['kind'][] => [
  ...(palette ? (['palette'] as const) : []),
  ...(bands.length > 1 ? (['rgb'] as const) : []),
  'ramp',
  ...(palette ? [] : (['shade'] as const)),
];

/** The band that limits are told of. */
export const bandOf = (paint: Paint): number =>
  paint.kind === 'rgb' ? paint.red : paint.kind === 'palette' ? 1 : paint.band;

/** A way to colour with its first bands; the band of before stays where there was one. */
export function paintFor(kind: Paint['kind'], facts: RasterFacts, before: Paint): Paint {
  const band = bandOf(before);
  if (kind === 'palette') return { kind };
  if (kind === 'shade') return { kind, band };
  if (kind === 'ramp') return { kind, band, ramp: GREY };
  const first = firstRasterStyle(facts).paint;
  return first.kind === 'rgb' ? first : { kind, red: 1, green: Math.min(2, facts.bands.length), blue: Math.min(3, facts.bands.length) }; // biome-ignore format: one line
}

/** A style with another paint; what the paint cannot have goes, what it needs comes. */
export const withPaint = (style: RasterStyle, paint: Paint): RasterStyle => ({
  ...style,
  paint,
  hillshade: paint.kind === 'shade' ? (style.hillshade ?? NEW_SUN) : paint.kind === 'ramp' ? style.hillshade : null,
});

/** Stretches as they are chosen. */
export const STRETCHES = [
  { id: 'none', stretch: { kind: 'none' } },
  { id: 'minmax', stretch: { kind: 'minmax' } },
  { id: 'cut1', stretch: { kind: 'percentile', cut: 1 } },
  { id: 'cut2', stretch: { kind: 'percentile', cut: 2 } },
  { id: 'cut5', stretch: { kind: 'percentile', cut: 5 } },
  { id: 'deviation', stretch: { kind: 'deviation', times: 2 } },
  { id: 'range', stretch: null },
] as const satisfies readonly { id: string; stretch: RasterStyle['stretch'] | null }[];

/** A range begins with the limits of before. */
export const stretchFor = (id: string, [from, to]: readonly [number, number]): RasterStyle['stretch'] =>
  STRETCHES.find((one) => one.id === id)?.stretch ?? { kind: 'range', from, to };
