// A moment, kept as an ISO text in UTC.
import { readDay, readMoment } from '../dates';
import { date } from './date';
import type { FieldSpec } from './spec';

export const datetime: FieldSpec = {
  ...date,
  format: 'datetime',
  read: (raw, _, jalali) => readMoment(String(raw), jalali),
  /** A day stays a day. */
  operand(raw) {
    const day = readDay(String(raw));
    return 'value' in day ? day : readMoment(String(raw));
  },
  ogr: 'type="DateTime"',
};
