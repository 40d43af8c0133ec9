// From the browser's pointer events to gestures that tools understand: click, double click, long press, hover at most once a frame.
import type { Map as MapLibreMap, MapMouseEvent, MapTouchEvent } from 'maplibre-gl';
import { toleranceMetres } from '../geo/scale';
import { useSketch } from '../state/sketch';
import type { Modifiers, PointGesture } from '../tool-types';
import type { LngLat, Pixel, RecordHit } from '../types';
import { listen } from './listen';

/** Milliseconds that a finger rests before it counts as a long press. */
const LONG_PRESS = 550;
/** CSS pixels that a resting finger may tremble. */
const TREMBLE = 8;

const NO_KEYS: Modifiers = { shift: false, ctrl: false, alt: false };

export interface PointerListeners {
  onGesture(gesture: PointGesture): void;
  onLeave(): void;
  /** Whether anyone wants hovers now; asking for the records under the pointer each frame is not free. */
  wantsHover(): boolean;
}

/** A gesture at a place without a pointer: a typed coordinate. */
export const gestureAt = (
  map: MapLibreMap,
  kind: PointGesture['kind'],
  at: LngLat,
  queryRecords: (at: Pixel) => RecordHit[],
  modifiers: Modifiers = NO_KEYS,
  pixel?: Pixel,
): PointGesture => {
  const projected = map.project([at[0], at[1]]);
  const point: Pixel = pixel ?? [projected.x, projected.y];
  return { kind, at, point, modifiers, hits: queryRecords(point), tolerance: toleranceMetres(at[1], map.getZoom()) };
};

/** What keys mean: the middle of the map is where they point. */
const middleGesture = (map: MapLibreMap, kind: 'hover' | 'click', queryRecords: (at: Pixel) => RecordHit[]) => {
  const { lng, lat } = map.getCenter().wrap();
  return gestureAt(map, kind, [lng, lat], queryRecords);
};

/** Enter is a click in the map's middle; while a shape is drawn it ends the shape. */
const listenEnter = (map: MapLibreMap, onEnter: () => void): (() => void) => {
  const canvas = map.getCanvas();
  const onKey = ({ key }: KeyboardEvent) => {
    if (key === 'Enter' && useSketch.getState().mode === 'none') onEnter();
  };
  canvas.addEventListener('keydown', onKey);
  return () => canvas.removeEventListener('keydown', onKey);
};

/** A finger that rests on the map: `onPress` is called once for each. */
const createLongPress = (onPress: (e: MapTouchEvent) => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The finger that rests has had its long press. */
  let isPressed = false;
  let start: Pixel | null = null;

  const cancel = () => {
    clearTimeout(timer);
    start = null;
  };
  return {
    cancel,
    onTouch: (e: MapTouchEvent) => {
      cancel();
      isPressed = false;
      if (e.points.length !== 1) return;
      start = [e.point.x, e.point.y];
      timer = setTimeout(() => {
        isPressed = true;
        start = null;
        onPress(e);
      }, LONG_PRESS);
    },
    onTouchMove: (e: MapTouchEvent) => {
      if (start && Math.hypot(e.point.x - start[0], e.point.y - start[1]) > TREMBLE) cancel();
    },
    onTouchEnd: (e: MapTouchEvent) => {
      cancel();
      // A browser would make a click of it, which closes the menu that the press has opened.
      if (isPressed) e.originalEvent.preventDefault();
      isPressed = false;
    },
  };
};

/** Starts listening; the returned function stops it. */
export const listenPointer = (
  map: MapLibreMap,
  queryRecords: (at: Pixel) => RecordHit[],
  { onGesture, onLeave, wantsHover }: PointerListeners,
): (() => void) => {
  let frame = 0;
  const emit = (kind: PointGesture['kind'], e: MapMouseEvent | MapTouchEvent) => {
    const { shiftKey: shift, altKey: alt, ctrlKey, metaKey } = e.originalEvent;
    const modifiers = { shift, alt, ctrl: ctrlKey || metaKey };
    const { lng, lat } = e.lngLat.wrap();
    onGesture(gestureAt(map, kind, [lng, lat], queryRecords, modifiers, [e.point.x, e.point.y]));
  };
  const onClick = (e: MapMouseEvent) => emit('click', e);
  const onDouble = (e: MapMouseEvent) => emit('double', e);
  const onMenu = (e: MapMouseEvent) => {
    e.originalEvent.preventDefault();
    // Whoever reshapes may take this press, and is called after this listener.
    queueMicrotask(() => {
      if (!e.defaultPrevented) emit('menu', e);
    });
  };
  const onMove = (e: MapMouseEvent) => {
    if (frame || !wantsHover()) return;
    frame = requestAnimationFrame(() => {
      frame = 0;
      if (!map.isMoving()) emit('hover', e);
    });
  };
  /** Keys that move the map ask for what lies in its middle. */
  const onRest = (e: { originalEvent?: Event }) => {
    if (e.originalEvent instanceof KeyboardEvent && wantsHover()) onGesture(middleGesture(map, 'hover', queryRecords));
  };
  const onOut = () => {
    cancelAnimationFrame(frame);
    frame = 0;
    onLeave();
  };
  const longPress = createLongPress((e) => emit('longpress', e));

  const stopMap = listen(map, {
    click: onClick,
    dblclick: onDouble,
    contextmenu: onMenu,
    mousemove: onMove,
    moveend: onRest,
    mouseout: onOut,
    touchstart: longPress.onTouch,
    touchmove: longPress.onTouchMove,
    touchend: longPress.onTouchEnd,
    touchcancel: longPress.cancel,
  });
  const stopEnter = listenEnter(map, () => onGesture(middleGesture(map, 'click', queryRecords)));
  return () => {
    longPress.cancel();
    cancelAnimationFrame(frame);
    stopMap();
    stopEnter();
  };
};
