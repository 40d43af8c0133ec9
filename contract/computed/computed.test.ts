// Expressions of computed fields: what they give, what is no expression, and that none is ever run as code or takes long.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkForm } from '../check-form';
import { isNumeric } from '../fields';
import { checkValues, type Field } from '../schemas/form';
import { compute } from './evaluate';
import { parseExpr } from './parse';

const FORM: Field[] = [
  { name: 'a', label: 'a', type: 'decimal' },
  { name: 'عرض', label: 'width', type: 'integer' },
  { name: 'from', label: 'from', type: 'date' },
  { name: 'to', label: 'to', type: 'datetime' },
  { name: 'kind', label: 'kind', type: 'choice', choices: [{ value: 'w', label: 'چاه' }] },
  { name: 'ok', label: 'ok', type: 'boolean' },
  { name: 'none', label: 'none', type: 'text' },
];
const VALUES = { a: 2.5, عرض: 4, from: '2024-03-20', to: '2024-03-21T20:40:00.000Z', kind: 'w', ok: true, none: null };
const SHAPE = { area: 100, length: 40, x: 51, y: 35 };
const of = (expr: string, precision?: number) =>
  compute({ expr, precision }, { form: FORM, values: VALUES, shape: SHAPE, today: '2024-04-01' });

it.each([
  ['1 + 2 * 3', 7],
  ['(1 + 2) * 3 - -1', 10],
  ['[a] × [عرض]', 10],
  ['۱٫۵ ÷ ۳', 0.5],
  ['0.1 + 0.2', 0.3],
  ['10 / 4 / 5', 0.5],
  ['1 / 0', null],
  ['[none] + 1', null],
  ['[gone] * 2', null],
  ['coalesce([none], [a], 9)', 2.5],
  ['round(2.345, 2)', 2.35],
  ['round(-2.5)', -3],
  ["if([a] > 2, 'large', 'small')", 'large'],
  ["if([kind] = 'w', 1, 0)", 1],
  ['if([ok] = 1, 5, 6)', 5],
  ["if([none] = 'x', 1, 2)", 2],
  ["concat([kind], ' ', [عرض], [none])", 'چاه 4'],
  // The moment is on the 22nd in Tehran.
  ['days_between([from], [to])', 2],
  ['days_between([from], today)', 12],
  ['area / length', 2.5],
  ['area() + x + y', 186],
  ['[kind]', 'w'],
])('reckons %s', (expr, result) => {
  expect(of(expr)).toEqual(result);
});

it.each([
  ['', 0],
  ['1 +', 3],
  ['[a', 0],
  ['(1', 2],
  ['1 2', 2],
  ['[a] > 2', 4],
  ['if(1, 2, 3)', 4],
  ['round()', 6],
  ['alert(1)', 0],
  ['constructor(1)', 0],
  ['a.b', 1],
  ['`x`', 0],
  ["'x", 0],
])('says where %j cannot be read', (expr, at) => {
  expect(parseExpr(expr)).toEqual({ problem: 'formExprWrong', at });
});

it('ends with an answer for any text, however long or deep', () => {
  for (const deep of ['('.repeat(250), '-'.repeat(499), `${'round('.repeat(80)}1${')'.repeat(80)}`.slice(0, 500), `1${'+1'.repeat(249)}`, 'x'.repeat(1_000_000)]) // biome-ignore format: one list
    expect(parseExpr(deep)).toHaveProperty('problem', deep.startsWith('round') || deep.startsWith('(') || deep.startsWith('-') || deep.length > 200 ? 'formExprDeep' : 'formExprWrong'); // biome-ignore format: one line
  const part = fc.constantFrom(
    '1',
    '[a]',
    "'t'",
    '+',
    '*',
    '-',
    '(',
    ')',
    'if(',
    'round(',
    'coalesce(',
    'concat(',
    ',',
    '>',
    '=',
    'x',
    'today',
    ' ',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
      const result = of(parts.join(''));
      expect(result === null || ['string', 'number'].includes(typeof result)).toBe(true);
      expect(typeof result === 'number' ? Number.isFinite(result) : true).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

it('is a number where the expression says so, and rounds to the decimals that are kept', () => {
  const numeric = (expr: string) => isNumeric({ type: 'computed', expr });
  expect(['[a] + 1', 'round([a])', 'area', 'if([a] > 1, 2, [a])', '[a]', "if([a] > 1, 2, 'x')", 'today', 'concat([a])', '(('].map(numeric)).toEqual([true, true, true, true, false, false, false, false, false]); // biome-ignore format: one line
  expect(of('10 / 3', 2)).toBe(3.33);
  // What is a text for one record and a number for another is a text for both.
  expect(of('coalesce([none], [عرض])')).toBe('4');
});

it('may look at fields before it alone, so that nothing looks at itself', () => {
  const computed = (name: string, expr: string): Field => ({ name, label: name, type: 'computed', expr });
  expect(checkForm([computed('one', '[one] + 1')])).toEqual({ 'form.0.expr': 'formExprField' });
  expect(checkForm([computed('one', '[two]'), computed('two', '[one]')])).toEqual({ 'form.0.expr': 'formExprField' });
  expect(checkForm([computed('one', '1 +')])).toEqual({ 'form.0.expr': 'formExprWrong' });
  expect(checkForm([computed('one', ' ')])).toEqual({ 'form.0.expr': 'formNoExpr' });
  expect(checkForm([...FORM, computed('one', '[a]'), computed('two', '[one]')])).toEqual({});
});

it('is reckoned again with what an edit changes, and hidden with its condition', () => {
  const form: Field[] = [
    FORM[0] as Field,
    { name: 'twice', label: 'twice', type: 'computed', expr: '[a] * 2' },
    { name: 'note', label: 'note', type: 'text', required_if: { field: 'twice', is: 'gt', value: 100 } },
    { name: 'more', label: 'more', type: 'computed', expr: '[twice] + 1', visible_if: { field: 'a', is: 'gt', value: 1 } }, // biome-ignore format: one field
  ];
  expect(checkValues(form, { a: 3 }).values).toMatchObject({ a: 3, twice: 6, more: 7 });
  expect(checkValues(form, { a: 60 }).problems).toEqual({ note: 'required' });
  const stored = { a: 3, twice: 6, note: null, more: 7 };
  expect(checkValues(form, { a: 1 }, { stored }).values).toEqual({ a: 1, twice: 2, more: null });
  expect(checkValues(form, { note: 'x' }, { stored }).values).toEqual({ note: 'x' });
  // Somebody else's number changes nothing.
  expect(checkValues(form, { a: 3, twice: 99 }, { stored })).toEqual({ values: { a: 3 }, problems: {} });
});
