// Cache keys and their invalidation, derived from the contract's tags.
import type { QueryClient } from '@tanstack/react-query';
import type { Row } from '../../contract/define';

/** The key of one read: method and path, then what was asked. */
export const keyOf = (row: Row, input: unknown): readonly unknown[] => [row.path, row.reads ?? [], input ?? null];

/** Makes every cached read stale that depends on one of the tags. */
export const invalidate = (client: QueryClient, tags: readonly string[]): Promise<void> =>
  client.invalidateQueries({
    predicate: ({ queryKey: [, reads] }) => Array.isArray(reads) && reads.some((tag: string) => tags.includes(tag)),
  });
