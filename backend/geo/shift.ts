// Moves a shape on the ground by metres.
import type { Shift } from '../../contract/schemas/acts/act';
import type { Geometry } from '../../contract/schemas/common';
import { place } from './geometry';

/** WGS 84: the longer half axis in metres, and the first eccentricity squared (EPSG:7030). */
const AXIS = 6_378_137;
const E2 = 0.006_694_379_990_141;
const DECIMALS = 9;

type Nested = number[] | Nested[];

const isPosition = (coordinates: Nested): coordinates is number[] => typeof coordinates[0] === 'number';
const map = (coordinates: Nested, of: (position: number[]) => number[]): Nested =>
  isPosition(coordinates) ? of(coordinates) : coordinates.map((part) => map(part, of));

/** Metres of one degree of longitude and of latitude, at a latitude. */
function metresOfDegree(latitude: number): { lon: number; lat: number } {
  const phi = (latitude * Math.PI) / 180;
  const w = 1 - E2 * Math.sin(phi) ** 2;
  const degree = Math.PI / 180;
  return { lon: (degree * AXIS * Math.cos(phi)) / Math.sqrt(w), lat: (degree * AXIS * (1 - E2)) / w ** 1.5 };
}

/**
 * The shape moved east and north by metres, in EPSG:4326; heights stay. All corners move by the degrees that this is halfway between
 * the middle of its extent and where that comes to lie, so that it keeps its form.
 */
export function shiftGeometry<G extends Geometry>(geometry: G, { east, north }: Shift): G {
  const bbox = place(geometry)?.bbox;
  if (!bbox) return geometry;
  const middle = (bbox[1] + bbox[3]) / 2;
  const halfway = middle + north / metresOfDegree(middle).lat / 2;
  const { lon, lat } = metresOfDegree(halfway);
  const round = (n: number) => Number(n.toFixed(DECIMALS));
  const move = ([x = 0, y = 0, ...height]: number[]) => [round(x + east / lon), round(y + north / lat), ...height];
  return { ...geometry, coordinates: map(geometry.coordinates as Nested, move) } as G;
}
