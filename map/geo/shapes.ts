// Turning, sizing, thinning and piercing shapes, as plain steps from one value to the next. Angles and lengths are those of the map's picture.
import type { Geometry } from '@/contract/schemas/common';
import type { LngLat } from '../types';
import { extentOf, fromStrands, type Position, type Strand, strands } from './walk';

/** Web Mercator on a globe of radius 1: what looks square on the map is square here. */
export const toPlane = ([lng = 0, lat = 0]: Position): [number, number] => {
  const phi = (Math.min(85, Math.max(-85, lat)) * Math.PI) / 180;
  return [(lng * Math.PI) / 180, Math.log(Math.tan(Math.PI / 4 + phi / 2))];
};
export const fromPlane = ([x, y]: readonly [number, number]): Position => [
  (x * 180) / Math.PI,
  Math.min(85, Math.max(-85, ((2 * Math.atan(Math.exp(y)) - Math.PI / 2) * 180) / Math.PI)),
];

/** The middle of what the shape covers. */
export const middleOf = (g: Geometry): LngLat => {
  const [w, s, e, n] = extentOf([g]) ?? [0, 0, 0, 0];
  const [, low] = toPlane([w, s]);
  const [, high] = toPlane([e, n]);
  return [(w + e) / 2, fromPlane([0, (low + high) / 2])[1] ?? 0];
};

/** The same area with its outer ring counterclockwise and its holes the other way, as GeoJSON wants them. */
export const counterclockwise = <G extends Extract<Geometry, { type: 'Polygon' }>>(g: G): G => ({
  ...g,
  coordinates: g.coordinates.map((ring, i) => {
    const twice = ring.reduce((sum, [x = 0, y = 0], n) => {
      const [nx = 0, ny = 0] = ring[(n + 1) % ring.length] ?? [];
      return sum + x * ny - nx * y;
    }, 0);
    return twice < 0 === (i === 0) ? ring.toReversed() : ring;
  }),
});

const moved = (g: Geometry, move: (at: readonly [number, number]) => readonly [number, number]): Geometry =>
  fromStrands(
    g.type,
    strands(g).map((s) => ({
      ...s,
      positions: s.positions.map((p) => [...fromPlane(move(toPlane(p))), ...p.slice(2)]),
    })),
  );

/** Turns clockwise round its middle. */
export const rotate = (g: Geometry, degrees: number): Geometry => {
  const [cx, cy] = toPlane([...middleOf(g)]);
  const [sin, cos] = [Math.sin((-degrees * Math.PI) / 180), Math.cos((-degrees * Math.PI) / 180)];
  return moved(g, ([x, y]) => [cx + (x - cx) * cos - (y - cy) * sin, cy + (x - cx) * sin + (y - cy) * cos]);
};

/** Makes it larger or smaller round its middle; 1 leaves it. */
export const scale = (g: Geometry, factor: number): Geometry => {
  const [cx, cy] = toPlane([...middleOf(g)]);
  return moved(g, ([x, y]) => [cx + (x - cx) * factor, cy + (y - cy) * factor]);
};

/** Metres on the ground to radians of the plane, at this latitude. */
const RADIUS = 6_371_008.8;
export const planeMetres = (metres: number, lat: number) => metres / RADIUS / Math.cos((lat * Math.PI) / 180);

/** Square of the distance of p from the stretch a-b. */
const away = (p: readonly [number, number], a: readonly [number, number], b: readonly [number, number]): number => {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const square = dx * dx + dy * dy;
  const t = square === 0 ? 0 : Math.min(1, Math.max(0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square));
  return (p[0] - a[0] - dx * t) ** 2 + (p[1] - a[1] - dy * t) ** 2;
};

/** Ramer, Douglas and Peucker, without recursion: which positions stay. */
const thinned = (points: readonly (readonly [number, number])[], reach: number): Set<number> => {
  const keep = new Set([0, points.length - 1]);
  const open: [number, number][] = [[0, points.length - 1]];
  for (let span = open.pop(); span; span = open.pop()) {
    const [from, to] = span;
    const [a, b] = [points[from], points[to]];
    let [most, at] = [reach * reach, -1];
    for (let i = from + 1; i < to; i += 1) {
      const p = points[i];
      const d = p && a && b ? away(p, a, b) : 0;
      if (d > most) [most, at] = [d, i];
    }
    if (at < 0) continue;
    keep.add(at);
    open.push([from, at], [at, to]);
  }
  return keep;
};

