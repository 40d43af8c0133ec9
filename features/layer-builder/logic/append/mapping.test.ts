// Columns find their fields by name, label and type, and say how well they fit.
import { expect, it } from 'vitest';
import type { Field } from '@/contract/schemas/form';
import { columnsKey, fitOf, guessMapping, missingFields, strangeWords, withColumn } from './mapping';

const FORM: Field[] = [
  { name: 'code', label: 'کد', type: 'text', required: true },
  { name: 'name', label: 'نام', type: 'text' },
  { name: 'n', label: 'شمار', type: 'integer' },
  { name: 'kind', label: 'گونه', type: 'choice', choices: [{ value: 'w', label: 'چاه' }] },
  { name: 'sum', label: 'جمع', type: 'computed', expr: '[n]' },
];
const column = (name: string, type: Field['type'] = 'text', samples: string[] = []) => ({ name, type, samples });

it('maps by folded name, then label, then the only one of a type', () => {
  const columns = [column('CODE'), column('نام'), column('population', 'integer'), column('جمع', 'integer')];
  expect(guessMapping(columns.slice(0, 3), FORM)).toEqual({ CODE: 'code', نام: 'name', population: 'n' });
  // Two columns of one type, and what is reckoned: nothing is guessed.
  expect(guessMapping(columns.slice(2), FORM)).toEqual({});
  expect(missingFields(FORM, { نام: 'name' }).map(({ name }) => name)).toEqual(['code']);
});

it('says how samples fit, and which words are no choice', () => {
  const [, name, n, kind] = FORM as [Field, Field, Field, Field];
  expect(fitOf(column('a', 'text', ['x']), name)).toEqual({ kind: 'exact' });
  expect(fitOf(column('a', 'text', ['۱۲', '5']), n)).toEqual({ kind: 'converts' });
  expect(fitOf(column('a', 'text', ['12', 'دو']), n)).toEqual({ kind: 'fails', count: 1, of: 2 });
  const words = column('k', 'text', ['چاه', 'آب‌چاه', 'آب‌چاه']);
  expect(strangeWords(words, kind)).toEqual(['آب‌چاه']);
  expect(fitOf(words, kind, { آب‌چاه: 'w' }).kind).toBe('converts');
});

it('gives a field to one column, and knows a file by its headings in any order', () => {
  expect(withColumn({ a: 'code', b: 'name' }, 'b', 'code')).toEqual({ b: 'code' });
  expect(withColumn({ a: 'code' }, 'a', null)).toEqual({});
  const key = (...names: string[]) => columnsKey({ fields: names.map((name) => column(name)) });
  expect([key('a', 'ك'), key('a', 'b')]).toEqual([key('ک', 'a'), expect.not.stringMatching(key('a', 'c'))]);
});
