// Versions of the program: what is one, and which is newer.
import { expect, it } from 'vitest';
import { compareVersions, readVersion } from './versions';

it('are read in digits of either script, and nothing else is one', () => {
  expect(['1.2.3', ' ۲٫۱ ', '10', '1.2.3.4'].map(readVersion)).toEqual(['1.2.3', '2.1', '10', '1.2.3.4']);
  expect(['', 'a', '1.', '1..2', '1.2.3.4.5', '1234567', '1.2-beta'].map(readVersion)).toEqual(Array(7).fill(null));
});

it('are newer by the first number that differs', () => {
  expect(compareVersions('1.10', '1.9')).toBeGreaterThan(0);
  expect(compareVersions('2', '2.0.0')).toBe(0);
  expect(compareVersions('1.9.9', '2')).toBeLessThan(0);
});
