// One key for a number in every notation.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPhone, maskPhone, phoneKey } from './phone';

const PERSIAN = '۰۱۲۳۴۵۶۷۸۹';
const ARABIC = '٠١٢٣٤٥٦٧٨٩';
const inScript = (text: string, digits: string) => text.replace(/\d/g, (d) => digits[Number(d)] as string);

describe('telephone numbers', () => {
  it('are one in all notations', () => {
    const rest = fc.stringMatching(/^9\d{9}$/);
    const prefix = fc.constantFrom('0', '+98', '0098', '98', '', '+980', '00980');
    const script = fc.constantFrom('0123456789', PERSIAN, ARABIC);
    const gap = fc.constantFrom('', ' ', '-', '\u200c', '\u200f', ' (', ') ');
    fc.assert(
      fc.property(rest, prefix, script, gap, (number, before, digits, between) => {
        const written = `${before}${number.slice(0, 3)}${between}${number.slice(3, 6)}${between}${number.slice(6)}`;
        expect(phoneKey(inScript(written, digits))).toBe(`98${number}`);
      }),
    );
  });

  it('of other countries keep their code', () => {
    expect(phoneKey('+49 170 1234567')).toBe('491701234567');
    expect(phoneKey('0049-170-1234567')).toBe('491701234567');
    expect([formatPhone('491701234567'), formatPhone('989123456789')]).toEqual(['+491701234567', '09123456789']);
  });

  it('are nothing where they are no numbers, whatever is given', () => {
    for (const text of ['', '0912', '091234567890123456', 'phone', '0912345678x', '+', '00', '+0912', '09123456789;1'])
      expect([text, phoneKey(text)]).toEqual([text, null]);
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (text) => {
        const key = phoneKey(text);
        if (key !== null) expect([key, phoneKey(formatPhone(key))]).toEqual([expect.stringMatching(/^\d{8,15}$/), key]);
      }),
    );
  });

  it('hide their middle', () => {
    expect(maskPhone('989123456789')).toBe('0912*****89');
    expect(maskPhone('491701234567')).not.toContain('0123');
  });
});
