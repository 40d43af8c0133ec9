// All of the world but an area, as one shape that dims it. Pure.
import type { Geometry } from '@/contract/schemas/common';

type Ring = number[][];
const WORLD: Ring = [[-180, -85], [180, -85], [180, 85], [-180, 85], [-180, -85]]; // biome-ignore format: one ring

/** A multipolygon of the world without the area, and of the area's own holes; null for what is no area. */
export function maskOf(area: Geometry): Geometry | null {
  const polygons =
    area.type === 'Polygon' ? [area.coordinates] : area.type === 'MultiPolygon' ? area.coordinates : null;
  if (!polygons) return null;
  const outer = polygons.flatMap(([ring]) => (ring ? [ring] : []));
  const holes = polygons.flatMap(([, ...rest]) => rest);
  return { type: 'MultiPolygon', coordinates: [[WORLD, ...outer], ...holes.map((ring) => [ring])] };
}
