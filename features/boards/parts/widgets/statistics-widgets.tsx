// Widgets that are answers of statistics: one number, and a chart of groups.
'use client';
import { useTranslations } from 'next-intl';
import { BarChart, LineChart, PieChart } from '@/components/charts/charts';
import { StatTile } from '@/components/charts/stat-tile';
import { Callout } from '@/components/feedback/callout';
import { Card } from '@/components/layout/card';
import { numberOf } from '@/contract/boards/questions';
import { api } from '@/contract/index';
import type { BatchAnswers, Widget } from '@/contract/schemas/boards/board';
import type { GroupBy, StatisticsQuery } from '@/contract/schemas/dashboard';
import type { Field, Value } from '@/contract/schemas/form';
import { useRead } from '@/lib/api/hooks';
import { periodText } from '@/lib/i18n/period-text';
import { useFormat } from '@/lib/i18n/use-format';
import { useValueText } from '@/lib/i18n/use-value-text';
import { groupRule, keyText } from '@/lib/statistics/group-rule';
import { relatedField } from '@/lib/statistics/related-fields';
import { useRelatedFields } from '@/lib/statistics/use-related-fields';
import type { GroupPick } from '../../logic/questions';
import { chartOf } from '../../logic/statistics-chart';

export type Answer = BatchAnswers['answers'][number];

/** Names of a question's layer, group and measure. */
export function useQuestionWords(question: StatisticsQuery) {
  const t = useTranslations('boards.question');
  const { lang } = useFormat();
  const text = useValueText();
  const layers = useRead(api.layers.simple, {}, { staleTime: 60_000 }).data ?? [];
  const fields = useRead(api.layers.fields, { params: { id: question.layer } }, { staleTime: 60_000 }).data ?? [];
  const fieldOf = (name: string): Field | undefined => fields.find((one) => one.name === name);
  const nameOf = (name: string) => fieldOf(name)?.label ?? name;
  const related = useRelatedFields(question.layer);
  const { group_by: by } = question;
  const other = relatedField(related, by);
  const [measure] = question.measures ?? [];
  const layer = layers.find(({ id }) => id === question.layer)?.label ?? '';
  const value = measure
    ? 'field' in measure
      ? t(`measures.${measure.type}`, { field: nameOf(measure.field) })
      : t(`measures.${measure.type}`, { field: '' })
    : t('count');
  const sourceName = (one: GroupBy) =>
    'field' in one
      ? nameOf(one.field)
      : 'relation' in one
        ? other
          ? t('relatedName', { field: other.field.label, of: other.label })
          : one.related_field
        : t(`columns.${one.column}`);
  const category = by ? sourceName(by) : '';
  const groupText = (key: Value, label: string | null): string => {
    if (key === null) return t('none');
    if (label !== null) return label;
    if (by && 'period' in by && by.period) return periodText(by.period, String(key), lang);
    return text(by && 'field' in by ? fieldOf(by.field) : other?.field, key) || String(key);
  };
  return { layer, fields, related, value, category, groupText, title: category ? t('by', { value, category }) : value };
}

/** What stands where a question was refused: a layer that the reader does not see, a field that is gone. */
export function Refused({ title, detail }: { title: string; detail: string | null }) {
  const t = useTranslations('boards.widget');
  return (
    <Card {...(title ? { title } : {})}>
      <Callout kind="caution">{detail ?? t('refused')}</Callout>
    </Card>
  );
}

export function NumberWidget({
  widget,
  answers,
}: {
  widget: Extract<Widget, { kind: 'number' }>;
  answers: readonly Answer[];
}) {
  const t = useTranslations('boards.widget');
  const words = useQuestionWords(widget.question);
  const [now, before] = answers.map(({ answer }) => answer);
  const since = widget.trend ? ` (${t(`since.${widget.trend}`)})` : '';
  const title = widget.title || `${words.layer}: ${words.value}${since}`;
  if (answers.length > 0 && !now) return <Refused title={title} detail={answers[0]?.detail ?? null} />;
  const [value, past] = [now && numberOf(now), before && numberOf(before)];
  return (
    <StatTile
      label={title}
      value={value ?? 0}
      {...(widget.trend && typeof past === 'number' ? { before: past } : {})}
    />
  );
}

const PLOTS = { bar: BarChart, line: LineChart, donut: PieChart };

export interface ChartWidgetProps {
  widget: Extract<Widget, { kind: 'chart' }>;
  answers: readonly Answer[];
  /** The key of the group that was pressed. */
  picked: string | null;
  onPick?: ((pick: GroupPick) => void) | undefined;
}

export function ChartWidget({ widget, answers, picked, onPick }: ChartWidgetProps) {
  const t = useTranslations('boards.question');
  const { number } = useFormat();
  const { question } = widget;
  const { layer, fields, related, value, category, groupText, title: words } = useQuestionWords(question);
  const title = widget.title || words;
  const [first] = answers;
  if (first && !first.answer) return <Refused title={title} detail={first.detail} />;
  const Plot = PLOTS[widget.form];
  const groups = first?.answer?.groups ?? [];
  const pick = (key: string) => {
    const rule = question.group_by ? groupRule(question.group_by, key, fields, related) : null;
    const group = groups.find((one) => keyText(one.key) === key);
    if (!rule || !group) return;
    onPick?.({ widget: widget.id, layer: question.layer, key, rule, label: `${category}: ${groupText(group.key, group.label)}` }); // biome-ignore format: one line
  };
  return (
    <Plot
      title={title}
      hint={[layer, first?.answer?.capped ? t('capped') : ''].filter(Boolean).join(' · ')}
      isPending={!first}
      {...(onPick && question.group_by ? { onPick: pick, picked } : {})}
      data={
        first?.answer
          ? chartOf(first.answer, question, {
              category,
              value,
              group: ({ key, label }) => groupText(key, label),
              others: (count) => t('others', { count, n: number(count) }),
            })
          : { category, series: [value], rows: [] }
      }
    />
  );
}
