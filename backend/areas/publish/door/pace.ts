// How fast programs may ask: one key at full speed up to a bound, slowed down beyond it, refused only where it floods; and people first.
import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { DoorProblem } from './door-request';

/** Requests of a minute at full speed, and in all; tiles come many at a time. */
const LIMITS = { records: { fast: 600, most: 6000 }, tiles: { fast: 6000, most: 60_000 } };
const MINUTE_MS = 60_000;
const DELAY_MS = 250;
const MAX_NAMES = 10_000;

/** Counts requests by name; waits where they come too fast. `now` in milliseconds. */
export function createPace(now: () => number, delay: (ms: number) => Promise<unknown> = wait) {
  const counts = new LRUCache<string, { since: number; count: number }>({ max: MAX_NAMES });
  return async (name: string, isTile: boolean): Promise<void> => {
    const { fast, most } = isTile ? LIMITS.tiles : LIMITS.records;
    const key = `${isTile} ${name}`;
    let entry = counts.get(key);
    if (!entry || now() - entry.since >= MINUTE_MS) {
      entry = { since: now(), count: 0 };
      counts.set(key, entry);
    }
    entry.count++;
    if (entry.count > most)
      throw new DoorProblem(429, 'There are too many requests. Wait a minute.', { 'retry-after': '60' });
    if (entry.count > fast) await delay(DELAY_MS);
  };
}

/** So long after its last call the interface counts as in use. */
const IN_USE_MS = 1_000;
/** A page rests so many times as long as it took. */
const REST = 2;
const MAX_REST_MS = 1_000;

/**
 * Lets people go before programs: while the interface is in use, a program's pages of records go one at a time, each with a rest after it, so
 * that two of three calls meet none. `now` in milliseconds.
 */
export function createWayForPeople(now: () => number, delay: (ms: number) => Promise<unknown> = wait) {
  let last = Number.NEGATIVE_INFINITY;
  const isInUse = () => now() - last < IN_USE_MS;
  return {
    isInUse,
    /** A call of the interface has come. */
    called() {
      last = now();
    },
    /** Does the work and rests after it, where people are there to rest for. */
    async thenRest(work: () => Promise<void>): Promise<void> {
      const began = now();
      await work();
      if (isInUse()) await delay(Math.min(REST * (now() - began), MAX_REST_MS));
    },
  };
}
export type WayForPeople = ReturnType<typeof createWayForPeople>;
