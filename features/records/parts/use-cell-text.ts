// What a cell of the table says.
'use client';
import { useContext, useMemo } from 'react';
import type { LayerRecord } from '@/contract/schemas/record';
import { RelatedCounts } from '@/lib/api/use-relations';
import { useFormat } from '@/lib/i18n/use-format';
import { useValueText } from '@/lib/i18n/use-value-text';
import type { Column } from '../logic/columns';
import { useWaitingMark } from './use-waiting-mark';

/** The text of a record's cell; '' where there is no value. */
export function useCellText(): (column: Column, record: LayerRecord) => string {
  const value = useValueText();
  const { date, digits, number } = useFormat();
  const countOf = useContext(RelatedCounts);
  const mark = useWaitingMark();
  return useMemo(
    () => (column, record) => {
      if (column.related) {
        const related = countOf(record.id, column.related.tab);
        return related ? `${number(related.count)}${related.capped ? '+' : ''}` : '';
      }
      if (column.field) return value(column.field, record.value[column.field.name]);
      switch (column.plain) {
        case 'status':
          return [record.status.name, mark(record)].filter(Boolean).join(' · ');
        case 'create_date':
          return date(record.create_date, 'datetime');
        case 'modified_date':
          return date(record.modified_date, 'datetime');
        default:
          return digits(record.id);
      }
    },
    [value, date, digits, number, mark, countOf],
  );
}
