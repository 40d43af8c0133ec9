// Chance that is the same in every run: for data that are made, and for scripts that shall be repeated.

/** Numbers from 0 up to 1 (mulberry32): equal seeds give equal numbers everywhere. */
export const random = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
};
