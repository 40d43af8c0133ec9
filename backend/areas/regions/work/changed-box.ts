// Where two shapes differ at all. Pure.
import type { Geometry } from '../../../../contract/schemas/common';
import type { Box } from '../../../geo/geography';

/** Decimals of a degree that a shape is read and compared with: a centimetre. */
export const DIGITS = 7;
const STEPS = 10 ** DIGITS;
/** Degrees by which the box is wider, so that no edge lies on its own. */
const MARGIN = 1e-6;

type Position = readonly number[];

const ringsOf = ({ type, coordinates }: Geometry): Position[][] =>
  (type === 'Polygon' ? coordinates : (coordinates as Position[][][]).flat()) as Position[][];

/** A polygon whose coordinates have no more decimals than those that are compared. */
export const roundShape = (geometry: Geometry): Geometry => {
  const round = ([x = 0, y = 0]: Position) => [Math.round(x * STEPS) / STEPS, Math.round(y * STEPS) / STEPS];
  const ring = (positions: Position[]) => positions.map(round);
  return (
    geometry.type === 'Polygon'
      ? { type: 'Polygon', coordinates: (geometry.coordinates as Position[][]).map(ring) }
      : { type: 'MultiPolygon', coordinates: (geometry.coordinates as Position[][][]).map((rings) => rings.map(ring)) }
  ) as Geometry;
};

/** Edges that stand an odd number of times in all these shapes, as `x y x y` in steps. */
function unpaired(shapes: readonly Geometry[]): Set<string> {
  const odd = new Set<string>();
  for (const ring of shapes.flatMap(ringsOf))
    for (let i = 1; i < ring.length; i++) {
      const [[ax = 0, ay = 0], [bx = 0, by = 0]] = [ring[i - 1] as Position, ring[i] as Position];
      const a = `${Math.round(ax * STEPS)} ${Math.round(ay * STEPS)}`;
      const b = `${Math.round(bx * STEPS)} ${Math.round(by * STEPS)}`;
      if (a === b) continue;
      const edge = a < b ? `${a} ${b}` : `${b} ${a}`;
      if (!odd.delete(edge)) odd.add(edge);
    }
  return odd;
}

/**
 * The box in which all ground lies that one of two shapes has and the other does not; null where there is none. A place is inside a
 * shape when a ray from it crosses an odd number of edges, so an edge that both have says nothing of how they differ.
 */
export function changedBox(a: Geometry, b: Geometry): Box | null {
  const edges = unpaired([a, b]);
  if (edges.size === 0) return null;
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const edge of edges) {
    const [ax = 0, ay = 0, bx = 0, by = 0] = edge.split(' ').map(Number);
    west = Math.min(west, ax, bx);
    south = Math.min(south, ay, by);
    east = Math.max(east, ax, bx);
    north = Math.max(north, ay, by);
  }
  return [west / STEPS - MARGIN, south / STEPS - MARGIN, east / STEPS + MARGIN, north / STEPS + MARGIN];
}
