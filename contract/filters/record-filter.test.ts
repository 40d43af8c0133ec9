// The filters of an address and the queries that they stand for: read, refused by name, written back.

import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { ORACLE_FORM, queries } from '../../testing/oracle/query';
import { choicesOf } from '../fields/choice';
import type { Field } from '../schemas/form';
import { type QueryNode, QueryTree } from '../schemas/query';
import { RecordQuery } from '../schemas/record';
import { formatFilter, idsRule, parseFilter } from './record-filter';

const form: Field[] = [
  { name: 'name', label: 'Name', type: 'text' },
  { name: 'long name', label: 'Long', type: 'text' },
  { name: 'kind', label: 'Kind', type: 'choice', choices: choicesOf('well') },
  { name: 'people', label: 'People', type: 'integer', min: 10 },
  { name: 'day', label: 'Day', type: 'date' },
  { name: 'seen', label: 'Seen', type: 'datetime' },
  { name: 'open', label: 'Open', type: 'boolean' },
];
/** As the server reads an address, and as a browser holds it. */
const readings = (address: Record<string, string>) => {
  const { layer: _, ...filter } = RecordQuery.parse({ layer: '1', ...address });
  return [parseFilter(form, filter), parseFilter(form, address)];
};
const point = { type: 'Point', coordinates: [51, 35] };

describe('an address', () => {
  test.each([
    [{}, { and: [] }],
    [{ value__name: 'teh' }, { field: 'name', is: 'contains', value: 'teh' }],
    [{ value__name: ' =teh ' }, { field: 'name', is: 'eq', value: 'teh' }],
    [{ 'value__long name': '50%' }, { field: 'long name', is: 'contains', value: '50%' }],
    [{ value__kind: '~' }, { field: 'kind', is: 'empty' }],
    [{ value__people: '۵' }, { field: 'people', is: 'eq', value: 5 }],
    [{ value__people: '>= ۱٬۰۰۰' }, { field: 'people', is: 'ge', value: 1000 }],
    [{ value__people: '-5..8.5' }, { field: 'people', is: 'between', value: [-5, 8.5] }],
    [{ value__people: '=5 .. 8' }, { field: 'people', is: 'between', value: [5, 8] }],
    [{ value__day: '<۱۳۹۹/۰۳/۲۶' }, { field: 'day', is: 'lt', value: '2020-06-15' }],
    [{ value__seen: '2020-06-15' }, { field: 'seen', is: 'eq', value: '2020-06-15' }],
    [{ value__seen: '>2020-06-15T10:00:00Z' }, { field: 'seen', is: 'gt', value: '2020-06-15T10:00:00.000Z' }],
    [{ value__open: '1' }, { field: 'open', is: 'eq', value: true }],
    [{ value__open: 'false' }, { field: 'open', is: 'eq', value: false }],
    [{ value__name: '', search: '' }, { and: [] }],
    [{ ids: '4,5' }, { column: 'id', is: 'in', value: [4, 5] }],
    [{ ids: '' }, { or: [] }],
    [{ status: '1,2' }, { column: 'status', is: 'in', value: [1, 2] }],
    [{ accepted: 'false' }, { column: 'status', is: 'ne', value: 3 }],
    [{ supervision: '1' }, { waiting: true }],
    [{ project: '7' }, { project: 7 }],
    [{ region: '7' }, { place: 'intersects', region: 7 }],
    [{ geometry: JSON.stringify(point) }, { place: 'intersects', geometry: point }],
    [{ geometry: 'point z (51 35 2)' }, { place: 'intersects', geometry: { ...point, coordinates: [51, 35, 2] } }],
    [{ create_date_after: '2020-01-01' }, { column: 'create_date', is: 'ge', value: '2020-01-01' }],
    [{ search: 'a ۵' }, { search: 'a ۵' }],
    [{ filter_query: '{"or":[]}' }, { or: [] }],
    [
      { search: 'a', value__people: '=1', filter_query: '{"and":[{"project":1},{"waiting":false}]}' },
      { and: [{ search: 'a' }, { field: 'people', is: 'eq', value: 1 }, { project: 1 }, { waiting: false }] },
    ],
  ])('%j stands for its query', (address, query) => {
    for (const read of readings(address as Record<string, string>)) {
      expect('query' in read && [...conjuncts(read.query)].sort()).toEqual([...conjuncts(query as QueryNode)].sort());
      expect(QueryTree.safeParse(query).success).toBe(true);
    }
  });

  test.each([
    ['value__people', 'many', 'wrong'],
    ['value__people', '>5..8', 'wrong'],
    ['value__people', '..8', 'wrong'],
    ['value__people', '5..', 'wrong'],
    ['value__people', '5..6..7', 'wrong'],
    ['value__people', '=>5', 'wrong'],
    ['value__open', 'maybe', 'wrong'],
    ['value__day', '>1404-01-01', 'calendar'],
    ['value__seen', '1404-01-01', 'calendar'],
    ['value__gone', '1', 'unknown'],
    ['limit', '1', 'unknown'],
    ['toString', '1', 'unknown'],
    ['geometry', 'POINT(1)', 'wrong'],
    ['geometry', 'SRID=3857;POINT(1 2)', 'wrong'],
    ['geometry', '{', 'wrong'],
    ['filter_query', '{', 'wrong'],
    ['filter_query', '{"is":"eq"}', 'wrong'],
  ])('%s=%s is refused by its name', (key, text, problem) =>
    expect(parseFilter(form, { [key]: text })).toEqual({ key, problem }),
  );

  it('has the limits of a query, all of its filters together', () => {
    const many = { or: Array.from({ length: 40 }, () => ({ field: 'name', is: 'contains', value: 'x' })) };
    const filter_query = JSON.stringify(many);
    expect(parseFilter(form, { filter_query })).toEqual({ query: many });
    expect(parseFilter(form, { filter_query, search: 'y' })).toMatchObject({ problem: 'large' });
    expect(parseFilter(form, { filter_query, search: 'yes' })).toMatchObject({ query: { and: [many, {}] } });
  });

  it('may be joined to a query of every depth that is taken', () => {
    let deep: QueryNode = { field: 'name', is: 'empty' };
    for (let i = 1; i < 10; i++) deep = { not: deep };
    expect(QueryTree.safeParse(deep).success).toBe(true);
    expect(QueryTree.safeParse({ and: [deep, { project: 1 }] }).success).toBe(true);
    expect(QueryTree.safeParse({ not: deep }).success).toBe(false);
  });
});

