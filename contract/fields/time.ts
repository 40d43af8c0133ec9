// A time of day, kept as HH:mm.
import { latinDigits } from '../digits';
import { date } from './date';
import { type FieldSpec, limited, limitProblems, type Operand, WRITTEN } from './spec';

/** `min` and `max` are times of day; seconds are dropped. */
export const time: FieldSpec = {
  ...date,
  format: 'time',
  read(raw, field) {
    const [, hour, minute] = /^(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d+)?)?$/.exec(latinDigits(String(raw)).trim()) ?? [];
    if (Number(hour) > 23 || Number(minute) > 59 || !hour) return { problem: 'time' };
    const value = `${hour.padStart(2, '0')}:${minute}`;
    return limited(value, field, value);
  },
  operand: (raw) => time.read(raw, {}, false) as Operand,
  parts: [...WRITTEN, 'min', 'max', 'unique'],
  problems: (field) => limitProblems(field, 'time'),
  ogr: '',
};
