// A day, kept as an ISO text (Gregorian).
import { readDay } from '../dates';
import { type FieldSpec, limited, limitProblems, ORDER_COMPARISONS, unused } from './spec';

/** `min` and `max` are ISO days. */
export const date: FieldSpec = {
  format: 'date',
  read(raw, field, jalali) {
    const day = readDay(String(raw), jalali);
    return 'value' in day ? limited(day.value, field) : day;
  },
  operand: (raw) => readDay(String(raw)),
  ofText: (text) => text,
  problems: (field) => [...limitProblems(field, 'string'), ...unused(field, 'pattern', 'precision')],
  comparisons: ORDER_COMPARISONS,
  standsAlone: true,
  ogr: 'type="Date"',
};
