// The cells of a matrix: groups, ticks, copies and keys.
import { expect, it } from 'vitest';
import { applyCells, linesOf, type MatrixValue, pasteCells, placeOfKey, tickOf, toggleCells } from './matrix-cells';

const value: MatrixValue = new Map([
  ['a', new Set(['view', 'edit'])],
  ['b', new Set(['view'])],
]);
const all = () => false;
const columns = ['view', 'edit'];

it('puts the rows of a group under its head', () => {
  const rows = [
    { id: 'a', label: 'A', group: 'roads' },
    { id: 'c', label: 'C' },
    { id: 'b', label: 'B', group: 'roads' },
  ];
  expect(linesOf(rows).map(({ id, rows: ids }) => [id, ids])).toEqual([
    ['c', ['c']],
    ['group:roads', ['a', 'b']],
    ['a', ['a']],
    ['b', ['b']],
  ]);
});

it('gives a group three states', () => {
  expect([tickOf(value, ['a', 'b'], 'view'), tickOf(value, ['a', 'b'], 'edit'), tickOf(value, ['b', 'x'], 'edit')]).toEqual(['all', 'some', 'none']); // biome-ignore format: one line
});

it('ticks what is missing, and unticks only when nothing is, without the cells that may not change', () => {
  expect(toggleCells(value, ['a', 'b'], columns, all)).toEqual([{ row: 'b', column: 'edit', isOn: true }]);
  expect(toggleCells(value, ['a'], columns, all)).toEqual([
    { row: 'a', column: 'view', isOn: false },
    { row: 'a', column: 'edit', isOn: false },
  ]);
  expect(toggleCells(value, ['a', 'b'], columns, (row) => row === 'b')).toEqual([
    { row: 'a', column: 'view', isOn: false },
    { row: 'a', column: 'edit', isOn: false },
  ]);
});

it('pastes a row as changes alone', () => {
  const changes = pasteCells(value, ['a', 'b', 'x'], columns, new Set(['view']), (row) => row === 'x');
  expect(changes).toEqual([{ row: 'a', column: 'edit', isOn: false }]);
  expect(applyCells(value, changes).get('a')).toEqual(new Set(['view']));
  expect(value.get('a')?.has('edit'), 'the value itself stays').toBe(true);
});

it('follows the eye with arrows and stays within the edges', () => {
  const size = { lines: 30, columns: 3 };
  const go = (key: string, isRtl = false, ctrlKey = false) =>
    placeOfKey({ key, ctrlKey }, { line: 5, column: 1 }, size, isRtl);
  expect([go('ArrowRight'), go('ArrowRight', true)]).toEqual([{ line: 5, column: 2 }, { line: 5, column: 0 }]); // biome-ignore format: one line
  expect([go('PageUp'), go('PageDown'), go('End', false, true)]).toEqual([{ line: 0, column: 1 }, { line: 15, column: 1 }, { line: 29, column: 2 }]); // biome-ignore format: one line
  expect(go('x')).toBeNull();
});
