// A day, kept as an ISO text (Gregorian).
import { readDay } from '../dates';
import { type FieldSpec, ORDER_COMPARISONS, unusedLimits } from './spec';

export const date: FieldSpec = {
  format: 'date',
  read: (raw, _, jalali) => readDay(String(raw), jalali),
  operand: (raw) => readDay(String(raw)),
  ofText: (text) => text,
  problems: (field) => unusedLimits(field, 'min', 'max'),
  comparisons: ORDER_COMPARISONS,
  standsAlone: true,
  ogr: 'type="Date"',
};