/** The parts of a query that must all hold, each as text with its keys in order. */
function conjuncts(query: QueryNode): string[] {
  if ('and' in query) return query.and.flatMap(conjuncts);
  return [JSON.stringify(Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1)))];
}

describe('a query', () => {
  test.each([
    [{ field: 'name', is: 'contains', value: 'teh' }, 'value__name', 'teh'],
    [{ field: 'people', is: 'between', value: [1, 2] }, 'value__people', '1..2'],
    [{ field: 'seen', is: 'le', value: '2020-06-15' }, 'value__seen', '<=2020-06-15'],
    [{ field: 'open', is: 'eq', value: true }, 'value__open', 'true'],
    [{ column: 'status', is: 'ne', value: 3 }, 'accepted', 'false'],
    [{ column: 'create_date', is: 'le', value: '2020-06-15' }, 'create_date_before', '2020-06-15'],
    [{ place: 'intersects', region: 4 }, 'region', '4'],
  ] as [QueryNode, string, string][])('%j has a key of its own', (query, key, text) =>
    expect(formatFilter(form, query)).toEqual({ [key]: text }),
  );

  test.each([
    { field: 'name', is: 'contains', value: '=x' },
    { field: 'name', is: 'contains', value: '~' },
    { field: 'name', is: 'contains', value: ' x' },
    { field: 'name', is: 'contains', value: '' },
    { field: 'people', is: 'ne', value: 1 },
    { field: 'gone', is: 'eq', value: 1 },
    { column: 'creator', is: 'eq', value: 1 },
    { column: 'create_date', is: 'eq', value: '2020-06-15' },
    { column: 'create_date', is: 'ge', value: '2020-06-15T10:00:00Z' },
    { column: 'id', is: 'in', value: [-1] },
    { column: 'status', is: 'in', value: [1, 2, 3, 4, 5, 1] },
    { place: 'within', region: 4 },
    { or: [{ search: 'x' }, { search: 'y' }] },
  ] as QueryNode[])('%j stands as JSON', (query) =>
    expect(formatFilter(form, query)).toEqual({ filter_query: JSON.stringify(query) }),
  );

  it('reads as it was written, under whatever keys', () => {
    const boxes = new Map([[3, [1, 2, 3, 4] as const]]);
    fc.assert(
      fc.property(queries({ regions: boxes, projects: boxes }), (query) => {
        const read = parseFilter(ORACLE_FORM, formatFilter(ORACLE_FORM, query));
        expect('query' in read && conjuncts(read.query).sort()).toEqual(conjuncts(query).sort());
      }),
      { numRuns: 500 },
    );
  });

  it('of ten thousand ids is one that is taken', () => {
    const ids = Array.from({ length: 10_000 }, (_, i) => i + 1);
    const node = idsRule(ids);
    expect(QueryTree.safeParse({ and: [node] }).success).toBe(true);
    expect('or' in node && node.or.flatMap((one) => ('value' in one ? one.value : []))).toEqual(ids);
  });
});
