// Turning, sizing, thinning and piercing shapes, as plain steps from one value to the next. Angles and lengths are those of the map's picture.
import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import { rewind } from '@turf/rewind';
import { simplify as turfSimplify } from '@turf/simplify';
import type { LineString } from 'geojson';
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
export const counterclockwise = <G extends Extract<Geometry, { type: 'Polygon' }>>(g: G): G => rewind(g) as G;

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
      // Its number goes with each position, so that those that stay are the ones that came, to the last figure and with their height.
      const plane: LineString = { type: 'LineString', coordinates: line.map((p, i) => [...toPlane(p), i]) };
      const keep = new Set(turfSimplify(plane, { tolerance: reach, highQuality: true, mutate: true }).coordinates.map((p) => p[2])); // biome-ignore format: one set
      const positions = s.positions.filter((_, i) => keep.has(i));
      return !ring || positions.length >= 3 ? { ...s, positions } : s;
    }),
  );
};

/** Whether a position lies in an area, its outline included; the rings of `g` are closed. */
export const isWithin = (p: Position, g: Geometry): boolean =>
  (g.type === 'Polygon' || g.type === 'MultiPolygon') && booleanPointInPolygon(p, g);

/** Pierces the part of a polygon in which all of `area` lies; null where there is none. */
export const addHole = (g: Geometry, area: Geometry): Geometry | null => {
  const [hole] = strands(area);
  const all = strands(g);
  if (hole?.kind !== 'ring') return null;
  const outer = all.find((s) => s.kind === 'ring' && s.ring === 0 && hole.positions.every((p) => isWithin(p, fromStrands('Polygon', [{ ...s, part: 0 }])))); // biome-ignore format: one question
  if (!outer) return null;
  const same = all.filter((s) => s.part === outer.part);
  const last = all.indexOf(same.at(-1) as Strand);
  const ring: Strand = { positions: hole.positions, kind: 'ring', part: outer.part, ring: same.length };
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
