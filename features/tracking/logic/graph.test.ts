// The graph of a replay: time runs with the eye, and its axis has round moments.
import { expect, it } from 'vitest';
import { speedPaths, ticksOf, timeOf, topSpeed, xOf } from './graph';
import { readTrack } from './track';

const ltr = { from: 1000, to: 2000, width: 500, isRtl: false };
const rtl = { ...ltr, isRtl: true };

it('time runs to the left in Persian and to the right in English', () => {
  expect([xOf(1000, ltr), xOf(2000, ltr), xOf(1000, rtl), xOf(2000, rtl)]).toEqual([0, 500, 500, 0]);
  expect([timeOf(100, ltr), timeOf(100, rtl)]).toEqual([1200, 1800]);
  expect([timeOf(-5, rtl), timeOf(900, rtl)]).toEqual([2000, 1000]);
});

it('the axis has as many round moments as there is room for', () => {
  const tehran = 3.5 * 3600;
  const midnight = Date.parse('2026-11-25T20:30:00Z') / 1000;
  const day = { from: midnight, to: midnight + 86_400, width: 900, isRtl: true };
  const hours = ticksOf(day, tehran).map((t) => (t - midnight) / 3600);
  expect(hours).toEqual([0, 3, 6, 9, 12, 15, 18, 21, 24]);
  expect(ticksOf({ ...day, width: 50 }, tehran).length).toBeLessThanOrEqual(2);
});

it('each run is a line of its own, and a pixel shows its fastest place', () => {
  const at = (t: number, speed: number) =>
    [1_700_000_000 + t, 51, 35, 5, speed] as [number, number, number, number, number];
  const track = readTrack([at(0, 1), at(1, 10), at(2, 2), at(2000, 5), at(2100, 5)]);
  const scale = { from: 1_700_000_000, to: 1_700_002_100, width: 210, isRtl: false };
  expect(topSpeed([track])).toBe(50);
  const paths = speedPaths(track, scale, 100, 50);
  // 10 m/s are 36 km/h: 72 of 100 pixels up.
  expect(paths).toEqual(['M0 28.0', 'M200 64.0L210 64.0']);
});
