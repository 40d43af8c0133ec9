// The list of deleted records: what its address says, and which of its rows went together.
import { api } from '@/contract/index';
import type { DeletedRecord } from '@/contract/schemas/record';
import { dayRangeFilter, numberFilter } from '@/lib/collection/filters';
import { defineView } from '@/lib/collection/view';

export type Deleted = ReturnType<typeof DeletedRecord.parse>;

export const DELETED_VIEW = defineView({
  call: api.records.deleted,
  filters: {
    layer: numberFilter('layer', null),
    region: numberFilter('region', null),
    project: numberFilter('project', null),
    deleted: dayRangeFilter('delete_date_after', 'delete_date_before'),
  },
  orders: ['delete_date', 'id'],
  order: '-delete_date',
});

type DeletedView = Parameters<typeof DELETED_VIEW.toQuery>[0];

/** Records that one person deleted within one minute. */
export interface Batch {
  key: string;
  rows: readonly Deleted[];
}

const batchKey = ({ modified_user, delete_date }: Deleted) => `${modified_user?.id ?? 0} ${delete_date.slice(0, 16)}`;

/** Batches of more than one record, in the order of the rows. */
export function batchesOf(rows: readonly Deleted[]): Batch[] {
  const batches = new Map<string, Deleted[]>();
  for (const row of rows) {
    const key = batchKey(row);
    batches.set(key, [...(batches.get(key) ?? []), row]);
  }
  return [...batches].filter(([, all]) => all.length > 1).map(([key, all]) => ({ key, rows: all }));
}

/** The ids of a batch among rows. */
export const idsOfBatch = (key: string, rows: readonly Deleted[]): number[] =>
  rows.filter((row) => batchKey(row) === key).map(({ id }) => id);

const NO_ACT_FILTERS = ['layer', 'limit', 'offset', 'order'];

/** The view's filters beside its layer, as an act on all that they leave takes them. */
export const restoreFilter = (view: DeletedView): Record<string, string> =>
  Object.fromEntries(
    Object.entries(DELETED_VIEW.toQuery(view, 1)).flatMap(([key, value]) =>
      NO_ACT_FILTERS.includes(key) || value === undefined ? [] : [[key, String(value)]],
    ),
  );
