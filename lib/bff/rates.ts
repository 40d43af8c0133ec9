// How much an address without a session may ask for: a bucket of tokens that fills by itself. Each process counts for itself.
import { LRUCache } from 'lru-cache';
import { addressKey } from '../../contract/address-key';

/** Tokens that a bucket holds, and how many come back in a second. */
const BURST = 200;
const PER_SECOND = 50;
const MAX_ADDRESSES = 50_000;

/** What a call costs. A security code is drawn or spoken anew each time, which takes the server longest. */
export const COSTS = { call: 1, captcha: 5 } as const;

/** Takes tokens for an address; false when its bucket is empty. `now` in milliseconds. */
export function createRates(now: () => number) {
  const buckets = new LRUCache<string, { tokens: number; at: number }>({ max: MAX_ADDRESSES });
  return (address: string, cost: number): boolean => {
    const key = addressKey(address);
    const bucket = buckets.get(key) ?? { tokens: BURST, at: now() };
    // A clock that was set back gives nothing.
    const refill = (Math.max(0, now() - bucket.at) / 1000) * PER_SECOND;
    bucket.tokens = Math.min(BURST, bucket.tokens + refill);
    bucket.at = now();
    buckets.set(key, bucket);
    if (bucket.tokens < cost) return false;
    bucket.tokens -= cost;
    return true;
  };
}
