// Texts of known forms and of own patterns: what is taken, in which writing, and that no match takes long.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkValue, type Field } from '../schemas/form';
import { checkPattern } from './check-pattern';
import { MAX_PATTERN_VALUE, type Preset, readPattern } from './patterns';

const read = (preset: Preset, value: string) => readPattern(value, { preset });

it.each<[Preset, string, string]>([
  ['phone', '+98 912 345 6789', '09123456789'],
  ['phone', '۰۹۱۲۳۴۵۶۷۸۹', '09123456789'],
  ['phone', '(021) 8877-6655', '02188776655'],
  ['phone', '+44 20 7946 0000', '+442079460000'],
  ['phone', '110', '110'],
  ['email', ' name@example.ir ', 'name@example.ir'],
  ['url', 'example.ir/a?b=1', 'https://example.ir/a?b=1'],
  ['url', 'http://example.ir', 'http://example.ir'],
  // Codes that are published as examples of the check digit.
  ['national_code', '0499370899', '0499370899'],
  ['national_code', '۰۴۹۹۳۷۰۸۹۹', '0499370899'],
  ['national_code', '499370899', '0499370899'],
  ['national_code', '0684159414', '0684159414'],
  ['postal_code', '۱۶۱۹۷-۳۵۷۴۴', '1619735744'],
  ['plate', '۱۲ ب ۳۴۵ ایران ۶۷', '12ب345-67'],
  ['plate', '12ي345-67', '12ی345-67'],
  ['plate', '123-45678', '123-45678'],
  ['sheba', 'IR82 0540 1026 8002 0817 9090 02', 'IR820540102680020817909002'],
  ['sheba', '۸۲۰۵۴۰۱۰۲۶۸۰۰۲۰۸۱۷۹۰۹۰۰۲', 'IR820540102680020817909002'],
])('takes a %s: %s', (preset, value, result) => {
  expect(read(preset, value)).toBe(result);
  expect(read(preset, result)).toBe(result);
});

it.each<[Preset, string]>([
  ['phone', 'ندارد'],
  ['phone', '12'],
  ['email', 'name@'],
  ['url', 'javascript:alert(1)'],
  ['url', 'ftp://example.ir'],
  ['url', 'سلام دنیا'],
  ['national_code', '0499370898'],
  ['national_code', '0684159415'],
  ['national_code', '1111111111'],
  ['national_code', '99370899'],
  ['postal_code', '2619735744'],
  ['postal_code', '161973574'],
  ['plate', '1ب345-67'],
  ['sheba', 'IR820540102680020817909003'],
  ['sheba', 'IR62054010268002081790900'],
])('refuses what is no %s: %s', (preset, value) => {
  expect(read(preset, value)).toBeNull();
});

