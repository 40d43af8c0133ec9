import { expect, it } from 'vitest';
import { meanDecimals } from './mean';

it('gives a mean two decimals, and a small one two figures', () => {
  expect([0, 0.000123456, 0.5, 3.25, -42.123456, 1234.5678, 9_876_543.21].map(meanDecimals)).toEqual([0, 5, 2, 2, 2, 2, 2]); // biome-ignore format: one list
});
