// XLSForm there and back: whatever both know of a form comes back as it was.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkForm } from '../check-form';
import { parseExpr } from '../computed/parse';
import { type Condition, matches } from '../filters/match';
import { checkValue, type Field, type Value, type Values } from '../schemas/form';
import { fromXlsForm } from './read';
import { toXlsForm } from './write';

const label = fc.stringMatching(/^[a-zA-Zآ-ی][a-zA-Zآ-ی0-9 ،؟'"<>&-]{0,20}[a-zA-Zآ-ی؟]$/);
const maybe = <T>(part: fc.Arbitrary<T>) => fc.option(part, { nil: undefined });
const flag = maybe(fc.constant(true as const));
const day = fc.date({ min: new Date('1700-01-01'), max: new Date('2200-01-01'), noInvalidDate: true }).map((at) => at.toISOString().slice(0, 10)); // biome-ignore format: one line
const limits = <T extends string | number>(limit: fc.Arbitrary<T>, order: (a: T, b: T) => number) =>
  fc.array(limit, { minLength: 0, maxLength: 2 }).map((list) => {
    const [min, max] = [...list].sort(order);
    return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
  });
const byNumber = (a: number, b: number) => a - b;
const byText = (a: string, b: string) => (a < b ? -1 : 1);
const CHOICES = ['a', 'b', 'c'].map((value) => ({ value, label: `گزینه ${value}` }));

/** The types with everything that both know of them. */
const BODIES: fc.Arbitrary<Partial<Field>>[] = [
  limits(fc.integer({ min: 1, max: 500 }), byNumber).map((one) => ({ type: 'text', ...one })),
  fc.record({ text: fc.constantFrom('\\d{4}', 'a|b', "it's", '[^"]+'), message: maybe(label) }).map((pattern) => ({ type: 'text', pattern: pattern.message ? pattern : { text: pattern.text } })), // biome-ignore format: one line
  limits(fc.integer({ min: 1, max: 500 }), byNumber).map((one) => ({ type: 'long_text', ...one })),
  limits(fc.integer({ min: -1e6, max: 1e6 }), byNumber).map((one) => ({ type: 'integer', ...one })),
  limits(fc.integer({ min: -1e6, max: 1e6 }).map((n) => n / 8), byNumber).map((one) => ({ type: 'decimal', ...one })), // biome-ignore format: one line
  limits(day, byText).map((one) => ({ type: 'date', calendar: 'jalali', ...one })),
  limits(day, byText).map((one) => ({ type: 'datetime', default: { kind: 'now' }, ...one })),
  limits(fc.constantFrom('07:30', '12:00', '23:59'), byText).map((one) => ({ type: 'time', ...one })),
  fc.boolean().map((value) => ({ type: 'boolean', default: { kind: 'value', value } })),
  fc.constant({ type: 'choice', choices: CHOICES, default: { kind: 'value', value: 'b' } }),
  limits(fc.integer({ min: 0, max: 3 }), byNumber).map((one) => ({ type: 'multi_choice', choices: CHOICES, ...one })),
  fc.constantFrom<Partial<Field>[]>({ type: 'file' }, { type: 'image' }, { type: 'signature' }, { type: 'barcode' }),
  fc.constant({ type: 'text', default: { kind: 'last' } }),
  fc.constant({ type: 'section' }),
  fc.constant({ type: 'note' }),
];

interface Draft {
  body: Partial<Field>;
  label: string;
  hint: string | undefined;
  obligation: number;
  isReadOnly: true | undefined;
  width: Field['width'];
  condition: [number, string] | null;
}
const draft: fc.Arbitrary<Draft> = fc.record({
  body: fc.oneof(...BODIES),
  label,
  hint: maybe(label),
  obligation: fc.integer({ min: 0, max: 2 }),
  isReadOnly: flag,
  width: maybe(fc.constantFrom('half' as const, 'full' as const)),
  condition: fc.option(fc.tuple(fc.nat(100), fc.constantFrom('a', '2024-05-01', '7')), { nil: null }),
});

/** A rule that the type of a field answers. */
function ruleOver(field: Field, word: string): Condition | null {
  switch (field.type) {
    case 'text':
    case 'choice':
      return {
        or: [
          { field: field.name, is: 'eq', value: word },
          { field: field.name, is: 'empty' },
        ],
      };
    case 'integer':
      return { and: [{ not: { field: field.name, is: 'between', value: [2, 5] } }, { field: field.name, is: 'ne', value: 7 }] }; // biome-ignore format: one line
    case 'boolean':
      return { field: field.name, is: 'eq', value: word === 'a' };
    case 'multi_choice':
      return { field: field.name, is: 'in', value: ['a', 'c'] };
    case 'date':
    case 'datetime':
      return { field: field.name, is: word === 'a' ? 'not_empty' : 'le', ...(word !== 'a' && { value: '2024-05-01' }) };
    default:
      return null;
  }
}

function formOf(drafts: readonly Draft[]): Field[] {
  const form: Field[] = [];
  for (const [i, { body, obligation, condition, ...one }] of drafts.entries()) {
    const { type = 'text' } = body;
    const isPlain = type === 'section' || type === 'note';
    const source = condition && form[condition[0] % Math.max(1, form.length)];
    const rule = source && condition ? ruleOver(source, condition[1]) : null;
    const canBeRequired = !isPlain && !one.isReadOnly;
    form.push({
      name: `f${i}`,
      label: one.label,
      ...body,
      type,
      ...(one.hint && type !== 'section' && { hint: one.hint }),
      ...(one.width && type !== 'section' && { width: one.width }),
      ...(one.isReadOnly && !isPlain && { read_only: true }),
      ...(canBeRequired && obligation === 1 && { required: true }),
      ...(canBeRequired && obligation === 2 && rule && { required_if: rule }),
      ...(rule && type !== 'section' && obligation !== 2 && { visible_if: rule }),
    });
  }
  return form;
}

const value = fc.constantFrom(null, 'a', 'c', '7', 3, 7, true, false, ['a'], ['b'], '2024-05-01', '2024-05-02', '2024-05-01T20:00:00.000Z'); // biome-ignore format: one list

function cleanValue(field: Field, raw: unknown): Value {
  const reading = checkValue({ ...field, required: false }, raw);
  return 'value' in reading ? reading.value : null;
}

it('gives back every form of what both know, with conditions that say the same', () => {
  fc.assert(
    fc.property(
      fc.array(draft, { minLength: 1, maxLength: 12 }),
      fc.array(value, { minLength: 12, maxLength: 12 }),
      (drafts, values) => {
        const form = formOf(drafts);
        fc.pre(Object.keys(checkForm(form)).length === 0);
        const { sheets, losses } = toXlsForm('لایه', 2, form);
        expect(losses).toEqual([]);
        const back = fromXlsForm(sheets, 'fa');
        expect(back).toMatchObject({ label: 'لایه', type: 2, losses: [], lossCount: 0 });
        const bare = (fields: readonly Field[]) => fields.map(({ visible_if: _v, required_if: _r, ...rest }) => rest);
        expect(bare(back?.form ?? [])).toEqual(bare(form));
        const record: Values = Object.fromEntries(form.map((field, i) => [field.name, cleanValue(field, values[i])]));
        form.forEach((field, i) => {
          for (const part of ['visible_if', 'required_if'] as const) {
            const [before, after] = [field[part], back?.form[i]?.[part]];
            expect(after === undefined).toBe(before === undefined);
            if (before && after) expect(matches(form, record, after)).toBe(matches(form, record, before));
          }
        });
      },
    ),
    { numRuns: 400 },
  );
});

const EXPRS = [
  '[n] * 2 + 1',
  '-[n] / (3 - [m])',
  "if([n] >= 3, 'زیاد', concat([c], ' ', [t]))",
  'round([n] * 1.5, 2)',
  'round([n])',
  'coalesce([n], [m], 0)',
  'days_between([d], today)',
  'area + length',
  '[n] - ([m] - 1) - 2',
];

it.each(EXPRS)('gives back the expression %s', (expr) => {
  const form: Field[] = [
    { name: 'n', label: 'n', type: 'integer' },
    { name: 'm', label: 'm', type: 'decimal' },
    { name: 't', label: 't', type: 'text' },
    { name: 'c', label: 'c', type: 'choice', choices: CHOICES },
    { name: 'd', label: 'd', type: 'date' },
    { name: 'x', label: 'x', type: 'computed', expr },
  ];
  const { sheets, losses } = toXlsForm('l', 3, form);
  expect(losses).toEqual([]);
  const back = fromXlsForm(sheets, 'en')?.form[5];
  expect(back).toMatchObject({ name: 'x', type: 'computed' });
  expect(parseExpr(back?.expr ?? '')).toEqual(parseExpr(expr));
});

it('gives back a cascade whose choices stand below several others, or below none', () => {
  const form: Field[] = [
    { name: 'استان', label: 'استان', type: 'choice', choices: [{ value: 'آذربایجان شرقی', label: 'شرقی' }, { value: 'b', label: 'b' }] }, // biome-ignore format: one line
    {
      name: 'شهر',
      label: 'شهر',
      type: 'choice',
      parent_field: 'استان',
      choices: [
        { value: 'x', label: 'x', parent: ['آذربایجان شرقی', 'b'] },
        { value: 'y', label: 'y', parent: ['b'] },
        { value: 'z', label: 'z' },
      ],
    },
  ];
  const { sheets, losses } = toXlsForm('l', 0, form);
  expect(losses).toEqual([]);
  expect(fromXlsForm(sheets, 'fa')).toMatchObject({ form, losses: [], type: null });
});

it('tells what the standard has no word for, and writes the rest', () => {
  const form: Field[] = [
    { name: '1st', label: 'one', type: 'integer', unit: 'm', unique: true },
    { name: 'day', label: 'day', type: 'date', calendar: 'gregorian', default: { kind: 'today' } },
    { name: 'who', label: 'who', type: 'text', default: { kind: 'user' }, pattern: { preset: 'email' } },
    { name: 'c', label: 'c', type: 'multi_choice', list: 4, choices: [{ value: 'a b', label: 'A', colour: '#ff0000' }, { value: 'old', label: 'Old', retired: true }] }, // biome-ignore format: one line
    { name: 'ref', label: 'ref', type: 'reference', reference: { layer: 3 } },
    { name: 'k', label: 'k', type: 'computed', expr: 'x + y' },
    { name: 's', label: 's', type: 'section', columns: 2, visible_if: { field: '1st', is: 'gt', value: 3 } },
    {
      name: 'img',
      label: 'img',
      type: 'image',
      max: 3,
      warn_if: { when: { field: '1st', is: 'empty' }, message: 'm' },
    },
  ];
  const { sheets, losses } = toXlsForm('l', 1, form);
  expect(losses.map(({ label, reason }) => `${label} ${reason}`).sort()).toEqual(
    ['one name', 'one unit', 'one unique', 'day calendar', 'who default', 'who pattern', 'c list', 'c colour', 'c retired', 'c value', 'ref reference', 'k expr', 's columns', 's visible_if', 'img min', 'img warn_if'].sort(), // biome-ignore format: one list
  );
  const back = fromXlsForm(sheets, 'en');
  expect(back?.losses).toEqual([]);
  expect(back?.form.map(({ name, type }) => `${name} ${type}`)).toEqual(
    ['_1st integer', 'day date', 'who text', 'c multi_choice', 'ref integer', 's section', 'img image'], // biome-ignore format: one list
  );
  expect(back?.form[3]?.choices).toEqual([{ value: 'a_b', label: 'A' }]);
});
