// What people must decide when records become one, and what is sent then.
import { describe, expect, it } from 'vitest';
import type { Field } from '@/contract/schemas/form';
import type { LayerRecord } from '@/contract/schemas/record';
import { differences, resolveValues } from './differences';

const FORM: Field[] = [
  { name: 'name', label: 'Name', type: 'text', required: true },
  { name: 'depth', label: 'Depth', type: 'integer', min: 0 },
  { name: 'code', label: 'Code', type: 'text', read_only: true },
];
const record = (id: number, value: LayerRecord['value']) => ({ id, value }) as LayerRecord;
const a = record(1, { name: 'a', depth: 5, code: 'x' });
const b = record(2, { name: 'b', depth: 5, code: 'y' });
const c = record(3, { name: 'a' });

describe('differences', () => {
  it('names each different value once, and no field that agrees or is only read', () => {
    expect(differences(FORM, [a, b])).toEqual([
      {
        field: FORM[0],
        options: [
          { value: 'a', ids: [1] },
          { value: 'b', ids: [2] },
        ],
      },
    ]);
  });
  it('counts a missing value and an empty one as the same', () => {
    expect(differences(FORM, [record(1, { name: 'a', depth: null }), record(2, { name: 'a' })])).toEqual([]);
    expect(differences(FORM, [a, c])[0]?.options.map((o) => o.value)).toEqual([5, null]);
  });
});

describe('settled', () => {
  const result = differences(FORM, [a, b, c]);
  it('sends nothing where the kept record stands', () => {
    expect(resolveValues(result, {}, a)).toEqual({ values: {}, problems: {} });
  });
  it('sends what another record or the hand gives, digits of either script', () => {
    expect(resolveValues(result, { name: { from: 2 }, depth: { own: '۱۲' } }, a).values).toEqual({
      name: 'b',
      depth: 12,
    });
  });
  it('empties a value when the record without it is chosen', () => {
    expect(resolveValues(result, { depth: { from: 3 } }, a).values).toEqual({ depth: null });
  });
  it('refuses what the form refuses', () => {
    expect(resolveValues(result, { name: { own: '' }, depth: { own: '-1' } }, a)).toEqual({
      values: {},
      problems: { name: 'required', depth: 'min' },
    });
  });
});
