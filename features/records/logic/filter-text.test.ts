// Filters as people type them, in both scripts and calendars.
import { describe, expect, it } from 'vitest';
import type { Field } from '@/contract/schemas/form';
import { filterOf } from './filter-text';

const field = (type: Field['type']): Field => ({ name: 'f', label: 'f', type });

describe('a filter', () => {
  it.each([
    ['', ''],
    ['~', '~'],
    ['۵۰۰', '=500'],
    ['> ۱٬۰۰۰', '>1000'],
    ['<=۲٫۵', '<=2.5'],
    ['≥ 3', '>=3'],
    ['۵..۸', '5..8'],
    ['8 .. 5', '5..8'],
    ['=7', '=7'],
  ])('on numbers reads %s', (typed, expected) => expect(filterOf(field('decimal'), typed, 'fa')).toBe(expected));

  it.each(['abc', '>', '>5..8', '..'])('on numbers refuses %s', (typed) =>
    expect(filterOf(field('integer'), typed, 'fa')).toBeNull(),
  );

  it.each([
    ['۱۴۰۴/۰۱/۰۱', '=2025-03-21'],
    ['>۱۴۰۴/۰۱/۰۱', '>2025-03-21'],
    ['۱۴۰۳', '2024-03-20..2025-03-20'],
    ['۱۴۰۴/۱', '2025-03-21..2025-04-20'],
    ['<1404', '<2025-03-21'],
    ['<=1403', '<=2025-03-20'],
    ['1403..1404/01', '2024-03-20..2025-04-20'],
  ])('on Jalali days reads %s', (typed, expected) => expect(filterOf(field('date'), typed, 'fa')).toBe(expected));

  it('reads Gregorian days in English', () => {
    expect(filterOf(field('date'), '2025-03', 'en')).toBe('2025-03-01..2025-03-31');
    expect(filterOf(field('date'), '2025-02-30', 'en')).toBeNull();
  });

  it("names a moment's day, which the server takes as Tehran has it", () => {
    expect(filterOf(field('datetime'), '1404/01/01', 'fa')).toBe('=2025-03-21');
    expect(filterOf(field('datetime'), '>=1400/04/01', 'fa')).toBe('>=2021-06-22');
  });

  it('leaves text as it is, and knows yes from no', () => {
    expect(filterOf(field('text'), ' تهران ', 'fa')).toBe('تهران');
    expect(filterOf(field('choice'), '=city', 'fa')).toBe('=city');
    expect(filterOf(field('boolean'), 'true', 'fa')).toBe('true');
    expect(filterOf(field('boolean'), 'maybe', 'fa')).toBeNull();
  });
});
