// A paged list read whole, for screens that need all of it.
import type { Page } from '../../contract/schemas/common';

/** The most rows that the contract gives in one call. */
const MAX_PAGE = 1000;

/**
 * All rows of a list: the first page tells how many there are, the others are asked for beside one another. A row that moves from one page
 * to the next while they are read is there once. Rejects with what a page rejects with.
 */
export async function readAll<T extends { id: number }>(
  page: (paging: { limit: number; offset: number }) => Promise<Page<T>>,
  limit = MAX_PAGE,
): Promise<T[]> {
  const first = await page({ limit, offset: 0 });
  const offsets = Array.from({ length: Math.ceil(first.count / limit) }, (_, i) => i * limit).slice(1);
  const rest = await Promise.all(offsets.map((offset) => page({ limit, offset })));
  const rows = [first, ...rest].flatMap(({ results }) => results);
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
