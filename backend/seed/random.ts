// Chance that is the same in every run, for data that shall be repeated.

/** Numbers from 0 up to 1 (mulberry32): equal seeds give equal numbers everywhere. */
export const random = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
};

export interface Chance {
  /** From 0 up to 1. */
  next(): number;
  /** A whole number; both ends count. */
  int(min: number, max: number): number;
  /** True with a probability. */
  is(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** The more weight, the more often. */
  weighted<T>(list: readonly (readonly [T, number])[]): T;
  /** About 0, seldom beyond 2 either way. */
  bell(): number;
}

export function createChance(seed: number): Chance {
  const next = random(seed);
  const pick = <T>(list: readonly T[]): T => {
    if (list.length === 0) throw new Error('nothing to pick from');
    return list[Math.floor(next() * list.length)] as T;
  };
  return {
    next,
    int: (min, max) => min + Math.floor(next() * (max - min + 1)),
    is: (probability) => next() < probability,
    pick,
    weighted(list) {
      let at = next() * list.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [value, weight] of list) {
        at -= weight;
        if (at < 0) return value;
      }
      return pick(list)[0];
    },
    bell: () => (next() + next() + next() + next() - 2) * 1.7,
  };
}
