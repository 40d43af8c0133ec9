// Names of fields: of any script, short enough, and never two that look alike.
import { expect, it } from 'vitest';
import { fold } from '@/contract/fold';
import { cleanName, freeName, nameOf } from './names';

it.each([
  ['نام کوچه', 'نام_کوچه'],
  ['راه‌های فرعی (متر)', 'راه_های_فرعی_متر'],
  ['  Road name / نام  ', 'Road_name_نام'],
  ['سال ۱۴۰۴', 'سال_۱۴۰۴'],
  ['مُدیریّت', 'مدیریت'],
  ['e\u0301tage', 'étage'],
  ['!!!', ''],
])('makes of %s the name %s', (label, name) => {
  expect(cleanName(label)).toBe(name);
});

it('counts up where a name looks like another one', () => {
  expect(nameOf('علي', ['علی'])).toBe('علي_2');
  expect(nameOf('علی', ['علی', 'علي_2'])).toBe('علی_3');
  expect(nameOf('؟', [])).toBe('field');
});

it('stays within 63 characters, also with a number, and cuts no letter in two', () => {
  const long = nameOf('آ'.repeat(200), []);
  expect(long).toBe('آ'.repeat(63));
  const second = freeName(long, [long]);
  expect(second).toBe(`${'آ'.repeat(61)}_2`);
  expect(fold(second)).not.toBe(fold(long));
  expect(cleanName('𐎠'.repeat(60))).toBe('𐎠'.repeat(31));
});
