// Which geometry a kind of drawing has. Pure.
import type { Geometry } from '../../../contract/schemas/common';
import type { DrawingType } from '../../../contract/schemas/drawing';
import { MAX_VERTICES, place } from '../../geo/geometry';

const KINDS: Record<DrawingType, readonly Geometry['type'][]> = {
  point: ['Point', 'MultiPoint'],
  line: ['LineString', 'MultiLineString'],
  polygon: ['Polygon', 'MultiPolygon'],
  rectangle: ['Polygon'],
  circle: ['Point'],
  freehand: ['LineString', 'Polygon'],
  text: ['Point'],
};

const closed = (ring: readonly (readonly number[])[]) => {
  const [first, last] = [ring[0], ring.at(-1)];
  return first?.length === last?.length && first?.every((n, i) => n === last?.[i]);
};

/** Every position of a shape has as many ordinates as the first. */
const even = (geometry: Geometry): boolean => {
  const positions = geometry.type === 'Point' ? [geometry.coordinates] : (geometry.coordinates.flat(2) as unknown[]);
  const numbers = positions.every((p) => typeof p === 'number');
  if (numbers) {
    const list = (
      geometry.type === 'MultiPoint' || geometry.type === 'LineString' ? geometry.coordinates : []
    ) as number[][];
    return list.every((p) => p.length === list[0]?.length);
  }
  const lists = positions.filter((p): p is number[] => Array.isArray(p));
  return lists.every((p) => p.length === lists[0]?.length);
};

/** The kind of drawing that a shape without further words is. */
export const plain = (g: Geometry): DrawingType =>
  g.type.endsWith('Point') ? 'point' : g.type.endsWith('LineString') ? 'line' : 'polygon';

/** The key of what is wrong with a drawing, or null. A circle has a radius and nothing else has. */
export function wrong(type: DrawingType, geometry: Geometry, radius: number | null): 'geometry' | 'radius' | null {
  const placed = place(geometry);
  if (!placed || placed.vertices > MAX_VERTICES || !KINDS[type].includes(geometry.type)) return 'geometry';
  const rings =
    geometry.type === 'Polygon'
      ? geometry.coordinates
      : geometry.type === 'MultiPolygon'
        ? geometry.coordinates.flat()
        : [];
  if (!rings.every(closed) || !even(geometry)) return 'geometry';
  return (type === 'circle') === (radius !== null) ? null : 'radius';
}
