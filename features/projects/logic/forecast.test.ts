// The forecast of a project's end, and its burn line.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { burnLine, forecast } from './forecast';

const today = '2026-03-20';

describe('the forecast of the last cell', () => {
  it('goes on at the pace of the last fourteen days', () => {
    const days = [
      { day: '2026-03-06', done: 100 },
      { day: '2026-03-07', done: 7 },
      { day: today, done: 7 },
    ];
    // 14 cells in 14 days are one a day; what was before does not count.
    expect(forecast(days, 10, today, '2026-01-01')).toEqual({ pace: 1, day: '2026-03-30', days: 14 });
  });
  it('takes the days that there were, where it is young', () => {
    expect(forecast([{ day: '2026-03-19', done: 6 }], 3, today, '2026-03-19')).toEqual({
      pace: 3,
      day: '2026-03-21',
      days: 2,
    });
  });
  it('says nothing where nothing was done, and today where nothing is left', () => {
    expect(forecast([], 5, today, null).day).toBeNull();
    expect(forecast([], 0, today, null).day).toBe(today);
  });
  it('is never before today, and later the more is left', () => {
    const some = fc.array(fc.nat(20), { minLength: 14, maxLength: 14 });
    fc.assert(
      fc.property(some, fc.nat(500), (done, left) => {
        const days = done.map((n, i) => ({ day: `2026-03-${String(7 + i).padStart(2, '0')}`, done: n }));
        const [soon, late] = [left, left + 10].map((n) => forecast(days, n, today, null).day);
        if (soon && late) expect([soon >= today, late >= soon]).toEqual([true, true]);
      }),
    );
  });
});

it('counts back from what is left today', () => {
  const days = [
    { day: '2026-03-18', done: 2 },
    { day: '2026-03-20', done: 3 },
  ];
  expect(burnLine(days, 5, today)).toEqual([
    { day: '2026-03-18', left: 8 },
    { day: '2026-03-19', left: 8 },
    { day: '2026-03-20', left: 5 },
  ]);
  expect(burnLine([], 5, today)).toEqual([{ day: today, left: 5 }]);
});
