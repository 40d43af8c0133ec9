// Whether a shape keeps within the areas that somebody may work in.
import type { Geometry } from '@/contract/schemas/common';
import { isWithin } from './shapes';
import { crossing, type Edge, edgesOf, findPairs, findTouch, isOnOutline, MAX_CHECKED, middles } from './topology';
import { fromStrands, type Position, strands } from './walk';

/** Corners of all areas together up to which they are looked at. */
const MAX_AREA = 50_000;

/**
 * How much of a shape lies beyond all areas: its points, lines and outlines are looked at, so that a gap between areas that lies
 * wholly inside a shape is not found. `none` as well where shape or areas have too many corners to be looked at while one draws.
 */
export const checkWithin = (g: Geometry, areas: readonly Geometry[]): 'none' | 'part' | 'all' => {
  const all = strands(g);
  const places = areas.map((area) => strands(area));
  const size = (of: ReturnType<typeof strands>) => of.reduce((n, s) => n + s.positions.length, 0);
  if (areas.length === 0 || size(all) > MAX_CHECKED || places.reduce((n, of) => n + size(of), 0) > MAX_AREA)
    return 'none';
  const outlines = places.map((of) => edgesOf(of));
  const closed = places.map((of, i) => fromStrands((areas[i] as Geometry).type, of));
  const isIn = (p: Position) => closed.some((area, i) => isWithin(p, area) || isOnOutline(p, outlines[i] as Edge[]));
  const own = edgesOf(all);
  const mine = new Set(own);
  const cuts = new Map<Edge, number[]>();
  const cut = (edge: Edge, at: number) => cuts.set(edge, [...(cuts.get(edge) ?? []), at]);
  findPairs([...own, ...outlines.flat()], (p, q) => {
    if (mine.has(p) === mine.has(q)) return false;
    const [edge, other] = mine.has(p) ? [p, q] : [q, p];
    const met = crossing(edge, other);
    for (const place of met ? [met] : [other.a, other.b]) {
      const at = findTouch(edge, place);
      if (at !== null) cut(edge, at);
    }
    return false;
  });
  const looked = [
    ...all.flatMap((s) => (s.kind === 'point' ? s.positions : [])),
    ...own.flatMap((edge) => middles(edge, cuts.get(edge) ?? [])),
  ];
  const inside = looked.filter(isIn).length;
  if (inside === looked.length) return 'none';
  // An area may also lie wholly inside the shape, and so be met.
  const shape = fromStrands(g.type, all);
  const isRound = places.some((of) => of.some((s) => s.positions.some((p) => isWithin(p, shape))));
  return inside > 0 || isRound ? 'part' : 'all';
};
