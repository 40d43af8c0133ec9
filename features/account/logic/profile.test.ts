// Only what is filled in and new goes out.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { changed, differs, isEmail, isPhone } from './profile';

it('sends filled fields that changed', () => {
  const standing = { first_name: 'سارا', last_name: 'احمدی' };
  expect(changed(standing, { first_name: 'سارا', last_name: 'محمدی' })).toEqual({ last_name: 'محمدی' });
  expect(changed(standing, { first_name: '', last_name: 'احمدی' })).toEqual({});
  expect(differs(standing, { first_name: '', last_name: 'احمدی' })).toBe(true);
  expect(differs(standing, { ...standing })).toBe(false);
});

it('never sends an empty text, nor what stands already', () => {
  const names = fc.record({ first_name: fc.string(), last_name: fc.string() });
  fc.assert(
    fc.property(names, names, (standing, typed) => {
      for (const [key, value] of Object.entries(changed(standing, typed))) {
        expect(value).not.toBe('');
        expect(value).not.toBe(standing[key as keyof typeof standing]);
      }
    }),
  );
});

it('knows addresses and numbers by their look', () => {
  expect(['a@b.ir', ' a.b@c.co '].every(isEmail)).toBe(true);
  expect(['a', 'a@b', '@b.ir', 'a b@c.ir'].some(isEmail)).toBe(false);
  expect(['09121234567', '۰۹۱۲۱۲۳۴۵۶۷', '+98 912 123 4567'].every(isPhone)).toBe(true);
  expect(['0912', '0912123456a', ''].some(isPhone)).toBe(false);
});
