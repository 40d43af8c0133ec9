// How long something will still take, in the one unit that a person would say it in.

export interface TimeLeft {
  unit: 'seconds' | 'minutes' | 'hours';
  n: number;
}

/** A guess from less than this is worse than none. */
const MIN_MS = 3000;
const MIN_SHARE = 0.01;

/** Time left from the time spent and the share done (0 to 1); null while it cannot be told. */
export function timeLeft(spentMs: number, share: number): TimeLeft | null {
  if (spentMs < MIN_MS || share < MIN_SHARE || share >= 1) return null;
  const seconds = (spentMs / share - spentMs) / 1000;
  // Steps of five: a countdown that trembles is not read.
  if (seconds < 55) return { unit: 'seconds', n: Math.max(5, Math.ceil(seconds / 5) * 5) };
  if (seconds < 55 * 60) return { unit: 'minutes', n: Math.max(1, Math.round(seconds / 60)) };
  return { unit: 'hours', n: Math.max(1, Math.round(seconds / 3600)) };
}
