// Headings, days and numbers as people write them in tables.
import { expect, it } from 'vitest';
import { daysIn, fieldsOf, namesIn, phoneIn, splitName } from './columns';

it('knows columns by Persian and English headings, however they are written', () => {
  expect(fieldsOf(['نام كاربري', 'نام', 'نام‌خانوادگی', 'تلفن همراه:', 'نقش‌ها', 'مرزها', 'روزهای کاری', 'رنگ'])).toEqual(
    ['username', 'first_name', 'last_name', 'phone', 'groups', 'regions', 'workdays', null],
  );
  expect(fieldsOf(['User_Name *', 'Full Name', 'E-mail', 'ROLE', 'role'])).toEqual([
    'username',
    'name',
    'email',
    'groups',
    null,
  ]);
});

it('reads days by name, by number and in runs', () => {
  const cases: [string, number[] | null][] = [
    ['', []],
    ['همه روزها', []],
    ['شنبه', [1]],
    ['شنبه تا چهارشنبه', [1, 2, 3, 4, 5]],
    ['یک‌شنبه، سه‌شنبه و جمعه', [2, 4, 7]],
    ['پنج‌شنبه تا شنبه', [1, 6, 7]],
    ['۱-۵', [1, 2, 3, 4, 5]],
    ['1,2 , 7', [1, 2, 7]],
    ['Sat to Wed', [1, 2, 3, 4, 5]],
    ['saturday and monday', [1, 3]],
    ['فردا', null],
    ['8', null],
    ['شنبه تا', null],
    ['1-2-3', null],
  ];
  for (const [cell, days] of cases) expect([cell, daysIn(cell)]).toEqual([cell, days]);
});

it('reads numbers of telephones that a table has shortened, names of several things, and full names', () => {
  expect([phoneIn('9121234567'), phoneIn('۰۹۱۲ ۱۲۳-۴۵۶۷'), phoneIn('+98912'), phoneIn('')]).toEqual([
    '09121234567',
    '09121234567',
    '+98912',
    '',
  ]);
  expect(namesIn('ناظر، ویرایشگر و بیننده;ناظر')).toEqual(['ناظر', 'ویرایشگر و بیننده']);
  expect([splitName('سارا رضایی پور'), splitName('سارا')]).toEqual([
    { first_name: 'سارا', last_name: 'رضایی پور' },
    { first_name: 'سارا', last_name: '' },
  ]);
});
