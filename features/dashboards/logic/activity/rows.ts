// Reports of activity as the data of charts and tiles. Pure.
import type { ChartData } from '@/components/charts/chart-data';
import { ACTIVITIES, type Activity, type ActivityReport } from '@/contract/schemas/dashboard';

type Row = ActivityReport['rows'][number];
export type Counts = Row['counts'];

/** Acts in columns and series; what is rare is one of them. */
export const ACTS = ACTIVITIES;
/** Series of a chart that are told apart; the rest is one. */
export const MAX_SERIES = 8;

/** All rows together. */
export function totalOf(rows: readonly Row[]): { counts: Counts; total: number } {
  const counts: Counts = {};
  for (const row of rows)
    for (const act of ACTS) if (row.counts[act]) counts[act] = (counts[act] ?? 0) + (row.counts[act] ?? 0);
  return { counts, total: rows.reduce((sum, { total }) => sum + total, 0) };
}

/** Of all verdicts those that gave the work back; null where there was none. */
export function returnShare({ approve = 0, return: returned = 0, reject = 0 }: Counts): number | null {
  const verdicts = approve + returned + reject;
  return verdicts === 0 ? null : returned / verdicts;
}

/** Acts that happened at all, in their order. */
export const actsOf = (rows: readonly Row[]): Activity[] => {
  const { counts } = totalOf(rows);
  return ACTS.filter((act) => (counts[act] ?? 0) > 0);
};

export interface TrendWords {
  category: string;
  act: (act: Activity) => string;
  person: (row: Pick<Row, 'id' | 'label'>) => string;
  others: string;
  period: (first: string) => string;
}

/** Each act in each period; a period without any counts nothing. */
export function trendByAct({ periods, rows }: ActivityReport, words: TrendWords): ChartData {
  const acts = actsOf(rows);
  const at = (first: string) => totalOf(rows.filter(({ period }) => period === first)).counts;
  return {
    category: words.category,
    series: acts.map(words.act),
    rows: periods.map((first) => {
      const counts = at(first);
      return { key: first, label: words.period(first), values: acts.map((act) => counts[act] ?? 0) };
    }),
  };
}

/** Who did how much in each period: the eight with the most, and the others together. */
export function trendByPerson({ periods, rows }: ActivityReport, words: TrendWords): ChartData {
  const sums = new Map<number | null, number>();
  for (const { id, total } of rows) sums.set(id, (sums.get(id) ?? 0) + total);
  const ids = [...sums].sort(([, a], [, b]) => b - a).map(([id]) => id);
  const top = ids.length > MAX_SERIES ? ids.slice(0, MAX_SERIES - 1) : ids;
  const labels = new Map(rows.map((row) => [row.id, words.person(row)]));
  const hasOthers = ids.length > top.length;
  return {
    category: words.category,
    series: [...top.map((id) => labels.get(id) ?? ''), ...(hasOthers ? [words.others] : [])],
    rows: periods.map((first) => {
      const of = new Map(rows.filter(({ period }) => period === first).map(({ id, total }) => [id, total]));
      const own = top.map((id) => of.get(id) ?? 0);
      const all = [...of.values()].reduce((sum, n) => sum + n, 0);
      const rest = all - own.reduce((sum, n) => sum + n, 0);
      return { key: first, label: words.period(first), values: hasOthers ? [...own, rest] : own };
    }),
  };
}

/** Everybody who did something, and those who were asked for and did nothing, by all that they did. */
export function tableRows(rows: readonly Row[], people: readonly { id: number; label: string }[]): Row[] {
  const there = new Set(rows.map(({ id }) => id));
  const idle = people
    .filter(({ id }) => !there.has(id))
    .map(({ id, label }) => ({ id, label, period: null, counts: {}, total: 0 }));
  return [...rows, ...idle];
}

export type SortKey = Activity | 'total' | 'label';
/** Rows by a column, `-` downwards; of the same number in the order in which they came. */
export function sortedRows(rows: readonly Row[], order: SortKey | `-${SortKey}`): Row[] {
  const isDown = order.startsWith('-');
  const key = (isDown ? order.slice(1) : order) as SortKey;
  const compare = (a: Row, b: Row) =>
    key === 'label'
      ? (a.label ?? '').localeCompare(b.label ?? '', 'fa')
      : key === 'total'
        ? a.total - b.total
        : (a.counts[key] ?? 0) - (b.counts[key] ?? 0);
  return [...rows].sort((a, b) => (isDown ? compare(b, a) : compare(a, b)));
}

/** The number of acts of each day, by its ISO day. */
export const byDay = ({ rows }: ActivityReport): Map<string, number> => {
  const days = new Map<string, number>();
  for (const { period, total } of rows) if (period) days.set(period, (days.get(period) ?? 0) + total);
  return days;
};
