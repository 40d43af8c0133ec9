// Asks the server for what a table shows: a page, and the ids of all that its filters leave. Long questions go as a body.
import { api } from '@/contract';
import type { Output } from '@/contract/define';
import type { Field } from '@/contract/schemas/form';
import type { QueryNode } from '@/contract/schemas/query';
import { MAX_PER_CALL, type RecordIdsQuery, type RecordQuery } from '@/contract/schemas/record';
import { addressOf, call } from '@/lib/api/client';
import { MAX_ADDRESS, toQueryTree } from './long-query';

export type RecordPage = Output<typeof api.records.list>;
interface Paging {
  limit: number;
  offset: number;
}
/** Whole records that one answer carries. */
const STRETCH = 1000;

/** Ids that an address carries, as the list takes them. */
export const MAX_IDS = 500;

/** The filters of a request whose address would be too long, as a tree; null where the address will do, or must. */
export function longTree(form: readonly Field[], request: RecordQuery): QueryNode | null {
  const few = String(request.ids ?? '').split(',').length <= MAX_IDS;
  return few && addressOf(api.records.list, { query: request }).length <= MAX_ADDRESS
    ? null
    : toQueryTree(form, request);
}

/** The body of such a request. */
function bodyOf(form: readonly Field[], request: RecordQuery) {
  const query = longTree(form, request);
  return query && { layer: request.layer, query, ...(request.order ? { order: request.order } : {}) };
}

/** One page of the list. Throws CallError. */
export function readPage(form: readonly Field[], request: RecordQuery, paging: Paging, signal?: AbortSignal) {
  const options = signal ? { signal } : {};
  const body = bodyOf(form, request);
  return body
    ? call(api.records.query, { body: { ...body, ...paging } }, options)
    : call(api.records.list, { query: { ...request, ...paging } as RecordQuery }, options);
}

/** Ids of all records that a request leaves, in its order, at most as many as can be written at once. Throws CallError. */
export async function readIds(
  form: readonly Field[],
  request: RecordQuery,
): Promise<{ ids: number[]; capped: boolean }> {
  if (bodyOf(form, request) === null) {
    const answer = await call(api.records.ids, { query: { ...request, limit: MAX_PER_CALL } as RecordIdsQuery });
    return { ids: answer.ids.slice(0, MAX_PER_CALL), capped: answer.capped || answer.ids.length > MAX_PER_CALL };
  }
  // A record that moved between two answers would be named twice.
  const ids = new Set<number>();
  for (let offset = 0; ids.size <= MAX_PER_CALL; offset += STRETCH) {
    const { results } = await readPage(form, request, { limit: STRETCH, offset });
    for (const { id } of results) ids.add(id);
    if (results.length < STRETCH) break;
  }
  return { ids: [...ids].slice(0, MAX_PER_CALL), capped: ids.size > MAX_PER_CALL };
}
