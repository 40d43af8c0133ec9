// Coordinate systems that a file from Iran may be in, and which of them its numbers fit: a wrong choice puts a layer into the sea.
import { toLatin } from '@/lib/i18n/digits';

export interface Candidate {
  code: number;
  /** The name by which the EPSG register knows it; the same in every language. */
  name: string;
  /** UTM zone, where it is one. */
  zone?: number;
}

const utm = (code: number, datum: string, zone: number): Candidate => ({
  code,
  name: `${datum} / UTM ${zone}N`,
  zone,
});

/** WGS 84 in degrees and in Iran's four UTM zones, the web's Mercator, and the zones of the old national net. */
export const CANDIDATES: readonly Candidate[] = [
  { code: 4326, name: 'WGS 84' },
  ...[38, 39, 40, 41].map((zone) => utm(32600 + zone, 'WGS 84', zone)),
  { code: 3857, name: 'Web Mercator' },
  ...[38, 39, 40, 41].map((zone) => utm(2020 + zone, 'ED50(ED77)', zone)),
];

type Box = readonly [west: number, south: number, east: number, north: number];

/** Iran with a margin of half a degree. */
const IRAN: Box = [43.5, 24.5, 63.9, 40.3];
const A = 6378137;
const E2 = 0.00669438;
const DEG = 180 / Math.PI;

/** Snyder's inverse, good to a few metres inside a zone: enough to say which town it is. */
function fromUtm(zone: number, x: number, y: number): [number, number] {
  const second = E2 / (1 - E2);
  const e1 = (1 - Math.sqrt(1 - E2)) / (1 + Math.sqrt(1 - E2));
  const mu = y / 0.9996 / (A * (1 - E2 / 4 - (3 * E2 ** 2) / 64));
  const foot = mu + ((3 * e1) / 2 - (27 * e1 ** 3) / 32) * Math.sin(2 * mu) + ((21 * e1 ** 2) / 16) * Math.sin(4 * mu);
  const c = second * Math.cos(foot) ** 2;
  const t = Math.tan(foot) ** 2;
  const w = 1 - E2 * Math.sin(foot) ** 2;
  const normal = A / Math.sqrt(w);
  const d = (x - 500_000) / (normal * 0.9996);
  const meridional = (A * (1 - E2)) / w ** 1.5;
  const lat =
    foot - ((normal * Math.tan(foot)) / meridional) * (d ** 2 / 2 - ((5 + 3 * t + 10 * c - 4 * c ** 2) * d ** 4) / 24);
  const lon = (d - ((1 + 2 * t + c) * d ** 3) / 6) / Math.cos(foot);
  return [zone * 6 - 183 + lon * DEG, lat * DEG];
}

/** Where a position would lie, in degrees; null where the system cannot hold such numbers. */
export function placeIn({ code, zone }: Candidate, x: number, y: number): [lon: number, lat: number] | null {
  if (code === 4326) return Math.abs(x) <= 180 && Math.abs(y) <= 90 ? [x, y] : null;
  if (code === 3857) {
    return Math.abs(x) <= 20_037_509 && Math.abs(y) <= 20_048_967
      ? [(x / A) * DEG, Math.atan(Math.sinh(y / A)) * DEG]
      : null;
  }
  return zone && x > 100_000 && x < 900_000 && y > 0 && y < 10_000_000 ? fromUtm(zone, x, y) : null;
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
export function scoreCandidates(extent: Box | null): CrsScore[] {
  const all = CANDIDATES.map((candidate): CrsScore => {
    const middle = extent && placeIn(candidate, (extent[0] + extent[2]) / 2, (extent[1] + extent[3]) / 2);
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
