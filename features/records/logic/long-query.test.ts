// The list's filters as a tree: each says the same in both forms.
import { describe, expect, test } from 'vitest';
import type { Field } from '@/contract/schemas/form';
import { QueryTree } from '@/contract/schemas/query';
import { idsRule, toQueryTree } from './long-query';

const form: Field[] = [
  { name: 'name', label: 'Name', type: 'text' },
  { name: 'people', label: 'People', type: 'integer' },
  { name: 'day', label: 'Day', type: 'date' },
  { name: 'open', label: 'Open', type: 'boolean' },
];
const tree = (request: Record<string, string>) => toQueryTree(form, { layer: 1, order: '-id', ...request } as never);

describe('a long query', () => {
  test.each([
    [{ value__name: 'teh' }, { field: 'name', is: 'contains', value: 'teh' }],
    [{ value__name: '=teh' }, { field: 'name', is: 'eq', value: 'teh' }],
    [{ value__people: '>=5' }, { field: 'people', is: 'ge', value: 5 }],
    [{ value__people: '-5..8.5' }, { field: 'people', is: 'between', value: [-5, 8.5] }],
    [{ value__day: '<2020-01-01' }, { field: 'day', is: 'lt', value: '2020-01-01' }],
    [{ value__day: '~' }, { field: 'day', is: 'empty' }],
    [{ value__open: 'false' }, { field: 'open', is: 'eq', value: false }],
    [{ ids: '4,5' }, { column: 'id', is: 'in', value: [4, 5] }],
    [{ filter_query: '{"and":[]}' }, { and: [] }],
    [{}, { and: [] }],
  ])('%j', (request, node) => {
    expect(tree(request as Record<string, string>)).toEqual(node);
    expect(QueryTree.safeParse(node).success).toBe(true);
  });

  test('several filters stand together, and words are looked for one by one', () => {
    expect(tree({ search: 'a  b', value__people: '=1' })).toEqual({
      and: [
        { or: [{ field: 'name', is: 'contains', value: 'a' }] },
        { or: [{ field: 'name', is: 'contains', value: 'b' }] },
        { field: 'people', is: 'eq', value: 1 },
      ],
    });
  });

  test('what the grammar does not know is not lost silently', () => {
    expect(tree({ geometry: 'POINT(1 2)' })).toBeNull();
    expect(tree({ value__gone: '1' })).toBeNull();
  });

  test('ten thousand ids fit into one tree', () => {
    const ids = Array.from({ length: 10_000 }, (_, i) => i + 1);
    const node = idsRule(ids);
    expect(QueryTree.safeParse({ and: [node] }).success).toBe(true);
    expect('or' in node && node.or.flatMap((one) => ('value' in one ? one.value : []))).toEqual(ids);
  });
});
