// The line or outline that runs beside another one at an even distance: a kerb beside a road, a strip round a plot.
import { booleanClockwise } from '@turf/boolean-clockwise';
import type { Geometry } from '@/contract/schemas/common';
import { fromPlane, middleOf, planeMetres, toPlane } from './shapes';
import { selfCrossings } from './topology';
import { fromStrands, type Position, type Strand, strands } from './walk';

type Point = readonly [number, number];

/** A corner may stand this many distances off before it is cut: sharper ones would run away. */
const MITRE = 4;

const same = (a: Point, b: Point) => a[0] === b[0] && a[1] === b[1];

/** Where two lines meet, each by a point and a direction; null for parallels. */
const meet = (p: Point, d: Point, q: Point, e: Point): Point | null => {
  const cross = d[0] * e[1] - d[1] * e[0];
  if (Math.abs(cross) < 1e-12) return null;
  const t = ((q[0] - p[0]) * e[1] - (q[1] - p[1]) * e[0]) / cross;
  return [p[0] + d[0] * t, p[1] + d[1] * t];
};

/** All corners moved `by` to the left of the way they are walked; null where an edge would turn round: the distance is too large. */
const beside = (points: readonly Point[], ring: boolean, by: number): Point[] | null => {
  const all = points.filter((p, i) => !(i > 0 && same(p, points[i - 1] as Point)));
  if (ring && all.length > 1 && same(all[0] as Point, all.at(-1) as Point)) all.pop();
  if (all.length < (ring ? 3 : 2)) return null;
  const count = ring ? all.length : all.length - 1;
  const edges = Array.from({ length: count }, (_, i) => {
    const [a, b] = [all[i] as Point, all[(i + 1) % all.length] as Point];
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    const way: Point = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
    const aside: Point = [-way[1] * by, way[0] * by];
    return {
      way,
      a: [a[0] + aside[0], a[1] + aside[1]] as Point,
      b: [b[0] + aside[0], b[1] + aside[1]] as Point,
    };
  });
  /** One corner, or two where it would be too sharp. */
  const corners = all.map((at, i): Point[] => {
    const before = edges[ring ? (i + count - 1) % count : i - 1];
    const after = edges[ring ? i : Math.min(i, count)];
    if (!before || !after) return [(after?.a ?? before?.b) as Point];
    const corner = meet(before.a, before.way, after.a, after.way);
    if (!corner) return [after.a];
    return Math.hypot(corner[0] - at[0], corner[1] - at[1]) > MITRE * Math.abs(by) ? [before.b, after.a] : [corner];
  });
  // An edge that shrank to nothing and beyond runs backwards now.
  const turned = edges.some(({ way }, i) => {
    const from = corners[i]?.at(-1);
    const to = corners[(i + 1) % all.length]?.[0];
    return !from || !to || (to[0] - from[0]) * way[0] + (to[1] - from[1]) * way[1] <= 0;
  });
  return turned ? null : corners.flat();
};

/** One strand beside itself; `metres` to the left of a line, outwards of an area. */
const moved = (s: Strand, lat: number, metres: number): Strand | null => {
  const points = s.positions.map(toPlane);
  const by = planeMetres(metres, lat);
  // Outwards is the right side of an outline against the clock; a hole's outwards is its own inside.
  const way =
    s.kind === 'ring'
      ? booleanClockwise([...points, points[0] as Point].map((p) => [...p])) === (s.ring === 0)
        ? by
        : -by
      : by;
  const ring = beside(points, s.kind === 'ring', way);
  return ring && { ...s, positions: ring.map((p): Position => fromPlane(p)) };
};

/** Which side of a line, seen along it; an area is only made larger (`left`) or smaller (`right`). */
export type Side = 'left' | 'right' | 'both';

/**
 * The shape moved beside itself by metres on the ground (exact at its middle's latitude). `both` makes a line two lines. Null where
 * nothing proper comes out: points, and distances at which edges vanish or the outline crosses itself.
 */
export const offset = (g: Geometry, metres: number, side: Side): Geometry | null => {
  if (g.type.endsWith('Point')) return null;
  const [, lat] = middleOf(g);
  const all = strands(g);
  const way = (sign: number) => all.map((s) => moved(s, lat, metres * sign));
  const lines = !g.type.endsWith('Polygon');
  if (side === 'both' && !lines) return null;
  const results = side === 'both' ? [...way(1), ...way(-1)] : way(side === 'left' ? 1 : -1);
  if (results.some((s) => s === null)) return null;
  const parts = (results as Strand[]).map((s, i) => (lines ? { ...s, part: i } : s));
  const shape = fromStrands(side === 'both' ? 'MultiLineString' : g.type, parts);
  return selfCrossings(shape, 1).length === 0 ? shape : null;
};
