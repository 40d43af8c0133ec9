// What a board asks: the questions of one of its widgets under the filters that hold for all of them. Pure: the page asks so, and the digest.
import { addDays, startOfPeriod } from '../jalali';
import type { BoardFilters, Widget } from '../schemas/boards/board';
import type { Period, Statistics, StatisticsQuery } from '../schemas/dashboard';
import type { QueryNode } from '../schemas/query';
import { type Days, daysOf } from './days';

/** The question of those records alone that a rule leaves. */
export const also = (question: StatisticsQuery, rule: QueryNode): StatisticsQuery => ({
  ...question,
  query: question.query ? { and: [question.query, rule] } : rule,
});
const within = (question: StatisticsQuery, { from, to }: Days): StatisticsQuery =>
  also(question, { column: 'create_date', is: 'between', value: [from, to] });

/** A question under the board's filters; regions that it names itself stay. */
export function withFilters(
  question: StatisticsQuery,
  { days, regions }: BoardFilters,
  today: string,
): StatisticsQuery {
  const placed = regions && !question.regions ? { ...question, regions } : question;
  const range = days && daysOf(days, today);
  return range ? within(placed, range) : placed;
}

/** The days of a period up to today, and as many days of the period before it. */
export function spansOf(period: Period, today: string): { now: Days; before: Days } {
  const from = startOfPeriod(period, today);
  const start = startOfPeriod(period, addDays(from, -1));
  const length = Math.round((Date.parse(today) - Date.parse(from)) / 86_400_000);
  const end = addDays(start, length);
  const last = addDays(from, -1);
  return { now: { from, to: today }, before: { from: start, to: end < last ? end : last } };
}

/** One question, or two where a number stands beside that of the span before; none for what asks something else. */
export function questionsOfWidget(widget: Widget, filters: BoardFilters, today: string): StatisticsQuery[] {
  if (widget.kind === 'chart') return [withFilters(widget.question, filters, today)];
  if (widget.kind !== 'number') return [];
  if (!widget.trend) return [withFilters(widget.question, filters, today)];
  // A trend has days of its own.
  const placed = withFilters(widget.question, { ...filters, days: null }, today);
  const { now, before } = spansOf(widget.trend, today);
  return [within(placed, now), within(placed, before)];
}

/** The number of a group: its first measure, or how many records there are. */
export const amountOf = ({ count, values }: Pick<Statistics['groups'][number], 'count' | 'values'>): number | null =>
  values.length > 0 ? (values[0] ?? null) : count;

/** The one number of a question without groups. */
export const numberOf = (answer: Statistics): number | null => {
  const [whole] = answer.groups;
  return whole ? amountOf(whole) : 0;
};
