// A traced stretch belongs to the two vertices it lies between: it comes and goes with them, also where the record's shape comes late.
import { LngLat, type Map as MapLibreMap } from 'maplibre-gl';
import { beforeEach, expect, it } from 'vitest';
import type { Geometry } from '@/contract/schemas/common';
import type { Position } from '../../geo/walk';
import { useSnapping } from '../../state/snapping';
import type { SnapResult } from './snapping';
import { createStretches } from './stretches';

const HIT = { layer: 3, id: 7 };
const RING: Geometry = {
  type: 'Polygon',
  coordinates: [[[0, 0], [4, 0], [4, 4], [0, 4], [0, 0]]], // biome-ignore format: a square
};
// As much of a map as places need: a thousand pixels a degree, north up.
const map = {
  project: ([lng, lat]: [number, number]) => ({ x: lng * 1000, y: -lat * 1000 }),
  unproject: ([x, y]: [number, number]) => new LngLat(x / 1000, -y / 1000),
  once: () => undefined,
} as unknown as MapLibreMap;

const [A, B, C]: Position[] = [[1, 0], [4, 1], [9, 9]]; // biome-ignore format: three places
const on = (position: Position | undefined): SnapResult => ({ position: position ?? [], kind: 'edge', hit: HIT });
const line = (...coordinates: (Position | undefined)[]): Geometry & { type: 'LineString' } => ({
  type: 'LineString',
  coordinates: coordinates.map((p) => p ?? []),
});
let late = 0;
let stretches = createStretches(map, () => undefined);
const set = (last: Position | undefined, at: Position | undefined, other = false) => {
  stretches.take(last, on(at), other);
  stretches.landed(last, at ?? [], on(at));
};

beforeEach(() => {
  late = 0;
  stretches = createStretches(map, () => {
    late += 1;
  });
  useSnapping.getState().forget();
  useSnapping.getState().change({ on: true, tracing: true, otherWay: false });
  useSnapping.getState().storeWhole(HIT, RING);
});

it('follows the record between two vertices that it caught, and only there', () => {
  set(undefined, A);
  set(A, B);
  expect(stretches.expand(line(A, B, C)).coordinates).toEqual([A, [4, 0], B, C]);
  // One step back: without B there is no stretch, and with it there is again.
  expect(stretches.expand(line(A, C)).coordinates).toEqual([A, C]);
  expect(stretches.between([A ?? [], B ?? []])).toEqual([[[4, 0]]]);
});

it('looks ahead without keeping, and takes the other way when asked', () => {
  set(undefined, A);
  stretches.look(A, on(B), true);
  expect(stretches.some()).toBe(true);
  expect(stretches.expand(line(A, B)).coordinates).toHaveLength(5);
  stretches.look(A, null, false);
  expect(stretches.some()).toBe(false);
  // A finger has no Shift: it sets the way, which Shift then turns over.
  useSnapping.getState().change({ otherWay: true });
  set(A, B);
  expect(stretches.expand(line(A, B)).coordinates).toHaveLength(5);
  set(A, B, true);
  expect(stretches.expand(line(A, B)).coordinates).toHaveLength(3);
});

it('goes straight where tracing is off, another record was caught, or the edge is drawn anew', () => {
  set(undefined, A);
  useSnapping.getState().change({ tracing: false });
  set(A, B);
  expect(stretches.expand(line(A, B)).coordinates).toEqual([A, B]);
  useSnapping.getState().change({ tracing: true });
  set(A, B);
  expect(stretches.expand(line(A, B)).coordinates).toHaveLength(3);
  stretches.landed(A, B ?? [], null);
  expect(stretches.expand(line(A, B)).coordinates).toEqual([A, B]);
  const other: SnapResult = { ...on(B), hit: { layer: 3, id: 8 } };
  stretches.take(A, other, false);
  expect(stretches.some()).toBe(false);
});

it('waits for a shape that comes late', () => {
  useSnapping.getState().forget();
  set(undefined, A);
  set(A, B);
  expect(stretches.expand(line(A, B)).coordinates).toEqual([A, B]);
  useSnapping.getState().storeWhole(HIT, RING);
  expect(late).toBe(1);
  expect(stretches.expand(line(A, B)).coordinates).toEqual([A, [4, 0], B]);
});

it('is empty again after a drawing', () => {
  set(undefined, A);
  set(A, B);
  stretches.clear();
  expect(stretches.some()).toBe(false);
});
