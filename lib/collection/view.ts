// What the address says about a list: filters, order, page, open row. Pure, so that a link shows the same list to everyone.
import type { Input, Row } from '../../contract/define';
import { type Filter, wholeOf } from './filters';

const MAX_PAGE = 99_999;

export type QueryOf<R extends Row> = Input<R> extends { query: infer Q } ? Q : never;
/** The keys that a call's `order` sorts by. */
export type OrderOf<R extends Row> = QueryOf<R> extends { order?: infer X } ? Exclude<X & string, `-${string}`> : never;
export type Filters<R extends Row> = Readonly<Record<string, Filter<unknown, keyof QueryOf<R> & string>>>;
type ValueOf<F> = F extends Filter<infer V, string> ? V : never;

/** Parameters of the address that filters cannot be called. */
const OWN = ['page', 'order', 'open'] as const;

export interface View<F, O extends string> {
  filters: { readonly [K in keyof F]: ValueOf<F[K]> | null };
  order: O;
  /** From 1. */
  page: number;
  /** Which row is open beside the list, or in a dialog above it. */
  open: number | null;
}

/** A change of the view; filters that are not named stay. */
export interface ViewChange<F, O extends string> {
  filters?: Partial<View<F, O>['filters']>;
  order?: O;
  page?: number;
  open?: number | null;
}

export interface ViewDefinition<R extends Row, F extends Filters<R>, O extends OrderOf<R>> {
  call: R;
  filters: F;
  /** Keys that the server sorts by; a minus before one turns it round. */
  orders: readonly O[];
  /** The first order. */
  order: O | `-${O}`;
}

/** A list's view: how it is read from an address, written to one, and asked of the server. */
export interface ListView<R extends Row, F extends Filters<R>, O extends OrderOf<R>> extends ViewDefinition<R, F, O> {
  first: View<F, O | `-${O}`>;
  read(address: { get(name: string): string | null }): View<F, O | `-${O}`>;
  /** The address's query, with its question mark; empty for the first view. */
  write(view: View<F, O | `-${O}`>): string;
  toQuery(view: View<F, O | `-${O}`>, size: number): QueryOf<R>;
  /** Whether any filter is set. */
  isFiltered(view: View<F, O | `-${O}`>): boolean;
}

/** Declares the view of a list. A filter whose keys the call's query does not have does not compile. */
export function defineView<R extends Row, const F extends Filters<R>, const O extends OrderOf<R>>(
  definition: ViewDefinition<R, F, O>,
): ListView<R, F, O> {
  const { filters, orders, order } = definition;
  const names = Object.keys(filters);
  for (const name of OWN) if (names.includes(name)) throw new Error(`no filter can be called ${name}`);
  type V = View<F, O | `-${O}`>;
  const first: V = {
    filters: Object.fromEntries(names.map((name) => [name, null])) as V['filters'],
    order,
    page: 1,
    open: null,
  };
  const isSet = (view: V, name: string) => (view.filters as Record<string, unknown>)[name] !== null;
  const filterValue = (view: V, name: string) => (view.filters as Record<string, unknown>)[name] as never;
  const filterOf = (name: string) => filters[name] as Filter<never>;

  return {
    ...definition,
    first,
    isFiltered: (view) => names.some((name) => isSet(view, name)),
    read: (address) => ({
      filters: Object.fromEntries(
        names.map((name) => {
          const text = address.get(name);
          return [name, text === null ? null : filterOf(name).read(text)];
        }),
      ) as V['filters'],
      order: orders.flatMap((key) => [key, `-${key}` as const]).find((one) => one === address.get('order')) ?? order,
      page: Math.min(MAX_PAGE, Math.max(1, wholeOf(address.get('page') ?? '') ?? 1)),
      open: wholeOf(address.get('open') ?? ''),
    }),
    write: (view) => {
      const query = new URLSearchParams();
      for (const name of names) if (isSet(view, name)) query.set(name, filterOf(name).write(filterValue(view, name)));
      if (view.order !== order) query.set('order', view.order);
      if (view.page > 1) query.set('page', String(view.page));
      if (view.open !== null) query.set('open', String(view.open));
      const text = query.toString();
      return text && `?${text}`;
    },
    toQuery: (view, size) =>
      Object.assign(
        { limit: size, offset: (view.page - 1) * size, order: view.order },
        ...names.map((name) => (isSet(view, name) ? filterOf(name).toQuery(filterValue(view, name)) : {})),
      ) as QueryOf<R>,
  };
}

/** The order after a press on a column's heading: up, down, then the list's first order. */
export function nextOrder<O extends string>(now: O | `-${O}`, key: O, first: O | `-${O}`): O | `-${O}` {
  if (now === key) return `-${key}`;
  if (now !== `-${key}`) return key;
  // A column that is the first order itself has only two ways.
  return first === key || first === `-${key}` ? key : first;
}
