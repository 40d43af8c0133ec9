// What has changed between two forms.
import { expect, it } from 'vitest';
import type { Field } from '../schemas/form';
import { formChanges } from './changes';

const text = (name: string, more: Partial<Field> = {}): Field => ({
  name,
  label: name.toUpperCase(),
  type: 'text',
  ...more,
});
const words = (before: Field[], after: Field[]) =>
  formChanges(before, after).map(({ kind, name, parts }) => [kind, name, ...(parts ?? [])].join(' '));

it('says what came, went, changed and moved', () => {
  const before = [text('a'), text('b', { max: 5 }), text('c'), text('d')];
  const after = [text('d'), text('a', { label: 'x', required: true }), text('n'), text('b')];
  expect(words(before, after)).toEqual([
    'moved d',
    'changed a label required',
    'added n',
    'changed b max',
    'removed c',
  ]);
  expect(formChanges(before, after)[4]).toEqual({ kind: 'removed', name: 'c', label: 'C' });
});

it('takes the order of members for no change', () => {
  const { name, label, type } = text('a');
  expect(words([{ type, label, name }], [{ name, label, type }])).toEqual([]);
});

it('names only the one that moved', () => {
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => text(name)) as [Field, Field, Field, Field];
  expect(words([a, b, c, d], [b, c, d, a])).toEqual(['moved a']);
  expect(words([a, b, c, d], [d, a, b, c])).toEqual(['moved d']);
  expect(words([a, b, c, d], [a, c, b, d])).toHaveLength(1);
});
