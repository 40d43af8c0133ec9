// A number, with digits of either script and either decimal sign.
import { latinDigits, readNumber } from '../digits';
import { type Definition, type FieldSpec, ORDER_COMPARISONS, type Reading } from './spec';

/** The number of what was typed or stored; NaN where it is none. */
export function numberOf(raw: unknown): number {
  const text = typeof raw === 'string' ? latinDigits(raw).trim().replace('٫', '.').replaceAll('٬', '') : raw;
  const value = typeof text === 'string' ? readNumber(text) : text;
  return typeof value === 'number' && Number.isFinite(value) ? value : Number.NaN;
}

/** A number within the limits of its definition; `min` and `max` are of the value. */
export function limited(value: number, { min, max }: Definition): Reading {
  if (min !== undefined && value < min) return { problem: 'min' };
  return max !== undefined && value > max ? { problem: 'max' } : { value };
}

export const decimal: FieldSpec = {
  format: 'number',
  read(raw, field) {
    const value = numberOf(raw);
    return Number.isNaN(value) ? { problem: 'number' } : limited(value, field);
  },
  operand: (raw) => decimal.read(raw, {}, false),
  ofText: Number,
  problems: ({ min, max }) =>
    min !== undefined && max !== undefined && min > max ? [['min', 'formMinAboveMax'] as const] : [],
  comparisons: ORDER_COMPARISONS,
  standsAlone: true,
  ogr: 'type="Real"',
};
