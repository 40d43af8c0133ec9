// Compares how long two kinds of answers take, for those that shall not be told apart by it.

export const median = (all: readonly number[]): number => [...all].sort((a, b) => a - b)[all.length >> 1] as number;

/** The widest gap between two spreads of equally many numbers, 0 to 1 (Kolmogorov and Smirnov). */
export const widestGap = (one: readonly number[], other: readonly number[]): number => {
  const below = (all: readonly number[], at: number) => all.filter((n) => n <= at).length / all.length;
  return Math.max(...[...one, ...other].map((at) => Math.abs(below(one, at) - below(other, at))));
};

/** What a gap between n numbers each may be by chance: p = 0.05. */
export const gapByChance = (n: number): number => 1.36 * Math.sqrt(2 / n);
