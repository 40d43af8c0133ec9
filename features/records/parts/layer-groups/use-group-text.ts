// How a group of records is called.
'use client';
import { useTranslations } from 'next-intl';
import type { Field } from '@/contract/schemas/form';
import type { Grouping, RecordGroup } from '@/contract/schemas/layers/groups';
import { useFormat } from '@/lib/i18n/use-format';
import { useValueText } from '@/lib/i18n/use-value-text';
import { periodText } from '../../logic/layer-page/grouping';

/** Values in words, periods in the calendar of the reader. */
export function useGroupText(form: readonly Field[], grouping: Grouping | null) {
  const t = useTranslations('layerPage.groups');
  const { lang, digits } = useFormat();
  const text = useValueText();
  const by = form.find(({ name }) => name === grouping?.field);
  return ({ value }: Pick<RecordGroup, 'value'>): string => {
    if (value === null) return t('nothing');
    if (grouping?.step) return digits(periodText(grouping.step, String(value), lang));
    const one = by?.type === 'multi_choice' ? [String(value)] : value;
    return text(by, one) || t('nothing');
  };
}
