// A new layer is clear until its tiles are there, until what is slow has waited long enough, or until nothing comes.
import type { Map as MapLibreMap, StyleSpecification } from 'maplibre-gl';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createFade } from './fade';

const style = (...ids: number[]): StyleSpecification => ({
  version: 8,
  sources: Object.fromEntries(ids.map((id) => [`layer-${id}`, { type: 'vector', tiles: ['/tile'] }])),
  layers: ids.map((id) => ({ id: `layer:${id}:fill`, type: 'fill', source: `layer-${id}`, 'source-layer': 'a', paint: { 'fill-opacity': 0.4 } })), // biome-ignore format: one list
});
const opacities = ({ layers }: StyleSpecification) =>
  layers.map((layer) => (layer.paint as Record<string, unknown>)['fill-opacity']);

function createWatched(isStill = false) {
  const listeners = new Map<string, (event: object) => void>();
  let isLoaded = false;
  const fake = {
    on: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    off: (name: string) => listeners.delete(name),
    isSourceLoaded: () => isLoaded,
  };
  const fade = createFade(isStill);
  const show = vi.fn();
  fade.watch(fake as unknown as MapLibreMap, show);
  return {
    fade,
    show,
    tile: (id: number, loaded: boolean) => {
      isLoaded = loaded;
      listeners.get('sourcedata')?.({ sourceId: `layer-${id}`, tile: {} });
    },
    idle: () => listeners.get('idle')?.({}),
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('shows a layer when the last of its tiles has come, and leaves the others as they are', () => {
  const { fade, tile, show } = createWatched();
  expect(opacities(fade.apply(style(1)))).toEqual([0]);
  tile(1, true);
  expect(show.mock.calls.map(([last]) => opacities(last))).toEqual([[0.4]]);
  const both = fade.apply(style(1, 2));
  expect(opacities(both)).toEqual([0.4, 0]);
  expect(both.transition).toEqual({ duration: 160, delay: 0 });
});

it('does not wait long for a slow tile, nor at all where the map has come to rest', () => {
  const slow = createWatched();
  slow.fade.apply(style(1));
  slow.tile(1, false);
  vi.advanceTimersByTime(399);
  expect(opacities(slow.fade.apply(style(1)))).toEqual([0]);
  vi.advanceTimersByTime(1);
  expect(opacities(slow.fade.apply(style(1)))).toEqual([0.4]);

  const empty = createWatched();
  empty.fade.apply(style(1));
  empty.idle();
  expect(opacities(empty.fade.apply(style(1)))).toEqual([0.4]);
});

it('begins anew where a layer comes back, and moves nothing where the reader wants no motion', () => {
  const { fade, idle } = createWatched(true);
  fade.apply(style(1));
  idle();
  fade.apply(style());
  const again = fade.apply(style(1));
  expect(opacities(again)).toEqual([0]);
  expect(again.transition).toEqual({ duration: 0, delay: 0 });
});
