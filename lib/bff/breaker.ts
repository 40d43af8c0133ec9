// Leaves an upstream alone that mostly fails, so that it can recover and callers learn at once.

const WINDOW_MS = 10_000;
const ENOUGH = 20;
const SHARE = 0.5;
/** An upstream that was left alone is tried again after this time. */
export const REST_SECONDS = 5;

export interface Breaker {
  /** Whether a call may go out now. After the rest one call may, and its outcome decides. */
  allows(): boolean;
  /**
   * How a call that went out has ended: well (it had a response of any status), not (its connection failed), slow (no
   * response in time: one heavy call says little, silence to all of them does); null where it says nothing (the caller left).
   */
  ended(outcome: boolean | 'slow' | null): void;
}

/** Opens when of at least 20 calls within 10 seconds half failed, or none had a response. `now` in milliseconds. */
export function createBreaker(now: () => number = Date.now): Breaker {
  let calls: { at: number; outcome: boolean | 'slow' }[] = [];
  let openSince: number | null = null;
  let probing = false;
  return {
    allows() {
      if (openSince === null) return true;
      if (probing || now() - openSince < REST_SECONDS * 1000) return false;
      probing = true;
      return true;
    },
    ended(outcome) {
      if (openSince !== null) {
        // Calls that went out before the breaker opened say nothing new.
        if (!probing) return;
        probing = false;
        if (outcome === null) return;
        openSince = outcome === true ? null : now();
        calls = [];
        return;
      }
      if (outcome === null) return;
      const at = now();
      calls = calls.filter((call) => call.at > at - WINDOW_MS);
      calls.push({ at, outcome });
      const count = (of: boolean | 'slow') => calls.filter((call) => call.outcome === of).length;
      if (calls.length >= ENOUGH && (count(false) >= calls.length * SHARE || count(true) === 0)) openSince = at;
    },
  };
}
