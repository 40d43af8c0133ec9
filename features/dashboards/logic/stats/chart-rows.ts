// A result as the data of a chart: which groups in which order, what is left over, and gaps of time as zero. Pure.
import type { ChartData, ChartRow } from '@/components/charts/chart-data';
import { isList } from '@/contract/fields';
import { nextPeriod } from '@/contract/jalali';
import type { GroupBy, Period, Statistics } from '@/contract/schemas/dashboard';
import type { Field } from '@/contract/schemas/form';
import { keyText } from '@/lib/statistics/group-rule';
import { isByTime, MAX_SLICES, measureKey, type Question } from './question';

type Group = Statistics['groups'][number];
type Part = NonNullable<NonNullable<Group['parts']>[number]>;
/** Beyond this many periods without a record the line keeps its gap. */
const MAX_FILLED = 1000;

export interface Words {
  category: string;
  count: string;
  share: string;
  others: string;
  split: (split: Pick<Group, 'key' | 'label'>) => string;
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

/** Series of one chart that are told apart. */
const MAX_SERIES = 8;

/** The measure that is drawn, in a series for each part; what is left of the count is one more, and so are the parts beyond the eighth. */
export function splitData(question: Question, result: Statistics, words: Words): ChartData {
  const { measures, groupBy, chart } = question;
  const splits = (result.splits ?? []).slice(0, MAX_SERIES - 1);
  const at = measures.findIndex((one) => measureKey(one) === question.plot);
  const valueOfPart = (part: Part | undefined) =>
    part ? (at < 0 ? part.count : (part.values[at] ?? null)) : at < 0 ? 0 : null;
  const period = groupBy && 'period' in groupBy ? groupBy.period : undefined;
  const groups = chart === 'line' && period ? inTime(result.groups, period, measures.length) : result.groups;
  const rows = groups
    .filter(({ key }) => chart !== 'line' || key !== null)
    .map((group): ChartRow => {
      const parts = splits.map((_, i) => group.parts?.[i] ?? undefined);
      const rest = group.count - parts.reduce((sum, part) => sum + (part?.count ?? 0), 0);
      return {
        key: keyText(group.key),
        label: words.group(group),
        values: [...parts.map(valueOfPart), ...(at < 0 ? [rest] : [])],
      };
    });
  const hasRest = at < 0 && rows.some(({ values }) => (values.at(-1) ?? 0) > 0);
  return {
    category: words.category,
    series: [...splits.map(words.split), ...(hasRest ? [words.others] : [])],
    rows: at < 0 && !hasRest ? rows.map((row) => ({ ...row, values: row.values.slice(0, -1) })) : rows,
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

export type ChartRefusal = 'noTime' | 'manySlices' | 'hasParts';
/** Why a chart cannot show the result; null where it can. */
export function whyNotChart(
  { groupBy: by, splitBy }: Pick<Question, 'groupBy' | 'splitBy'>,
  chart: Question['chart'],
  groupsTotal: number,
): ChartRefusal | null {
  if (chart === 'donut' && splitBy) return 'hasParts';
  if (chart === 'line' && !isByTime(by)) return 'noTime';
  return chart === 'donut' && groupsTotal > MAX_SLICES ? 'manySlices' : null;
}
