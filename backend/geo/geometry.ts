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

/** The larger of two boxes, in square degrees; the first of two that are as large. */
export function larger(a: Placed['bbox'], b: Placed['bbox']): Placed['bbox'] {
  const size = ([w, s, e, n]: Placed['bbox']) => (e - w) * (n - s);
  return size(b) > size(a) ? b : a;
}

/** The box in whose middle a shape's label belongs: its own, for a polygon of several parts the largest part's. */
const largestPart = (geometry: Geometry, bbox: Placed['bbox']): Placed['bbox'] =>
  geometry.type === 'MultiPolygon' ? geometry.coordinates.map(([outer = []]) => boxOfRing(outer)).reduce(larger) : bbox;

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
  return geometry.type === 'Point' ? pointIn(bbox) : shapeIn(bbox, largestPart(geometry, bbox), vertices);
}

/** A point as `place` answers it, of a box without a size. */
export const pointIn = (bbox: Placed['bbox']): Placed => ({
  q: keyOf(bbox[0], bbox[3]),
  minz: null,
  bbox,
  vertices: 1,
});

/** A shape as `place` answers it: its box, and the box of the part that its label belongs to. */
export function shapeIn(bbox: Placed['bbox'], part: Placed['bbox'], vertices: number): Placed {
  const [west, south, east, north] = bbox;
  const span = Math.max(worldX(east) - worldX(west), worldY(south) - worldY(north));
  const minz = span > 0 ? Math.max(0, Math.min(30, Math.ceil(Math.log2(2 / 512 / span)))) : 30;
  // The middle of the part as a map shows it.
  const q = keyOf((part[0] + part[2]) / 2, latOf((worldY(part[3]) + worldY(part[1])) / 2));
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
