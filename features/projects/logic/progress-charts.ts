// Progress as charts and as the line of each member. Pure.
import type { ChartData } from '@/components/charts/chart-data';
import type { Progress } from '@/contract/schemas/projects/project-work';
import { STATUS } from '@/contract/schemas/record';

/** What a record's status means for the work: both waits are one. */
export const GROUPS = ['waiting', 'returned', 'approved', 'rejected'] as const;
export type Group = (typeof GROUPS)[number];
export const groupOf = (status: number): Group =>
  status === STATUS.returned
    ? 'returned'
    : status === STATUS.rejected
      ? 'rejected'
      : status === STATUS.approved
        ? 'approved'
        : 'waiting';

export type Counts = Record<Group, number>;
const none = (): Counts => ({ waiting: 0, returned: 0, rejected: 0, approved: 0 });

/** Counts of all rows, or by a key of them. */
export function countBy<K>(rows: Progress['rows'], key: (row: Progress['rows'][number]) => K): Map<K, Counts> {
  const all = new Map<K, Counts>();
  for (const row of rows) {
    const counts = all.get(key(row)) ?? none();
    counts[groupOf(row.status)] += row.count;
    all.set(key(row), counts);
  }
  return all;
}
export const countAll = (rows: Progress['rows']): Counts => countBy(rows, () => 0).get(0) ?? none();

/** Bars of counts under names; names without counts are left out. */
export const barsOf = (
  counts: ReadonlyMap<number | null, Counts>,
  names: readonly { id: number | null; label: string }[],
  words: { category: string; series: readonly string[] },
): ChartData => ({
  ...words,
  rows: names.flatMap(({ id, label }) => {
    const one = counts.get(id);
    return one ? [{ key: String(id), label, values: GROUPS.map((group) => one[group]) }] : [];
  }),
});
