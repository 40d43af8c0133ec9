// What is reckoned of a shape: geodesic sizes, and where it lies.
import geodesic from 'geographiclib-geodesic';
import type { ShapeFacts } from '../../contract/computed/evaluate';
import type { Geometry } from '../../contract/schemas/common';
import type { Field } from '../../contract/schemas/form';
import { place } from './geometry';

type Position = readonly number[];
const earth = geodesic.Geodesic.WGS84;

function sizeOf(positions: readonly Position[], isRing: boolean): { length: number; area: number } {
  const line = earth.Polygon(!isRing);
  // A ring ends where it begins; the library closes it.
  for (const [lon = 0, lat = 0] of isRing ? positions.slice(0, -1) : positions) line.AddPoint(lat, lon);
  const { perimeter, area = 0 } = line.Compute(false, true);
  return { length: perimeter, area: isRing ? Math.abs(area) : 0 };
}

const linesOf = (g: Geometry): readonly Position[][] =>
  g.type === 'LineString' ? [g.coordinates] : g.type === 'MultiLineString' ? g.coordinates : [];
const ringsOf = (g: Geometry): readonly Position[][][] =>
  g.type === 'Polygon' ? [g.coordinates] : g.type === 'MultiPolygon' ? g.coordinates : [];

/** The facts that a form reckons with; null where it reckons nothing, and the shape is not asked for. */
export const factsFor = (form: readonly Field[], geometry: () => Geometry | null): ShapeFacts | null =>
  form.some(({ type }) => type === 'computed') ? shapeFacts(geometry()) : null;

/** Null where there is no shape, or none on earth. */
export function shapeFacts(geometry: Geometry | null): ShapeFacts | null {
  const placed = geometry && place(geometry);
  if (!geometry || !placed) return null;
  const [west, south, east, north] = placed.bbox;
  const facts: ShapeFacts = { area: 0, length: 0, x: (west + east) / 2, y: (south + north) / 2 };
  for (const line of linesOf(geometry)) facts.length += sizeOf(line, false).length;
  for (const polygon of ringsOf(geometry))
    for (const [i, ring] of polygon.entries()) {
      const { length, area } = sizeOf(ring, true);
      facts.length += length;
      facts.area += i === 0 ? area : -area;
    }
  return facts;
}
