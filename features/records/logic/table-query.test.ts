// A table's state in the address and on the wire, and which columns are drawn.
import { describe, expect, it } from 'vitest';
import type { Field } from '@/contract/schemas/form';
import { diffOf } from './history';
import { isFiltered, NO_QUERY, nextOrder, queryFrom, requestOf, writeQuery } from './table-query';

const form: Field[] = [
  { name: 'نام', label: 'نام', type: 'text' },
  { name: 'pop', label: 'جمعیت', type: 'integer' },
];

describe('a table query', () => {
  it('goes into an address and comes back, beside what is not its own', () => {
    const query = { order: '-value__pop', search: 'یزد', filters: { نام: 'آباد', pop: '>۵' } };
    const search = writeQuery(new URLSearchParams('record=7&q=old&f.gone=1'), query);
    expect(search.get('record')).toBe('7');
    expect(queryFrom(new URLSearchParams(search.toString()))).toEqual(query);
    expect(writeQuery(search, NO_QUERY).toString()).toBe('record=7');
  });

  it('asks the server only for what the layer has', () => {
    const query = { order: 'value__gone', search: ' یزد ', filters: { pop: '>۵', gone: 'x', نام: '' } };
    expect(requestOf(3, form, query, 'fa')).toEqual({ layer: 3, search: 'یزد', value__pop: '>5' });
    expect(requestOf(3, form, { ...NO_QUERY, filters: { pop: 'x' } }, 'fa')).toEqual({ layer: 3 });
  });

  it('turns up, down, and off', () => {
    expect(nextOrder(null, 'id')).toBe('id');
    expect(nextOrder('id', 'id')).toBe('-id');
    expect(nextOrder('-id', 'id')).toBeNull();
    expect(isFiltered({ ...NO_QUERY, search: '  ' })).toBe(false);
  });
});

describe('history', () => {
  const step = { id: 1, layer_data: 1, user: null, date: '2026-01-01T00:00:00Z' };
  const point = { type: 'Point' as const, coordinates: [51, 35] };

  it('tells changed fields and a changed shape', () => {
    const before = { value: { نام: 'الف', pop: 1 }, geometry: point };
    const after = { value: { نام: 'ب', pop: 1, old: 'x' }, geometry: { ...point, coordinates: [52, 35] } };
    const result = diffOf({ ...step, action: 'edit', before, after }, form);
    expect(result.geometry).toBe(true);
    expect(result.fields.map(({ label, before: was, after: is }) => [label, was, is])).toEqual([
      ['نام', 'الف', 'ب'],
      ['old', null, 'x'],
    ]);
  });

  it('has nothing to tell of a deletion', () =>
    expect(
      diffOf({ ...step, action: 'delete', before: { value: { pop: 1 }, geometry: null }, after: null }, form).fields,
    ).toEqual([]));
});
