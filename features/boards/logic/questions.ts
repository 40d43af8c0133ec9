// What a board asks: the questions of its widgets, narrowed by what was pressed in its charts. Pure.
import { also, questionsOfWidget } from '@/contract/boards/questions';
import type { BoardFilters, Widget } from '@/contract/schemas/boards/board';
import type { StatisticsQuery } from '@/contract/schemas/dashboard';
import type { QueryNode } from '@/contract/schemas/query';

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

/** Whether a rule can be asked of any layer: it is about who, when, where or how it was judged, and about no field. */
const isGeneral = (rule: QueryNode): boolean => 'column' in rule || 'place' in rule;

/** What was pressed in the other charts and says something about a layer; groups of fields are those of one layer. */
export const picksFor = (picks: readonly GroupPick[], widget: string, layer: number): QueryNode[] =>
  picks.flatMap((pick) =>
    pick.widget !== widget && (pick.layer === layer || isGeneral(pick.rule)) ? [pick.rule] : [],
  );

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

/** One group of a chart at a time: pressed again it is none. */
export const withPick = (picks: readonly GroupPick[], pick: GroupPick): GroupPick[] => {
  const others = picks.filter(({ widget }) => widget !== pick.widget);
  return picks.some(({ widget, key }) => widget === pick.widget && key === pick.key) ? others : [...others, pick];
};
