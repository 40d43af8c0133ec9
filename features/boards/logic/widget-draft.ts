// One widget as it is written in its dialog. Pure.
import type { CHART_FORMS, Widget, WidgetKind } from '@/contract/schemas/boards/board';
import { type GroupBy, PERCENTILES, type Period, type StatisticsQuery } from '@/contract/schemas/dashboard';
import type { Field } from '@/contract/schemas/form';
import { type RelatedFields, relatedField } from '@/lib/statistics/related-fields';

export const MEASURES = ['sum', 'avg', 'min', 'max', ...PERCENTILES] as const;
export const COLUMNS = ['status', 'creator', 'region', 'create_date', 'modified_date'] as const;

/** What is written into the dialog; a widget comes of it when all that its kind needs is there. */
export interface Draft {
  kind: WidgetKind;
  title: string;
  layers: number[];
  /** `field:name`, `column:name`, or `related:` and a list of the relation's key and the name of the field. */
  by: string | null;
  period: Period;
  measure: (typeof MEASURES)[number] | 'count';
  field: string | null;
  form: (typeof CHART_FORMS)[number];
  limit: string;
  trend: Period | null;
  rows: number;
  project: string | null;
  text: string;
}

export const EMPTY: Draft = { kind: 'chart', title: '', layers: [], by: null, period: 'month', measure: 'count', field: null, form: 'bar', limit: '10', trend: null, rows: 10, project: null, text: '' }; // biome-ignore format: one draft

export const relatedText = (relation: string, field: string): string => `related:${JSON.stringify([relation, field])}`;
const sourceText = (by: GroupBy): string =>
  'field' in by
    ? `field:${by.field}`
    : 'relation' in by
      ? relatedText(by.relation, by.related_field)
      : `column:${by.column}`;

/** A widget as the dialog begins with it. */
export function draftOf(widget: Widget): Draft {
  const base = { ...EMPTY, kind: widget.kind, title: widget.title };
  if (widget.kind === 'text') return { ...base, text: widget.text };
  if (widget.kind === 'map') return { ...base, layers: [...widget.layers] };
  if (widget.kind === 'records') return { ...base, layers: [widget.layer], rows: widget.limit };
  if (widget.kind === 'progress') return { ...base, project: String(widget.project) };
  const { layer, group_by: by, measures, limit } = widget.question;
  const [first] = measures ?? [];
  return {
    ...base,
    layers: [layer],
    by: by ? sourceText(by) : null,
    period: (by && 'period' in by && by.period) || EMPTY.period,
    measure: first && 'field' in first && first.type !== 'distinct' ? first.type : 'count',
    field: first && 'field' in first ? first.field : null,
    limit: String(limit ?? EMPTY.limit),
    ...(widget.kind === 'chart' ? { form: widget.form } : { trend: widget.trend }),
  };
}

const isDay = (field: Field | undefined) => field?.type === 'date' || field?.type === 'datetime';

/** What a draft groups by; undefined while nothing is picked. */
export function groupBy(
  { by, period }: Draft,
  fields: readonly Field[],
  related: readonly RelatedFields[] = [],
): StatisticsQuery['group_by'] {
  if (by === null) return undefined;
  const [side, name = ''] = by.split(/:(.*)/s);
  if (side === 'field')
    return isDay(fields.find((one) => one.name === name)) ? { field: name, period } : { field: name };
  if (side === 'related') {
    const [relation, field] = JSON.parse(name) as [string, string];
    const source = { relation, related_field: field };
    return isDay(relatedField(related, source)?.field) ? { ...source, period } : source;
  }
  if (name === 'create_date' || name === 'modified_date') return { column: name, period };
  return { column: name as 'status' };
}

/** The widget of a draft, or null while something is missing. What a question has beside (a filter, people) stays. */
export function widgetOf(
  draft: Draft,
  frame: Pick<Widget, 'id' | 'span'>,
  fields: readonly Field[],
  before: Widget | null,
  related: readonly RelatedFields[] = [],
): Widget | null {
  const head = { ...frame, title: draft.title.trim() };
  const [layer] = draft.layers;
  if (draft.kind === 'text') return draft.text.trim() ? { ...head, kind: 'text', text: draft.text } : null;
  if (draft.kind === 'progress') return draft.project ? { ...head, kind: 'progress', project: Number(draft.project) } : null; // biome-ignore format: one widget
  if (draft.kind === 'map') return draft.layers.length > 0 ? { ...head, kind: 'map', layers: draft.layers } : null;
  if (layer === undefined) return null;
  if (draft.kind === 'records') return { ...head, kind: 'records', layer, limit: draft.rows };
  if (draft.measure !== 'count' && !draft.field) return null;
  const old = before && 'question' in before && before.question.layer === layer ? before.question : {};
  const { group_by: _, measures: __, sort_by: ___, limit: ____, ...rest } = old as Partial<StatisticsQuery>;
  const question: StatisticsQuery = {
    ...rest,
    layer,
    ...(draft.measure === 'count'
      ? {}
      : { measures: [{ type: draft.measure, field: draft.field as string }], sort_by: 0 }),
  };
  if (draft.kind === 'number') return { ...head, kind: 'number', question, trend: draft.trend };
  const group = groupBy(draft, fields, related);
  if (!group) return null;
  const isTime = 'period' in group && Boolean(group.period);
  return {
    ...head,
    kind: 'chart',
    form: draft.form,
    question: {
      ...question,
      group_by: group,
      limit: isTime ? 400 : Number(draft.limit),
      ...(isTime ? { sort_by: 'key' } : {}),
    },
  };
}
