// Who asks is looked up once a second: what was found is believed for so long, and those who ask at once wait for one look.
import { LRUCache } from 'lru-cache';

/** A revoked session or key, a lock, or a changed right counts after this, in milliseconds. */
const FRESH_MS = 1_000;

/** Remembers what was looked up for at most `max` keys. A look that failed is not remembered. */
export function createFreshCache<T>(max: number) {
  const cache = new LRUCache<string, Promise<T>>({ max, ttl: FRESH_MS });
  return {
    get(key: string, load: () => Promise<T>): Promise<T> {
      const cached = cache.get(key);
      if (cached) return cached;
      const loading = load();
      cache.set(key, loading);
      loading.catch(() => cache.delete(key));
      return loading;
    },
    /** Milliseconds for which what was looked up is believed; 0 for what is not known. */
    freshFor: (key: string): number => Math.max(0, Math.floor(cache.getRemainingTTL(key))),
    delete: (key: string) => void cache.delete(key),
    clear: () => cache.clear(),
  };
}
