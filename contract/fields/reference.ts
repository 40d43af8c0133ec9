// A record of another layer, by its id.
import { numberOf } from './decimal';
import { type FieldSpec, type Operand, SAME_COMPARISONS, WRITTEN } from './spec';

export const reference: FieldSpec = {
  format: 'reference',
  read(raw) {
    const id = numberOf(raw);
    return Number.isSafeInteger(id) && id > 0 ? { value: id } : { problem: 'reference' };
  },
  operand: (raw) => reference.read(raw, {}, false) as Operand,
  ofText: Number,
  parts: [...WRITTEN, 'reference', 'unique'],
  problems: (field) => (field.reference === undefined ? [['reference', 'formNoReference']] : []),
  comparisons: SAME_COMPARISONS,
  standsAlone: false,
  ogr: 'type="Integer64"',
};
