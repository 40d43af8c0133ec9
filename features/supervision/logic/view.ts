// What the addresses of the inbox, of the lots and of a queue say.
import { api } from '@/contract/index';
import { CHANGE_KINDS, QUEUE_STATES } from '@/contract/schemas/supervision';
import {
  choiceFilter,
  dayRangeFilter,
  flagFilter,
  idsFilter,
  numberFilter,
  textFilter,
} from '@/lib/collection/filters';
import { defineView } from '@/lib/collection/view';

export const INBOX_VIEW = defineView({
  call: api.supervision.layers,
  filters: { q: textFilter('label'), type: numberFilter('type', [0, 1, 2, 3]), all: flagFilter('all') },
  orders: ['oldest', 'waiting', 'label'],
  order: 'oldest',
});

/** `open` is the lot beside the list. */
export const LOTS_VIEW = defineView({
  call: api.supervision.lots,
  filters: { q: textFilter('label'), layers: idsFilter('layers') },
  orders: ['date', 'layer_label', 'share'],
  order: '-date',
});

const FILTERS = {
  person: numberFilter('person', null),
  region: numberFilter('region', null),
  project: numberFilter('project', null),
  state: choiceFilter('state', QUEUE_STATES),
  kind: choiceFilter('kind', CHANGE_KINDS),
  days: dayRangeFilter('since_after', 'since_before'),
};
type Values = { [K in keyof typeof FILTERS]: ReturnType<(typeof FILTERS)[K]['read']> };
export type QueueFilters = Values;
const NAMES = Object.keys(FILTERS) as (keyof typeof FILTERS)[];

export const readFilters = (address: { get(name: string): string | null }): QueueFilters =>
  Object.fromEntries(
    NAMES.map((name) => {
      const text = address.get(name);
      return [name, text === null ? null : FILTERS[name].read(text)];
    }),
  ) as unknown as QueueFilters;

export const NO_FILTERS = readFilters(new URLSearchParams());

/** Writes filters into the parameters of an address. */
export function writeFilters(address: URLSearchParams, filters: Partial<QueueFilters>): void {
  for (const name of NAMES) {
    if (!(name in filters)) continue;
    const value = filters[name];
    if (value === null || value === undefined) address.delete(name);
    else address.set(name, (FILTERS[name].write as (value: unknown) => string)(value));
  }
}

/** The query of the queue. */
export const queryOf = (filters: QueueFilters): Record<string, unknown> =>
  Object.assign(
    {},
    ...NAMES.map((name) => {
      const value = filters[name];
      return value === null ? {} : (FILTERS[name].toQuery as (value: unknown) => object)(value);
    }),
  );
export const isFiltered = (filters: QueueFilters): boolean => NAMES.some((name) => filters[name] !== null);

/** What every queue can be sorted by; one of a layer by its fields too (`value__name`). `person` puts the work of each together. */
export const QUEUE_ORDERS = ['since', 'person', 'create_date', 'modified_date', 'id'] as const;
const FIELD_ORDER = /^value__.{1,63}$/;

/** The order that an address names, with a minus before one that is turned round; null for the first one. */
export function readOrder(address: { get(name: string): string | null }): string | null {
  const order = address.get('order');
  const key = order?.replace(/^-/, '') ?? '';
  return QUEUE_ORDERS.some((one) => one === key) || FIELD_ORDER.test(key) ? order : null;
}
/** The order where none is named: what waits longest first, and what was judged in the order of the newest. */
export const firstOrder = ({ state }: QueueFilters): string =>
  state === 'returned' || state === 'rejected' ? '-id' : 'since';
