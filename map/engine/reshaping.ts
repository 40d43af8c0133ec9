// Moving and reshaping what exists, parts and holes included, by dragging handles. Terra-draw refuses holes and Multi geometries.
import type { Map as MapLibreMap, MapMouseEvent, MapTouchEvent } from 'maplibre-gl';
import type { Geometry } from '@/contract/schemas/common';
import { insertVertex, moveVertex, removeVertex, translate, type VertexId } from '../geo/reshape';
import { rotateShape } from '../geo/shapes';
import type { SnapTarget } from '../geo/snap';
import { type Position, strands } from '../geo/walk';
import { useSnapping } from '../state/snapping';
import { NO_DATA } from '../style/overlays';
import type { LngLat, Pixel, RecordHit } from '../types';
import { isSame, sketchData, viewHandles } from './handle-view';
import { type SnapResult, snapOnMap } from './snapping';

/** CSS pixels round a handle that take hold of it, for a mouse and for a finger. */
const GRIP = { mouse: 9, touch: 22 };
const HISTORY = 200;

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

type Drag = { from: Geometry; start: LngLat; vertex: VertexId | null };
type Press = MapMouseEvent | MapTouchEvent;

export const createReshaping = (
  map: MapLibreMap,
  draw: (features: GeoJSON.FeatureCollection) => void,
  onChange: (report: ReshapeReport) => void,
): Reshaping => {
  const view = viewHandles(map);
  let shape: Geometry | null = null;
  let self: RecordHit | null = null;
  let active: VertexId | null = null;
  let past: Geometry[] = [];
  let future: Geometry[] = [];
  /** What the reshape before this one left, for one that resumes it. */
  let left: { shape: Geometry; past: Geometry[] } | null = null;
  let drag: Drag | null = null;
  let caught: SnapResult | null = null;
  /** The last step of the drag: a shape that comes late may catch it there. */
  let rested: Press | null = null;
  let frame = 0;
  let hovering = 0;
  let stopListening: () => void = () => undefined;

  const render = () => {
    if (!shape) return draw(NO_DATA);
    draw(sketchData(shape, view.handles(shape), active, caught));
  };
  /** At most once a frame: a pointer moves more often than a screen draws, and big shapes take their time. */
  const report = () => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      render();
      if (shape)
        onChange({
          geometry: shape,
          active,
          moving: drag !== null,
          canUndo: past.length > 0,
          canRedo: future.length > 0,
        });
    });
  };
  const commit = (before: Geometry) => {
    past = [...past, before].slice(-HISTORY);
    future = [];
  };

  const place = (e: Press): { at: LngLat; point: Pixel } => ({
    at: [e.lngLat.lng, e.lngLat.lat],
    point: [e.point.x, e.point.y],
  });

  const onPress = (e: Press) => {
    if (!shape || ('points' in e && e.points.length !== 1)) return;
    const mouse = e.originalEvent instanceof MouseEvent;
    if (mouse && (e.originalEvent as MouseEvent).button !== 0) return;
    const { at, point } = place(e);
    const handle = view.gripped(shape, point, mouse ? GRIP.mouse : GRIP.touch);
    if (!handle && !view.isOnBody(point)) return;
    e.preventDefault();
    const from = shape;
    if (handle?.kind === 'middle') shape = insertVertex(shape, handle, handle.position);
    const vertex = handle ? { strand: handle.strand, index: handle.index + (handle.kind === 'middle' ? 1 : 0) } : null;
    if (vertex) active = vertex;
    drag = { from, start: at, vertex };
    report();
  };

  /** The shape's own corners but the one in hand, so that a ring can be closed onto itself exactly. */
  const ownTargets = (vertex: VertexId): SnapTarget[] =>
    shape
      ? strands(shape).flatMap((s, strand) =>
          s.positions.flatMap((p, index) =>
            isSame({ strand, index }, vertex) ? [] : [{ positions: [p], closed: false }],
          ),
        )
      : [];

  /** Seen from the vertex before it, the one in hand keeps to whole steps of 15 degrees. */
  const straight = ({ strand, index }: VertexId, point: Pixel): Position => {
    const positions = shape ? (strands(shape)[strand]?.positions ?? []) : [];
    const from = positions[index - 1] ?? positions[index + 1];
    if (!from) return map.unproject([point[0], point[1]]).toArray();
    const { x, y } = map.project([from[0] ?? 0, from[1] ?? 0]);
    const [px, py] = rotateShape([x, y], point);
    return map.unproject([px, py]).toArray();
  };

  const showCursor = (point: Pixel) => {
    hovering ||= requestAnimationFrame(() => {
      hovering = 0;
      if (!shape || drag || map.isMoving()) return;
      map.getCanvas().style.cursor = view.gripped(shape, point, GRIP.mouse)
        ? 'grab'
        : view.isOnBody(point)
          ? 'move'
          : '';
    });
  };
  const onMove = (e: Press) => {
    const { at, point } = place(e);
    if (!drag || !shape) {
      if (e.originalEvent instanceof MouseEvent) showCursor(point);
      return;
    }
    rested = e;
    if (drag.vertex) {
      caught = e.originalEvent.altKey ? null : snapOnMap(map, point, ownTargets(drag.vertex), self);
      shape = moveVertex(
        shape,
        drag.vertex,
        caught?.position ??
          (e.originalEvent.shiftKey || useSnapping.getState().angles ? straight(drag.vertex, point) : [...at]),
      );
    } else shape = translate(drag.from, at[0] - drag.start[0], at[1] - drag.start[1]);
    report();
  };

  const onRelease = () => {
    if (!drag || !shape) return;
    if (drag.from !== shape) commit(drag.from);
    [drag, caught, rested] = [null, null, null];
    report();
  };

  const remove = (vertex: VertexId) => {
    const next = shape && removeVertex(shape, vertex);
    if (!shape || !next) return;
    commit(shape);
    shape = next;
    active = null;
    report();
  };
  const onMenu = (e: MapMouseEvent) => {
    const handle = shape && view.gripped(shape, [e.point.x, e.point.y], GRIP.mouse);
    if (handle?.kind !== 'vertex') return;
    e.preventDefault();
    remove(handle);
  };

  const listen = () => {
    map.on('mousedown', onPress);
    map.on('touchstart', onPress);
    map.on('mousemove', onMove);
    map.on('touchmove', onMove);
    map.on('contextmenu', onMenu);
    map.on('moveend', render);
    // A button let go outside the map is let go all the same.
    const stopLate = useSnapping.subscribe(({ wholeShapes }, before) => {
      if (wholeShapes !== before.wholeShapes && drag && rested) onMove(rested);
    });
    window.addEventListener('mouseup', onRelease);
    window.addEventListener('touchend', onRelease);
    window.addEventListener('touchcancel', onRelease);
    return () => {
      stopLate();
      map.off('mousedown', onPress);
      map.off('touchstart', onPress);
      map.off('mousemove', onMove);
      map.off('touchmove', onMove);
      map.off('contextmenu', onMenu);
      map.off('moveend', render);
      window.removeEventListener('mouseup', onRelease);
      window.removeEventListener('touchend', onRelease);
      window.removeEventListener('touchcancel', onRelease);
      map.getCanvas().style.cursor = '';
    };
  };

  const step = (from: Geometry[], to: Geometry[]): [Geometry[], Geometry[]] => {
    const target = from.at(-1);
    if (!target || !shape || drag) return [from, to];
    const now = shape;
    shape = target;
    active = null;
    return [from.slice(0, -1), [...to, now]];
  };

  return {
    start: (geometry, record, resume) => {
      stopListening();
      const steps = resume && left ? [...left.past, ...(left.shape === geometry ? [] : [left.shape])] : [];
      [shape, self, past, future, drag, caught] = [geometry, record, steps, [], null, null];
      active = geometry.type === 'Point' ? { strand: 0, index: 0 } : null;
      stopListening = listen();
      report();
    },
    moveTo: (at) => {
      if (!shape || !active) return false;
      commit(shape);
      shape = moveVertex(shape, active, [...at]);
      report();
      return true;
    },
    change: (how, inHand) => {
      const next = shape && how(shape);
      if (!shape || !next) return false;
      commit(shape);
      shape = next;
      if (!inHand) active = null;
      report();
      return true;
    },
    pick: (by) => {
      if (!shape || drag) return;
      const all = strands(shape).flatMap((s, strand) =>
        s.positions.map((position, index) => ({ strand, index, position })),
      );
      const at = active ? all.findIndex((vertex) => isSame(vertex, active)) : by > 0 ? -1 : 0;
      const next = all.at((at + by) % all.length);
      if (!next) return;
      active = { strand: next.strand, index: next.index };
      const [lng = 0, lat = 0] = next.position;
      if (!map.getBounds().contains([lng, lat])) map.panTo([lng, lat]);
      report();
    },
    removeActive: () => {
      if (active) remove(active);
    },
    undo: () => {
      [past, future] = step(past, future);
      report();
    },
    redo: () => {
      [future, past] = step(future, past);
      report();
    },
    geometry: () => shape,
    stop: () => {
      if (shape) left = { shape, past };
      stopListening();
      stopListening = () => undefined;
      [shape, self, active, drag, caught, rested] = [null, null, null, null, null, null];
      cancelAnimationFrame(frame);
      cancelAnimationFrame(hovering);
      [frame, hovering] = [0, 0];
      render();
    },
  };
};
