// Which marks are one on the screen.
import { expect, it } from 'vitest';
import { clusterMarks, type MapMark } from './marks';

const mark = (id: number, x: number, more: Partial<MapMark> = {}): MapMark => ({
  id,
  at: [x, 0],
  text: 'x',
  label: 'x',
  ...more,
});
const project = ([x, y]: readonly number[]) => ({ x: x ?? 0, y: y ?? 0 });
const idsOf = (marks: MapMark[]) => clusterMarks(marks, project, 32).map((one) => one.marks.map(({ id }) => id));

it('marks that are nearer than a thumb are one; those at its edge are two', () => {
  expect(idsOf([mark(1, 0), mark(2, 31), mark(3, 32), mark(4, 100)])).toEqual([[1, 2], [3], [4]]);
});

it('the current mark never hides in a number, wherever it stands in the list', () => {
  expect(idsOf([mark(1, 0), mark(2, 1, { isCurrent: true }), mark(3, 2)])).toEqual([[1, 3], [2]]);
  expect(idsOf([mark(2, 1, { isCurrent: true }), mark(3, 2)])).toEqual([[2], [3]]);
});
