// A moment, kept as an ISO text in UTC.
import { dayAt, readDay, readMoment } from '../dates';
import { date } from './date';
import { type FieldSpec, limited } from './spec';

/** `min` and `max` are ISO days, of which the whole counts. */
export const datetime: FieldSpec = {
  ...date,
  format: 'datetime',
  read(raw, field, jalali) {
    const moment = readMoment(String(raw), jalali);
    return 'value' in moment ? limited(moment.value, field, dayAt(Date.parse(moment.value))) : moment;
  },
  /** A day stays a day. */
  operand(raw) {
    const day = readDay(String(raw));
    return 'value' in day ? day : readMoment(String(raw));
  },
  ogr: 'type="DateTime"',
};
