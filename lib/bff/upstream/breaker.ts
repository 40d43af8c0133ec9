// Leaves an upstream alone that mostly fails, so that it can recover and callers learn at once.

const WINDOW_SECONDS = 10;
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

/** The calls of a second: adding one costs the same however many there are. */
interface Second {
  at: number;
  calls: number;
  failed: number;
  /** Those that were slow or ill, and whose they were. */
  ailing: number;
  callers: Set<string>;
  /** Those that have been answered, well or ill. */
  answered: number;
}

/**
 * Opens when of at least 20 calls within 10 seconds half failed, or none had a response. What is slow or fails itself for one caller
 * alone does not shut the others out. `now` in milliseconds.
 */
export function createBreaker(now: () => number = Date.now): Breaker {
  let seconds: Second[] = [];
  let openSince: number | null = null;
  let probing = false;

  function secondOf(at: number): Second {
    const whole = Math.floor(at / 1000);
    const last = seconds.at(-1);
    if (last?.at === whole) return last;
    const next: Second = { at: whole, calls: 0, failed: 0, ailing: 0, callers: new Set(), answered: 0 };
    seconds = [...seconds.filter((second) => second.at > whole - WINDOW_SECONDS && second.at < whole), next];
    return next;
  }

  function mostlyFails(): boolean {
    let [calls, failed, ailing, answered] = [0, 0, 0, 0];
    for (const second of seconds) {
      calls += second.calls;
      failed += second.failed;
      ailing += second.ailing;
      answered += second.answered;
    }
    if (calls < ENOUGH) return false;
    const isShared = ailing > 0 && new Set(seconds.flatMap(({ callers }) => [...callers])).size > 1;
    return failed + (isShared ? ailing : 0) >= calls * SHARE || answered === 0;
  }

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
        seconds = [];
        return;
      }
      if (outcome === null) return;
      const at = now();
      const second = secondOf(at);
      second.calls++;
      if (outcome === false) second.failed++;
      if (outcome === true || outcome === 'ill') second.answered++;
      if (outcome === 'slow' || outcome === 'ill') {
        second.ailing++;
        second.callers.add(who);
      }
      if (mostlyFails()) openSince = at;
    },
  };
}
