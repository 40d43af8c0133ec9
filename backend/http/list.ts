// Lists: the page that is asked for in the order that is asked for, how many there are in all, and the pages beside it.
import { type RawBuilder, sql } from 'kysely';
import type { Page } from '../../contract/schemas/common';
import type { Db, Engine } from '../db/engine';
import type { Ctx } from './context';

const DEFAULT_SIZE = 25;
/** Rows of what only grows are counted up to here. */
export const MAX_COUNTED = 10_000;

export interface Count {
  count: number;
  capped?: boolean;
}
export interface Slice {
  limit: number;
  offset: number;
}
type Sql = RawBuilder<unknown>;
interface PageQuery<K extends string> {
  limit?: number | undefined;
  offset?: number | undefined;
  order?: K | `-${K}` | undefined;
}

interface List<T, K extends string> {
  /** Rows of the page; `end` is the end of their statement: order, limit and offset. */
  rows: (end: Sql, slice: Slice) => Promise<readonly T[]>;
  count: () => Promise<number | Count>;
  /** What may be sorted by; `id` keeps rows apart that are equal otherwise. */
  orders: Readonly<Record<K | 'id', Sql>>;
  /** The order where none is asked for. */
  first: K | 'id' | `-${K | 'id'}`;
  /** Rows of a page where no number is asked for. */
  size?: number;
}

/** A text column in the order of Persian words; what looks alike stands together. */
export const byText = ({ collation }: Pick<Engine, 'collation'>, column: Sql): Sql =>
  sql`record_fold(${column}) collate ${sql.id(collation)}`;

/** The end of a statement: its order, with the id behind it, and its page. */
export function endOf<K extends string>(
  orders: Readonly<Record<K | 'id', Sql>>,
  order: K | 'id' | `-${K | 'id'}`,
  { limit, offset }: Slice,
): Sql {
  const way = order.startsWith('-') ? sql`desc` : sql`asc`;
  const key = order.replace('-', '') as K | 'id';
  const by = key === 'id' ? sql`` : sql`${orders[key]} ${way}, `;
  return sql`order by ${by}${orders.id} ${way} limit ${limit}::int offset ${offset}::int`;
}

/** How many rows a statement gives from its "from" on; up to `max` where they may be many. */
export async function countRows(db: Db, from: Sql, max?: number): Promise<Count> {
  const counted = max === undefined ? from : sql`from (select 1 ${from} limit ${max + 1}::int) c`;
  const { rows } = await sql<{ n: number }>`select count(*)::int as n ${counted}`.execute(db);
  const n = rows[0]?.n ?? 0;
  return max === undefined ? { count: n } : { count: Math.min(n, max), capped: n > max };
}

/** A page of a list with the relative addresses of the next and the previous one. */
export async function listed<T, K extends string>(ctx: Ctx, query: PageQuery<K>, list: List<T, K>): Promise<Page<T>> {
  const { limit = list.size ?? DEFAULT_SIZE, offset = 0, order = list.first } = query;
  // One after the other: a call holds one of the connections.
  const results = [...(await list.rows(endOf(list.orders, order, { limit, offset }), { limit, offset }))];
  const counted = await list.count();
  const { count, capped = false } = typeof counted === 'number' ? { count: counted } : counted;
  const at = (to: number) => {
    const url = new URL(ctx.request.url, 'http://host.invalid');
    url.searchParams.set('offset', String(to));
    url.searchParams.set('limit', String(limit));
    return url.pathname + url.search;
  };
  const more = capped ? results.length === limit : offset + results.length < count;
  return {
    count,
    ...(capped ? { count_capped: true } : {}),
    next: more && results.length > 0 ? at(offset + limit) : null,
    previous: offset > 0 ? at(Math.max(0, offset - limit)) : null,
    results,
  };
}
