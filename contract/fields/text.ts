// A short text: one line; the first of a form names its records.
import { type Definition, type FieldSpec, TEXT_COMPARISONS, unusedLimits } from './spec';

/** `max` counts characters. */
export const text: FieldSpec = {
  format: 'text',
  read(raw, { max }) {
    const value = String(raw);
    return max !== undefined && value.length > max ? { problem: 'max' } : { value };
  },
  operand: (raw) => ({ value: String(raw) }),
  ofText: (text) => text,
  problems: (field: Definition) => [
    ...unusedLimits(field, 'min'),
    ...(field.max !== undefined && field.max < 1 ? [['max', 'formNoRoom'] as const] : []),
  ],
  comparisons: TEXT_COMPARISONS,
  standsAlone: true,
  ogr: '',
};
