// The address of the list, and what a person may do with a layer.
import { expect, it } from 'vitest';
import { LayerQuery } from '@/contract/schemas/layer';
import { allowedOn } from './acts';
import { LAYERS_VIEW, viewOfGroup } from './view';

it('asks what the contract allows', () => {
  const view = LAYERS_VIEW.read(
    new URLSearchParams('q=+x+&type=3&group=\u06f1\u06f2&order=-record_count&page=2&open=7'),
  );
  expect(LayerQuery.parse(LAYERS_VIEW.toQuery(view, 25))).toEqual({
    limit: 25,
    offset: 25,
    label: 'x',
    type: [3],
    group: 12,
    order: '-record_count',
  });
  expect(view.open).toBe(7);
});

it('asks for several kinds and for who has a layer', () => {
  const view = LAYERS_VIEW.read(new URLSearchParams('type=1,9,3&mine=true&grouped=false&owner=4,5&supervised=x'));
  expect(LayerQuery.parse(LAYERS_VIEW.toQuery(view, 25))).toEqual({ limit: 25, offset: 0, order: '-id', type: [1, 3], mine: true, grouped: false, owner: [4, 5] }); // biome-ignore format: one query
});

it('asks for the layers of a group in drawing order, whatever the address names', () => {
  const view = viewOfGroup(7);
  expect(view.toQuery(view.read(new URLSearchParams('group=9')), 25)).toMatchObject({ group: 7, order: 'place' });
});

const rights = { view: true, add: true, edit: true, delete: true, export: true, approve: true, manage: true };
const config = { source: {} } as never;
const who = { modules: [2], perms: [], superuser: false };

it('offers what both the right and the module allow', () => {
  expect(allowedOn({ type: 1, rights, config }, who as never)).toMatchObject({
    records: true,
    rename: true,
    style: true,
    copy: false,
    remove: false,
  });
  expect(allowedOn({ type: 0, rights, config }, who as never)).toMatchObject({
    map: false,
    style: false,
    export: true,
  });
  expect(allowedOn({ type: 4, rights, config }, who as never)).toMatchObject({
    records: false,
    export: false,
    map: true,
  });
  expect(allowedOn({ type: 1, rights: { ...rights, manage: false }, config }, who as never)).toMatchObject({
    rename: false,
    access: false,
    style: false,
  });
});

it('offers to read a table again where there is one, to whom may change all that this changes', () => {
  const builder = { ...who, modules: [1] } as never;
  const layer = { type: 1, rights, config: { source: { kind: 'database' } } as never };
  expect(allowedOn(layer, builder).sync).toBe(true);
  expect(allowedOn(layer, who as never).sync).toBe(false);
  expect(allowedOn({ ...layer, config }, builder).sync).toBe(false);
  for (const right of ['add', 'edit', 'delete', 'manage'])
    expect([right, allowedOn({ ...layer, rights: { ...rights, [right]: false } }, builder).sync]).toEqual([
      right,
      false,
    ]);
});
