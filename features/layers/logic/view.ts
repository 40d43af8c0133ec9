// What the address says about the list of layers: page, search, kind, order. Pure, so that a link shows the same to everyone.
import type { z } from 'zod';
import type { LayerQuery } from '@/contract/schemas/layer';
import { toLatin } from '@/lib/i18n/digits';

export const PAGE_SIZE = 25;
const MAX_PAGE = 99_999;
export const ORDERS = ['-id', 'id', 'label', '-label', 'type', '-type'] as const;
export type Order = (typeof ORDERS)[number];

export interface View {
  /** From 1. */
  page: number;
  search: string;
  type: number | null;
  order: Order;
  /** The layer whose access is open. */
  access: number | null;
}

export const FIRST: View = { page: 1, search: '', type: null, order: '-id', access: null };

/** Reads an address; what it does not understand is as if it were not there. */
export function readView(query: { get(name: string): string | null }): View {
  const whole = (name: string) => {
    const text = toLatin(query.get(name) ?? '');
    return /^\d{1,9}$/.test(text) ? Number(text) : null;
  };
  const type = whole('type');
  return {
    page: Math.min(MAX_PAGE, Math.max(1, whole('page') ?? 1)),
    search: (query.get('q') ?? '').slice(0, 200),
    type: type !== null && type <= 6 ? type : null,
    order: ORDERS.find((one) => one === query.get('order')) ?? FIRST.order,
    access: whole('access'),
  };
}

/** The address's query of a view; empty for the first one. */
export function writeView({ page, search, type, order, access }: View): string {
  const query = new URLSearchParams();
  if (search) query.set('q', search);
  if (type !== null) query.set('type', String(type));
  if (order !== FIRST.order) query.set('order', order);
  if (page > 1) query.set('page', String(page));
  if (access !== null) query.set('access', String(access));
  const text = query.toString();
  return text && `?${text}`;
}

/** What the server is asked for. */
export const queryOf = ({
  page,
  search,
  type,
  order,
}: View): z.input<typeof LayerQuery> & z.output<typeof LayerQuery> => ({
  limit: PAGE_SIZE,
  offset: (page - 1) * PAGE_SIZE,
  order,
  ...(search.trim() ? { label: search.trim() } : {}),
  ...(type === null ? {} : { type }),
});

/** The order after a click on a column's heading: upwards first, then downwards. */
export const turned = (order: Order, column: 'label' | 'type'): Order => (order === column ? `-${column}` : column);
