// A short blink of shapes, so that the eye finds on the map what the hand pointed at in a list.
import type { Geometry } from '@/contract/schemas/common';
import type { LngLat } from '../types';
import { useOverlay } from './overlay';

const OWNER = 'flash';
/** Milliseconds that the shapes are lit, and dark, in turn. */
const BEAT = 180;
const BEATS = 5;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Milliseconds that a place stays marked: a flight there takes part of them. */
const MARKED_MS = 4000;

const litOf = (geometry: Geometry) => ({ geometry, role: 'mark' as const, width: 5, size: 11, fill_opacity: 0.2 });

/** Marks a place that was written, for a while. */
export const markPlace = ([lng, lat]: LngLat): void => {
  clearTimeout(timer);
  const { show } = useOverlay.getState();
  show(OWNER, [litOf({ type: 'Point', coordinates: [lng, lat] })]);
  timer = setTimeout(() => show(OWNER, []), MARKED_MS);
};

/** Lights the shapes up three times; once, for as long, where the reader wants no motion. */
export const flash = (shapes: readonly Geometry[]): void => {
  clearTimeout(timer);
  const lit = shapes.map(litOf);
  const { show } = useOverlay.getState();
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const beat = (n: number) => {
    show(OWNER, n % 2 === 0 || still ? lit : []);
    timer = setTimeout(() => (n < BEATS - 1 ? beat(n + 1) : show(OWNER, [])), BEAT);
  };
  beat(0);
};

const PIN = 'pin';

/** Marks a place that was searched for, with its name, until `unpinPlace`. */
export const pinPlace = ([lng, lat]: LngLat, text: string): void =>
  useOverlay
    .getState()
    .show(PIN, [{ geometry: { type: 'Point', coordinates: [lng, lat] }, role: 'mark', size: 8, text, font_size: 14 }]);

/** Whether a place is marked so. */
export const useIsPinned = (): boolean => useOverlay((s) => PIN in s.shapes);

export const unpinPlace = (): void => useOverlay.getState().show(PIN, []);
