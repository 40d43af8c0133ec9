// What the addresses of the inbox, of the lots and of a queue say.
import { api } from '@/contract/index';
import { QUEUE_STATES } from '@/contract/schemas/supervision';
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
