// Prices, times, sizes, and the colours of the days that are left.

import { expect, it } from 'vitest';
import type { Plan } from '@/contract/schemas/subscription';
import { toman } from '@/lib/i18n/money';
import {
  daysLeft,
  FIRST_CHOICE,
  findChoice,
  isSpecial,
  linesOf,
  monthsOf,
  NO_CHOICE,
  paidPlans,
  sizeOf,
  urgencyOf,
} from './plans';

const plan = (id: number, more: Partial<Plan> = {}): Plan => ({
  id,
  type: 'advanced',
  type_display: 'پیشرفته',
  label: `p${id}`,
  description: [],
  price: 2_750_000,
  price_org: 3_000_000,
  duration: 30,
  layer_limit: 20,
  disk_limit: 1000,
  ...more,
});

it('sells what is not free, and opens with the second plan where there is one', () => {
  const plans = [plan(1, { type_display: 'رایگان', price: 0 }), plan(2), plan(4)];
  expect(paidPlans(plans).map(({ id }) => id)).toEqual([2, 4]);
  expect(findChoice(plans, FIRST_CHOICE.id)).toEqual(FIRST_CHOICE);
  expect(findChoice([plan(4)], FIRST_CHOICE.id)).toEqual(NO_CHOICE);
  expect(findChoice([], 0)).toEqual(NO_CHOICE);
});

it('writes prices in toman with a stroke between thousands', () => {
  expect(toman('fa', 2_750_000)).toBe('۲۷۵/۰۰۰');
  expect(toman('en', 27_500_000)).toBe('2/750/000');
  expect(toman('en', 0)).toBe('0');
});

it('offers something special on one plan, and no longer than it says', () => {
  const [last, over] = [Date.parse('2025-10-22T23:59:00+03:30'), Date.parse('2025-10-23T00:00:00+03:30')];
  expect([isSpecial(plan(4), last), isSpecial(plan(4), over), isSpecial(plan(2), last)]).toEqual([true, false, false]);
});

it('counts months of thirty days, and sizes in what they fill', () => {
  expect([30, 60, 90, 15, 0].map(monthsOf)).toEqual([1, 2, 3, null, null]);
  expect(sizeOf(1000)).toEqual({ unit: 'mb', value: 1000 });
  expect(sizeOf(2048)).toEqual({ unit: 'gb', value: 2 });
  expect(linesOf({ description: 'one| two ||three' })).toEqual(['one', 'two', 'three']);
  expect(linesOf({ description: ['one', ''] })).toEqual(['one']);
});

it('turns orange below a week and red at the end', () => {
  expect([30, 7, 6, 1, 0].map(urgencyOf)).toEqual(['green', 'green', 'orange', 'orange', 'red']);
  expect([null, -3, 0, 6.9, 12].map(daysLeft)).toEqual([0, 0, 0, 6, 12]);
});
