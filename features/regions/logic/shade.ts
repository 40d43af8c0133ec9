// The world but for an area, to dim what somebody does not see. Pure.
import type { Geometry } from '@/contract/schemas/common';

const WORLD = [[-180, -85], [180, -85], [180, 85], [-180, 85], [-180, -85]]; // biome-ignore format: a box

/** Holes of the area stay dimmed: each is a polygon of its own. */
export function shadeAround(area: Geometry): Geometry | null {
  const polygons =
    area.type === 'Polygon' ? [area.coordinates] : area.type === 'MultiPolygon' ? area.coordinates : null;
  if (!polygons) return null;
  const outer = polygons.flatMap(([ring]) => (ring ? [ring] : []));
  const holes = polygons.flatMap(([, ...rings]) => rings.map((ring) => [ring]));
  return { type: 'MultiPolygon', coordinates: [[WORLD, ...outer], ...holes] };
}
