// Chance that is the same in every run, for data and for scripts that shall be repeated; and how two spreads of numbers compare.

export { random } from '../backend/seed/random';

export const lowerQuartile = (all: readonly number[]): number =>
  [...all].sort((a, b) => a - b)[all.length >> 2] as number;

export const median = (all: readonly number[]): number => [...all].sort((a, b) => a - b)[all.length >> 1] as number;

/** The widest gap between two spreads of equally many numbers, 0 to 1 (Kolmogorov and Smirnov). */
export const widestGap = (one: readonly number[], other: readonly number[]): number => {
  const below = (all: readonly number[], at: number) => all.filter((n) => n <= at).length / all.length;
  return Math.max(...[...one, ...other].map((at) => Math.abs(below(one, at) - below(other, at))));
};

/** What a gap between n numbers each may be by chance: p = 0.05. */
export const gapByChance = (n: number): number => 1.36 * Math.sqrt(2 / n);
