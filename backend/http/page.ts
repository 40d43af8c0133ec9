// Pages of lists: the numbers and the addresses of the neighbours.
import type { Page } from '../../contract/schemas/common';
import type { Ctx } from './context';

interface Where {
  count: number;
  capped?: boolean;
  limit: number;
  offset: number;
}

/** A page with the relative addresses of the next and the previous one. */
export function paged<T>(ctx: Ctx, results: T[], { count, capped, limit, offset }: Where): Page<T> {
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
