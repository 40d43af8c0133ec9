// The way along an existing line or outline between two places on it, so that a new shape can share it exactly.
import type { Geometry } from '@/contract/schemas/common';
import { type Position, strands } from './walk';

/** A place on a strand: behind vertex `index`, `share` (0 to 1) of the way to the next one. */
interface Place {
  index: number;
  share: number;
  /** How far the asked position lies from it, in degrees of latitude. */
  off: number;
}

/** Degrees of longitude are shorter than those of latitude: comparing lengths must know by how much. */
const shrinkAt = ([, lat = 0]: Position) => Math.cos((lat * Math.PI) / 180);

const between = ([ax = 0, ay = 0]: Position, [bx = 0, by = 0]: Position, shrink: number) =>
  Math.hypot((bx - ax) * shrink, by - ay);

const placeOn = (all: readonly Position[], ring: boolean, [px = 0, py = 0]: Position): Place | null => {
  const shrink = shrinkAt([px, py]);
  let best: Place | null = null;
  const edges = ring ? all.length : all.length - 1;
  for (let index = 0; index < edges; index += 1) {
    const [[ax = 0, ay = 0], [bx = 0, by = 0]] = [all[index] as Position, all[(index + 1) % all.length] as Position];
    const [dx, dy, ex, ey] = [(bx - ax) * shrink, by - ay, (px - ax) * shrink, py - ay];
    const square = dx * dx + dy * dy;
    const share = square === 0 ? 0 : Math.min(1, Math.max(0, (ex * dx + ey * dy) / square));
    const off = Math.hypot(ex - dx * share, ey - dy * share);
    if (off < (best?.off ?? Infinity)) best = { index, share, off };
  }
  return best;
};

/** Degrees below which two positions are one: a thousandth of a millimetre. */
const SAME = 1e-11;
/** A share this near to an end of its edge is that vertex itself. */
const AT_END = 1e-9;

/** The vertices that lie strictly between two places, walking forward; a ring goes on at its start. */
const forward = (all: readonly Position[], from: Place, to: Place): Position[] => {
  const count = all.length;
  // Positions along the strand as one number: 3.25 is a quarter of the way from vertex 3 to vertex 4.
  const start = from.index + from.share;
  const end = to.index + to.share + (to.index + to.share < start ? count : 0);
  const path: Position[] = [];
  for (let i = Math.floor(start + AT_END) + 1; i < end - AT_END; i += 1) path.push(all[i % count] as Position);
  return path;
};

const lengthOf = (path: readonly Position[]): number =>
  path.slice(1).reduce((sum, p, i) => sum + between(path[i] as Position, p, shrinkAt(p)), 0);

export interface TraceOptions {
  /** How far, in degrees of latitude, the two positions may lie from the line at the most. */
  reach: number;
  /** On a ring, the longer of its two ways. */
  other?: boolean;
}

/**
 * From one position to another along the one line or ring of the shape that both lie on, both ends included as they were given;
 * heights are left behind. Null where no strand is near both, or where they are the same place.
 */
export const trace = (g: Geometry, from: Position, to: Position, { reach, other }: TraceOptions): Position[] | null => {
  let best: { all: Position[]; ring: boolean; a: Place; b: Place; off: number } | null = null;
  for (const { positions: all, kind } of strands(g)) {
    if (kind === 'point' || all.length < 2) continue;
    const ring = kind === 'ring';
    const [a, b] = [placeOn(all, ring, from), placeOn(all, ring, to)];
    if (!a || !b) continue;
    const off = Math.max(a.off, b.off);
    if (off <= reach && off < (best?.off ?? Infinity)) best = { all, ring, a, b, off };
  }
  if (!best || between(from, to, 1) < SAME) return null;
  const { all, ring, a, b } = best;
  const way = (inner: readonly Position[]): Position[] => [from, ...inner, to].map((p) => p.slice(0, 2));
  const isAhead = a.index + a.share <= b.index + b.share;
  if (!ring) return way(isAhead ? forward(all, a, b) : forward(all, b, a).reverse());
  const ways = [way(forward(all, a, b)), way(forward(all, b, a).reverse())] as const;
  const isFirstShorter = lengthOf(ways[0]) <= lengthOf(ways[1]);
  return isFirstShorter === !other ? ways[0] : ways[1];
};
