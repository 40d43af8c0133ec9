// How long a code is still good. Pure; times in milliseconds unless the name says seconds.

/** Whole seconds until `until`; the last one counts to its end. */
export const secondsLeft = (until: number | null, now: number): number =>
  until === null ? 0 : Math.max(0, Math.ceil((until - now) / 1000));

/** Seconds as minutes and seconds, 1:05. Latin digits. */
export const clockOf = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
