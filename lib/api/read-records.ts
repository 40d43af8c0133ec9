// Asks the server for the records that filters leave: a page, and the ids of all. Filters that an address cannot hold go as a body.
import { api } from '../../contract';
import type { Output } from '../../contract/define';
import { formatFilter, idsRule, parseFilter } from '../../contract/filters/record-filter';
import type { Field } from '../../contract/schemas/form';
import { MAX_IN_VALUES, type QueryNode } from '../../contract/schemas/query';
import { MAX_PER_CALL, type RecordIdsQuery, type RecordQuery } from '../../contract/schemas/record';
import { addressOf, call } from './client';

export type RecordPage = Output<typeof api.records.list>;
interface Paging {
  limit: number;
  offset: number;
}
/** Characters of an address that every proxy on the way lets through. */
const MAX_ADDRESS = 6000;
/** Whole records that one response carries. */
const STRETCH = 1000;
/** Longest text that the filter of an export may be. */
const MAX_EXPORT_TEXT = 20_000;

/**
 * The query that a request's filters stand for, where no address holds them: it goes as a body and leaves the same records. Null where
 * an address holds them, or where they stand for none and the server says by name what is wrong.
 */
export function toLongQuery(form: readonly Field[], request: RecordQuery): QueryNode | null {
  const isShort = addressOf(api.records.list, { query: request }).length <= MAX_ADDRESS;
  if (isShort && String(request.ids ?? '').split(',').length <= MAX_IN_VALUES) return null;
  const { layer: _, order: __, ...filter } = request;
  const read = parseFilter(form, filter);
  return 'query' in read ? read.query : null;
}

/** Filters that keep to some records, few or many; null where they are too many for the filter of an export. */
export function idsFilter(ids: readonly number[]): Record<string, string> | null {
  const filter = formatFilter([], idsRule(ids));
  return Object.values(filter).every((text) => text.length <= MAX_EXPORT_TEXT) ? filter : null;
}

/** One page of the list. Throws CallError. */
export function readPage(form: readonly Field[], request: RecordQuery, paging: Paging, signal?: AbortSignal) {
  const options = signal ? { signal } : {};
  const { layer, order } = request;
  const query = toLongQuery(form, request);
  return query
    ? call(api.records.query, { body: { layer, query, ...(order ? { order } : {}), ...paging } }, options)
    : call(api.records.list, { query: { ...request, ...paging } as RecordQuery }, options);
}

/** Ids of all records that a request leaves, in its order, at most as many as can be written at once. Throws CallError. */
export async function readIds(
  form: readonly Field[],
  request: RecordQuery,
): Promise<{ ids: number[]; capped: boolean }> {
  if (toLongQuery(form, request) === null) {
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
