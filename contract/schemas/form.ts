// A layer's form: its fields and the one validation that browser, backend, import and bulk edit share.
import { z } from 'zod';
import { readDay, readMoment } from '../dates';
import { latinDigits, readNumber } from '../digits';
import { NO, YES } from '../import-words';

export const FIELD_TYPES = [
  'text',
  'long_text',
  'integer',
  'decimal',
  'date',
  'datetime',
  'boolean',
  'choice',
] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** Characters of a field's name. */
export const MAX_NAME = 63;

/** `name` is the stable key in a record's value, in any script; `label` is what people read. */
export const Field = z.strictObject({
  name: z.string().min(1).max(MAX_NAME),
  label: z.string().min(1).max(200),
  type: z.enum(FIELD_TYPES),
  required: z.boolean().optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  choices: z.array(z.string().max(200)).max(500).optional(),
  read_only: z.boolean().optional(),
});
export type Field = z.infer<typeof Field>;

export type Value = string | number | boolean | null;

/** Attribute values by field name. Dates are ISO (Gregorian) days, datetimes ISO UTC. */
export const Values = z.record(z.string(), z.union([z.string().max(20000), z.number(), z.boolean(), z.null()]));
export type Values = z.infer<typeof Values>;

/** Why a value was refused; the interface and the backend word it in the reader's language. */
export type FieldProblem =
  | 'required'
  | 'number'
  | 'integer'
  | 'date'
  /** A year before 1600, most often of a Jalali day. */
  | 'calendar'
  | 'boolean'
  | 'choice'
  | 'min'
  | 'max'
  | 'unknown';

const empty = (v: unknown) => v === null || v === undefined || v === '';

function number(field: Field, raw: unknown): { value: Value } | { problem: FieldProblem } {
  const text = typeof raw === 'string' ? latinDigits(raw).trim().replace('٫', '.').replaceAll('٬', '') : raw;
  const n = typeof text === 'string' ? readNumber(text) : text;
  if (typeof n !== 'number' || !Number.isFinite(n)) return { problem: 'number' };
  if (field.type === 'integer' && !Number.isSafeInteger(n)) return { problem: 'integer' };
  if (field.min !== undefined && n < field.min) return { problem: 'min' };
  if (field.max !== undefined && n > field.max) return { problem: 'max' };
  return { value: n };
}

/**
 * One value made clean for its field, or the reason why it cannot be. Numbers are read in Latin or Persian digits; days and
 * times as `dates.ts` reads them, in a file (`jalali`) Jalali ones in any writing.
 */
export function checkValue(field: Field, raw: unknown, jalali = false): { value: Value } | { problem: FieldProblem } {
  if (empty(raw)) return field.required ? { problem: 'required' } : { value: null };
  switch (field.type) {
    case 'integer':
    case 'decimal':
      return number(field, raw);
    case 'boolean': {
      const text = latinDigits(String(raw)).trim();
      if (YES.test(text)) return { value: true };
      return NO.test(text) ? { value: false } : { problem: 'boolean' };
    }
    case 'date':
      return readDay(String(raw), jalali);
    case 'datetime':
      return readMoment(String(raw), jalali);
    case 'choice':
      return (field.choices ?? []).includes(String(raw)) ? { value: String(raw) } : { problem: 'choice' };
    case 'text':
    case 'long_text': {
      const text = String(raw);
      return field.max !== undefined && text.length > field.max ? { problem: 'max' } : { value: text };
    }
  }
}

/** All values of a record against its form. Fields that are absent from `raw` are only checked when `whole`. */
export function checkValues(form: readonly Field[], raw: Values, whole: boolean, jalali = false) {
  const values: Values = {};
  const problems: Record<string, FieldProblem> = {};
  const byName = new Map(form.map((f) => [f.name, f]));
  for (const name of Object.keys(raw)) if (!byName.has(name)) problems[name] = 'unknown';
  for (const field of form) {
    if (!whole && !(field.name in raw)) continue;
    const checked = checkValue(field, raw[field.name], jalali);
    if ('problem' in checked) problems[field.name] = checked.problem;
    else if (field.name in raw || checked.value !== null) values[field.name] = checked.value;
  }
  return { values, problems };
}
