// What the backend must know of a geometry before it may reach the database.
import type { Geometry } from '../../contract/schemas/common';
import { keyOf, latOf, worldX, worldY } from './morton';

/** More vertices than this in one record are refused: overlays of such shapes can stall a database. */
export const MAX_VERTICES = 50_000;

export interface Placed {
  /** Morton key of the point, or of the middle of the shape's box. */
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
  const q = isPoint ? keyOf(west, north) : keyOf((west + east) / 2, latOf((top + bottom) / 2));
  return { q, minz, bbox, vertices };
}

/** Layer type (1 point, 2 line, 3 polygon) that takes a geometry. */
export const typeOf = (geometry: Geometry): 1 | 2 | 3 =>
  geometry.type.endsWith('Point') ? 1 : geometry.type.endsWith('LineString') ? 2 : 3;
