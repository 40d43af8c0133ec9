// A whole number of at most 2^53.
import { decimal, numberOf } from './decimal';
import { type FieldSpec, limited } from './spec';

export const integer: FieldSpec = {
  ...decimal,
  read(raw, field) {
    const value = numberOf(raw);
    if (Number.isNaN(value)) return { problem: 'number' };
    return Number.isSafeInteger(value) ? limited(value, field, value) : { problem: 'integer' };
  },
  parts: decimal.parts.filter((part) => part !== 'precision'),
  comparisons: ['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'between', 'in', 'empty', 'not_empty'],
  ogr: 'type="Integer64"',
};
