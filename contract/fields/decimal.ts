// A number, with digits of either script and either decimal sign.
import { latinDigits, readNumber } from '../digits';
import { type FieldSpec, limited, limitProblems, type Operand, ORDER_COMPARISONS, WRITTEN } from './spec';

/** The number of what was typed or stored; NaN where it is none. */
export function numberOf(raw: unknown): number {
  const text = typeof raw === 'string' ? latinDigits(raw).trim().replace('٫', '.').replaceAll('٬', '') : raw;
  const value = typeof text === 'string' ? readNumber(text) : text;
  return typeof value === 'number' && Number.isFinite(value) ? value : Number.NaN;
}

/** The decimal fraction as it is written, halves away from zero: 1.005 becomes 1.01, though the nearest binary number lies below it. */
export function rounded(value: number, digits: number): number {
  const text = String(Math.abs(value));
  const size = text.includes('e') ? value.toFixed(digits) : `${Math.round(Number(`${text}e${digits}`))}e-${digits}`;
  return Math.sign(value) * Math.abs(Number(size));
}

export const decimal: FieldSpec = {
  format: 'number',
  read(raw, field) {
    const value = numberOf(raw);
    if (Number.isNaN(value)) return { problem: 'number' };
    const written = field.precision === undefined ? value : rounded(value, field.precision);
    return limited(written, field, written);
  },
  operand: (raw) => decimal.read(raw, {}, false) as Operand,
  ofText: Number,
  parts: [...WRITTEN, 'min', 'max', 'precision', 'unit', 'unique'],
  problems: (field) => limitProblems(field, 'number'),
  comparisons: ORDER_COMPARISONS,
  standsAlone: true,
  ogr: 'type="Real"',
};
