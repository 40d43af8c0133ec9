// Leaves an upstream alone that mostly fails, so that it can recover and callers learn at once.

const WINDOW_MS = 10_000;
const ENOUGH = 20;
const SHARE = 0.5;
/** An upstream that was left alone is tried again after this time. */
export const REST_SECONDS = 5;

export interface Breaker {
  /** Whether a call may go out now. After the rest one call may, and its outcome decides. */
  allows(): boolean;
  /** How a call that went out has ended; null: it says nothing about the upstream (the caller left). */
  ended(well: boolean | null): void;
}

/** Opens when at least half of at least 20 calls within 10 seconds failed. `now` in milliseconds. */
export function breaker(now: () => number = Date.now): Breaker {
  let calls: { at: number; well: boolean }[] = [];
  let openSince: number | null = null;
  let probing = false;
  return {
    allows() {
      if (openSince === null) return true;
      if (probing || now() - openSince < REST_SECONDS * 1000) return false;
      probing = true;
      return true;
    },
    ended(well) {
      if (openSince !== null) {
        // Calls that went out before the breaker opened say nothing new.
        if (!probing) return;
        probing = false;
        if (well === null) return;
        openSince = well ? null : now();
        calls = [];
        return;
      }
      if (well === null) return;
      const at = now();
      calls = calls.filter((call) => call.at > at - WINDOW_MS);
      calls.push({ at, well });
      const bad = calls.filter((call) => !call.well).length;
      if (calls.length >= ENOUGH && bad >= calls.length * SHARE) openSince = at;
    },
  };
}
