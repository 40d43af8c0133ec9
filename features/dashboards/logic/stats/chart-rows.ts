// A result as the data of a chart: which groups in which order, what is left over, and gaps of time as zero. Pure.
import type { ChartData, ChartRow } from '@/components/charts/chart-data';
import { isList } from '@/contract/fields';
import { nextPeriod } from '@/contract/jalali';
import type { GroupBy, Period, Statistics } from '@/contract/schemas/dashboard';
import type { Field } from '@/contract/schemas/form';
import { keyText } from './group-rule';
import { isByTime, MAX_SLICES, measureKey, type Question } from './question';

type Group = Statistics['groups'][number];
/** Beyond this many periods without a record the line keeps its gap. */
const MAX_FILLED = 1000;

export interface Words {
  category: string;
  count: string;
  share: string;
  measure: (measure: Question['measures'][number]) => string;
  group: (group: Pick<Group, 'key' | 'label'>) => string;
}

/** Groups by time in the order of time; a period between two of them that has no record counts nothing. Records without a day come last. */
export function inTime(groups: readonly Group[], period: Period, measures: number): Group[] {
  const byKey = new Map(groups.map((group) => [String(group.key ?? ''), group]));
  const keys = [...byKey.keys()].filter(Boolean).sort();
  const [first, last] = [keys[0], keys.at(-1)];
  const rows: Group[] = [];
  const empty = { label: null, count: 0, values: Array.from({ length: measures }, () => null) };
  if (first !== undefined && last !== undefined)
    for (let at = first, n = 0; at <= last && n < MAX_FILLED; at = nextPeriod(period, at), n++)
      rows.push(byKey.get(at) ?? { ...empty, key: at });
  const without = byKey.get('');
  return without ? [...rows, without] : rows;
}

/** In percent, with one decimal. */
const shareOf = (count: number, all: number): number | null =>
  all === 0 ? null : Math.round((count * 1000) / all) / 10;

/** All measures of all groups with the share of each, as the table and the file have them. */
export function tableData(question: Question, result: Statistics, words: Words): ChartData {
  const { measures, groupBy, chart } = question;
  const period = groupBy && 'period' in groupBy ? groupBy.period : undefined;
  const groups = chart === 'line' && period ? inTime(result.groups, period, measures.length) : result.groups;
  const row = (group: Group): ChartRow => ({
    key: keyText(group.key),
    label: words.group(group),
    values: [group.count, ...group.values, ...(groupBy ? [shareOf(group.count, result.count)] : [])],
  });
  return {
    category: words.category,
    series: [words.count, ...measures.map(words.measure), ...(groupBy ? [words.share] : [])],
    rows: groups.map(row),
  };
}

/** The one series that is drawn; what has no day has no place on a line. */
export function plotData(question: Question, table: ChartData): ChartData {
  const at = question.measures.findIndex((one) => measureKey(one) === question.plot) + 1;
  const rows = table.rows.map((row) => ({ ...row, values: [row.values[at] ?? null] }));
  return {
    category: table.category,
    series: [table.series[at] ?? ''],
    rows: question.chart === 'line' ? rows.filter(({ key }) => key !== 'null') : rows,
  };
}

/** Groups that did not come, and their records; `records` is null where a record stands in several groups or in none. */
export function othersOf(result: Statistics, by: GroupBy | null, form: readonly Field[]) {
  const n = result.groups_total - result.groups.length;
  const field = by && 'field' in by ? form.find(({ name }) => name === by.field) : undefined;
  const isSeveral = (by && 'column' in by && by.column === 'region') || (field && isList(field));
  const sum = result.groups.reduce((total, { count }) => total + count, 0);
  return n > 0 ? { n, records: isSeveral ? null : result.count - sum } : null;
}

export type ChartRefusal = 'noTime' | 'manySlices';
/** Why a chart cannot show the result; null where it can. */
export function whyNotChart(chart: Question['chart'], by: GroupBy | null, groupsTotal: number): ChartRefusal | null {
  if (chart === 'line' && !isByTime(by)) return 'noTime';
  return chart === 'donut' && groupsTotal > MAX_SLICES ? 'manySlices' : null;
}
