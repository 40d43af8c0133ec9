// A stored value as people read it: digits, dates and words of the reader's language.
'use client';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { specOf } from '../../contract/fields';
import type { Field, Value } from '../../contract/schemas/form';
import { LIST_JOINT, labelled } from '../../contract/values/value-text';
import { titleIn, useReferenceTitles } from './reference-titles';
import { useFormat } from './use-format';

const NUMBER: Intl.NumberFormatOptions = { maximumFractionDigits: 12, useGrouping: 'min2' };

/** Formats the value of a field; '' where there is none. Days are shown Jalali in Persian. */
export function useValueText(): (
  field: Pick<Field, 'type' | 'choices' | 'expr' | 'reference'> | undefined,
  raw: Value | undefined,
) => string {
  const t = useTranslations('common.value');
  const { number, date } = useFormat();
  const titles = useReferenceTitles();
  return useMemo(
    () => (field, value) => {
      const raw = field ? labelled(field, value ?? null) : value;
      if (raw === null || raw === undefined || raw === '') return '';
      if (typeof raw === 'boolean') return t(raw ? 'yes' : 'no');
      if (typeof raw === 'number')
        return field?.type === 'reference' ? titleIn(titles, field, raw) : number(raw, NUMBER);
      const format = field && specOf(field).format;
      if (Array.isArray(raw))
        return format === 'files' ? t('files', { count: raw.length, n: number(raw.length) }) : raw.join(LIST_JOINT);
      return format === 'date' || format === 'datetime' ? date(raw, format) : raw;
    },
    [t, number, date, titles],
  );
}
