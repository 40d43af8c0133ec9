// A short text: one line; the first of a form names its records.
import { readPattern } from './patterns';
import { type FieldSpec, limited, limitProblems, TEXT_COMPARISONS, WRITTEN } from './spec';

/** `min` and `max` count characters. */
export const text: FieldSpec = {
  format: 'text',
  read(raw, field) {
    const value = field.pattern ? readPattern(String(raw), field.pattern) : String(raw);
    if (value !== null) return limited(value, field, value.length);
    return { problem: field.pattern && 'preset' in field.pattern ? field.pattern.preset : 'pattern' };
  },
  operand: (raw) => ({ value: String(raw) }),
  ofText: (text) => text,
  parts: [...WRITTEN, 'min', 'max', 'pattern', 'unique'],
  problems: (field) => [
    ...limitProblems(field, 'number'),
    ...(typeof field.max === 'number' && field.max < 1 ? [['max', 'formNoRoom'] as const] : []),
  ],
  comparisons: TEXT_COMPARISONS,
  standsAlone: true,
  ogr: '',
};
