// Jalali days against the platform's own calendar, over every year that data can carry.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDate, today } from './dates';
import { digits, formatCoordinates, formatNumber, parseNumber, toLatin, toPersian } from './digits';
import { parseDay, parseJalaliDay } from './jalali';

const FIRST = Date.UTC(1900, 0, 1) / 86_400_000;
const LAST = Date.UTC(2123, 11, 31) / 86_400_000;
const isoDay = fc.integer({ min: FIRST, max: LAST }).map((n) => new Date(n * 86_400_000).toISOString().slice(0, 10));
const oracle = new Intl.DateTimeFormat('en-US-u-ca-persian-nu-latn', {
  timeZone: 'UTC',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
});

describe('Jalali days', () => {
  it('are read back as the day they were shown for', () => {
    fc.assert(
      fc.property(isoDay, (iso) => parseJalaliDay(formatDate('fa', iso)) === iso),
      { numRuns: 3000 },
    );
  });

  it('agree with Intl when typed in Latin digits without padding', () => {
    fc.assert(
      fc.property(isoDay, fc.constantFrom('/', '-', '.', ' '), (iso, separator) => {
        const p = Object.fromEntries(oracle.formatToParts(new Date(`${iso}T00:00:00Z`)).map((x) => [x.type, x.value]));
        expect(parseJalaliDay([p.year, p.month, p.day].join(separator))).toBe(iso);
      }),
      { numRuns: 3000 },
    );
  });

  it('cover every day from January to March of leap years', () => {
    for (let year = 1904; year <= 2120; year += 4)
      for (let day = 0; day < 91; day++) {
        const iso = new Date(Date.UTC(year, 0, 1 + day)).toISOString().slice(0, 10);
        expect(parseJalaliDay(formatDate('fa', iso))).toBe(iso);
      }
  });

  it('refuse days that do not exist', () => {
    for (const text of [
      '1404/12/30',
      '1405/07/31',
      '1405/13/01',
      '1405/00/01',
      '1405/1/0',
      '1405',
      'روز',
      '',
      '05/1/1',
    ])
      expect(parseJalaliDay(text), text).toBeNull();
    expect(parseJalaliDay('1403/12/30')).toBe('2025-03-20');
    expect(parseJalaliDay('۱۴۰۵/۸/۳۰')).toBe('2026-11-21');
  });

  it('are Gregorian in English', () => {
    expect(formatDate('en', '2026-11-21')).toBe('21 Nov 2026');
    expect(parseDay('en', '2026-11-21')).toBe('2026-11-21');
    expect(parseDay('en', '2026-02-30')).toBeNull();
  });
});

describe('moments', () => {
  it("are shown in Tehran's time", () => {
    expect(formatDate('fa', '2026-11-20T21:00:00Z')).toBe('۱۴۰۵/۰۸/۳۰');
    expect(formatDate('fa', '2026-11-20T21:00:00Z', 'datetime')).toBe('۱۴۰۵/۰۸/۳۰، ۰۰:۳۰');
    expect(formatDate('en', '2026-11-20T21:00:00Z', 'datetime')).toBe('21 Nov 2026, 00:30');
    expect(today(new Date('2026-11-20T21:00:00Z'))).toBe('2026-11-21');
  });

  it('are told relative to now', () => {
    const now = Date.parse('2026-11-21T10:00:00Z');
    expect(formatDate('en', '2026-11-21T09:55:00Z', 'relative', now)).toBe('5 minutes ago');
    expect(formatDate('fa', '2026-11-21T09:55:00Z', 'relative', now)).toBe('۵ دقیقه پیش');
  });

  it('that cannot be read come back unchanged', () => expect(formatDate('fa', 'نامعلوم')).toBe('نامعلوم'));
});

describe('digits', () => {
  it('go to Persian and back', () => {
    fc.assert(fc.property(fc.stringMatching(/^[0-9a-z ./-]{0,20}$/), (text) => toLatin(toPersian(text)) === text));
    expect(toLatin('٤٥٦ ۷۸۹')).toBe('456 789');
    expect(digits('fa', '1.16.2')).toBe('۱.۱۶.۲');
    expect(formatCoordinates('fa', '32.40, 53.70')).toBe('۳۲٫۴۰، ۵۳٫۷۰');
  });

  it('are grouped in the script of the language', () => {
    expect(formatNumber('fa', 1234567.5)).toBe('۱٬۲۳۴٬۵۶۷٫۵');
    expect(formatNumber('en', 1234567.5)).toBe('1,234,567.5');
  });

  it('are read as numbers in either script', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e9, max: 1e9, noNaN: true }), (n) => {
        for (const lang of ['fa', 'en'] as const) {
          const text = formatNumber(lang, n, { maximumFractionDigits: 3 });
          expect(parseNumber(text)).toBeCloseTo(n, 3);
        }
      }),
    );
    for (const text of ['', 'a', '1.2.3', '--1']) expect(parseNumber(text)).toBeNull();
  });
});
