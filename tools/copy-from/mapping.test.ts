// What fills each field of a copy, and which records the target's form refuses.

import { expect, it } from 'vitest';
import { choicesOf } from '@/contract/fields/choice';
import type { Field } from '@/contract/schemas/form';
import type { LayerRecord } from '@/contract/schemas/record';
import { mappingOf, plan } from './mapping';

const SOURCE: Field[] = [
  { name: 'name', label: 'نام', type: 'text' },
  { name: 'pop', label: 'جمعيت', type: 'integer' },
  { name: 'x', label: 'X', type: 'text' },
];
const TARGET: Field[] = [
  { name: 'name', label: 'Title', type: 'text', required: true },
  { name: 'population', label: 'جمعیت', type: 'integer', min: 0 },
  { name: 'kind', label: 'Kind', type: 'choice', choices: choicesOf('a', 'b') },
  { name: 'fixed', label: 'Fixed', type: 'text', read_only: true },
];
const record = (value: LayerRecord['value']) => ({ id: 1, value }) as LayerRecord;

it('matches by name, then by label in either spelling; the hand wins; read-only fields are left alone', () => {
  expect(mappingOf(SOURCE, TARGET, {})).toEqual({ name: 'name', population: 'pop', kind: null });
  expect(mappingOf(SOURCE, TARGET, { population: null, kind: 'x' })).toEqual({
    name: 'name',
    population: null,
    kind: 'x',
  });
});

it('plans the good ones, counts the refused ones by reason, and reads numbers of either script', () => {
  const mapping = { name: 'name', population: 'pop', kind: 'x' };
  const result = plan(
    [record({ name: 'a', pop: '۱۲', x: 'a' }), record({ name: '', pop: 1 }), record({ name: 'c', pop: -1, x: 'zz' })],
    TARGET,
    mapping,
  );
  expect(result.good.map((g) => g.values)).toEqual([{ name: 'a', population: 12, kind: 'a' }]);
  expect(result.refused).toBe(2);
  expect(result.bad.map(({ field, problem, count }) => [field.name, problem, count])).toEqual([
    ['name', 'required', 1],
    ['population', 'min', 1],
    ['kind', 'choice', 1],
  ]);
});
