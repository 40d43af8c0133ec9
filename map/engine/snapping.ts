// Snapping to what is on the map: the visible records near the pointer, and the shape under the hand itself.
import type { Map as MapLibreMap } from 'maplibre-gl';
import type { Geometry } from '@/contract/schemas/common';
import { type Snapped, type SnapTarget, snap } from '../geo/snap';
import { type Position, strands } from '../geo/walk';
import type { Pixel, RecordHit } from '../types';
import { featuresAt, hitOf } from './query';

/** CSS pixels within which a pointer is caught. */
const REACH = 12;

export const targetsOf = (g: Geometry): SnapTarget[] =>
  strands(g).map(({ positions, kind }) => ({ positions, closed: kind === 'ring' }));

/** The records near the pointer, the one being reshaped left out: it would hold its own vertices fast. */
const targetsNear = (map: MapLibreMap, at: Pixel, self: RecordHit | null): SnapTarget[] =>
  featuresAt(map, at, REACH).flatMap((feature) => {
    const hit = hitOf(feature);
    if (self && hit && hit.layer === self.layer && hit.id === self.id) return [];
    return feature.geometry.type === 'GeometryCollection' ? [] : targetsOf(feature.geometry as Geometry);
  });

/** The caught position of a pointer, or null. `own` are targets of the shape itself. */
export const snapOnMap = (
  map: MapLibreMap,
  at: Pixel,
  own: readonly SnapTarget[],
  self: RecordHit | null,
): Snapped | null =>
  snap(
    at,
    [...own, ...targetsNear(map, at, self)],
    ([lng = 0, lat = 0]: Position) => {
      const { x, y } = map.project([lng, lat]);
      return [x, y];
    },
    REACH,
  );
