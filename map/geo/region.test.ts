// Inside, partly outside and outside the areas one may work in.
import { expect, it } from 'vitest';
import type { Geometry } from '@/contract/schemas/common';
import { checkWithin } from './region';

const box = (x: number, y: number, side: number): number[][] =>
  [[x, y], [x + side, y], [x + side, y + side], [x, y + side], [x, y]]; // biome-ignore format: a square
const area = (...rings: number[][][]): Geometry => ({ type: 'Polygon', coordinates: rings });
const point = (...coordinates: number[]): Geometry => ({ type: 'Point', coordinates });
const line = (...coordinates: number[][]): Geometry => ({ type: 'LineString', coordinates });
const HOME = area(box(0, 0, 4), box(1, 1, 1));
const NEXT = area(box(4, 0, 4));

it.each<[string, Geometry, Geometry[], ReturnType<typeof checkWithin>]>([
  ['nobody is bound', point(50, 50), [], 'none'],
  ['a point inside', point(3, 3), [HOME], 'none'],
  ['a point in a hole', point(1.5, 1.5), [HOME], 'all'],
  ['a point outside', point(9, 9), [HOME], 'all'],
  ['some of many points', { type: 'MultiPoint', coordinates: [[3, 3], [9, 9]] }, [HOME], 'part'], // biome-ignore format: two points
  ['a line inside', line([0.5, 0.5], [3.5, 0.5]), [HOME], 'none'],
  ['a line over a hole', line([0.5, 1.5], [3.5, 1.5]), [HOME], 'part'],
  ['a line through, its ends outside', line([-1, 3], [9, 3]), [HOME], 'part'],
  ['a line over the seam of two areas', line([3, 3], [5, 3]), [HOME, NEXT], 'none'],
  ['a line that leaves', line([3, 3], [3, 9]), [HOME, NEXT], 'part'],
  ['the area itself', area(box(4, 0, 4)), [NEXT], 'none'],
  ['an area inside', area(box(2.5, 2.5, 1)), [HOME], 'none'],
  ['an area over the edge', area(box(7, 1, 2)), [NEXT], 'part'],
  ['an area round all', area(box(-5, -5, 30)), [HOME], 'part'],
  ['an area elsewhere', area(box(20, 20, 1)), [HOME, NEXT], 'all'],
])('%s', (_, shape, areas, answer) => expect(checkWithin(shape, areas)).toBe(answer));
