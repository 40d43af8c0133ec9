// What the form reckons from other fields; nobody writes it.
import type { FieldSpec } from './spec';
import { text } from './text';

export const computed: FieldSpec = {
  ...text,
  read: () => ({ problem: 'noValue' }),
  parts: ['expr', 'precision', 'unit', 'warn_if'],
  problems: ({ expr }) => (expr?.trim() ? [] : [['expr', 'formNoExpr']]),
  standsAlone: false,
};
