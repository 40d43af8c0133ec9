// What became of vertices, in metres, of points, lines and polygons with holes.
import { expect, it } from 'vitest';
import type { Geometry } from '@/contract/schemas/common';
import { arrowOf, metresBetween, shapeChange, vertexDiff } from './vertex-diff';

const ring = (x: number, y: number, size: number) => [[x, y], [x + size, y], [x + size, y + size], [x, y + size], [x, y]]; // biome-ignore format: a ring
const HOLED: Geometry = { type: 'Polygon', coordinates: [ring(51, 35, 0.01), ring(51.004, 35.004, 0.002)] };

it('measures the move of a point', () => {
  const change = shapeChange({ type: 'Point', coordinates: [51, 35] }, { type: 'Point', coordinates: [51, 35.001] });
  expect(change?.shift).toBeCloseTo(111.19, 1);
  expect([change?.area, change?.length, change?.vertices]).toEqual([null, null, { added: 0, removed: 0, moved: 1 }]);
});

it('finds the one corner of a hole that was moved', () => {
  const moved = structuredClone(HOLED) as { type: 'Polygon'; coordinates: number[][][] };
  (moved.coordinates[1] as number[][])[2] = [51.0065, 35.0065];
  const diff = vertexDiff(HOLED, moved);
  expect(diff?.moved.map(({ from, to }) => [from, to])).toEqual([[[51.006, 35.006], [51.0065, 35.0065]]]); // biome-ignore format: one row
  expect([diff?.added, diff?.removed]).toEqual([[], []]);
  // The hole has grown, so the area shrinks.
  expect(shapeChange(HOLED, moved)?.area).toBeLessThan(0);
});

it('tells new and lost vertices from moved ones', () => {
  const line = (...coordinates: number[][]): Geometry => ({ type: 'LineString', coordinates });
  const before = line([51, 35], [51.1, 35], [51.2, 35]);
  const longer = vertexDiff(before, line([51, 35], [51.1, 35.001], [51.2, 35], [51.5, 35]));
  expect([longer?.moved.length, longer?.added, longer?.removed]).toEqual([1, [[51.5, 35]], []]);
  const shorter = vertexDiff(before, line([51, 35], [51.2, 35]));
  expect([shorter?.removed, shorter?.moved]).toEqual([[[51.1, 35]], []]);
  expect(vertexDiff(null, before)).toBeNull();
  expect(vertexDiff(before, before)).toEqual({ added: [], removed: [], moved: [], shift: 0 });
});

it('draws an arrow whose barbs stay short', () => {
  const { coordinates } = arrowOf({ from: [51, 35], to: [51.1, 35] }) as { coordinates: number[][][] };
  const [shaft, barbs] = coordinates as [number[][], number[][]];
  const length = metresBetween(shaft[0] as number[], shaft[1] as number[]);
  for (const end of [barbs[0], barbs[2]])
    expect(metresBetween(end as number[], [51.1, 35]) / length).toBeCloseTo(0.25, 1);
});
