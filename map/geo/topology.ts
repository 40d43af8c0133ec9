// What is wrong with a shape, or between two, found fast enough to be told while the hand still draws.
import type { Geometry } from '@/contract/schemas/common';
import { isWithin } from './shapes';
import { fromStrands, type Position, type Strand, strands } from './walk';

export interface Edge {
  a: Position;
  b: Position;
  left: number;
  right: number;
  low: number;
  high: number;
  strand: number;
  index: number;
  /** Edges of its strand, to know neighbours in a ring. */
  count: number;
  ring: boolean;
}

export const edgesOf = (all: readonly Strand[]): Edge[] =>
  all.flatMap(({ positions, kind }, strand) => {
    if (kind === 'point') return [];
    const ring = kind === 'ring';
    const count = ring ? positions.length : positions.length - 1;
    return Array.from({ length: Math.max(0, count) }, (_, index): Edge => {
      const a = positions[index] as Position;
      const b = positions[(index + 1) % positions.length] as Position;
      const [[ax = 0, ay = 0], [bx = 0, by = 0]] = [a, b];
      return {
        a,
        b,
        left: Math.min(ax, bx),
        right: Math.max(ax, bx),
        low: Math.min(ay, by),
        high: Math.max(ay, by),
        strand,
        index,
        count,
        ring,
      };
    });
  });

/** Twice the area of the triangle: its sign says on which side of a-b p lies. */
const side = ([ax = 0, ay = 0]: Position, [bx = 0, by = 0]: Position, [px = 0, py = 0]: Position): number =>
  (bx - ax) * (py - ay) - (by - ay) * (px - ax);

/** Where two edges cross in their insides; null where they only touch, run along each other or miss. */
export const crossing = (one: Edge, two: Edge): Position | null => {
  const [s1, s2] = [side(one.a, one.b, two.a), side(one.a, one.b, two.b)];
  const [s3, s4] = [side(two.a, two.b, one.a), side(two.a, two.b, one.b)];
  if (!(s1 * s2 < 0 && s3 * s4 < 0)) return null;
  const t = s3 / (s3 - s4);
  const [[ax = 0, ay = 0], [bx = 0, by = 0]] = [one.a, one.b];
  return [ax + (bx - ax) * t, ay + (by - ay) * t];
};

/** Walks edges from west to east and hands over each pair whose boxes meet; ends when `found` says so. */
export const findPairs = (edges: Edge[], onPair: (one: Edge, two: Edge) => boolean): void => {
  edges.sort((p, q) => p.left - q.left);
  let open: Edge[] = [];
  for (const edge of edges) {
    const still: Edge[] = [];
    for (const other of open) {
      if (other.right < edge.left) continue;
      still.push(other);
      if (other.low <= edge.high && edge.low <= other.high && onPair(other, edge)) return;
    }
    still.push(edge);
    open = still;
  }
};

const areNeighbours = (p: Edge, q: Edge): boolean =>
  p.strand === q.strand &&
  (Math.abs(p.index - q.index) === 1 || (p.ring && Math.abs(p.index - q.index) === p.count - 1));

/** Vertices up to which a shape is looked through while it is drawn. */
export const MAX_CHECKED = 5000;

/**
 * Places where a shape crosses itself, rings and parts of polygons against each other included; lines may cross, since roads do,
 * so that only areas are asked. At most `most`; empty for shapes of more than MAX_CHECKED vertices.
 */
export const selfCrossings = (g: Geometry, most = 50): Position[] => {
  if (!g.type.endsWith('Polygon')) return [];
  const all = strands(g);
  if (all.reduce((n, s) => n + s.positions.length, 0) > MAX_CHECKED) return [];
  const places: Position[] = [];
  findPairs(edgesOf(all), (p, q) => {
    const at = areNeighbours(p, q) ? null : crossing(p, q);
    if (at) places.push(at);
    return places.length >= most;
  });
  return places;
};

/** Whether a position is a corner of the other shape, or lies on its outline: neighbours share those. */
export const isOnOutline = (p: Position, edges: readonly Edge[]): boolean =>
  edges.some(({ a, b, left, right, low, high }) => {
    const [x = 0, y = 0] = p;
    const near = 1e-9;
    if (x < left - near || x > right + near || y < low - near || y > high + near) return false;
    const length = Math.hypot((b[0] ?? 0) - (a[0] ?? 0), (b[1] ?? 0) - (a[1] ?? 0));
    return length === 0 || Math.abs(side(a, b, p)) / length <= near;
  });

/** How far along an edge a position on it lies, 0 to 1. */
const along = ({ a, b }: Edge, p: Position): number => {
  const [dx, dy] = [(b[0] ?? 0) - (a[0] ?? 0), (b[1] ?? 0) - (a[1] ?? 0)];
  return Math.abs(dx) > Math.abs(dy) ? ((p[0] ?? 0) - (a[0] ?? 0)) / dx : ((p[1] ?? 0) - (a[1] ?? 0)) / dy;
};

/** How far along an edge a position lies, 0 to 1; null for one beside it. */
export const findTouch = (edge: Edge, p: Position): number | null => (isOnOutline(p, [edge]) ? along(edge, p) : null);

/** The middles of an edge's stretches between the places where others touch it. */
export const middles = ({ a, b }: Edge, cuts: readonly number[]): Position[] => {
  const stops = [0, ...cuts.filter((t) => t > 0 && t < 1).sort((s, t) => s - t), 1];
  return stops.slice(1).map((t, i) => {
    const m = (t + (stops[i] ?? 0)) / 2;
    return [(a[0] ?? 0) + ((b[0] ?? 0) - (a[0] ?? 0)) * m, (a[1] ?? 0) + ((b[1] ?? 0) - (a[1] ?? 0)) * m];
  });
};

/** Whether two areas share ground; areas that only touch share none. Both of at most MAX_CHECKED vertices, else false. */
export const isOverlapping = (one: Geometry, two: Geometry): boolean => {
  if (!one.type.endsWith('Polygon') || !two.type.endsWith('Polygon')) return false;
  const [mine, theirs] = [strands(one), strands(two)];
  if ([...mine, ...theirs].reduce((n, s) => n + s.positions.length, 0) > 2 * MAX_CHECKED) return false;
  const [a, b] = [edgesOf(mine), edgesOf(theirs)];
  const first = new Set(a);
  const cuts = new Map<Edge, number[]>();
  const touch = (edge: Edge, p: Position) => {
    const at = findTouch(edge, p);
    if (at !== null) cuts.set(edge, [...(cuts.get(edge) ?? []), at]);
  };
  let met = false;
  findPairs([...a, ...b], (p, q) => {
    if (first.has(p) === first.has(q)) return false;
    for (const [edge, other] of [[p, q], [q, p]] as const) for (const end of [other.a, other.b]) touch(edge, end); // biome-ignore format: both ways
    met = crossing(p, q) !== null;
    return met;
  });
  if (met) return true;
  const inside = (edges: readonly Edge[], area: Geometry, outline: readonly Edge[]) =>
    edges.some((edge) =>
      [edge.a, ...middles(edge, cuts.get(edge) ?? [])].some((p) => isWithin(p, area) && !isOnOutline(p, outline)),
    );
  if (inside(a, fromStrands(two.type, theirs), b) || inside(b, fromStrands(one.type, mine), a)) return true;
  // Without a crossing and without an edge inside, the same ground is shared only by the same shape.
  const same = (edges: readonly Edge[], outline: readonly Edge[]) =>
    edges.every((edge) => isOnOutline(edge.a, outline));
  return same(a, b) && same(b, a);
};
