// A stored value as people read it: digits, dates and words of the reader's language.
'use client';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import type { Field, Value } from '@/contract/schemas/form';
import type { LayerRecord } from '@/contract/schemas/record';
import { useFormat } from '@/lib/i18n/use-format';
import type { Column } from '../logic/columns';

const NUMBER: Intl.NumberFormatOptions = { maximumFractionDigits: 12, useGrouping: 'min2' };

/** Formatters for values of fields and cells of columns; '' where there is no value. */
export function useValueText() {
  const t = useTranslations('records.value');
  const { number, date, digits } = useFormat();
  return useMemo(() => {
    const value = (field: Field | undefined, raw: Value | undefined): string => {
      if (raw === null || raw === undefined || raw === '') return '';
      if (typeof raw === 'boolean') return t(raw ? 'yes' : 'no');
      if (typeof raw === 'number') return number(raw, NUMBER);
      if (field?.type === 'date') return date(raw);
      if (field?.type === 'datetime') return date(raw, 'datetime');
      return raw;
    };
    const cell = (column: Column, record: LayerRecord): string => {
      if (column.field) return value(column.field, record.value[column.field.name]);
      switch (column.plain) {
        case 'status':
          return record.status.name;
        case 'create_date':
          return date(record.create_date, 'datetime');
        case 'modified_date':
          return date(record.modified_date, 'datetime');
        default:
          return digits(record.id);
      }
    };
    return { value, cell };
  }, [t, number, date, digits]);
}
