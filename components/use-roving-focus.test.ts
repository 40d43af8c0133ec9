// Where arrows lead in a bar of buttons, in both directions of writing.
import { expect, it } from 'vitest';
import { rovingIndex } from './use-roving-focus';

it('goes round, along the bar and as the line is read', () => {
  expect(rovingIndex('ArrowDown', 2, 3, 'vertical', true)).toBe(0);
  expect(rovingIndex('ArrowUp', 0, 3, 'vertical', false)).toBe(2);
  expect(rovingIndex('ArrowLeft', 0, 3, 'vertical', true)).toBeNull();
  expect(rovingIndex('ArrowLeft', 0, 3, 'horizontal', true)).toBe(1);
  expect(rovingIndex('ArrowRight', 0, 3, 'horizontal', false)).toBe(1);
  expect(rovingIndex('ArrowRight', 0, 3, 'horizontal', true)).toBe(2);
  expect([rovingIndex('Home', 2, 3, 'horizontal', true), rovingIndex('End', 0, 3, 'vertical', true)]).toEqual([0, 2]);
});
