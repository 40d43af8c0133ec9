// Snapping to what is on the map: the visible records near the pointer, and the shape under the hand itself.
import { bbox } from '@turf/bbox';
import type { Map as MapLibreMap } from 'maplibre-gl';
import type { Geometry } from '@/contract/schemas/common';
import { type SnapTarget, snap } from '../../geo/snap';
import { trace } from '../../geo/trace';
import { type Position, strands } from '../../geo/walk';
import { hitKey, useSnapping } from '../../state/snapping';
import type { Pixel, RecordHit } from '../../types';
import { featuresAt, hitOf } from '../query';

/** A degree of latitude on the sphere that MapLibre measures by. */
const METRES_OF_A_DEGREE = (6_371_008.8 * Math.PI) / 180;

/** A target and the record that it belongs to; null for the shape's own. */
interface Target extends SnapTarget {
  hit: RecordHit | null;
}
/** Where a pointer was caught, by a vertex or an edge, and of which record. */
export interface SnapResult {
  position: Position;
  kind: 'vertex' | 'edge';
  hit: RecordHit | null;
}

const targetsOf = (g: Geometry, hit: RecordHit): Target[] =>
  strands(g).map(({ positions, kind }) => ({ positions, closed: kind === 'ring', hit }));

type Box = readonly [west: number, south: number, east: number, north: number];

/** The edges of a whole shape that pass a box: a coast has too many corners to be looked at one by one. */
const edgesNear = (g: Geometry, hit: RecordHit, [west, south, east, north]: Box): Target[] =>
  strands(g).flatMap(({ positions, kind }) => {
    const targets: Target[] = [];
    const last = kind === 'ring' ? positions.length : Math.max(1, positions.length - 1);
    for (let i = 0; i < last; i += 1) {
      const a = positions[i] as Position;
      const b = positions[(i + 1) % positions.length] ?? a;
      const [[ax = 0, ay = 0], [bx = 0, by = 0]] = [a, b];
      if (Math.max(ax, bx) < west || Math.min(ax, bx) > east || Math.max(ay, by) < south || Math.min(ay, by) > north)
        continue;
      targets.push({ positions: kind === 'point' ? [a] : [a, b], closed: false, hit });
    }
    return targets;
  });

/** The records near the pointer, the one being reshaped left out: it would hold its own vertices fast. */
const targetsNear = (map: MapLibreMap, at: Pixel, reach: number, self: RecordHit | null): Target[] => {
  const { only, wholeShapes, requestWhole: want } = useSnapping.getState();
  const corners = [-reach, reach].flatMap((dx) => [-reach, reach].map((dy) => map.unproject([at[0] + dx, at[1] + dy])));
  const box = bbox({ type: 'MultiPoint', coordinates: corners.map((corner) => corner.toArray()) }) as Box;
  const whole = new Set<string>();
  return featuresAt(map, at, reach).flatMap((feature): Target[] => {
    const hit = hitOf(feature);
    if (!hit || feature.geometry.type === 'GeometryCollection') return [];
    if (self && hit.layer === self.layer && hit.id === self.id) return [];
    if (only.length > 0 && !only.includes(hit.layer)) return [];
    const exact = wholeShapes.get(hitKey(hit));
    if (exact === undefined) {
      // A tile holds a clipped and rounded piece, metres off: nothing is caught before the whole shape has come.
      want(hit);
      return [];
    }
    if (exact === null) return targetsOf(feature.geometry as Geometry, hit);
    if (whole.has(hitKey(hit))) return [];
    whole.add(hitKey(hit));
    return edgesNear(exact, hit, box);
  });
};

/** The caught position of a pointer, or null. `own` are targets of the shape itself. */
export const snapOnMap = (
  map: MapLibreMap,
  at: Pixel,
  own: readonly SnapTarget[],
  self: RecordHit | null,
): SnapResult | null => {
  const { on, reach, vertices, edges, own: toOwn } = useSnapping.getState();
  if (!on) return null;
  const targets: Target[] = toOwn ? own.map((target) => ({ ...target, hit: null })) : [];
  const result = snap(
    at,
    [...targets, ...targetsNear(map, at, reach, self)],
    ([lng = 0, lat = 0]: Position) => {
      const { x, y } = map.project([lng, lat]);
      return [x, y];
    },
    reach,
    { vertices, edges },
  );
  return result && { position: result.position, kind: result.kind, hit: result.target.hit };
};

/** The way along a record between two places that it caught; null where its whole shape is not known or does not hold both. */
export const traceOnMap = (
  map: MapLibreMap,
  hit: RecordHit,
  from: Position,
  to: Position,
  other: boolean,
): Position[] | null => {
  const { wholeShapes, reach } = useSnapping.getState();
  const shape = wholeShapes.get(hitKey(hit));
  if (!shape) return null;
  const { x, y } = map.project([to[0] ?? 0, to[1] ?? 0]);
  const pixels = map.unproject([x, y + reach]).distanceTo(map.unproject([x, y]));
  return trace(shape, from, to, { reach: pixels / METRES_OF_A_DEGREE, other });
};
