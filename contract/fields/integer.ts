// A whole number of at most 2^53.
import { decimal, numberOf } from './decimal';
import { type FieldSpec, limited, unused } from './spec';

export const integer: FieldSpec = {
  ...decimal,
  read(raw, field) {
    const value = numberOf(raw);
    if (Number.isNaN(value)) return { problem: 'number' };
    return Number.isSafeInteger(value) ? limited(value, field) : { problem: 'integer' };
  },
  problems: (field) => [...decimal.problems(field), ...unused(field, 'precision')],
  comparisons: ['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'between', 'in', 'empty', 'not_empty'],
  ogr: 'type="Integer64"',
};
