// The hand on a shape: takes hold of a handle or of the whole, drags it, and lets it go.
import type { Map as MapLibreMap, MapMouseEvent, MapTouchEvent } from 'maplibre-gl';
import type { Geometry } from '@/contract/schemas/common';
import { insertVertex, moveVertex, translate, type VertexId } from '../../geo/reshape';
import { rotateShape } from '../../geo/shapes';
import type { SnapTarget } from '../../geo/snap';
import { type Position, strands } from '../../geo/walk';
import { useSnapping } from '../../state/snapping';
import type { LngLat, Pixel, RecordHit } from '../../types';
import { listen } from '../listen';
import { type HandleView, isSame } from './handle-view';
import { type SnapResult, snapOnMap } from './snapping';

/** CSS pixels round a handle that take hold of it, for a mouse and for a finger. */
const GRIP = { mouse: 9, touch: 22 };

type Drag = { from: Geometry; start: LngLat; vertex: VertexId | null };
type Press = MapMouseEvent | MapTouchEvent;

/** What is reshaped, and what becomes of it. */
export interface DragTarget {
  shape(): Geometry | null;
  /** The record that it is the shape of: it does not catch its own vertices. */
  self(): RecordHit | null;
  /** Held by this vertex, which a press in the middle of an edge has made; by none where the whole is held. */
  onHold(shape: Geometry, vertex: VertexId | null): void;
  onMove(shape: Geometry): void;
  /** `from`: the shape before the drag. */
  onRelease(from: Geometry): void;
  /** A menu was asked for at a vertex. */
  onMenu(vertex: VertexId): void;
}
export interface Dragging {
  isHeld(): boolean;
  /** What the vertex in hand is caught by. */
  caught(): SnapResult | null;
  start(): void;
  stop(): void;
}

const place = (e: Press): { at: LngLat; point: Pixel } => ({
  at: [e.lngLat.lng, e.lngLat.lat],
  point: [e.point.x, e.point.y],
});

/** The shape's own corners but the one in hand, so that a ring can be closed onto itself exactly. */
const ownTargets = (shape: Geometry, vertex: VertexId): SnapTarget[] =>
  strands(shape).flatMap((s, strand) =>
    s.positions.flatMap((p, index) => (isSame({ strand, index }, vertex) ? [] : [{ positions: [p], closed: false }])),
  );

/** Seen from the vertex before it, the one in hand keeps to whole steps of 15 degrees. */
const straight = (map: MapLibreMap, shape: Geometry, { strand, index }: VertexId, point: Pixel): Position => {
  const positions = strands(shape)[strand]?.positions ?? [];
  const from = positions[index - 1] ?? positions[index + 1];
  if (!from) return map.unproject([point[0], point[1]]).toArray();
  const { x, y } = map.project([from[0] ?? 0, from[1] ?? 0]);
  const [px, py] = rotateShape([x, y], point);
  return map.unproject([px, py]).toArray();
};

/** The shape as the hand has it at this event. */
const draggedTo = (
  map: MapLibreMap,
  shape: Geometry,
  { from, start, vertex }: Drag,
  e: Press,
  caught: SnapResult | null,
): Geometry => {
  const { at, point } = place(e);
  if (!vertex) return translate(from, at[0] - start[0], at[1] - start[1]);
  if (caught) return moveVertex(shape, vertex, caught.position);
  const keepsAngle = e.originalEvent.shiftKey || useSnapping.getState().angles;
  return moveVertex(shape, vertex, keepsAngle ? straight(map, shape, vertex, point) : [...at]);
};

/** The cursor over handles and over the shape, at most once a frame. */
const createCursor = (map: MapLibreMap, view: HandleView, shape: () => Geometry | null) => {
  let frame = 0;
  return {
    show: (point: Pixel) => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        const now = shape();
        if (!now || map.isMoving()) return;
        map.getCanvas().style.cursor = view.gripped(now, point, GRIP.mouse)
          ? 'grab'
          : view.isOnBody(point)
            ? 'move'
            : '';
      });
    },
    stop: () => {
      cancelAnimationFrame(frame);
      frame = 0;
      map.getCanvas().style.cursor = '';
    },
  };
};

/** A button let go outside the map is let go all the same. */
const listenRelease = (onRelease: () => void): (() => void) => {
  const ends = ['mouseup', 'touchend', 'touchcancel'] as const;
  for (const end of ends) window.addEventListener(end, onRelease);
  return () => {
    for (const end of ends) window.removeEventListener(end, onRelease);
  };
};

export const createDragging = (map: MapLibreMap, view: HandleView, target: DragTarget): Dragging => {
  let drag: Drag | null = null;
  let caught: SnapResult | null = null;
  /** The last step of the drag: a shape that comes late may catch it there. */
  let rested: Press | null = null;
  let stopListening: () => void = () => undefined;
  const cursor = createCursor(map, view, () => (drag ? null : target.shape()));

  const onPress = (e: Press) => {
    const shape = target.shape();
    if (!shape || ('points' in e && e.points.length !== 1)) return;
    const mouse = e.originalEvent instanceof MouseEvent ? e.originalEvent : null;
    if (mouse && mouse.button !== 0) return;
    const { at, point } = place(e);
    const handle = view.gripped(shape, point, mouse ? GRIP.mouse : GRIP.touch);
    if (!handle && !view.isOnBody(point)) return;
    e.preventDefault();
    const isMiddle = handle?.kind === 'middle';
    const vertex = handle && { strand: handle.strand, index: handle.index + (isMiddle ? 1 : 0) };
    drag = { from: shape, start: at, vertex };
    target.onHold(isMiddle ? insertVertex(shape, handle, handle.position) : shape, vertex);
  };

  const onMove = (e: Press) => {
    const shape = target.shape();
    if (!drag || !shape) {
      if (e.originalEvent instanceof MouseEvent) cursor.show(place(e).point);
      return;
    }
    rested = e;
    if (drag.vertex && !e.originalEvent.altKey)
      caught = snapOnMap(map, place(e).point, ownTargets(shape, drag.vertex), target.self());
    else caught = null;
    target.onMove(draggedTo(map, shape, drag, e, caught));
  };
  const onRelease = () => {
    if (!drag || !target.shape()) return;
    const { from } = drag;
    [drag, caught, rested] = [null, null, null];
    target.onRelease(from);
  };
  const onMenu = (e: MapMouseEvent) => {
    const shape = target.shape();
    const handle = shape && view.gripped(shape, [e.point.x, e.point.y], GRIP.mouse);
    if (handle?.kind !== 'vertex') return;
    e.preventDefault();
    target.onMenu(handle);
  };

  const start = () => {
    const stops = [
      listen(map, {
        mousedown: onPress,
        touchstart: onPress,
        mousemove: onMove,
        touchmove: onMove,
        contextmenu: onMenu,
      }),
      listenRelease(onRelease),
      useSnapping.subscribe(({ wholeShapes }, before) => {
        if (wholeShapes !== before.wholeShapes && drag && rested) onMove(rested);
      }),
      cursor.stop,
    ];
    stopListening = () => {
      for (const stop of stops) stop();
    };
  };

  return {
    isHeld: () => drag !== null,
    caught: () => caught,
    start,
    stop: () => {
      stopListening();
      stopListening = () => undefined;
      [drag, caught, rested] = [null, null, null];
    },
  };
};
