// The order in which statements get the one connection of the embedded engine.

/** light: a person waits for it; heavy: a person waits, but it may take seconds; work: a job or a chore. */
export type Rank = 'light' | 'heavy' | 'work';

const RANKS: readonly Rank[] = ['light', 'heavy', 'work'];
/** A waiter of this age goes before later ones of a better rank. */
const AGED_MS = 1000;

interface Waiter {
  rank: Rank;
  since: number;
  enter: () => void;
}

export interface StatementQueue {
  /** Whether the connection is lent out, and how many wait for it. */
  load(): { used: number; waiting: number };
  /** Waits for the connection. Returns a function that releases it. Throws `late()` after `patienceMs`. */
  acquire(rank: Rank, patienceMs: number, late: () => Error): Promise<() => void>;
  /** Calls back once the connection has been held for `ms` and a light one waits. Returns a function that cancels it. */
  whenPressed(ms: number, yieldTurn: () => void): () => void;
  /** Resolves when no light statement has come for `ms`, at the latest after `patienceMs`. */
  quiet(ms: number, patienceMs: number): Promise<void>;
}

/** One statement at a time: light ones first, but nobody waits for ever. `now` in milliseconds. */
export function createStatementQueue(now: () => number = Date.now): StatementQueue {
  const waiting: Waiter[] = [];
  let isBusy = false;
  let lastLight = Number.NEGATIVE_INFINITY;
  let pressed: (() => void) | null = null;

  function next(): Waiter | undefined {
    const aged = waiting.find(({ since }) => now() - since >= AGED_MS);
    const best = aged ?? RANKS.map((rank) => waiting.find((w) => w.rank === rank)).find(Boolean);
    if (best) waiting.splice(waiting.indexOf(best), 1);
    return best;
  }

  function release(): void {
    const waiter = next();
    isBusy = waiter !== undefined;
    waiter?.enter();
  }

  return {
    load: () => ({ used: Number(isBusy), waiting: waiting.length }),
    acquire(rank, patienceMs, late) {
      if (rank === 'light') lastLight = now();
      const once = () => {
        let isReleased = false;
        return () => {
          if (isReleased) return;
          isReleased = true;
          release();
        };
      };
      if (!isBusy) {
        isBusy = true;
        return Promise.resolve(once());
      }
      if (rank === 'light') pressed?.();
      return new Promise((resolve, reject) => {
        const waiter: Waiter = {
          rank,
          since: now(),
          enter() {
            clearTimeout(timer);
            resolve(once());
          },
        };
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(waiter), 1);
          reject(late());
        }, patienceMs);
        waiting.push(waiter);
      });
    },
    whenPressed(ms, yieldTurn) {
      const since = now();
      let timer: NodeJS.Timeout | undefined;
      const arm = () => {
        timer ??= setTimeout(yieldTurn, Math.max(0, ms - (now() - since)));
      };
      pressed = arm;
      if (waiting.some(({ rank }) => rank === 'light')) arm();
      return () => {
        clearTimeout(timer);
        if (pressed === arm) pressed = null;
      };
    },
    async quiet(ms, patienceMs) {
      const until = now() + patienceMs;
      for (let left = lastLight + ms - now(); left > 0 && now() < until; left = lastLight + ms - now())
        await new Promise((resolve) => setTimeout(resolve, Math.min(left, until - now())));
    },
  };
}
