import { expect, it } from 'vitest';
import { meanDecimals } from './mean';

it('gives a mean five figures, and one decimal at least', () => {
  expect([0, 0.000123456, 0.5, 3.14159, -42.123456, 1234.5678, 9_876_543.21].map(meanDecimals)).toEqual([0, 8, 5, 4, 3, 1, 1]); // biome-ignore format: one list
});
