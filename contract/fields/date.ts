// A day, kept as an ISO text (Gregorian).
import { readDay } from '../dates';
import { type FieldSpec, limited, limitProblems, ORDER_COMPARISONS, WRITTEN } from './spec';

/** `min` and `max` are ISO days. */
export const date: FieldSpec = {
  format: 'date',
  read(raw, field, jalali) {
    const day = readDay(String(raw), jalali);
    return 'value' in day ? limited(day.value, field, day.value) : day;
  },
  operand: (raw) => readDay(String(raw)),
  ofText: (text) => text,
  parts: [...WRITTEN, 'min', 'max', 'unique', 'calendar'],
  problems: (field) => limitProblems(field, 'day'),
  comparisons: ORDER_COMPARISONS,
  standsAlone: true,
  ogr: 'type="Date"',
};
