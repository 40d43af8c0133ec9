// Shared lists and ready cascades in the fields of a form.
import { expect, it } from 'vitest';
import { checkForm } from '@/contract/check-form';
import { toForm, toItems } from './document';
import { ownChoices, withCascade, withListItems } from './lists';

const PROVINCES = [{ value: 'fars', label: 'فارس' }, { value: 'yazd', label: 'یزد' }]; // biome-ignore format: one list
const COUNTIES = [{ value: 'shiraz', label: 'شیراز', parent: ['fars'] }];
const CITIES = [{ value: 'shiraz', label: 'شیراز', parent: ['shiraz'] }];

it('adds the levels below in one act, each narrowed by the one above, under names that are free', () => {
  const items = toItems(
    [
      { name: 'p', label: 'استان', type: 'choice', list: 3, choices: [{ value: 'x', label: 'x' }] },
      { name: 'شهر', label: 'چیز دیگر', type: 'text' },
    ],
    false,
  );
  const next = withCascade(items, items[0]?.key ?? '', PROVINCES, [
    { label: 'شهرستان', items: COUNTIES },
    { label: 'شهر', items: CITIES },
  ]);
  const form = toForm(next);
  expect(form).toMatchObject([
    { name: 'p', choices: PROVINCES },
    { name: 'شهرستان', parent_field: 'p', choices: COUNTIES },
    { name: 'شهر_2', label: 'شهر', parent_field: 'شهرستان', choices: CITIES },
    { name: 'شهر', type: 'text' },
  ]);
  expect(form[0]).not.toHaveProperty('list');
  expect(checkForm(form)).toEqual({});
});

it('keeps the former choices of a saved field as retired, and drops those of a new one', () => {
  const field = { name: 'p', label: 'p', type: 'choice' as const, choices: [{ value: 'x', label: 'X' }] };
  expect(ownChoices(field, true, COUNTIES)).toEqual([{ value: 'shiraz', label: 'شیراز' }, { value: 'x', label: 'X', retired: true }]); // biome-ignore format: one line
  expect(ownChoices(field, false, COUNTIES)).toEqual([{ value: 'shiraz', label: 'شیراز' }]);
});

it('brings the items of an edited list into every field that has it, and into no other', () => {
  const items = toItems(
    [
      { name: 'a', label: 'a', type: 'choice', list: 3, choices: [{ value: 'x', label: 'x' }] },
      { name: 'b', label: 'b', type: 'choice', choices: [{ value: 'x', label: 'x' }] },
    ],
    true,
  );
  const [a, b] = toForm(withListItems(items, 3, PROVINCES));
  expect(a?.choices).toEqual([...PROVINCES, { value: 'x', label: 'x', retired: true }]);
  expect(b).toBe(items[1]?.field);
});
