// What a board asks: the questions of its widgets under the filters that hold for all of them. Pure.
import { addDays, startOfPeriod } from '@/contract/jalali';
import type { Board, BoardFilters, Widget } from '@/contract/schemas/boards/board';
import type { Period, StatisticsQuery } from '@/contract/schemas/dashboard';
import type { QueryNode } from '@/contract/schemas/query';
import { type Days, daysOf } from '@/lib/i18n/day-ranges';

const within = (question: StatisticsQuery, { from, to }: Days): StatisticsQuery => {
  const created: QueryNode = { column: 'create_date', is: 'between', value: [from, to] };
  return { ...question, query: question.query ? { and: [question.query, created] } : created };
};

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

/** Questions of a board in the order of its widgets, and where those of each widget begin. */
export function questionsOf({ widgets, filters }: Pick<Board, 'widgets' | 'filters'>, today: string) {
  const questions: StatisticsQuery[] = [];
  const at = new Map<string, number>();
  for (const widget of widgets) {
    const own = questionsOfWidget(widget, filters, today);
    if (own.length === 0) continue;
    at.set(widget.id, questions.length);
    questions.push(...own);
  }
  return { questions, at };
}

function questionsOfWidget(widget: Widget, filters: BoardFilters, today: string): StatisticsQuery[] {
  if (widget.kind === 'chart') return [withFilters(widget.question, filters, today)];
  if (widget.kind !== 'number') return [];
  if (!widget.trend) return [withFilters(widget.question, filters, today)];
  // A trend has days of its own.
  const placed = withFilters(widget.question, { ...filters, days: null }, today);
  const { now, before } = spansOf(widget.trend, today);
  return [within(placed, now), within(placed, before)];
}
