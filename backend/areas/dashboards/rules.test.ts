// Jalali periods against the calendar of the platform.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayAt } from '../../../contract/dates';
import { kindOf, periodStarts } from './rules';

const jalali = new Intl.DateTimeFormat('en-US-u-ca-persian-nu-latn', { timeZone: 'UTC', year: 'numeric', month: 'numeric', day: 'numeric', weekday: 'short' }); // biome-ignore format: one format
const parts = (iso: string) => Object.fromEntries(jalali.formatToParts(new Date(`${iso}T12:00:00Z`)).map((p) => [p.type, p.value])); // biome-ignore format: one line
const days = fc.date({ min: new Date('1900-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }).map((d) => d.toISOString().slice(0, 10)); // biome-ignore format: one line

describe('Jalali periods', () => {
  it('begin where the calendar says', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 900 }), (from, more) => {
        const to = new Date(Date.parse(from) + more * 86_400_000).toISOString().slice(0, 10);
        for (const period of ['week', 'month', 'year'] as const) {
          const starts = periodStarts(from, to, period);
          expect(starts[0] && starts[0] <= from && (starts.at(-1) ?? '') <= to).toBe(true);
          expect([...starts].sort()).toEqual(starts);
          for (const start of starts) {
            const { day, month, weekday } = parts(start);
            if (period === 'week') expect(weekday).toBe('Sat');
            else expect(day).toBe('1');
            if (period === 'year') expect(month).toBe('1');
          }
        }
        expect(periodStarts(from, to, 'day').length).toBe(more + 1);
      }),
      { numRuns: 40 },
    );
  });

  it('know leap years, and end where they are told', () => {
    // 1403 had 366 days.
    expect(periodStarts('2025-03-20', '2025-03-21', 'year')).toEqual(['2024-03-20', '2025-03-21']);
    expect(periodStarts('2025-03-20', '2025-03-21', 'month')).toEqual(['2025-02-19', '2025-03-21']);
    expect(periodStarts('2000-01-01', '2030-01-01', 'day', 400).length).toBe(401);
  });

  it('take the day in Tehran, and sort words of the log', () => {
    expect(dayAt(new Date('2026-11-20T20:30:00Z'))).toBe('2026-11-21');
    expect(dayAt(new Date('2026-11-20T20:29:59Z'))).toBe('2026-11-20');
    expect([kindOf('approve'), kindOf('split'), kindOf('__proto__')]).toEqual(['approve', 'other', 'other']);
  });
});
