// The nine ranges, on days worked out by hand, and the Jalali day against Intl over two centuries.
import { describe, expect, it } from 'vitest';
import { daysOf } from '@/contract/boards/days';
import { isoFromJalali, jalaliFromIso } from '@/contract/jalali';
import { rangeOf } from './day-ranges';

describe('ranges of days', () => {
  // 23 November 2026 is Monday, 2 Azar 1405.
  const TODAY = '2026-11-23';
  it.each([
    ['today', '2026-11-23', '2026-11-23'],
    ['yesterday', '2026-11-22', '2026-11-22'],
    ['week', '2026-11-21', '2026-11-23'],
    ['days7', '2026-11-17', '2026-11-23'],
    ['month', '2026-11-22', '2026-11-23'],
    ['days30', '2026-10-25', '2026-11-23'],
    ['year', '2026-03-21', '2026-11-23'],
    ['year1', '2025-11-24', '2026-11-23'],
  ] as const)('%s', (range, from, to) => {
    expect(daysOf(range, TODAY)).toEqual({ from, to });
    expect(rangeOf({ from, to }, TODAY)).toBe(range === 'today' ? 'today' : range);
  });
  it('leaves the own range to people', () => {
    expect(daysOf('custom', TODAY)).toBeNull();
    expect(rangeOf({ from: '2020-01-01', to: null }, TODAY)).toBe('custom');
  });
  it('begins a year before 30 Esfand with 1 Farvardin', () => {
    // 20 March 2025 is 30 Esfand 1403; 1402 has 29 days in Esfand.
    expect(daysOf('year1', '2025-03-20')).toEqual({ from: '2024-03-20', to: '2025-03-20' });
  });
  it('begins the week on Saturday', () => {
    expect(daysOf('week', '2026-11-21')).toEqual({ from: '2026-11-21', to: '2026-11-21' });
    expect(daysOf('week', '2026-11-20')).toEqual({ from: '2026-11-14', to: '2026-11-20' });
  });
});

it('agrees with Intl on every day from 1900 to 2123, there and back', () => {
  const intl = new Intl.DateTimeFormat('en-u-ca-persian-nu-latn', {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    timeZone: 'UTC',
  });
  const wrong: string[] = [];
  for (let at = Date.UTC(1900, 0, 1); at < Date.UTC(2124, 0, 1); at += 86_400_000) {
    const iso = new Date(at).toISOString().slice(0, 10);
    const parts = Object.fromEntries(
      intl.formatToParts(at).map(({ type, value }) => [type, Number.parseInt(value, 10)]),
    );
    const day = { year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0 };
    const now = jalaliFromIso(iso);
    if (now.year !== day.year || now.month !== day.month || now.day !== day.day || isoFromJalali(day) !== iso)
      wrong.push(iso);
  }
  expect(wrong).toEqual([]);
});
