// The way that filters travel: in the address while it is short, as a body from there on, and always the same question.
import { expect, test } from 'vitest';
import type { Field } from '../../contract/schemas/form';
import type { RecordQuery } from '../../contract/schemas/record';
import { idsFilter, toLongQuery } from './read-records';

const number = (name: string): Field => ({ name, label: name, type: 'integer' });
const form = [number('people'), number('code')];
const request = (filter: object) => ({ layer: 1, order: '-id', ...filter }) as unknown as RecordQuery;
const long = Array.from({ length: 480 }, (_, i) => 1_000_000_000_000 + i);

test('what fits into an address stays there', () => {
  expect(toLongQuery(form, request({ search: '12', value__people: '>5', ids: '4,5' }))).toBeNull();
});

test('the words of a search mean numbers too where the address grows long, also where the form has nothing but numbers', () => {
  expect(toLongQuery(form, request({ search: '۱۲', value__people: '>5', ids: long.join() }))).toEqual({
    and: [{ search: '۱۲' }, { field: 'people', is: 'gt', value: 5 }, { column: 'id', is: 'in', value: long }],
  });
});

test('every filter of the list goes as a body, and more ids than an address takes', () => {
  const ids = Array.from({ length: 501 }, (_, i) => i + 1);
  const filter = { geometry: 'POINT(1 2)', project: 4, supervision: true, create_date_before: '2020-01-01' };
  const query = toLongQuery(form, request({ ...filter, ids: ids.join() }));
  expect(query && 'and' in query && query.and).toEqual([
    { place: 'intersects', geometry: { type: 'Point', coordinates: [1, 2] } },
    { project: 4 },
    { waiting: true },
    { column: 'create_date', is: 'le', value: '2020-01-01' },
    {
      or: [
        { column: 'id', is: 'in', value: ids.slice(0, 500) },
        { column: 'id', is: 'in', value: [501] },
      ],
    },
  ]);
});

test('what is no filter goes to the server as it is, which says so by name', () => {
  expect(toLongQuery(form, request({ value__gone: 'x'.repeat(9000) }))).toBeNull();
});

test('chosen records are an export of their ids, of their query where they are more, and none where they are too many', () => {
  expect(idsFilter([4, 5])).toEqual({ ids: '4,5' });
  expect(Object.keys(idsFilter(Array.from({ length: 501 }, (_, i) => i)) ?? {})).toEqual(['filter_query']);
  expect(idsFilter(Array.from({ length: 10_000 }, (_, i) => i + 1))).toBeNull();
});
