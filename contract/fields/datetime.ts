// A moment, kept as an ISO text in UTC.
import { readMoment } from '../dates';
import { date } from './date';
import type { FieldSpec } from './spec';

export const datetime: FieldSpec = {
  ...date,
  format: 'datetime',
  read: (raw, _, jalali) => readMoment(String(raw), jalali),
  ogr: 'type="DateTime"',
};
