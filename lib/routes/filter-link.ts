// The page of a layer with some of its records: a query in the address. Pure.
import { type QueryNode, QueryTree } from '../../contract/schemas/query';
import { href } from './rules';

/** The parameter that holds the query. */
export const FILTER_KEY = 'filter';

/** The records of a layer that a query leaves; all of them without one. */
export const filterAddress = (layer: number, query: QueryNode | null): string =>
  `${href('layerData', { id: layer })}${query ? `?${new URLSearchParams({ [FILTER_KEY]: JSON.stringify(query) })}` : ''}`;

/** The query of an address; null where it holds none, or a broken one. */
export function readFilter(text: string | null): QueryNode | null {
  if (!text) return null;
  try {
    const parsed = QueryTree.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
