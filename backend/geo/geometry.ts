// Checks and measures of a geometry before it reaches the database.
import type { Geometry } from '../../contract/schemas/common';
import { keyOf, latOf, worldX, worldY } from './morton';

/** More vertices than this in one record are refused: overlays of such shapes can stall a database. */
export const MAX_VERTICES = 50_000;

/**
 * Degrees, a tenth of a millimetre: the grid of unions, and 9 decimals of their coordinates. Shapes that were drawn along each other
 * share their corners no better than this; off the grid a union keeps both, and hairs between them.
 */
export const UNION_GRID = 1e-9;

export interface Placed {
  /** Morton key of the point, or of the place of the shape's label. */
  q: string;
  /** First zoom at which the box spans 2 px of a 512 px tile; null for points. */
  minz: number | null;
  bbox: [number, number, number, number];
  vertices: number;
}

type Nested = readonly number[] | readonly Nested[];

function walk(coordinates: Nested, visit: (position: readonly number[]) => void): void {
  if (typeof coordinates[0] === 'number') visit(coordinates as readonly number[]);
  else for (const part of coordinates as readonly Nested[]) walk(part, visit);
}

const boxOfRing = (ring: readonly (readonly number[])[]): Placed['bbox'] => {
  const box: Placed['bbox'] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [lon = 0, lat = 0] of ring) {
    box[0] = Math.min(box[0], lon);
    box[1] = Math.min(box[1], lat);
    box[2] = Math.max(box[2], lon);
    box[3] = Math.max(box[3], lat);
  }
  return box;
};

/** Where a shape's label belongs: the middle of its box, for a polygon of several parts of the largest part's box. */
function middleOf(geometry: Geometry, bbox: Placed['bbox']): [number, number] {
  let largest = bbox;
  if (geometry.type === 'MultiPolygon' && geometry.coordinates.length > 1) {
    const size = ([w, s, e, n]: Placed['bbox']) => (e - w) * (n - s);
    const boxes = geometry.coordinates.map(([outer = []]) => boxOfRing(outer));
    largest = boxes.reduce((a, b) => (size(b) > size(a) ? b : a));
  }
  const [west, south, east, north] = largest;
  return [(west + east) / 2, latOf((worldY(north) + worldY(south)) / 2)];
}

/** Box, key and size of a geometry in EPSG:4326; null where a coordinate is not a place on earth. */
export function place(geometry: Geometry): Placed | null {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  let vertices = 0;
  let sound = true;
  walk(geometry.coordinates, ([lon, lat, height]) => {
    vertices++;
    if (lon === undefined || lat === undefined || !(Math.abs(lon) <= 180) || !(Math.abs(lat) <= 90)) sound = false;
    else {
      west = Math.min(west, lon);
      east = Math.max(east, lon);
      south = Math.min(south, lat);
      north = Math.max(north, lat);
    }
    if (height !== undefined && !Number.isFinite(height)) sound = false;
  });
  if (!sound || vertices === 0) return null;
  const bbox: Placed['bbox'] = [west, south, east, north];
  const isPoint = geometry.type === 'Point';
  const [top, bottom] = [worldY(north), worldY(south)];
  const span = Math.max(worldX(east) - worldX(west), bottom - top);
  const minz = isPoint ? null : span > 0 ? Math.max(0, Math.min(30, Math.ceil(Math.log2(2 / 512 / span)))) : 30;
  const [lon, lat] = isPoint ? [west, north] : middleOf(geometry, bbox);
  const q = keyOf(lon, lat);
  return { q, minz, bbox, vertices };
}

/** Layer type (1 point, 2 line, 3 polygon) that takes a geometry. */
export const typeOf = (geometry: Geometry): 1 | 2 | 3 =>
  geometry.type.endsWith('Point') ? 1 : geometry.type.endsWith('LineString') ? 2 : 3;

/** Corners of a line without those that lie nearer than `tolerance` (degrees) to the last that was kept; both ends stay. */
function thinLine(line: readonly number[][], tolerance: number): number[][] {
  const thin: number[][] = [];
  for (const [i, corner] of line.entries()) {
    const last = thin.at(-1);
    const isEnd = i === line.length - 1;
    const [lon = 0, lat = 0] = corner;
    if (!last || isEnd || Math.hypot(lon - (last[0] ?? 0), lat - (last[1] ?? 0)) >= tolerance) thin.push(corner);
  }
  return thin;
}

/**
 * The shape with fewer corners, in time that grows with their number alone; null where nothing of it is left. No corner that stays
 * is moved. Rings that fall below four corners go.
 */
export function thinGeometry(geometry: Geometry, tolerance: number): Geometry | null {
  const rings = (polygon: number[][][]) => {
    const [outer, ...holes] = polygon.map((ring) => thinLine(ring, tolerance));
    return outer && outer.length >= 4 ? [outer, ...holes.filter((hole) => hole.length >= 4)] : null;
  };
  switch (geometry.type) {
    case 'LineString':
      return { ...geometry, coordinates: thinLine(geometry.coordinates, tolerance) };
    case 'MultiLineString':
      return { ...geometry, coordinates: geometry.coordinates.map((line) => thinLine(line, tolerance)) };
    case 'Polygon': {
      const coordinates = rings(geometry.coordinates);
      return coordinates && { ...geometry, coordinates };
    }
    case 'MultiPolygon': {
      const coordinates = geometry.coordinates.map(rings).filter((polygon) => polygon !== null);
      return coordinates.length > 0 ? { ...geometry, coordinates } : null;
    }
    default:
      return geometry;
  }
}
