// Coordinate systems that a file from Iran may be in, and which of them its numbers fit: a wrong choice puts a layer into the sea.
import { toLatin } from '@/lib/i18n/digits';
import type { Converter } from '@/map';

export interface Candidate {
  code: number;
  /** The name by which the EPSG register knows it; the same in every language. */
  name: string;
  /** UTM zone, where it is one. */
  zone?: number;
  /** For PROJ. */
  definition: string;
}

const utm = (code: number, datum: string, zone: number, ellipsoid: string): Candidate => ({
  code,
  name: `${datum} / UTM ${zone}N`,
  zone,
  definition: `+proj=utm +zone=${zone} ${ellipsoid} +units=m +no_defs`,
});

/** WGS 84 in degrees and in Iran's four UTM zones, the web's Mercator, and the zones of the old national net. */
export const CANDIDATES: readonly Candidate[] = [
  { code: 4326, name: 'WGS 84', definition: 'EPSG:4326' },
  ...[38, 39, 40, 41].map((zone) => utm(32600 + zone, 'WGS 84', zone, '+datum=WGS84')),
  { code: 3857, name: 'Web Mercator', definition: 'EPSG:3857' },
  ...[38, 39, 40, 41].map((zone) => utm(2020 + zone, 'ED50(ED77)', zone, '+ellps=intl +towgs84=-117,-132,-164')),
];

type Box = readonly [west: number, south: number, east: number, north: number];

/** Iran with a margin of half a degree. */
const IRAN: Box = [43.5, 24.5, 63.9, 40.3];
/** Where a position would lie, in degrees; null where the system cannot hold such numbers, and before the converter has come. */
export function placeIn(
  { code, definition }: Candidate,
  x: number,
  y: number,
  convert: Converter | null,
): readonly [lon: number, lat: number] | null {
  if (code === 4326) return Math.abs(x) <= 180 && Math.abs(y) <= 90 ? [x, y] : null;
  const isInZone = code === 3857 || (x > 100_000 && x < 900_000 && y > 0 && y < 10_000_000);
  return isInZone && convert ? convert.inverse(definition, [x, y]) : null;
}

const inside = ([lon, lat]: readonly [number, number], [w, s, e, n]: Box) =>
  lon >= w && lon <= e && lat >= s && lat <= n;

export interface CrsScore extends Candidate {
  /** The middle of the data in degrees, were this the system; null where that cannot be. */
  middle: readonly [lon: number, lat: number] | null;
  /** The middle lies in or near Iran. */
  fits: boolean;
}

/** Candidates for an extent in the file's own numbers: those that put it into Iran first. */
export function scoreCandidates(extent: Box | null, convert: Converter | null): CrsScore[] {
  const all = CANDIDATES.map((candidate): CrsScore => {
    const middle = extent && placeIn(candidate, (extent[0] + extent[2]) / 2, (extent[1] + extent[3]) / 2, convert);
    return { ...candidate, middle, fits: middle !== null && inside(middle, IRAN) };
  });
  return [...all.filter((one) => one.fits), ...all.filter((one) => !one.fits)];
}

/** Whether degrees lie in Iran only if latitude and longitude change places. */
export function isSwapped(extent: Box): boolean {
  const [x, y] = [(extent[0] + extent[2]) / 2, (extent[1] + extent[3]) / 2];
  return !inside([x, y], IRAN) && inside([y, x], IRAN);
}

/** An EPSG code typed with or without its name, in either script's digits; null where it is none. */
export function readCode(text: string): number | null {
  const match = /^(?:epsg\s*:?\s*)?(\d{4,6})$/i.exec(toLatin(text).trim());
  return match ? Number(match[1]) : null;
}
