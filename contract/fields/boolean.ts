// Yes or no, in the words of either language.
import { latinDigits } from '../digits';
import { NO, YES } from '../import-words';
import { type FieldSpec, type Operand, WRITTEN } from './spec';

export const boolean: FieldSpec = {
  format: 'boolean',
  read(raw) {
    const text = latinDigits(String(raw)).trim();
    if (YES.test(text)) return { value: true };
    return NO.test(text) ? { value: false } : { problem: 'boolean' };
  },
  operand: (raw) => boolean.read(raw, {}, false) as Operand,
  ofText: (text) => text === 'true',
  parts: WRITTEN,
  comparisons: ['eq', 'empty', 'not_empty'],
  standsAlone: true,
  ogr: 'type="Integer" subtype="Boolean"',
};
