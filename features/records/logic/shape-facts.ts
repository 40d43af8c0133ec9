// What a form reckons of a shape, as the map measures it.
import type { ShapeFacts } from '@/contract/computed/evaluate';
import type { Geometry } from '@/contract/schemas/common';
import { areaOf, extentOf, lengthOf } from '@/map';

/** Null where there is no shape. */
export function shapeFacts(geometry: Geometry | null | undefined): ShapeFacts | null {
  const extent = geometry ? extentOf([geometry]) : null;
  if (!geometry || !extent) return null;
  const [west, south, east, north] = extent;
  return { area: areaOf(geometry), length: lengthOf(geometry), x: (west + east) / 2, y: (south + north) / 2 };
}
