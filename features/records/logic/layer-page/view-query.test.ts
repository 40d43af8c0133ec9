import { expect, it } from 'vitest';
import type { Field } from '@/contract/schemas/form';
import type { QueryNode } from '@/contract/schemas/query';
import { columnsOf } from '../columns';
import { arrangementOf, hasSameColumns, isSameTree, tableOfView, treeOfTable } from './view-query';

const FORM: Field[] = [
  { name: 'name', label: 'name', type: 'text' },
  { name: 'n', label: 'n', type: 'decimal' },
  { name: 'day', label: 'day', type: 'date' },
  { name: 'yes', label: 'yes', type: 'boolean' },
  { name: 'many', label: 'many', type: 'multi_choice', choices: [{ value: 'a', label: 'A' }] },
];
const tree = (...and: QueryNode[]): QueryNode => ({ and });

it('stands above the columns what can be typed there, and means the same again', () => {
  const typed = {
    order: '-value__n',
    search: 'شهر',
    filters: { name: '=تهران', n: '>=2.5', day: '1404/05/01..1404/05/10', yes: 'true', many: 'a' },
  };
  const query = treeOfTable(FORM, typed, 'fa', null);
  for (const lang of ['fa', 'en'] as const) {
    const { query: back, rest } = tableOfView(FORM, { query, order: typed.order }, lang);
    expect(rest).toBeNull();
    expect([back.order, back.search, Object.keys(back.filters).sort()]).toEqual([typed.order, 'شهر', ['day', 'many', 'n', 'name', 'yes']]); // biome-ignore format: one line
    expect(isSameTree(treeOfTable(FORM, back, lang, null), query)).toBe(true);
  }
  expect(tableOfView(FORM, { query, order: null }, 'fa').query.filters.day).toBe('1404/05/01..1404/05/10');
});

it('keeps what can be typed nowhere as a filter of its own, and passes over fields that are gone', () => {
  const either: QueryNode = { or: [{ field: 'n', is: 'eq', value: 1 }, { field: 'n', is: 'eq', value: 2 }] }; // biome-ignore format: one line
  const region: QueryNode = { place: 'intersects', region: 7 };
  const query = tree({ field: 'n', is: 'gt', value: 0 }, { field: 'n', is: 'lt', value: 9 }, either, region, { field: 'lost', is: 'empty' }); // biome-ignore format: one tree
  const { query: table, rest } = tableOfView(FORM, { query, order: null }, 'en');
  expect(table.filters).toEqual({ n: '>0' });
  const without = tree(...(query as { and: QueryNode[] }).and.slice(0, -1));
  expect(isSameTree(treeOfTable(FORM, table, 'en', rest), without)).toBe(true);
  expect(tableOfView(FORM, { query: { field: 'lost', is: 'empty' }, order: null }, 'en')).toEqual({ query: { order: null, search: '', filters: {} }, rest: null }); // biome-ignore format: one line
});

it('knows its columns again, those that are gone aside', () => {
  const all = columnsOf({ config: { form: FORM } } as never);
  const columns = { visible: ['id', 'value__n', 'value__lost'], pinned: ['id'] };
  const { shown: visibility, order } = arrangementOf(columns, all);
  expect(Object.entries(visibility).filter(([, isOn]) => isOn).map(([id]) => id)).toEqual(['id', 'value__n']); // biome-ignore format: one line
  expect(order.slice(0, 2)).toEqual(['id', 'value__n']);
  expect(hasSameColumns({ visible: ['id', 'value__n'], pinned: ['id'] }, columns, all)).toBe(true);
  expect(hasSameColumns({ visible: ['value__n', 'id'], pinned: ['id'] }, columns, all)).toBe(false);
  expect(hasSameColumns(null, columns, all)).toBe(false);
  expect(hasSameColumns(null, null, all)).toBe(true);
  expect(hasSameColumns(null, { visible: ['value__lost'], pinned: [] }, all)).toBe(true);
});
