// Circles whose area says a number, and where on a region they stand. Pure.
import { area } from '@turf/area';
import { centerOfMass } from '@turf/center-of-mass';
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

/** The centre of mass of the largest part of a region's shape, in degrees; null where it has no area. */
export function centreOf(geometry: Geometry): [number, number] | null {
  const parts =
    geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.type === 'MultiPolygon' ? geometry.coordinates : [];
  const [largest] = parts
    .flatMap(([outer]) => (outer ? [{ type: 'Polygon' as const, coordinates: [outer] }] : []))
    .map((part) => ({ part, size: area(part) }))
    .sort((a, b) => b.size - a.size);
  return largest && largest.size > 0 ? (centerOfMass(largest.part).geometry.coordinates as [number, number]) : null;
}