it('finds a wrong digit in every account number, and takes one check digit alone of a national code', () => {
  const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`));
  const isOneDigit = (text: string) => new Set(text).size === 1;
  // Each with the only check digits that fit, found by trying all.
  const complete = (preset: Preset, of: (check: string) => string, checks: number) =>
    Array.from({ length: checks }, (_, n) => of(String(n).padStart(checks === 10 ? 1 : 2, '0'))).filter((one) => read(preset, one)); // biome-ignore format: one line
  fc.assert(
    fc.property(digits(9), (body) => {
      if (isOneDigit(body)) return;
      expect(complete('national_code', (check) => body + check, 10)).toHaveLength(1);
    }),
    { numRuns: 200 },
  );
  fc.assert(
    fc.property(digits(22), fc.nat({ max: 21 }), fc.integer({ min: 1, max: 9 }), (body, at, more) => {
      // Two check digits are a remainder of 97; the numbers up to 98 hold one or two that fit.
      const [number = ''] = complete('sheba', (check) => `IR${check}${body}`, 99);
      const place = at + 4;
      const wrong = (Number(number[place]) + more) % 10;
      expect(read('sheba', `${number.slice(0, place)}${wrong}${number.slice(place + 1)}`)).toBeNull();
    }),
    { numRuns: 200 },
  );
});

it('holds a whole value against an own pattern', () => {
  const field: Field = { name: 'a', label: 'a', type: 'text', pattern: { text: 'A-\\d{3}|ب+', message: 'A and three digits' } }; // biome-ignore format: one field
  expect(checkValue(field, 'A-123')).toEqual({ value: 'A-123' });
  expect(checkValue(field, 'ببب')).toEqual({ value: 'ببب' });
  for (const wrong of ['A-1234', 'xA-123', 'a-123']) expect(checkValue(field, wrong)).toEqual({ problem: 'pattern' });
  expect(checkValue({ ...field, pattern: { text: '(' } }, 'anything')).toEqual({ value: 'anything' });
});

it.each([
  ['[A-Z]{2}-\\d{3}', null],
  ['\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}', null],
  ['(\\d{3}-){2}\\d', null],
  ['\\w+ \\w+ \\w+ \\w+', null],
  ['\\p{L}+', null],
  ['(a', 'formPatternWrong'],
  ['[z-a]', 'formPatternWrong'],
  ['(a+)+', 'formPatternSlow'],
  ['(a|a)*b', 'formPatternSlow'],
  ['(a?){30}a{30}', 'formPatternSlow'],
  ['a*a*a*a*a*b', 'formPatternSlow'],
  ['.{0,50}a?a+\\w*a?[ab]{2,9}(aa){9}b', 'formPatternSlow'],
  ['\\w+\\w+\\w+([a-z]{4}){8}', null],
  ['(\\w)\\1', 'formPatternSlow'],
  ['(?=a)a', 'formPatternSlow'],
  ['a{1000000}', 'formPatternSlow'],
])('judges the pattern %s: %s', (text, verdict) => {
  expect(checkPattern(text)).toBe(verdict);
});

it('lets no pattern that is sound take long', () => {
  const part = fc.constantFrom(
    'a',
    'a*',
    'a+',
    '\\w*',
    '.{0,50}',
    '(a|b)',
    '(aa){9}',
    'a?',
    '[ab]{2,9}',
    '(?:a|b)*',
    'a{3}',
  );
  const hard = 'a'.repeat(MAX_PATTERN_VALUE - 1).concat('!');
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 12 }).map((parts) => `${parts.join('')}b`),
      (text) => {
        if (checkPattern(text) !== null) return;
        const start = performance.now();
        readPattern(hard, { text });
        // Seconds of a slow machine; what the check lets through takes some milliseconds.
        expect(performance.now() - start).toBeLessThan(2000);
      },
    ),
    { numRuns: 150 },
  );
});

it('rounds to the decimals that are kept as they are written', () => {
  const decimal = (precision: number): Field => ({ name: 'a', label: 'a', type: 'decimal', precision });
  for (const [
    precision,
    raw,
    value,
  ] of [[2, '1.005', 1.01], [2, '۱۲٫۳۴۵', 12.35], [0, 2.5, 3], [3, '1e-7', 0], [2, -1.005, -1.01], [1, 1e21, 1e21]] as const) // biome-ignore format: one list
    expect([raw, checkValue(decimal(precision), raw)]).toEqual([raw, { value }]);
});

it('keeps days and lengths within their limits', () => {
  const day: Field = { name: 'a', label: 'a', type: 'date', min: '2024-03-20', max: '2025-03-20' };
  expect(checkValue(day, '1403/01/01')).toEqual({ value: '2024-03-20' });
  expect(checkValue(day, '2024-03-19')).toEqual({ problem: 'min' });
  expect(checkValue(day, '1404/01/01')).toEqual({ problem: 'max' });
  // Half past eleven in the evening of the last day in Tehran, and one hour later.
  expect(checkValue({ ...day, type: 'datetime' }, '2025-03-20T20:00:00Z')).toEqual({
    value: '2025-03-20T20:00:00.000Z',
  });
  expect(checkValue({ ...day, type: 'datetime' }, '2025-03-20T21:00:00Z')).toEqual({ problem: 'max' });
  const short: Field = { name: 'a', label: 'a', type: 'text', min: 2, max: 3 };
  expect(['ا', 'اب', 'ابپ', 'ابپت'].map((text) => 'value' in checkValue(short, text))).toEqual([false, true, true, false]); // biome-ignore format: one line
});
