// Stretches of a drawing that follow existing records: kept beside the vertices that were set, so that taking a vertex back takes
// its whole stretch with it.
import type { Map as MapLibreMap } from 'maplibre-gl';
import type { Geometry } from '@/contract/schemas/common';
import type { Position } from '../../geo/walk';
import { hitKey, isTracing, useSnapping } from '../../state/snapping';
import type { RecordHit } from '../../types';
import { type SnapResult, traceOnMap } from './snapping';

/** Decimals of a degree that terra-draw accepts: a tenth of a millimetre. */
export const DECIMALS = 9;
export const rounded = (p: Position): Position => p.slice(0, 2).map((value) => Number(value.toFixed(DECIMALS)));

const nameOf = (p: Position) => `${p[0]},${p[1]}`;
const edgeOf = (a: Position, b: Position) => `${nameOf(a)} ${nameOf(b)}`;

export interface Stretches {
  /** Whether any is kept or looked at. */
  some(): boolean;
  /** The same shape with its stretches in it. */
  expand<G extends Geometry>(g: G): G;
  /** What lies between each of these vertices and the next. */
  between(set: readonly Position[]): Position[][];
  /** Looks at the stretch from the last vertex to where the pointer is caught; null looks at none. */
  look(last: Position | undefined, caught: SnapResult | null, turned: boolean): void;
  /** Before a vertex is set there: its stretch is kept. `turned`: round the other way than the settings say. */
  take(last: Position | undefined, caught: SnapResult | null, turned: boolean): void;
  /** After a vertex was set: which record held it, and whether the way to it was followed. */
  landed(last: Position | undefined, vertex: Position, caught: SnapResult | null): void;
  put(a: Position, b: Position, inner: readonly Position[]): void;
  clear(): void;
}

/** The longer of two ways: by the settings, and turned round by a held Shift. */
const isOther = (turned: boolean): boolean => turned !== useSnapping.getState().otherWay;

/** `onLate` is told when a record's shape came after the vertex that asked for it. */
export const createStretches = (map: MapLibreMap, onLate: () => void): Stretches => {
  const cache = new Map<string, Position[]>();
  const anchors = new Map<string, RecordHit>();
  let late: { hit: RecordHit; a: Position; b: Position; other: boolean }[] = [];
  let lastTrace: { edge: string; inner: Position[] } | null = null;

  const hitOf = (caught: SnapResult): RecordHit | undefined => caught.hit ?? anchors.get(nameOf(caught.position));
  /** The record that holds both ends. */
  const shared = (last: Position | undefined, caught: SnapResult | null): RecordHit | null => {
    const [from, to] = [last && anchors.get(nameOf(last)), caught && hitOf(caught)];
    return isTracing() && from && to && hitKey(from) === hitKey(to) ? from : null;
  };
  const way = (hit: RecordHit, a: Position, b: Position, other: boolean): Position[] | null =>
    traceOnMap(map, hit, a, b, other)?.slice(1, -1).map(rounded) ?? null;

  const stopLate = useSnapping.subscribe(({ wholeShapes }, before) => {
    if (wholeShapes === before.wholeShapes || late.length === 0) return;
    const open = late;
    late = open.filter(({ hit }) => !wholeShapes.has(hitKey(hit)));
    for (const { hit, a, b, other } of open.filter((one) => !late.includes(one))) {
      const inner = way(hit, a, b, other);
      if (inner) cache.set(edgeOf(a, b), inner);
    }
    if (late.length < open.length) onLate();
  });
  map.once('remove', stopLate);

  const follow = (all: readonly Position[]): Position[] =>
    all.flatMap((p, i) => {
      const before = all[i - 1];
      const edge = before && edgeOf(before, p);
      return [...((edge && (lastTrace?.edge === edge ? lastTrace.inner : cache.get(edge))) || []), p];
    });

  return {
    some: () => cache.size > 0 || lastTrace !== null,
    expand: (g) =>
      g.type === 'LineString'
        ? { ...g, coordinates: follow(g.coordinates) }
        : g.type === 'Polygon'
          ? { ...g, coordinates: g.coordinates.map(follow) }
          : g,
    between: (set) => set.slice(1).map((p, i) => cache.get(edgeOf(set[i] as Position, p)) ?? []),
    look: (last, caught, turned) => {
      const hit = shared(last, caught);
      const inner = hit && last && caught ? way(hit, last, caught.position, isOther(turned)) : null;
      lastTrace = inner && last && caught ? { edge: edgeOf(last, caught.position), inner } : null;
    },
    take: (last, caught, turned) => {
      const hit = shared(last, caught);
      const other = isOther(turned);
      lastTrace = null;
      if (!hit || !last || !caught) return;
      const inner = way(hit, last, caught.position, other);
      if (inner) cache.set(edgeOf(last, caught.position), inner);
      else if (!useSnapping.getState().wholeShapes.has(hitKey(hit)))
        late.push({ hit, a: last, b: caught.position, other });
    },
    landed: (last, vertex, caught) => {
      const hit = caught && hitOf(caught);
      if (last && !shared(last, caught)) cache.delete(edgeOf(last, vertex));
      if (hit) anchors.set(nameOf(vertex), hit);
      else anchors.delete(nameOf(vertex));
    },
    put: (a, b, inner) => {
      if (inner.length > 0) cache.set(edgeOf(a, b), inner.map(rounded));
    },
    clear: () => {
      cache.clear();
      anchors.clear();
      [late, lastTrace] = [[], null];
    },
  };
};
