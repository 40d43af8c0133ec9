// The colour rule of plain strings.
import { expect, it } from 'vitest';
import { toastType } from './toast';

it('is green with the word for success, red with anything else, and nothing when empty', () => {
  expect(toastType('رمز با موفقیت تغییر کرد')).toBe('success');
  expect(toastType('رمز با موفقت تغییر کرد')).toBe('success');
  expect(toastType('ناموفق بود')).toBe('success');
  expect(toastType('خطا')).toBe('error');
  expect(toastType('Saved with success')).toBe('success');
  expect(toastType(' ')).toBeNull();
});
