// What comes of the decisions about a new form.
import { describe, expect, it } from 'vitest';
import type { Field } from '@/contract/schemas/form';
import type { FormEffect } from '@/contract/schemas/forms/form-check';
import { applyDecisions, type Decision } from './decisions';
import { type Document, NEW_META, toForm, toItems } from './document';
import { withForm } from './wire';

const choices = (...values: string[]) => values.map((value) => ({ value, label: value.toUpperCase() }));
const A: Field = { name: 'a', label: 'A', type: 'text', required: true };
const B: Field = { name: 'b', label: 'B', type: 'choice', choices: choices('x', 'y') };
const C: Field = { name: 'c', label: 'C', type: 'text', visible_if: { field: 'a', is: 'not_empty' } };
const saved: Document = { meta: NEW_META, items: toItems([A, B, C], true) };
const now = (...form: Field[]) => withForm(saved, form, new Set(['a', 'b', 'c']));
const effect = (kind: FormEffect['kind'], field: string, more: Partial<FormEffect> = {}): FormEffect => ({ field, label: field, kind, count: 1, capped: false, samples: [], ...more }); // biome-ignore format: one line
const decide = (document: Document, one: FormEffect, decision: Decision) => {
  const { document: next, ...orders } = applyDecisions(
    saved,
    document,
    [{ effect: one, decision }],
    (label) => `${label} old`,
  );
  return { form: toForm(next.items), ...orders };
};

describe('a removed field', () => {
  it('goes by force, or comes back where it stood', () => {
    const removed = effect('removed', 'b');
    expect(decide(now(A, C), removed, { option: 'hide' })).toEqual({
      form: [A, C],
      force: true,
      renames: {},
      fills: [],
    });
    expect(decide(now(C, A), removed, { option: 'undo' }).form).toEqual([C, A, B]);
  });
});

describe('a field of another type', () => {
  const after = now({ name: 'a', label: 'A', type: 'integer' }, B, C);
  it('stands beside the former one, which keeps its values; conditions go with the new one', () => {
    expect(decide(after, effect('type', 'a'), { option: 'former' }).form).toEqual([
      { name: 'a', label: 'A old', type: 'text' },
      { name: 'a_2', label: 'A', type: 'integer' },
      B,
      { ...C, visible_if: { field: 'a_2', is: 'not_empty' } },
    ]);
  });
  it('becomes what it was', () => {
    expect(decide(after, effect('type', 'a'), { option: 'undo' }).form).toEqual([A, B, C]);
  });
});

describe('a choice that goes', () => {
  const after = now(A, { ...B, choices: choices('y', 'z') }, C);
  const choice = effect('choice', 'b', { choice: 'x' });
  it('is retired, turned, or stays', () => {
    const retired = decide(after, choice, { option: 'retire' });
    expect(retired.form[1]?.choices).toEqual([...choices('y', 'z'), { value: 'x', label: 'X', retired: true }]);
    expect(decide(after, choice, { option: 'turn', into: 'z' })).toMatchObject({ renames: { b: { x: 'z' } } });
    expect(decide(after, choice, { option: 'undo' }).form[1]?.choices).toEqual(choices('y', 'z', 'x'));
  });
});

it('fills what is empty, and takes limits back', () => {
  const required = decide(now(A, B, C), effect('required', 'a'), { option: 'fill', value: 'n' });
  expect(required.fills).toEqual([{ field: 'a', value: 'n' }]);
  const limited = now({ ...A, max: 3, unique: true, hint: 'h' }, B, C);
  expect(decide(limited, effect('limit', 'a'), { option: 'accept' }).form[0]).toMatchObject({ max: 3 });
  expect(decide(limited, effect('limit', 'a'), { option: 'undo' }).form[0]).toEqual({ ...A, hint: 'h' });
});
