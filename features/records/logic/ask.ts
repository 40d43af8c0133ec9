// Asks the server for what a table shows: a page, and the ids of all that its filters leave. Long questions go as a body.
import { api } from '@/contract';
import type { Output } from '@/contract/define';
import type { Field } from '@/contract/schemas/form';
import type { QueryNode } from '@/contract/schemas/query';
import { MOST_AT_ONCE, type RecordQuery } from '@/contract/schemas/record';
import { addressOf, call } from '@/lib/api/client';
import { LONGEST, treeOf } from './long-query';

export type RecordPage = Output<typeof api.records.list>;
interface Paging {
  limit: number;
  offset: number;
}
const STRETCH = 1000;
/** Stretches that are asked for at once: a browser opens six connections to a server. */
const AT_ONCE = 5;

/** Ids that an address carries, as the list takes them. */
export const MOST_IDS = 500;

/** The filters of a request whose address would be too long, as a tree; null where the address will do, or must. */
export function longTree(form: readonly Field[], request: RecordQuery): QueryNode | null {
  const few = String(request.ids ?? '').split(',').length <= MOST_IDS;
  return few && addressOf(api.records.list, { query: request }).length <= LONGEST ? null : treeOf(form, request);
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
  most = MOST_AT_ONCE,
): Promise<{ ids: number[]; capped: boolean }> {
  const long = bodyOf(form, request) !== null;
  const stretch = async (offset: number) => {
    const paging = { limit: Math.min(STRETCH, most - offset), offset };
    return long
      ? (await readPage(form, request, paging)).results.map(({ id }) => id)
      : (await call(api.records.ids, { query: { ...request, ...paging } as RecordQuery })).ids;
  };
  // The first stretch alone tells whether there are more; those are asked for side by side.
  const found = [await stretch(0)];
  for (let offset = STRETCH; offset < most && found.at(-1)?.length === STRETCH; offset += STRETCH * AT_ONCE) {
    const offsets = Array.from({ length: AT_ONCE }, (_, i) => offset + i * STRETCH).filter((from) => from < most);
    found.push(...(await Promise.all(offsets.map(stretch))));
  }
  // A record that moved between two answers would be named twice.
  const ids = [...new Set(found.flat())];
  if (ids.length < most) return { ids, capped: false };
  const { results } = await readPage(form, request, { limit: 1, offset: most });
  return { ids, capped: results.length > 0 };
}
