// Limits how often one address or one person may try something in a minute. Each process counts for itself.
import { LRUCache } from 'lru-cache';

const WINDOW_MS = 60_000;

/** A counter of attempts by key: `take` counts one, and is false when the key has used up its minute. */
export function attempts(max: number) {
  const windows = new LRUCache<string, { n: number; from: number }>({ max: 20_000 });
  return {
    take(key: string, at: number): boolean {
      const had = windows.get(key);
      // Also a clock that was set back begins a new minute.
      if (!had || Math.abs(at - had.from) > WINDOW_MS) {
        windows.set(key, { n: 1, from: at });
        return true;
      }
      had.n++;
      return had.n <= max;
    },
  };
}
