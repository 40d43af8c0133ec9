// A code typed, corrected and pasted, in either script.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { onlyDigits, pastedCode, takeDigits } from './code-digits';

describe('typing', () => {
  it('takes digits of either script and nothing else', () => {
    expect(takeDigits('۱۲a٣ 4', 6)).toEqual({ value: '1234', caret: 4 });
    expect(takeDigits('', 0)).toEqual({ value: '', caret: 0 });
    expect(takeDigits('abc', 3)).toEqual({ value: '', caret: 0 });
  });

  it('puts a digit in the place of the next one when the code is full', () => {
    // 123456 with the caret after 2; 9 was typed.
    expect(takeDigits('1293456', 3)).toEqual({ value: '129456', caret: 3 });
    expect(takeDigits('1234569', 7)).toEqual({ value: '123456', caret: 6 });
    expect(takeDigits('9123456', 1)).toEqual({ value: '923456', caret: 1 });
  });

  it('leaves room where there is some', () => {
    expect(takeDigits('12934', 3)).toEqual({ value: '12934', caret: 3 });
  });

  it('never answers anything but at most six digits with the caret inside', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), fc.nat(30), (raw, at) => {
        const { value, caret } = takeDigits(raw, Math.min(at, raw.length));
        expect(value).toMatch(/^\d{0,6}$/);
        expect(caret).toBeLessThanOrEqual(6);
        if (onlyDigits(raw).length <= 6) expect(value).toBe(onlyDigits(raw));
      }),
    );
  });
});

describe('pasting', () => {
  it('finds the code in what was copied', () => {
    for (const text of ['123456', ' 123 456 ', '۱۲۳۴۵۶', '123-456', 'کد تأیید شما: ۱۲۳۴۵۶\nتا ۲ دقیقه اعتبار دارد.'])
      expect([text, pastedCode(text)]).toEqual([text, '123456']);
  });

  it('takes nothing that is no whole code', () => {
    for (const text of ['', '12345', '1234567', 'hello', '09123456789'])
      expect([text, pastedCode(text)]).toEqual([text, null]);
  });
});
