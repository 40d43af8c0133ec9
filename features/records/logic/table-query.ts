// What a table is asked for: order, search, column filters; in the address, and as the server's query.
import type { Field } from '@/contract/schemas/form';
import type { RecordQuery } from '@/contract/schemas/record';
import type { Lang } from '@/lib/i18n/lang';
import { filterOf } from './filter-text';

/** As a person typed it. */
export interface TableQuery {
  /** A column, with a leading minus for downwards; null is the order of entry. */
  order: string | null;
  search: string;
  /** Typed text by field name. */
  filters: Readonly<Record<string, string>>;
}

export const NO_QUERY: TableQuery = { order: null, search: '', filters: {} };

const FILTER = 'f.';

/** Reads a query from an address. */
export function queryFrom(search: URLSearchParams): TableQuery {
  const filters: Record<string, string> = {};
  for (const [key, value] of search)
    if (key.startsWith(FILTER) && value !== '') filters[key.slice(FILTER.length)] = value;
  return { order: search.get('sort') || null, search: search.get('q') ?? '', filters };
}

/** The address's other parts with this query in place of the old one. */
export function writeQuery(search: URLSearchParams, query: TableQuery): URLSearchParams {
  const next = new URLSearchParams();
  for (const [key, value] of search)
    if (key !== 'sort' && key !== 'q' && !key.startsWith(FILTER)) next.append(key, value);
  if (query.order) next.set('sort', query.order);
  if (query.search) next.set('q', query.search);
  for (const [name, text] of Object.entries(query.filters)) if (text) next.set(FILTER + name, text);
  return next;
}

export const isFiltered = (query: TableQuery): boolean =>
  query.search.trim() !== '' || Object.values(query.filters).some((text) => text.trim() !== '');

const PLAIN = ['id', 'create_date', 'modified_date'];

/** The server's query without paging. Fields that the layer has lost, and filters that make no sense, are left out. */
export function requestOf(layer: number, form: readonly Field[], query: TableQuery, lang: Lang): RecordQuery {
  const request: Record<string, string | number> = { layer };
  const name = query.order?.replace(/^-/, '') ?? '';
  if (query.order && (PLAIN.includes(name) || form.some((f) => `value__${f.name}` === name)))
    request.order = query.order;
  if (query.search.trim()) request.search = query.search.trim().slice(0, 200);
  for (const field of form) {
    const filter = filterOf(field, query.filters[field.name] ?? '', lang);
    if (filter) request[`value__${field.name}`] = filter;
  }
  return request as RecordQuery;
}

/** The order after a press on a column's heading: up, down, none. */
export function nextOrder(order: string | null, column: string): string | null {
  if (order === column) return `-${column}`;
  return order === `-${column}` ? null : column;
}

/** The filters of a request for acts and exports: all of it but its layer and order, as text. */
export const actFilter = (request: RecordQuery): Record<string, string> =>
  Object.fromEntries(
    Object.entries(request)
      .filter(([key]) => key !== 'layer' && key !== 'order')
      .map(([key, value]) => [key, String(value)]),
  );
