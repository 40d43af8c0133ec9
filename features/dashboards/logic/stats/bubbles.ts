// Circles whose area says a number, and where on a region they stand. Pure.
import type { Geometry } from '@/contract/schemas/common';

/** CSS pixels of the largest one and of the least that can be pressed. */
const MAX_RADIUS = 36;
const MIN_RADIUS = 3;

/** The radius of a number's circle; null for what has no area, which is nothing and all below it. */
export function bubbleRadius(value: number, largest: number): number | null {
  if (!(value > 0) || !(largest > 0)) return null;
  return Math.max(MIN_RADIUS, Math.round(MAX_RADIUS * Math.sqrt(value / largest) * 10) / 10);
}

/** Numbers that a legend shows: the largest, and round ones for smaller circles. */
export function bubbleLegend(values: readonly number[]): number[] {
  const largest = Math.max(0, ...values);
  if (largest === 0) return [];
  const smaller = [largest / 4, largest / 16].map((value) => Number(value.toPrecision(1)));
  return [...new Set([largest, ...smaller.filter((value) => value > 0 && value < largest)])];
}

type Ring = readonly (readonly number[])[];

/** Twice the signed area of a ring, and its centre of gravity. */
function ringFacts(ring: Ring): { area: number; x: number; y: number } {
  const [x0 = 0, y0 = 0] = ring[0] ?? [];
  let [area, x, y] = [0, 0, 0];
  for (let i = 0; i + 1 < ring.length; i++) {
    const [ax, ay] = [(ring[i]?.[0] ?? 0) - x0, (ring[i]?.[1] ?? 0) - y0];
    const [bx, by] = [(ring[i + 1]?.[0] ?? 0) - x0, (ring[i + 1]?.[1] ?? 0) - y0];
    const cross = ax * by - bx * ay;
    area += cross;
    x += (ax + bx) * cross;
    y += (ay + by) * cross;
  }
  return area === 0 ? { area, x: x0, y: y0 } : { area: Math.abs(area), x: x0 + x / (3 * area), y: y0 + y / (3 * area) };
}

/** The centre of the largest part of a region's shape; null where it has no area. */
export function centreOf(geometry: Geometry): [number, number] | null {
  const rings: Ring[] =
    geometry.type === 'Polygon'
      ? [geometry.coordinates[0] as Ring]
      : geometry.type === 'MultiPolygon'
        ? (geometry.coordinates as Ring[][]).flatMap(([outer]) => (outer ? [outer] : []))
        : [];
  const [largest] = rings.map(ringFacts).sort((a, b) => b.area - a.area);
  return largest && largest.area > 0 ? [largest.x, largest.y] : null;
}
