// Tiles that were refused for want of time come by themselves; others do not.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { retryBusyTiles } from './busy-tiles';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const createMap = () => {
  const calls: unknown[] = [];
  const listeners = new Map<string, (event: object) => void>();
  const map = {
    on: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    off: (name: string) => listeners.delete(name),
    getSource: (id: string) => (id === 'gone' ? undefined : {}),
    refreshTiles: (id: string, tiles: { x: number }[]) => calls.push([id, tiles.map(({ x }) => x)]),
  } as unknown as MapLibreMap;
  const fail = (status: number, x: number, sourceId = 'layer') =>
    listeners.get('error')?.({
      error: Object.assign(new Error('refused'), { status }),
      sourceId,
      tile: { tileID: { canonical: { x, y: 1, z: 9 } } },
    });
  return { map, calls, fail, idle: () => listeners.get('idle')?.({}) };
};

it('asks again for the refused tiles alone, and later each time', () => {
  const { map, calls, fail, idle } = createMap();
  const stop = retryBusyTiles(map);
  fail(503, 1);
  fail(429, 2);
  fail(503, 3, 'gone');
  for (const status of [400, 403, 404, 500]) fail(status, 9);
  idle();
  vi.advanceTimersByTime(1_900);
  expect(calls).toEqual([]);
  vi.advanceTimersByTime(1_200);
  expect(calls).toEqual([['layer', [1, 2]]]);

  fail(503, 1);
  vi.advanceTimersByTime(3_900);
  expect(calls).toHaveLength(1);
  vi.advanceTimersByTime(2_200);
  expect(calls).toHaveLength(2);

  // All came: the next refusal is a first one again.
  idle();
  fail(503, 4);
  vi.advanceTimersByTime(3_100);
  expect(calls.at(-1)).toEqual(['layer', [4]]);

  fail(503, 5);
  stop();
  vi.advanceTimersByTime(60_000);
  expect(calls).toHaveLength(3);
});

it('waits half a minute between two attempts at most', () => {
  const { map, calls, fail } = createMap();
  retryBusyTiles(map);
  for (let i = 0; i < 12; i++) {
    fail(503, i);
    vi.advanceTimersByTime(48_100);
  }
  expect(calls).toHaveLength(12);
});

it('asks four times more for a tile that was not made in time, and again once the map has come to rest', () => {
  const { map, calls, fail, idle } = createMap();
  retryBusyTiles(map);
  for (let i = 0; i < 9; i++) {
    fail(504, 7);
    vi.advanceTimersByTime(48_100);
  }
  expect(calls).toEqual(Array(4).fill(['layer', [7]]));
  // Another tile has attempts of its own.
  fail(504, 8);
  vi.advanceTimersByTime(48_100);
  expect(calls.at(-1)).toEqual(['layer', [8]]);
  idle();
  fail(504, 7);
  vi.advanceTimersByTime(3_100);
  expect(calls).toHaveLength(6);
});
