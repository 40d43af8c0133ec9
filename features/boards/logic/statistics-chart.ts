// Answers of statistics as charts and as one number. Pure.
import type { ChartData } from '@/components/charts/chart-data';
import { amountOf } from '@/contract/boards/questions';
import type { Statistics, StatisticsQuery } from '@/contract/schemas/dashboard';
import { keyText } from '@/lib/statistics/group-rule';

export interface ChartWords {
  category: string;
  /** Of the first measure, or of the count. */
  value: string;
  /** What a group is called. */
  group: (group: Statistics['groups'][number]) => string;
  /** What the groups are called for which there is no room. */
  others: (count: number) => string;
}

/** Periods follow one another in time, all else stands in the order of the answer; what is left over is one row, where rows add up. */
export function chartOf(answer: Statistics, question: StatisticsQuery, words: ChartWords): ChartData {
  const isTime = question.group_by !== undefined && 'period' in question.group_by && Boolean(question.group_by.period);
  const groups = isTime
    ? [...answer.groups].sort((a, b) => String(a.key ?? '').localeCompare(String(b.key ?? '')))
    : answer.groups;
  const rows = groups.map((group) => ({
    key: keyText(group.key),
    label: words.group(group),
    values: [amountOf(group)],
  }));
  const rest = answer.count - answer.groups.reduce((sum, { count }) => sum + count, 0);
  const isCount = !question.measures?.length;
  if (!isTime && isCount && answer.groups_total > answer.groups.length && rest > 0)
    rows.push({ key: 'others', label: words.others(answer.groups_total - answer.groups.length), values: [rest] });
  return { category: words.category, series: [words.value], rows };
}
