// The Jalali calendar against the platform's, whatever zone the process stands in.
import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { addDays, isoFromJalali, jalaliFromIso, nextPeriod, startOfPeriod } from './jalali';

const before = process.env.TZ;
afterEach(() => {
  process.env.TZ = before;
  if (before === undefined) delete process.env.TZ;
});

const intl = new Intl.DateTimeFormat('en-u-ca-persian-nu-latn', { timeZone: 'UTC', year: 'numeric', month: 'numeric', day: 'numeric' }); // biome-ignore format: one format
const truth = (iso: string) => intl.format(Date.parse(iso)).split(' ')[0];
const jalaliOf = (iso: string) => {
  const { year, month, day } = jalaliFromIso(iso);
  return `${month}/${day}/${year}`;
};
const isoDay = fc.integer({ min: 0, max: 117_000 }).map((n) => addDays('1800-03-21', n));

it.each(['Asia/Tehran', 'America/New_York', 'UTC'])(
  'is that of Intl from 1800 to 2120, there and back, in %s',
  (zone) => {
    process.env.TZ = zone;
    fc.assert(
      fc.property(isoDay, (iso) => {
        expect(jalaliOf(iso)).toBe(truth(iso));
        expect(isoFromJalali(jalaliFromIso(iso))).toBe(iso);
      }),
      { numRuns: 1000 },
    );
    // Where the library is a day late.
    for (let year = 1904; year < 2124; year += 4)
      for (let day = 0; day < 61; day++) {
        const iso = addDays(`${year}-01-01`, day);
        expect(jalaliOf(iso)).toBe(truth(iso));
      }
  },
);

it('has no day that is none', () => {
  for (const [year, month, day] of [[1404, 12, 30], [1404, 7, 31], [1404, 13, 1], [1404, 0, 1], [1404, 1, 0], [1099, 1, 1], [1601, 1, 1]] as const)
    expect(isoFromJalali({ year, month, day })).toBeNull(); // biome-ignore format: a list
  expect(isoFromJalali({ year: 1403, month: 12, day: 30 })).toBe('2025-03-20');
});

it('has periods that begin where the last one ends', () => {
  fc.assert(
    fc.property(isoDay, fc.constantFrom('day', 'week', 'month', 'year'), (iso, period) => {
      const start = startOfPeriod(period, iso);
      const next = nextPeriod(period, start);
      expect(start <= iso && iso < next).toBe(true);
      expect([startOfPeriod(period, next), startOfPeriod(period, addDays(next, -1))]).toEqual([next, start]);
    }),
  );
});
