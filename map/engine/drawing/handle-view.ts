// Which handles of a shape are in the window, and which of them lies under a pointer.
import type { Map as MapLibreMap } from 'maplibre-gl';
import type { Geometry } from '@/contract/schemas/common';
import { type Handle, handles, type VertexId } from '../../geo/reshape';
import type { Position } from '../../geo/walk';
import type { Pixel } from '../../types';
import type { SnapResult } from './snapping';

/** Edges shorter than this have no handle in their middle: it would lie on the vertices. */
const ROOM_FOR_MIDDLE = 34;
/** More handles than this are not shown: the user must zoom in first. */
const MAX_HANDLES = 1200;
/** CSS pixels beyond the window in which a handle still counts as seen. */
const MARGIN = 20;

export interface HandleView {
  handles(shape: Geometry): Handle[];
  /** The nearest handle within `reach` pixels. */
  gripped(shape: Geometry, at: Pixel, reach: number): Handle | null;
  /** Whether the shape itself, not a handle, lies there. */
  isOnBody(at: Pixel): boolean;
}

export const viewHandles = (map: MapLibreMap): HandleView => {
  const pixel = ({ position: [lng = 0, lat = 0] }: Handle): Pixel => {
    const { x, y } = map.project([lng, lat]);
    return [x, y];
  };
  const inView = (shape: Geometry): Handle[] => {
    const { clientWidth: width, clientHeight: height } = map.getContainer();
    const visible: Handle[] = [];
    let last: Pixel = [0, 0];
    for (const handle of handles(shape)) {
      const [x, y] = pixel(handle);
      if (handle.kind === 'vertex') last = [x, y];
      if (x < -MARGIN || y < -MARGIN || x > width + MARGIN || y > height + MARGIN) continue;
      // A middle lies half an edge away from its vertex, which comes just before it.
      if (handle.kind === 'middle' && Math.hypot(x - last[0], y - last[1]) * 2 < ROOM_FOR_MIDDLE) continue;
      visible.push(handle);
      if (visible.length > MAX_HANDLES) return [];
    }
    return visible;
  };
  return {
    handles: inView,
    gripped: (shape, at, reach) => {
      let best: { handle: Handle; distance: number } | null = null;
      for (const handle of inView(shape)) {
        const [x, y] = pixel(handle);
        // A middle yields to a vertex at the same distance.
        const distance = Math.hypot(x - at[0], y - at[1]) + (handle.kind === 'middle' ? 1 : 0);
        if (distance <= reach && distance < (best?.distance ?? Infinity)) best = { handle, distance };
      }
      return best?.handle ?? null;
    },
    isOnBody: ([x, y]) =>
      map.queryRenderedFeatures(
        [
          [x - 4, y - 4],
          [x + 4, y + 4],
        ],
        { layers: ['sketch:fill', 'sketch:line'] },
      ).length > 0,
  };
};

export const isSame = (a: VertexId, b: VertexId | null): boolean => a.strand === b?.strand && a.index === b.index;

type Feature = GeoJSON.Feature;
const point = (role: string, position: Position, more: Record<string, string> = {}): Feature => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: position },
  properties: { role, ...more },
});
/** What caught the pointer, a vertex otherwise than an edge. */
const mark = (caught: SnapResult | null): Feature[] =>
  caught ? [point('snap', caught.position, { caught: caught.kind })] : [];
const body = (shape: Geometry): Feature => ({ type: 'Feature', geometry: shape, properties: { role: 'shape' } });

/** What the sketch's map layers draw in a reshape: the shape, its handles by their role, and the mark of what caught the pointer. */
export const sketchData = (
  shape: Geometry,
  visible: readonly Handle[],
  active: VertexId | null,
  caught: SnapResult | null,
): GeoJSON.FeatureCollection => ({
  type: 'FeatureCollection',
  features: [
    body(shape),
    ...visible.map((h) => point(h.kind === 'vertex' && isSame(h, active) ? 'active' : h.kind, h.position)),
    ...mark(caught),
  ],
});

/** What they draw beside terra-draw's own: shapes, such as one with traced stretches, and the mark. */
export const drawingData = (
  shapes: readonly (Geometry | null)[],
  caught: SnapResult | null,
): GeoJSON.FeatureCollection => ({
  type: 'FeatureCollection',
  features: [...shapes.flatMap((shape) => (shape ? [body(shape)] : [])), ...mark(caught)],
});
