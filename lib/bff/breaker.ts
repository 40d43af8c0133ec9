// Leaves an upstream alone that mostly fails, so that it can recover and callers learn at once.

const WINDOW_MS = 10_000;
const ENOUGH = 20;
const SHARE = 0.5;
/** An upstream that was left alone is tried again after this time. */
export const REST_SECONDS = 5;

/**
 * How a call that went out has ended: well, not (its connection failed), slow (no response in time), or ill (the upstream says that it
 * failed itself). Heavy calls and calls that fail of one caller say little; those of several do, and silence to all.
 */
type Outcome = boolean | 'slow' | 'ill';

export interface Breaker {
  /** Whether a call may go out now. After the rest one call may, and its outcome decides. */
  allows(): boolean;
  /** How a call of `who` has ended; null where it says nothing (the caller left). */
  ended(outcome: Outcome | null, who?: string): void;
}

/**
 * Opens when of at least 20 calls within 10 seconds half failed, or none had a response. What is slow or fails itself for one caller
 * alone does not shut the others out. `now` in milliseconds.
 */
export function createBreaker(now: () => number = Date.now): Breaker {
  let calls: { at: number; outcome: Outcome; who: string }[] = [];
  let openSince: number | null = null;
  let probing = false;
  return {
    allows() {
      if (openSince === null) return true;
      if (probing || now() - openSince < REST_SECONDS * 1000) return false;
      probing = true;
      return true;
    },
    ended(outcome, who = '') {
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
      calls.push({ at, outcome, who });
      if (calls.length < ENOUGH) return;
      const having = (...outcomes: Outcome[]) => calls.filter((call) => outcomes.includes(call.outcome));
      const ailing = having('slow', 'ill');
      const isShared = new Set(ailing.map((call) => call.who)).size > 1;
      const failed = having(false).length + (isShared ? ailing.length : 0);
      if (failed >= calls.length * SHARE || having(true, 'ill').length === 0) openSince = at;
    },
  };
}
