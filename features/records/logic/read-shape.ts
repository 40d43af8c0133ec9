// The shape that a pasted text says: WKT, or GeoJSON of any kind. Pure.
import { Geometry } from '@/contract/schemas/common';
import type { Layer } from '@/contract/schemas/layer';
import { ewktSrid, fromWkt } from '@/contract/wkt';
import { extentOf } from '@/map';

const WGS84 = 4326;

/** What of a GeoJSON object is its first geometry. */
function geometryIn(value: unknown): unknown {
  const object = (value ?? {}) as { type?: unknown; geometry?: unknown; features?: unknown };
  if (object.type === 'Feature') return object.geometry;
  if (object.type === 'FeatureCollection' && Array.isArray(object.features)) return geometryIn(object.features[0]);
  return value;
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Metres of a projected system are no degrees. */
const isOnGlobe = (shape: Geometry): boolean => {
  const [west = 0, south = 0, east = 0, north = 0] = extentOf([shape]) ?? [];
  return west >= -180 && east <= 180 && south >= -90 && north <= 90;
};

/** EPSG:4326; null where the text is no shape, or one in another system of coordinates. */
export function readShape(text: string): Geometry | null {
  const srid = ewktSrid(text);
  if (srid !== null && srid !== WGS84) return null;
  const raw = text.trimStart().startsWith('{') ? geometryIn(parsed(text)) : fromWkt(text);
  const read = Geometry.safeParse(raw);
  return read.success && isOnGlobe(read.data) ? read.data : null;
}

export type PlaceKind = 'point' | 'line' | 'polygon';
const KINDS: Record<number, PlaceKind> = { 1: 'point', 2: 'line', 3: 'polygon' };
const ENDS: Record<PlaceKind, string> = { point: 'Point', line: 'LineString', polygon: 'Polygon' };

/** What the records of a layer are as shapes; null for a table. */
export const kindOf = ({ type }: Pick<Layer, 'type'>): PlaceKind | null => KINDS[type] ?? null;

/** Whether a shape, or several of its kind as one, may stand in a layer of this kind. */
export const fitsKind = (shape: Geometry, kind: PlaceKind): boolean => shape.type.endsWith(ENDS[kind]);
