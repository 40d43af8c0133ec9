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

/** The edges of shapes, four numbers each: their ends in steps, the smaller one first. Ends that are one place make no edge. */
function edgesOf(shapes: readonly Geometry[]): { ends: Float64Array; count: number } {
  const rings = shapes.flatMap(ringsOf);
  const ends = new Float64Array(4 * rings.reduce((sum, ring) => sum + ring.length, 0));
  let count = 0;
  for (const ring of rings)
    for (let i = 1; i < ring.length; i++) {
      const [[ax = 0, ay = 0], [bx = 0, by = 0]] = [ring[i - 1] as Position, ring[i] as Position];
      const [px, py, qx, qy] = [Math.round(ax * STEPS), Math.round(ay * STEPS), Math.round(bx * STEPS), Math.round(by * STEPS)]; // biome-ignore format: one line
      if (px === qx && py === qy) continue;
      const isOrdered = px < qx || (px === qx && py < qy);
      ends.set(isOrdered ? [px, py, qx, qy] : [qx, qy, px, py], 4 * count);
      count++;
    }
  return { ends, count };
}

/** Which edges stand an odd number of times in all these shapes: where each begins in `ends`. */
function unpaired(shapes: readonly Geometry[]): { ends: Float64Array; odd: number[] } {
  const { ends, count } = edgesOf(shapes);
  const compare = (a: number, b: number) => {
    for (let i = 0; i < 4; i++) {
      const difference = (ends[a + i] as number) - (ends[b + i] as number);
      if (difference !== 0) return difference;
    }
    return 0;
  };
  const sorted = Uint32Array.from({ length: count }, (_, i) => 4 * i).sort(compare);
  const odd: number[] = [];
  for (const edge of sorted) {
    const last = odd.at(-1);
    if (last !== undefined && compare(last, edge) === 0) odd.pop();
    else odd.push(edge);
  }
  return { ends, odd };
}

/**
 * The box in which all ground lies that one of two shapes has and the other does not; null where there is none. A place is inside a
 * shape when a ray from it crosses an odd number of edges, so an edge that both have says nothing of how they differ.
 */
export function changedBox(a: Geometry, b: Geometry): Box | null {
  const { ends, odd } = unpaired([a, b]);
  if (odd.length === 0) return null;
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const edge of odd)
    for (const at of [edge, edge + 2]) {
      const [x, y] = [ends[at] as number, ends[at + 1] as number];
      west = Math.min(west, x);
      south = Math.min(south, y);
      east = Math.max(east, x);
      north = Math.max(north, y);
    }
  return [west / STEPS - MARGIN, south / STEPS - MARGIN, east / STEPS + MARGIN, north / STEPS + MARGIN];
}
