// Moving and reshaping what exists, parts and holes included, by dragging handles. Terra-draw refuses holes and Multi geometries.
import type { Map as MapLibreMap } from 'maplibre-gl';
import type { Geometry } from '@/contract/schemas/common';
import { moveVertex, removeVertex, type VertexId } from '../../geo/reshape';
import { type Position, strands } from '../../geo/walk';
import { NO_DATA } from '../../style/overlays';
import type { LngLat, RecordHit } from '../../types';
import { createDragging } from './dragging';
import { createEditedShape } from './edited-shape';
import { isSame, sketchData, viewHandles } from './handle-view';

export interface ReshapeReport {
  geometry: Geometry;
  active: VertexId | null;
  /** In the middle of a drag: costly sums may wait for its end. */
  moving: boolean;
  canUndo: boolean;
  canRedo: boolean;
}
export interface Reshaping {
  /** `resume` goes on with the steps back of the reshape before it: something was drawn in between. */
  start(geometry: Geometry, self: RecordHit | null, resume: boolean): void;
  /** One step to another shape; false where `how` returns null. `inHand`: the same vertex stays the active one. */
  change(how: (shape: Geometry) => Geometry | null, inHand: boolean): boolean;
  /** Moves the active vertex there, or the only point; false when no vertex is active. */
  moveTo(at: LngLat): boolean;
  /** Makes the next or the previous vertex the active one, the first or the last where none is; brings it into view. */
  pick(by: 1 | -1): void;
  removeActive(): void;
  undo(): void;
  redo(): void;
  /** The geometry as it is now; null when nothing is being reshaped. */
  geometry(): Geometry | null;
  stop(): void;
}

/** The vertex after this one, or before it; the first or the last where there is none. */
const neighbourOf = (
  shape: Geometry,
  active: VertexId | null,
  by: 1 | -1,
): (VertexId & { position: Position }) | undefined => {
  const all = strands(shape).flatMap((s, strand) =>
    s.positions.map((position, index) => ({ strand, index, position })),
  );
  const at = active ? all.findIndex((vertex) => isSame(vertex, active)) : by > 0 ? -1 : 0;
  return all.at((at + by) % all.length);
};

const bringIntoView = (map: MapLibreMap, [lng = 0, lat = 0]: Position) => {
  if (!map.getBounds().contains([lng, lat])) map.panTo([lng, lat]);
};

/** Work at most once a frame: a pointer moves more often than a screen draws, and big shapes take their time. */
const createFrame = (work: () => void) => {
  let frame = 0;
  return {
    request: () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        work();
      });
    },
    cancel: () => {
      cancelAnimationFrame(frame);
      frame = 0;
    },
  };
};

export const createReshaping = (
  map: MapLibreMap,
  draw: (features: GeoJSON.FeatureCollection) => void,
  onChange: (report: ReshapeReport) => void,
): Reshaping => {
  const view = viewHandles(map);
  let self: RecordHit | null = null;

  const render = () => {
    const shape = edited.now();
    draw(shape ? sketchData(shape, view.handles(shape), edited.active(), dragging.caught()) : NO_DATA);
  };
  const report = createFrame(() => {
    render();
    const [geometry, active] = [edited.now(), edited.active()];
    const [canUndo, canRedo] = [edited.canUndo(), edited.canRedo()];
    if (geometry) onChange({ geometry, active, moving: dragging.isHeld(), canUndo, canRedo });
  });
  const edited = createEditedShape(report.request);
  const remove = (vertex: VertexId) => {
    const shape = edited.now();
    edited.change(shape && removeVertex(shape, vertex), null);
  };
  const dragging = createDragging(map, view, {
    shape: edited.now,
    self: () => self,
    onHold: (shape, vertex) => edited.set(shape, vertex ?? edited.active()),
    onMove: (shape) => edited.set(shape, edited.active()),
    onRelease: (from) => {
      if (from !== edited.now()) edited.commit(from);
      report.request();
    },
    onMenu: remove,
  });
  const stop = () => {
    dragging.stop();
    map.off('moveend', render);
  };

  return {
    start: (geometry, record, resume) => {
      stop();
      self = record;
      dragging.start();
      map.on('moveend', render);
      edited.begin(geometry, resume);
    },
    moveTo: (at) => {
      const [shape, active] = [edited.now(), edited.active()];
      return shape !== null && active !== null && edited.change(moveVertex(shape, active, [...at]), active);
    },
    change: (how, inHand) => {
      const shape = edited.now();
      return edited.change(shape && how(shape), inHand ? edited.active() : null);
    },
    pick: (by) => {
      const shape = edited.now();
      const next = shape && !dragging.isHeld() && neighbourOf(shape, edited.active(), by);
      if (!next) return;
      bringIntoView(map, next.position);
      edited.set(shape, { strand: next.strand, index: next.index });
    },
    removeActive: () => {
      const active = edited.active();
      if (active) remove(active);
    },
    undo: () => !dragging.isHeld() && edited.undo(),
    redo: () => !dragging.isHeld() && edited.redo(),
    geometry: edited.now,
    stop: () => {
      stop();
      edited.end();
      self = null;
      report.cancel();
      render();
    },
  };
};
