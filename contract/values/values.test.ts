// Values of the types that are more than a text, a number or a day: how they are read, and what of a record decides about them.
import { expect, it } from 'vitest';
import { sameValue } from '../same';
import { checkValue, checkValues, type Field, Values } from '../schemas/form';

const PROVINCES = [
  { value: '1', label: 'تهران' },
  { value: '2', label: 'فارس', retired: true as const },
  { value: '3', label: 'یزد' },
];
const COUNTIES = [
  { value: '11', label: 'ری', parent: ['1'] },
  { value: '12', label: 'مرکزی', parent: ['1'] },
  { value: '31', label: 'مرکزی', parent: ['3'] },
  { value: '99', label: 'دیگر' },
];
const field = (more: Partial<Field>): Field => ({ name: 'a', label: 'a', type: 'text', ...more });
const CASCADE: Field[] = [
  field({ name: 'province', type: 'choice', choices: PROVINCES }),
  field({ name: 'county', type: 'choice', choices: COUNTIES, parent_field: 'province', required: true }),
];

it.each([
  ['choice', '1', '1'],
  // By its label, in whatever letters it is typed.
  ['choice', 'يزد', '3'],
  ['multi_choice', ['3', '1', '1'], ['1', '3']],
  ['multi_choice', 'یزد؛ تهران', ['1', '3']],
  ['multi_choice', [], null],
  ['multi_choice', ' ؛ ', null],
  ['time', '۹:۰۵', '09:05'],
  ['time', '23:59:59', '23:59'],
  ['file', [7, 3, 7], [7, 3]],
  ['signature', [7], [7]],
  ['reference', '۱۲', 12],
] as const)('reads a %s: %j', (type, raw, value) => {
  expect(checkValue(field({ type, choices: PROVINCES }), raw)).toEqual({ value });
});

it.each([
  ['choice', 'کرمان', 'choice'],
  ['multi_choice', ['1', 'x'], 'choice'],
  ['time', '24:00', 'time'],
  ['time', '9', 'time'],
  ['file', [0], 'files'],
  ['file', '7', 'files'],
  ['file', Array.from({ length: 21 }, (_, i) => i + 1), 'max'],
  ['signature', [7, 8], 'max'],
  ['reference', 1.5, 'reference'],
  ['computed', 1, 'noValue'],
  ['note', 'text', 'noValue'],
] as const)('refuses as a %s: %j', (type, raw, problem) => {
  expect(checkValue(field({ type, choices: PROVINCES }), raw)).toEqual({ problem });
});

it('counts what is chosen, and keeps times within their limits', () => {
  const several = field({ type: 'multi_choice', choices: PROVINCES, min: 2, max: 2 });
  expect(['1', '1؛ 3', '1؛ 2؛ 3'].map((raw) => 'value' in checkValue(several, raw))).toEqual([false, true, false]);
  const morning = field({ type: 'time', min: '08:00', max: '12:00' });
  expect(['7:59', '8:00', '12:01'].map((raw) => 'value' in checkValue(morning, raw))).toEqual([false, true, false]);
});

it('takes of a cascade what stands below the choice above it', () => {
  expect(checkValues(CASCADE, { province: '1', county: '11' })).toEqual({ values: { province: '1', county: '11' }, problems: {} }); // biome-ignore format: one line
  expect(checkValues(CASCADE, { province: '3', county: '11' }).problems).toEqual({ county: 'parent' });
  expect(checkValues(CASCADE, { county: '11' }).problems).toEqual({ county: 'parent' });
  expect(checkValues(CASCADE, { province: '3', county: '99' }).problems).toEqual({});
  // One label of two provinces: the province tells which.
  expect(checkValues(CASCADE, { province: 'یزد', county: 'مركزي' }).values).toEqual({ province: '3', county: '31' });
});

it('empties what the choice above leaves no more, and asks for it again', () => {
  const stored = { province: '1', county: '11' };
  expect(checkValues(CASCADE, { province: '3' }, { stored })).toEqual({ values: { province: '3', county: null }, problems: { county: 'required' } }); // biome-ignore format: one line
  expect(checkValues(CASCADE, { province: '3' }, { stored: { province: '1', county: '99' } })).toEqual({ values: { province: '3' }, problems: {} }); // biome-ignore format: one line
});

it('keeps a retired choice where it is, and gives it to nobody else', () => {
  const form = [CASCADE[0] as Field, field({ name: 'all', type: 'multi_choice', choices: PROVINCES })];
  expect(checkValues(form, { province: '2' }).problems).toEqual({ province: 'retired' });
  expect(checkValues(form, { all: ['1', '2'] }, { stored: null }).problems).toEqual({ all: 'retired' });
  const stored = { province: '2', all: ['2'] };
  expect(checkValues(form, { province: '2', all: ['2', '3'] }, { stored })).toEqual({ values: { province: '2', all: ['2', '3'] }, problems: {} }); // biome-ignore format: one line
});

it('knows lists by what they hold', () => {
  expect(sameValue(['a', 'b'], ['a', 'b'])).toBe(true);
  expect(sameValue(['a', 'b'], ['b', 'a'])).toBe(false);
  expect(sameValue([], null)).toBe(true);
  expect(sameValue(['a'], 'a')).toBe(false);
  expect(Values.safeParse({ a: ['x'.repeat(201)] }).success).toBe(false);
  expect(Values.safeParse({ a: Array.from({ length: 101 }, () => 'x') }).success).toBe(false);
  expect(Values.safeParse({ a: ['x', 1] }).success).toBe(false);
});
