// Moving rows of a sortable list.
import { expect, it } from 'vitest';
import { moveItem, positionOfKey } from './sort-order';

const list = ['a', 'b', 'c', 'd'];

it('moves a row down, up and no further than the ends', () => {
  expect(moveItem(list, 0, 2)).toEqual(['b', 'c', 'a', 'd']);
  expect(moveItem(list, 3, 1)).toEqual(['a', 'd', 'b', 'c']);
  expect(moveItem(list, 1, 99)).toEqual(['a', 'c', 'd', 'b']);
  expect(moveItem(list, 2, -5)).toEqual(['c', 'a', 'b', 'd']);
  expect(moveItem(list, 1, 1)).toBe(list);
  expect(moveItem(list, 3, 99), 'it is there already').toBe(list);
  expect(moveItem(list, 9, 1)).toBe(list);
});

it('knows the keys, and that a row at the end stays', () => {
  expect(['ArrowUp', 'ArrowDown', 'Home', 'End', 'x'].map((key) => positionOfKey(key, 1, 4))).toEqual([0, 2, 0, 3, null]); // biome-ignore format: one line
  expect([positionOfKey('ArrowUp', 0, 4), positionOfKey('Home', 0, 4), positionOfKey('ArrowDown', 3, 4)]).toEqual([null, null, null]); // biome-ignore format: one line
});
