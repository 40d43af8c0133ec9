// What plans mean, over many histories.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { api } from '../../../contract';
import { servesAfterEnd } from '../../http/after-end';
import { daysAfter, getBeginning, getReduction, getStanding, isDiscountValid, type PlanPeriod } from './rules';

const START = new Date('2026-01-01T00:00:00Z');
const trial = (from: Date): PlanPeriod => ({ plan_id: 1, label: 'trial', price: 0, starts: from, ends: daysAfter(from, 15), layer_limit: 10, disk_limit: 512 }); // biome-ignore format: one line
const bought = (from: Date, days = 30): PlanPeriod => ({ ...trial(from), plan_id: 2, label: 'advanced', price: 2_750_000, ends: daysAfter(from, days) }); // biome-ignore format: one line

describe('plans', () => {
  it('know where a customer stands', () => {
    expect(getStanding([], START)).toBeNull();
    const fresh = getStanding([trial(START)], START);
    expect(fresh).toMatchObject({ ended: false, reserved: null, daysLeft: 15, daysUsed: 0, daysTotal: 15 });
    expect(getStanding([trial(START)], daysAfter(START, 14.5))).toMatchObject({
      ended: false,
      daysLeft: 1,
      daysUsed: 14,
    });
    expect(getStanding([trial(START)], daysAfter(START, 15))).toMatchObject({ ended: true, daysLeft: 0, daysUsed: 15 });
    const next = bought(daysAfter(START, 30));
    const renewed = getStanding([next, bought(START)], daysAfter(START, 10));
    expect(renewed).toMatchObject({ reserved: next, daysLeft: 50, daysUsed: 10, daysTotal: 30 });
    expect(getStanding([next, bought(START)], daysAfter(START, 31))).toMatchObject({ current: next, reserved: null });
  });

  it('begin at once after a trial or an end, and after what was paid for else', () => {
    const at = daysAfter(START, 3);
    expect(getBeginning(at, getStanding([trial(START)], at))).toEqual(at);
    expect(getBeginning(at, getStanding([bought(START)], at))).toEqual(daysAfter(START, 30));
    expect(getBeginning(daysAfter(START, 40), getStanding([bought(START)], daysAfter(START, 40)))).toEqual(
      daysAfter(START, 40),
    );
    expect(getBeginning(at, null)).toEqual(at);
  });

  it('never lose a day that was paid for, whenever one buys', () => {
    const waits = fc.array(fc.double({ min: 0, max: 80, noNaN: true }), { maxLength: 8 });
    fc.assert(
      fc.property(waits, (list) => {
        let now = START;
        const plans: PlanPeriod[] = [trial(START)];
        for (const wait of list) {
          now = daysAfter(now, wait);
          const at = getStanding(plans, now);
          if (at?.reserved) continue;
          plans.push(bought(getBeginning(now, at)));
        }
        const paid = plans.slice(1).sort((a, b) => a.starts.getTime() - b.starts.getTime());
        for (const [i, one] of paid.entries())
          if (i > 0) expect(one.starts.getTime()).toBeGreaterThanOrEqual((paid[i - 1] as PlanPeriod).ends.getTime());
      }),
    );
  });

  it('are reduced by whole rials, never below nothing', () => {
    const price = fc.integer({ min: 0, max: 1_000_000_000 });
    const percent = fc.record({ percent: fc.integer({ min: 1, max: 100 }), amount: fc.constant(null) });
    const amount = fc.record({ percent: fc.constant(null), amount: fc.integer({ min: 1, max: 2_000_000_000 }) });
    fc.assert(
      fc.property(price, fc.oneof(percent, amount), (full, code) => {
        const off = getReduction(full, code);
        expect(Number.isInteger(off) && off >= 0 && off <= full).toBe(true);
      }),
    );
    expect(getReduction(2_750_000, { percent: 20, amount: null })).toBe(550_000);
    expect(getReduction(500, { percent: null, amount: 900 })).toBe(500);
  });

  it('take a code for its plan, in its time and as often as it may be used', () => {
    const code = { percent: 10, amount: null, plan_id: 2, until: daysAfter(START, 1), uses: 1 };
    expect(isDiscountValid(code, 2, 0, START)).toBe(true);
    expect(isDiscountValid(code, 3, 0, START)).toBe(false);
    expect(isDiscountValid(code, 2, 1, START)).toBe(false);
    expect(isDiscountValid(code, 2, 0, daysAfter(START, 1))).toBe(false);
    expect(isDiscountValid({ ...code, plan_id: null, uses: null, until: null }, 4, 99, START)).toBe(true);
  });

  it('that have ended leave reading and paying', () => {
    expect(servesAfterEnd('records.identify', api.records.identify)).toBe(true);
    expect(servesAfterEnd('subscription.order', api.subscription.order)).toBe(true);
    expect(servesAfterEnd('exports.token', api.exports.token)).toBe(true);
    expect(servesAfterEnd('records.create', api.records.create)).toBe(false);
    expect(servesAfterEnd('uploads.upload', api.uploads.upload)).toBe(false);
    // These write, or prepare what is refused, and no cache of a browser needs to know.
    expect(servesAfterEnd('tracking.report', api.tracking.report)).toBe(false);
    expect(servesAfterEnd('uploads.place', api.uploads.place)).toBe(false);
    expect(servesAfterEnd('uploads.discard', api.uploads.discard)).toBe(false);
  });
});
