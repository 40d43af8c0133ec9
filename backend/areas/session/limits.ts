// Sign-in attempts by address: a flood is answered 429 before any password is checked.
import { LRUCache } from 'lru-cache';

const MAX = 30;
const WINDOW_MS = 60_000;
const attempts = new LRUCache<string, { n: number; from: number }>({ max: 20_000 });

export const sameIp = {
  /** Counts one attempt; false when the address has used up its minute. */
  take(ip: string, at: number): boolean {
    const known = attempts.get(ip);
    if (!known || at - known.from > WINDOW_MS) {
      attempts.set(ip, { n: 1, from: at });
      return true;
    }
    known.n++;
    return known.n <= MAX;
  },
};
