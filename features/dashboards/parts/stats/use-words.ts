// How groups, measures and the whole question are called.
'use client';
import { useTranslations } from 'next-intl';
import type { GroupBy, Measure, Statistics } from '@/contract/schemas/dashboard';
import type { Layer } from '@/contract/schemas/layer';
import { periodText } from '@/lib/i18n/period-text';
import { useFormat } from '@/lib/i18n/use-format';
import { useValueText } from '@/lib/i18n/use-value-text';
import { relatedField } from '@/lib/statistics/related-fields';
import { useRelatedFields } from '@/lib/statistics/use-related-fields';
import type { Words } from '../../logic/stats/chart-rows';
import { stepOf } from '../../logic/stats/question';

export interface StatsWords extends Words {
  groupBy: (by: GroupBy) => string;
}

export function useWords(
  { id, config: { form } }: Pick<Layer, 'id' | 'config'>,
  by: GroupBy | null,
  splitBy: GroupBy | null = null,
): StatsWords {
  const t = useTranslations('dashboards.stats');
  const { lang, number } = useFormat();
  const text = useValueText();
  const related = useRelatedFields(id);
  const labelOf = (name: string) => form.find((field) => field.name === name)?.label ?? name;
  const relatedName = (one: Extract<GroupBy, { relation: string }>) => {
    const other = relatedField(related, one);
    return other ? t('relatedName', { field: other.field.label, of: other.label }) : one.related_field;
  };
  const groupBy = (one: GroupBy): string => {
    const name =
      'field' in one ? labelOf(one.field) : 'relation' in one ? relatedName(one) : t(`columns.${one.column}`);
    if ('step' in one) return t('byStep', { name, step: number(one.step) });
    return 'period' in one && one.period ? t('byPeriod', { name, period: t(`periods.${one.period}`) }) : name;
  };
  const measure = (one: Measure): string =>
    'field' in one ? t('measureOf', { type: t(`measures.${one.type}`), name: labelOf(one.field) }) : t(`measures.${one.type}`); // biome-ignore format: one line
  const nameOf = (by: GroupBy | null, { key, label }: Pick<Statistics['groups'][number], 'key' | 'label'>): string => {
    if (key === null) return t('noValue');
    if (by && 'period' in by && by.period) return periodText(by.period, String(key), lang);
    const step = stepOf(by);
    if (step !== null) return t('interval', { from: number(Number(key)), to: number(Number(key) + step) });
    if (label !== null) return label;
    if (by && 'field' in by) {
      const field = form.find(({ name }) => name === by.field);
      return text(field, field?.type === 'multi_choice' ? [String(key)] : key) || t('noValue');
    }
    if (by && 'relation' in by) return text(relatedField(related, by)?.field, key) || String(key);
    return t('gone');
  };
  return {
    category: by ? groupBy(by) : t('whole'),
    count: t('count'),
    share: t('share'),
    measure,
    group: (one) => nameOf(by, one),
    split: (one) => nameOf(splitBy, one),
    others: t('otherParts'),
    groupBy,
  };
}
