// What may catch the pointer, and whose it is.
import { expect, it } from 'vitest';
import type { Pixel } from '../types';
import { snap } from './snap';
import type { Position } from './walk';

const flat = ([x = 0, y = 0]: Position): Pixel => [x, y];
const road = { positions: [[0, 0], [100, 0]], closed: false, name: 'road' }; // biome-ignore format: a line
const well = { positions: [[50, 4]], closed: false, name: 'well' };

it('says whose vertex or edge it was', () => {
  expect(snap([50, 1], [road, well], flat, 10)).toMatchObject({ kind: 'vertex', target: { name: 'well' } });
  expect(snap([20, 1], [road, well], flat, 10)).toMatchObject({ kind: 'edge', position: [20, 0], target: road });
});

it('leaves out vertices or edges where they shall not catch', () => {
  expect(snap([50, 1], [road, well], flat, 10, { vertices: false, edges: true })).toMatchObject({ kind: 'edge' });
  expect(snap([20, 1], [road, well], flat, 10, { vertices: true, edges: false })).toBeNull();
  expect(snap([2, 1], [road, well], flat, 10, { vertices: true, edges: false })).toMatchObject({ kind: 'vertex' });
  expect(snap([2, 1], [road, well], flat, 10, { vertices: false, edges: false })).toBeNull();
});

it('takes the first of two at the same place', () => {
  const own = { ...well, name: 'own' };
  expect(snap([50, 4], [own, well], flat, 10)?.target.name).toBe('own');
});
