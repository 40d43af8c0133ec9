// From the browser's pointer events to gestures that tools understand: click, double click, long press, hover at most once a frame.
import type { Map as MapLibreMap, MapMouseEvent, MapTouchEvent } from 'maplibre-gl';
import { toleranceMetres } from '../geo/scale';
import { useSketch } from '../state/sketch';
import type { Modifiers, PointGesture } from '../tool-types';
import type { LngLat, Pixel, RecordHit } from '../types';

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

/** Starts listening; the returned function stops it. */
export const listenPointer = (
  map: MapLibreMap,
  queryRecords: (at: Pixel) => RecordHit[],
  { onGesture, onLeave, wantsHover }: PointerListeners,
): (() => void) => {
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The finger that rests has had its long press. */
  let pressed = false;
  let start: Pixel | null = null;

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
  const forget = () => {
    clearTimeout(timer);
    start = null;
  };
  const onTouch = (e: MapTouchEvent) => {
    forget();
    pressed = false;
    if (e.points.length !== 1) return;
    start = [e.point.x, e.point.y];
    timer = setTimeout(() => {
      pressed = true;
      start = null;
      emit('longpress', e);
    }, LONG_PRESS);
  };
  const onTouchMove = (e: MapTouchEvent) => {
    if (start && Math.hypot(e.point.x - start[0], e.point.y - start[1]) > TREMBLE) forget();
  };

  const onTouchEnd = (e: MapTouchEvent) => {
    forget();
    // A browser would make a click of it, which closes the menu that the press has opened.
    if (pressed) e.originalEvent.preventDefault();
    pressed = false;
  };

  map.on('click', onClick);
  map.on('dblclick', onDouble);
  map.on('contextmenu', onMenu);
  map.on('mousemove', onMove);
  map.on('moveend', onRest);
  map.on('mouseout', onOut);
  const stopEnter = listenEnter(map, () => onGesture(middleGesture(map, 'click', queryRecords)));
  map.on('touchstart', onTouch);
  map.on('touchmove', onTouchMove);
  map.on('touchend', onTouchEnd);
  map.on('touchcancel', forget);
  return () => {
    forget();
    cancelAnimationFrame(frame);
    map.off('click', onClick);
    map.off('dblclick', onDouble);
    map.off('contextmenu', onMenu);
    map.off('mousemove', onMove);
    map.off('moveend', onRest);
    map.off('mouseout', onOut);
    stopEnter();
    map.off('touchstart', onTouch);
    map.off('touchmove', onTouchMove);
    map.off('touchend', onTouchEnd);
    map.off('touchcancel', forget);
  };
};