/** Drops vertices that lie within so many metres of the line without them; a ring keeps three at least. */
export const simplify = (g: Geometry, metres: number): Geometry => {
  const reach = planeMetres(metres, middleOf(g)[1]);
  return fromStrands(
    g.type,
    strands(g).map((s) => {
      if (s.kind === 'point' || s.positions.length < 3) return s;
      const ring = s.kind === 'ring';
      const first = s.positions[0] as Position;
      const line = ring ? [...s.positions, first] : s.positions;
      const keep = thinned(line.map(toPlane), reach);
      const positions = s.positions.filter((_, i) => keep.has(i));
      return !ring || positions.length >= 3 ? { ...s, positions } : s;
    }),
  );
};

const ringOf = (area: Geometry): Position[] | null => {
  const [ring] = strands(area);
  return ring?.kind === 'ring' ? ring.positions : null;
};

/** Whether a position lies inside a ring (its outline counts to either side). */
export const isInside = ([x = 0, y = 0]: Position, ring: readonly Position[]): boolean => {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [[ax = 0, ay = 0] = [], [bx = 0, by = 0] = []] = [ring[i], ring[j]];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
};

/** Pierces the part of a polygon in which all of `area` lies; null where there is none. */
export const addHole = (g: Geometry, area: Geometry): Geometry | null => {
  const hole = ringOf(area);
  const all = strands(g);
  const outer =
    hole && all.find((s) => s.kind === 'ring' && s.ring === 0 && hole.every((p) => isInside(p, s.positions)));
  if (!hole || !outer) return null;
  const same = all.filter((s) => s.part === outer.part);
  const last = all.indexOf(same.at(-1) as Strand);
  const ring: Strand = { positions: hole, kind: 'ring', part: outer.part, ring: same.length };
  return fromStrands(g.type, all.toSpliced(last + 1, 0, ring));
};

const MULTI = { Point: 'MultiPoint', LineString: 'MultiLineString', Polygon: 'MultiPolygon' } as const;

/** One part more; a plain geometry becomes a Multi one. Null where the kinds differ. */
export const addPart = (g: Geometry, part: Geometry): Geometry | null => {
  const type = g.type in MULTI ? MULTI[g.type as keyof typeof MULTI] : g.type;
  if (!(part.type in MULTI) || MULTI[part.type as keyof typeof MULTI] !== type) return null;
  const own = strands(g);
  const next = Math.max(...own.map((s) => s.part)) + 1;
  return fromStrands(type as Geometry['type'], [...own, ...strands(part).map((s) => ({ ...s, part: next }))]);
};

/** Without the hole or the part to which a strand belongs; null for the last part. */
export const removeStrand = (g: Geometry, index: number): Geometry | null => {
  const all = strands(g);
  const removed = all[index];
  if (!removed) return null;
  const left =
    removed.kind === 'ring' && removed.ring > 0
      ? all.filter((_, i) => i !== index)
      : all.filter((s) => s.part !== removed.part).map((s) => (s.part > removed.part ? { ...s, part: s.part - 1 } : s));
  return left.length > 0 ? fromStrands(g.type, left) : null;
};

/** A stretch keeps to whole steps of so many degrees, seen from `from`; pixels in, pixels out. */
export const rotateShape = (
  from: readonly [number, number],
  to: readonly [number, number],
  step = 15,
): readonly [number, number] => {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const unit = (step * Math.PI) / 180;
  const angle = Math.round(Math.atan2(dy, dx) / unit) * unit;
  // The foot of the pointer on that ray: the hand keeps hold of the length too.
  const length = dx * Math.cos(angle) + dy * Math.sin(angle);
  return [from[0] + length * Math.cos(angle), from[1] + length * Math.sin(angle)];
};
