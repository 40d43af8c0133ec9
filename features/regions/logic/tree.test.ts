// The rows of the tree of regions.
import { expect, it } from 'vitest';
import type { RegionBranch } from '@/contract/schemas/regions/tree';
import { type TreeView, treeRows, withParts } from './tree';

const region = (id: number, label: string, parent: number | null = null, more: Partial<RegionBranch> = {}): RegionBranch => ({ id, label, parent, code: null, colour: null, area: id, extent: [0, 0, 1, 1], people: 0, projects: 0, ...more }); // biome-ignore format: one row
const ALL = [
  region(1, 'فارس', null, { people: 3 }),
  region(2, 'شیراز', 1, { people: 1, code: '۷۱' }),
  region(3, 'مرودشت', 1),
  region(4, 'یزد'),
  region(5, 'زرقان', 2),
];
const VIEW: TreeView = { search: '', sort: 'label', filter: 'all', closed: new Set(), overlapping: new Set([3]) };
const rowsOf = (view: Partial<TreeView>, regions = ALL) =>
  treeRows(regions, { ...VIEW, ...view }).map(
    ({ region: { id }, level, isWay }) => `${level}:${id}${isWay ? '-' : ''}`,
  );

it('stands parts under their region, folded where they are closed', () => {
  expect(rowsOf({})).toEqual(['1:1', '2:2', '3:5', '2:3', '1:4']);
  expect(rowsOf({ closed: new Set([2]) })).toEqual(['1:1', '2:2', '2:3', '1:4']);
  expect(rowsOf({ closed: new Set([1]) })).toEqual(['1:1', '1:4']);
});

it('finds by name and code in either script, with the way to it', () => {
  expect(rowsOf({ search: 'زرقان', closed: new Set([1, 2]) })).toEqual(['1:1-', '2:2-', '3:5']);
  expect(rowsOf({ search: 'مرودشت' })).toEqual(['1:1-', '2:3']);
  expect(rowsOf({ search: '71' })).toEqual(['1:1-', '2:2']);
  expect(rowsOf({ search: 'يزد' })).toEqual(['1:4']);
  expect(rowsOf({ search: 'نیست' })).toEqual([]);
});

it('filters and sorts', () => {
  expect(rowsOf({ filter: 'unused' })).toEqual(['1:1-', '2:2-', '3:5', '2:3', '1:4']);
  expect(rowsOf({ filter: 'overlapping' })).toEqual(['1:1-', '2:3']);
  expect(rowsOf({ sort: 'people' })).toEqual(['1:1', '2:2', '3:5', '2:3', '1:4']);
  expect(rowsOf({ sort: 'area' })).toEqual(['1:4', '1:1', '2:3', '2:2', '3:5']);
});

it('loses no region whose parent is not there', () => {
  expect(rowsOf({}, [region(8, 'a', 99)])).toEqual(['1:8']);
  expect([...withParts(ALL, 1)].sort()).toEqual([1, 2, 3, 5]);
});
