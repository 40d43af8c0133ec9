// Headings of a spreadsheet become fields, whatever stands in them.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkForm } from '@/contract/check-form';
import { Field } from '@/contract/schemas/form';
import { fieldsOfHeadings } from './headings';

const types = (text: string) =>
  fieldsOfHeadings(text)
    ?.map(({ name, type }) => `${name}:${type}`)
    .join(' ');

it('guesses types from the rows below', () => {
  const rows = ['نام\tطبقات\tمساحت\tتاریخ\tکد ملی\tدارد\tنوع', ...['الف', 'ب', 'ج', 'د', 'ه', 'و'].map((name, i) => `${name}\t${i}\t۱${i}٫۵\t۱۴۰۳/۰۲/۱${i}\t00${i}2345678\tبله\t${i % 2 ? 'سبز' : 'زرد'}`)]; // biome-ignore format: one line
  expect(types(rows.join('\n'))).toBe(
    'نام:text طبقات:integer مساحت:decimal تاریخ:date کد_ملی:text دارد:boolean نوع:choice',
  );
});

it('takes a line alone, in whatever it is separated by', () => {
  expect(types('a, b ,a')).toBe('a:text b:text a_2:text');
  expect(types('نام؛کد')).toBe('نام:text کد:text');
  expect(types('a\t\tb')).toBe('a:text b:text');
});

it.each(['', '   ', '\t\t\n\t', ',,;'])('finds no heading in %j', (text) => {
  expect(fieldsOfHeadings(text)).toBeNull();
});

it('makes a sound form of any rubbish', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 20 }), (cells) => {
      const form = fieldsOfHeadings(`${cells.join('\t')}\n${cells.join('\t')}`) ?? [];
      expect(checkForm(form)).toEqual({});
      for (const field of form) expect(Field.safeParse(field).success).toBe(true);
    }),
  );
});
