// What a board asks: the questions of its widgets under the filters that hold for all of them. Pure.
import { addDays, startOfPeriod } from '@/contract/jalali';
import type { BoardFilters, Widget } from '@/contract/schemas/boards/board';
import type { Period, StatisticsQuery } from '@/contract/schemas/dashboard';
import type { QueryNode } from '@/contract/schemas/query';
import { type Days, daysOf } from '@/lib/i18n/day-ranges';

/** What was pressed in a chart: a group, which narrows the other widgets. */
export interface GroupPick {
  widget: string;
  layer: number;
  /** The group's key in the chart. */
  key: string;
  rule: QueryNode;
  /** The group in words. */
  label: string;
}

const also = (question: StatisticsQuery, rule: QueryNode): StatisticsQuery => ({
  ...question,
  query: question.query ? { and: [question.query, rule] } : rule,
});
const within = (question: StatisticsQuery, { from, to }: Days): StatisticsQuery =>
  also(question, { column: 'create_date', is: 'between', value: [from, to] });

/** Whether a rule can be asked of any layer: it is about who, when, where or how it was judged, and about no field. */
const isGeneral = (rule: QueryNode): boolean => 'column' in rule || 'place' in rule;

/** What was pressed in the other charts and says something about a layer; groups of fields are those of one layer. */
export const picksFor = (picks: readonly GroupPick[], widget: string, layer: number): QueryNode[] =>
  picks.flatMap((pick) =>
    pick.widget !== widget && (pick.layer === layer || isGeneral(pick.rule)) ? [pick.rule] : [],
  );

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
export function questionsOf(
  { widgets, filters }: { widgets: readonly Widget[]; filters: BoardFilters },
  today: string,
  picks: readonly GroupPick[] = [],
) {
  const questions: StatisticsQuery[] = [];
  const at = new Map<string, number>();
  for (const widget of widgets) {
    const own = questionsOfWidget(widget, filters, today).map((question) =>
      picksFor(picks, widget.id, question.layer).reduce(also, question),
    );
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

/** One group of a chart at a time: pressed again it is none. */
export const withPick = (picks: readonly GroupPick[], pick: GroupPick): GroupPick[] => {
  const others = picks.filter(({ widget }) => widget !== pick.widget);
  return picks.some(({ widget, key }) => widget === pick.widget && key === pick.key) ? others : [...others, pick];
};
