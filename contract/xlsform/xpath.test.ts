// Expressions that no form of a person has: read or refused at once, and never run.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the standard names questions so.
import { expect, it } from 'vitest';
import { readCalculation } from './calculations';
import { readCondition } from './conditions';
import { parseXPath } from './xpath';

it.each([
  ['a thousand brackets', `${'('.repeat(1500)}1${')'.repeat(1500)}`],
  ['a tower of not', `${'not('.repeat(400)}\${a} = 1${')'.repeat(400)}`],
  ['a chain of signs', `${'-'.repeat(400)}1`],
  ['a text without an end', "${a} = 'x"],
  ['a path', '../a = 1'],
  ['an attribute', 'instance("x")/root/item[name = 1]'],
  ['a long one', `'${'x'.repeat(6000)}'`],
  ['half an expression', '${a} >'],
  ['nothing', ' '],
])('%s is no expression', (_, text) => {
  expect(parseXPath(text)).toBeNull();
});

it('binds as XPath does, and takes the quotes of a word processor', () => {
  const pair = (sign: string, left: unknown, right: unknown) => ({ kind: 'pair', sign, left, right });
  const [a, b] = ['a', 'b'].map((name) => ({ kind: 'field', name }));
  const [one, two] = [1, 2].map((value) => ({ kind: 'number', value }));
  expect(parseXPath('${a} = 1 or ${b} != 2 and ${a} > 1')).toEqual(
    pair('or', pair('=', a, one), pair('and', pair('!=', b, two), pair('>', a, one))),
  );
  expect(parseXPath('${a} - 1 * 2 - 1')).toEqual(pair('-', pair('-', a, pair('*', one, two)), one));
  expect(parseXPath('${a} = ‘x’')).toEqual(pair('=', a, { kind: 'text', value: 'x' }));
});

it('looks at nothing but the questions that there are', () => {
  const fields = new Map([['a', { name: 'a', label: 'a', type: 'integer' as const }]]);
  expect(readCondition('${constructor} = 1', fields)).toBeNull();
  expect(readCalculation('constructor(${a})', fields, null)).toBeNull();
  expect(readCalculation('${a} + ${__proto__}', fields, null)).toBeNull();
});
