// The mask of an area: whatever lies inside the area is outside of the mask.
import { expect, it } from 'vitest';
import { maskOf } from './mask';

const ring = (from: number, to: number) => [[from, from], [to, from], [to, to], [from, to], [from, from]]; // biome-ignore format: one ring

it('is the world without the area, and the holes of the area', () => {
  const mask = maskOf({ type: 'Polygon', coordinates: [ring(10, 40), ring(20, 30)] });
  expect(mask?.type).toBe('MultiPolygon');
  const partsOf = (shape: ReturnType<typeof maskOf>) => (shape?.type === 'MultiPolygon' ? shape.coordinates : []);
  const [world, hole] = partsOf(mask);
  expect([world?.length, world?.[1], hole]).toEqual([2, ring(10, 40), [ring(20, 30)]]);
  const two = maskOf({ type: 'MultiPolygon', coordinates: [[ring(0, 1)], [ring(2, 3)]] });
  expect(partsOf(two)[0]?.length).toBe(3);
  expect(maskOf({ type: 'Point', coordinates: [1, 1] })).toBeNull();
});
