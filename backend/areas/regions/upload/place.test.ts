// Which regions the rows of a file are, and inside which they come to lie.
import { expect, it } from 'vitest';
import { placeShapes, type Standing } from './place';
import type { FileShape } from './read';

const geometry = { type: 'Polygon' as const, coordinates: [] };
const row = (n: number, label: string, code: string | null = null, parentName: string | null = null): FileShape => ({ row: n, label, code, parentName, geometry }); // biome-ignore format: one row
const there = (id: number, label: string, code: string | null = null, parent: number | null = null): Standing => ({ id, label, code_key: code, parent }); // biome-ignore format: one row

it('knows regions by their code in either script, and parents by code before label', () => {
  const { placed, rejects } = placeShapes(
    [row(1, 'الف', '۱۲'), row(2, 'ب', null, '12'), row(3, 'ج', null, 'الف'), row(4, 'د', 'x', 'ب')],
    [there(7, 'قدیم', '12'), there(8, 'الف')],
  );
  expect(rejects).toEqual([]);
  expect(placed.map(({ id, above }) => [id, above])).toEqual([
    [7, undefined],
    [null, { id: 7 }],
    [null, { id: 8 }],
    [null, { row: 2 }],
  ]);
});

it('refuses a label that two have as a parent, a code twice and a circle', () => {
  const { placed, rejects } = placeShapes(
    [row(1, 'a', '1', '2'), row(2, 'b', '2', '3'), row(3, 'c', '3', '1'), row(4, 'd', '4'), row(5, 'e', '4'), row(6, 'f', null, 'same'), row(7, 'g')], // biome-ignore format: one list
    [there(1, 'same'), there(2, 'same')],
  );
  expect(placed.map(({ row: n }) => n)).toEqual([7]);
  expect(new Map(rejects.map(({ row: n, problem }) => [n, problem.wording]))).toEqual(
    new Map([
      [1, 'regionCircle'],
      [2, 'regionCircle'],
      [3, 'regionCircle'],
      [4, 'regionCodeTwice'],
      [5, 'regionCodeTwice'],
      [6, 'regionUnknownParent'],
    ]),
  );
});

it('marks a label that another has, not the region that only gets another shape', () => {
  const { placed } = placeShapes(
    [row(1, 'تهران', '1'), row(2, 'قم'), row(3, 'قم'), row(4, 'يزد')],
    [there(1, 'تهران', '1'), there(2, 'یزد')],
  );
  expect(placed.map(({ twin }) => twin)).toEqual([false, true, true, true]);
});
