// The address of the list, and what a person may do with a layer.
import { expect, it } from 'vitest';
import { LayerQuery } from '@/contract/schemas/layer';
import { actsOn } from './acts';
import { FIRST, queryOf, readView, turned, type View, writeView } from './view';

const read = (query: string) => readView(new URLSearchParams(query));

it('reads what it has written', () => {
  const view: View = { page: 3, search: 'a & b', type: 0, order: '-label', access: 7 };
  expect(read(writeView(view))).toEqual(view);
  expect(writeView(FIRST)).toBe('');
});

it('takes nonsense for nothing', () => {
  expect(read('page=-1&type=9&order=rev&q=')).toEqual(FIRST);
  expect(read('page=\u06f2').page).toBe(2);
});

it('asks what the contract allows', () => {
  expect(LayerQuery.parse(queryOf({ page: 2, search: ' x ', type: 3, order: 'label', access: null }))).toEqual({
    limit: 25,
    offset: 25,
    label: 'x',
    type: 3,
    order: 'label',
  });
  expect(queryOf(FIRST)).not.toHaveProperty('label');
});

it('turns an order around', () => {
  expect(turned('-id', 'label')).toBe('label');
  expect(turned('label', 'label')).toBe('-label');
  expect(turned('-label', 'label')).toBe('label');
});

it('offers what module and right both allow', () => {
  const rights = { view: true, add: true, edit: true, delete: true, export: true, approve: true, manage: true };
  const who = (...modules: number[]) => ({ modules, perms: [], superuser: false });
  expect(actsOn({ type: 1, rights }, who(2, 4))).toEqual({
    records: true,
    map: true,
    rename: true,
    access: true,
    remove: true,
  });
  expect(actsOn({ type: 1, rights }, who(1))).toMatchObject({ rename: false, remove: false });
  expect(actsOn({ type: 1, rights: { ...rights, manage: false } }, who(2, 4))).toMatchObject({
    rename: false,
    remove: false,
  });
  expect(actsOn({ type: 0, rights }, null)).toMatchObject({ records: true, map: false, rename: false });
  expect(actsOn({ type: 4, rights }, who())).toMatchObject({ records: false, map: true });
});
