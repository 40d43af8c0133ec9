// The steps of a shape under edit.
import { expect, it } from 'vitest';
import type { Geometry } from '@/contract/schemas/common';
import { cornersOf, isDirty, newDraft, redo, step, undo } from './draft';

const square = (x: number): Geometry => ({ type: 'Polygon', coordinates: [[[x, 0], [x + 1, 0], [x + 1, 1], [x, 1], [x, 0]]] }); // biome-ignore format: a square

it('goes back and forth, and forgets what came after once something else is done', () => {
  const [a, b, c] = [square(0), square(1), square(2)];
  const two = step(step(newDraft(7, a), b), c);
  const back = undo(two);
  expect(back.geometry).toBe(b);
  expect(redo(back).geometry).toBe(c);
  expect(undo(undo(undo(two))).geometry).toBe(a);
  expect(redo(step(back, square(3))).geometry).toEqual(square(3));
});

it('takes back and does again what a split cut off and a merge took in', () => {
  const [a, b, c] = [square(0), square(1), square(2)];
  const split = step(newDraft(7, a), b, { others: [c] });
  const joined = step(split, c, { absorbed: [8, 9] });
  expect(joined).toMatchObject({ others: [c], absorbed: [8, 9] });
  expect(undo(joined)).toMatchObject({ geometry: b, others: [c], absorbed: [] });
  expect(undo(undo(joined))).toMatchObject({ geometry: a, others: [], absorbed: [] });
  expect(redo(undo(undo(joined)))).toMatchObject({ geometry: b, others: [c], absorbed: [] });
});

it('is dirty once there is something to lose', () => {
  expect(isDirty(null)).toBe(false);
  expect(isDirty(newDraft(7, square(0)))).toBe(false);
  expect(isDirty(step(newDraft(7, square(0)), square(1)))).toBe(true);
  expect(isDirty(undo(step(newDraft(7, square(0)), square(1))))).toBe(false);
  expect(isDirty(newDraft(null, null))).toBe(false);
  expect(isDirty(newDraft(null, square(0)))).toBe(true);
  expect(step(newDraft(7, square(0)), square(1)).past.length).toBe(1);
});

it('counts corners, holes too', () => {
  const ring = (square(0) as { coordinates: number[][][] }).coordinates[0] ?? [];
  expect(cornersOf({ type: 'Polygon', coordinates: [ring, ring] })).toBe(8);
  expect(cornersOf({ type: 'MultiPolygon', coordinates: [[ring], [ring, ring]] })).toBe(12);
});
