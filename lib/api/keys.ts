// Cache keys and their invalidation, derived from the contract's tags.
import type { QueryClient } from '@tanstack/react-query';
import type { Row } from '../../contract/define';
import { forgetReads } from './early/early-reads';

/** The key of one read: method and path, then what was asked. */
export const keyOf = (row: Row, input: unknown): readonly unknown[] => [row.path, row.reads ?? [], input ?? null];

const waiting = new WeakMap<QueryClient, { tags: Set<string>; done: Promise<void> }>();

/**
 * Makes every cached read stale that depends on one of the tags. A write and the screen that hears of it both ask for this: what is asked
 * for within one turn is done once, or the second would throw away the answers that the first has just sent for.
 */
export function invalidate(client: QueryClient, tags: readonly string[]): Promise<void> {
  // What was begun before may be older than what has changed.
  forgetReads();
  const open = waiting.get(client);
  if (open) {
    for (const tag of tags) open.tags.add(tag);
    return open.done;
  }
  const all = new Set(tags);
  const turn = new Promise<void>((resolve) => setTimeout(resolve));
  const done = turn.then(() => {
    waiting.delete(client);
    return client.invalidateQueries({
      predicate: ({ queryKey: [, reads] }) => Array.isArray(reads) && reads.some((tag: string) => all.has(tag)),
    });
  });
  waiting.set(client, { tags: all, done });
  return done;
}
