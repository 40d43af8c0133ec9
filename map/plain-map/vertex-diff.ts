// What became of the vertices of a shape: which are new, which are gone, and which were moved, how far. Pure.
import type { Geometry } from '@/contract/schemas/common';
import { areaOf, lengthOf } from '../geo/measure';
import { type Position, strands } from '../geo/walk';

/** Vertices that are compared; more of them say nothing on a map. */
const MAX_COMPARED = 20_000;
const EARTH_M = 6_371_008.8;
const RAD = Math.PI / 180;
/** A vertex that went further than this part of the shape's size is another one. */
const REACH = 0.25;

export interface MovedVertex {
  from: Position;
  to: Position;
  metres: number;
}
export interface VertexDiff {
  added: Position[];
  removed: Position[];
  moved: MovedVertex[];
  /** The longest way of a moved vertex; 0 where none was moved. */
  shift: number;
}

/** Metres between two positions on a sphere. */
export function metresBetween([lon1 = 0, lat1 = 0]: Position, [lon2 = 0, lat2 = 0]: Position): number {
  const [dLat, dLon] = [(lat2 - lat1) * RAD, (lon2 - lon1) * RAD];
  const a = Math.sin(dLat / 2) ** 2 + Math.cos(lat1 * RAD) * Math.cos(lat2 * RAD) * Math.sin(dLon / 2) ** 2;
  return 2 * EARTH_M * Math.asin(Math.min(1, Math.sqrt(a)));
}

const keyOf = ([lon = 0, lat = 0]: Position) => `${lon.toFixed(9)} ${lat.toFixed(9)}`;
const verticesOf = (geometry: Geometry) => strands(geometry).flatMap(({ positions }) => positions);

/** Those of some vertices that the others do not have; equal ones are counted. */
function missingFrom(others: readonly Position[], all: readonly Position[]): Position[] {
  const counts = new Map<string, number>();
  for (const one of others) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1);
  return all.filter((one) => {
    const left = counts.get(keyOf(one)) ?? 0;
    if (left > 0) counts.set(keyOf(one), left - 1);
    return left === 0;
  });
}

const moveOf = (from: Position, to: Position): MovedVertex => ({ from, to, metres: metresBetween(from, to) });

/** Each vertex that is gone with the nearest new one, as far as it is within reach. */
function pairNearest(removed: readonly Position[], added: readonly Position[], reach: number): VertexDiff {
  const free = [...added];
  const moved: MovedVertex[] = [];
  const unpaired: Position[] = [];
  for (const from of removed) {
    const ways = free.map((to) => metresBetween(from, to));
    const nearest = ways.indexOf(Math.min(...ways));
    if (nearest >= 0 && (ways[nearest] as number) <= reach)
      moved.push(moveOf(from, free.splice(nearest, 1)[0] as Position));
    else unpaired.push(from);
  }
  return { added: free, removed: unpaired, moved, shift: Math.max(0, ...moved.map(({ metres }) => metres)) };
}

/** Null where one of the shapes is missing, or has too many vertices. */
export function vertexDiff(before: Geometry | null, after: Geometry | null): VertexDiff | null {
  if (!before || !after) return null;
  const [old, now] = [verticesOf(before), verticesOf(after)];
  if (old.length + now.length > MAX_COMPARED) return null;
  const [removed, added] = [missingFrom(now, old), missingFrom(old, now)];
  if (removed.length === added.length) {
    const moved = removed.map((from, i) => moveOf(from, added[i] as Position));
    return { added: [], removed: [], moved, shift: Math.max(0, ...moved.map(({ metres }) => metres)) };
  }
  const lons = [...old, ...now].map(([lon = 0]) => lon);
  const lats = [...old, ...now].map(([, lat = 0]) => lat);
  const size = metresBetween([Math.min(...lons), Math.min(...lats)], [Math.max(...lons), Math.max(...lats)]);
  if (removed.length * added.length > 1_000_000) return { added, removed, moved: [], shift: 0 };
  return pairNearest(removed, added, size * REACH);
}

export interface ShapeChange {
  /** Square metres and metres that came to it; null where the kind of shape has none. */
  area: number | null;
  length: number | null;
  /** Metres of the largest way of a vertex. */
  shift: number;
  vertices: { added: number; removed: number; moved: number };
}

/** The change of a shape in numbers; null where there is none to compare. */
export function shapeChange(before: Geometry | null, after: Geometry | null): ShapeChange | null {
  const diff = vertexDiff(before, after);
  if (!diff || !before || !after) return null;
  const isPoint = after.type === 'Point' || after.type === 'MultiPoint';
  const isArea = after.type === 'Polygon' || after.type === 'MultiPolygon';
  return {
    area: isArea ? areaOf(after) - areaOf(before) : null,
    length: isPoint ? null : lengthOf(after) - lengthOf(before),
    shift: diff.shift,
    vertices: { added: diff.added.length, removed: diff.removed.length, moved: diff.moved.length },
  };
}

/** Arrows for what was moved: a line with two short barbs, in degrees. */
export function arrowOf({ from, to }: Pick<MovedVertex, 'from' | 'to'>): Geometry {
  const [x1 = 0, y1 = 0] = from;
  const [x2 = 0, y2 = 0] = to;
  const squeeze = Math.max(0.01, Math.cos(y2 * RAD));
  const [dx, dy] = [(x2 - x1) * squeeze, y2 - y1];
  const barb = (turn: number): Position => {
    const angle = Math.atan2(dy, dx) + Math.PI + turn;
    const length = Math.hypot(dx, dy) * 0.25;
    return [x2 + (Math.cos(angle) * length) / squeeze, y2 + Math.sin(angle) * length];
  };
  return { type: 'MultiLineString', coordinates: [[from.slice(0, 2), to.slice(0, 2)], [barb(0.5), to.slice(0, 2), barb(-0.5)]] }; // biome-ignore format: an arrow
}
