// Names of Jalali periods, at the ends of months and years.
import { expect, it } from 'vitest';
import { periodText } from './period-text';

it.each([
  ['day', '2026-11-26', '۱۴۰۵/۰۹/۰۵', '26 Nov 2026'],
  ['week', '2026-11-21', '۱۴۰۵/۰۸/۳۰', '21 Nov 2026'],
  ['month', '2026-11-22', 'آذر ۱۴۰۵', 'Azar 1405'],
  // 30 Esfand 1403, the last day of a leap year, and Nowruz after it.
  ['month', '2025-03-20', 'اسفند ۱۴۰۳', 'Esfand 1403'],
  ['month', '2025-03-21', 'فروردین ۱۴۰۴', 'Farvardin 1404'],
  ['year', '2025-03-21', '۱۴۰۴', '1404'],
] as const)('%s of %s', (period, first, fa, en) => {
  expect([periodText(period, first, 'fa'), periodText(period, first, 'en')]).toEqual([fa, en]);
});
