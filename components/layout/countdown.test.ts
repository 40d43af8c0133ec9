// Seconds left and how they are written.
import { expect, it } from 'vitest';
import { clockOf, secondsLeft } from './countdown';

it('counts whole seconds down to nothing, never below', () => {
  expect([120_000, 119_999, 119_001, 1, 0, -5000].map((ms) => secondsLeft(1_000_000 + ms, 1_000_000))).toEqual([
    120, 120, 120, 1, 0, 0,
  ]);
  expect(secondsLeft(null, 5)).toBe(0);
});

it('writes minutes and seconds', () => {
  expect([0, 5, 60, 65, 120, 600].map(clockOf)).toEqual(['0:00', '0:05', '1:00', '1:05', '2:00', '10:00']);
});
