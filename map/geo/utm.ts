// The zones of UTM: which one a place lies in, where each begins and ends, and how PROJ is told of it.
import type { LngLat } from '../types';

/** UTM is made for latitudes from 80 S to 84 N. */
export const UTM_SOUTH = -80;
export const UTM_NORTH = 84;
export const ZONES = 60;

/** Bands of latitude in which the zones have the same widths. */
const BANDS = [
  [UTM_SOUTH, 0],
  [0, 56],
  [56, 64],
  [64, 72],
  [72, UTM_NORTH],
] as const;

/** Zones that are wider or missing: western Norway, and the islands round Svalbard. Degrees east; null where the zone is not used. */
const NORWAY: Record<number, readonly [number, number] | null> = { 31: [0, 3], 32: [3, 12] };
const SVALBARD: Record<number, readonly [number, number] | null> = {
  31: [0, 9],
  32: null,
  33: [9, 21],
  34: null,
  35: [21, 33],
  36: null,
  37: [33, 42],
};

const spanOf = (zone: number, south: number): readonly [number, number] | null => {
  const special = south === 56 ? NORWAY[zone] : south === 72 ? SVALBARD[zone] : undefined;
  return special === undefined ? [zone * 6 - 186, zone * 6 - 180] : special;
};

export interface UtmCell {
  zone: number;
  south: boolean;
  /** [west, south, east, north] in degrees. */
  box: readonly [number, number, number, number];
}

/** Every part of the earth that has one zone: four for most zones. */
export const UTM_CELLS: readonly UtmCell[] = BANDS.flatMap(([low, high]) =>
  Array.from({ length: ZONES }, (_, i) => i + 1).flatMap((zone): UtmCell[] => {
    const span = spanOf(zone, low);
    return span ? [{ zone, south: high <= 0, box: [span[0], low, span[1], high] }] : [];
  }),
);

/** Longitude in [-180, 180). */
const turned = (lng: number): number => ((((lng + 180) % 360) + 360) % 360) - 180;

/** The zone of a place, the exceptions of Norway and Svalbard observed; null beyond 80 S and 84 N. */
export const zoneOf = ([lng, lat]: LngLat): { zone: number; south: boolean } | null => {
  if (!(lat >= UTM_SOUTH && lat <= UTM_NORTH)) return null;
  const x = turned(lng);
  const cell = UTM_CELLS.find(
    ({ box: [w, s, e, n] }) => x >= w && x < e && lat >= s && (lat < n || (n === UTM_NORTH && lat === n)),
  );
  return cell ? { zone: cell.zone, south: cell.south } : null;
};

/** What PROJ is told of a zone. */
export const utmDefinition = (zone: number, south: boolean): string =>
  `+proj=utm +zone=${zone}${south ? ' +south' : ''} +datum=WGS84 +units=m +no_defs`;
