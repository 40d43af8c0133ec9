// A form tried on records.
import { expect, it } from 'vitest';
import type { Field, Values } from '@/contract/schemas/form';
import { refusedRecords } from './trial';

const FORM: Field[] = [
  { name: 's', label: 'S', type: 'section' },
  { name: 'a', label: 'A', type: 'integer', required: true, max: 5 },
  { name: 'b', label: 'B', type: 'text', required: true, visible_if: { field: 'a', is: 'eq', value: 1 } },
  { name: 'c', label: 'C', type: 'choice', choices: [{ value: 'x', label: 'x', retired: true }] },
];

it('names the records that would be refused, and why', () => {
  const records: { id: number; value: Values }[] = [
    { id: 1, value: { a: 2, c: 'x', former: 'kept' } },
    { id: 2, value: { a: 9 } },
    { id: 3, value: { a: 1 } },
    { id: 4, value: {} },
    { id: 5, value: { a: 2, c: 'y' } },
  ];
  const refusals = refusedRecords(FORM, records).map(({ id, problems }) => [id, ...problems.map(({ field, problem }) => `${field.name} ${problem}`)]); // biome-ignore format: one line
  expect(refusals).toEqual([
    [2, 'a max'],
    [3, 'b required'],
    [4, 'a required'],
    [5, 'c choice'],
  ]);
});
