// Slows down whoever tries keys: wrong ones are counted by address, right ones pass whatever else comes from there.
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { addressKey } from '../../../contract/address-key';

/** Wrong keys of one address in a minute. */
const MAX_BAD = 30;
const MINUTE_MS = 60_000;
const MAX_ADDRESSES = 50_000;
const MAX_GOOD = 10_000;
/** So long a key that was accepted is not counted with its address: people behind one address do not shut each other out. */
const GOOD_MS = 10 * MINUTE_MS;

const hashOf = (credential: string) => createHash('sha256').update(credential).digest('base64url');

/** `now` in milliseconds. */
export function createBadKeys(now: () => number) {
  const bad = new LRUCache<string, { since: number; count: number }>({ max: MAX_ADDRESSES });
  const good = new LRUCache<string, number>({ max: MAX_GOOD });
  return {
    /** Whether this was accepted lately. */
    isGood(credential: string): boolean {
      const at = good.get(hashOf(credential));
      return at !== undefined && now() - at < GOOD_MS;
    },
    /** Whether the address may try another key. */
    mayTry(address: string): boolean {
      const entry = bad.get(addressKey(address));
      return !entry || now() - entry.since >= MINUTE_MS || entry.count < MAX_BAD;
    },
    accepted: (credential: string) => void good.set(hashOf(credential), now()),
    refused(credential: string, address: string): void {
      good.delete(hashOf(credential));
      const key = addressKey(address);
      const entry = bad.get(key);
      if (!entry || now() - entry.since >= MINUTE_MS) bad.set(key, { since: now(), count: 1 });
      else entry.count++;
    },
  };
}
export type BadKeys = ReturnType<typeof createBadKeys>;
