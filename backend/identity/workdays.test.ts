// Days of work by the civil calendar in Tehran.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWorkday, weekdayOf } from './workdays';

describe('days of work', () => {
  it('begin and end at midnight in Tehran', () => {
    // 2025-11-21 is a Friday; Tehran is three and a half hours ahead of UTC.
    expect(weekdayOf(new Date('2025-11-21T20:29:59.999Z'))).toBe(7);
    expect(weekdayOf(new Date('2025-11-21T20:30:00Z'))).toBe(1);
    // In the summer of 2020 the clocks stood four and a half hours ahead.
    expect([weekdayOf(new Date('2020-07-03T19:29:00Z')), weekdayOf(new Date('2020-07-03T19:31:00Z'))]).toEqual([7, 1]);
  });

  it('are counted by hand in steps of a day', () =>
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
        fc.subarray([1, 2, 3, 4, 5, 6, 7]),
        (at, days) => {
          const today = weekdayOf(at);
          const in7 = new Date(at.getTime() + 7 * 86_400_000);
          expect(today >= 1 && today <= 7).toBe(true);
          expect(isWorkday({ workdays: days }, at)).toBe(days.length === 0 || days.includes(today));
          // Summer time moves midnight by an hour, never a noon.
          const noon = new Date(`${in7.toISOString().slice(0, 10)}T09:00:00Z`);
          expect(weekdayOf(noon)).toBe(weekdayOf(new Date(noon.getTime() - 7 * 86_400_000)));
        },
      ),
    ));
});
