// A text for whoever fills the form in; it has no value.
import type { FieldSpec } from '../spec';

export const note: FieldSpec = {
  format: 'none',
  read: () => ({ problem: 'noValue' }),
  operand: () => ({ problem: 'noValue' }),
  ofText: (text) => text,
  parts: [],
  comparisons: [],
  standsAlone: false,
  ogr: '',
};
