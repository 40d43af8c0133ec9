// A layer's form: its fields and the one validation that browser, backend, import and bulk edit share.
import { z } from 'zod';
import { latinDigits } from './common';

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

/** `name` is the stable key in a record's value, in any script; `label` is what people read. */
export const Field = z.strictObject({
  name: z.string().min(1).max(63),
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
  | 'boolean'
  | 'choice'
  | 'min'
  | 'max'
  | 'unknown';

const empty = (v: unknown) => v === null || v === undefined || v === '';
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/;

const isDay = (text: string) => {
  if (!DAY.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
};

function number(field: Field, raw: unknown): { value: Value } | { problem: FieldProblem } {
  const text = typeof raw === 'string' ? latinDigits(raw).trim().replace('٫', '.').replaceAll('٬', '') : raw;
  const n =
    typeof text === 'string' ? (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN) : text;
  if (typeof n !== 'number' || !Number.isFinite(n)) return { problem: 'number' };
  if (field.type === 'integer' && !Number.isSafeInteger(n)) return { problem: 'integer' };
  if (field.min !== undefined && n < field.min) return { problem: 'min' };
  if (field.max !== undefined && n > field.max) return { problem: 'max' };
  return { value: n };
}

/** One value made clean for its field, or the reason why it cannot be. Numbers are read in Latin or Persian digits. */
export function checkValue(field: Field, raw: unknown): { value: Value } | { problem: FieldProblem } {
  if (empty(raw)) return field.required ? { problem: 'required' } : { value: null };
  switch (field.type) {
    case 'integer':
    case 'decimal':
      return number(field, raw);
    case 'boolean':
      if (typeof raw === 'boolean') return { value: raw };
      if (raw === 'true' || raw === 1 || raw === '1') return { value: true };
      if (raw === 'false' || raw === 0 || raw === '0') return { value: false };
      return { problem: 'boolean' };
    case 'date': {
      const text = latinDigits(String(raw)).trim();
      return isDay(text) ? { value: text } : { problem: 'date' };
    }
    case 'datetime': {
      const text = latinDigits(String(raw)).trim();
      const at = INSTANT.test(text) ? new Date(text) : null;
      return at && !Number.isNaN(at.getTime()) ? { value: at.toISOString() } : { problem: 'date' };
    }
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
export function checkValues(form: readonly Field[], raw: Values, whole: boolean) {
  const values: Values = {};
  const problems: Record<string, FieldProblem> = {};
  const byName = new Map(form.map((f) => [f.name, f]));
  for (const name of Object.keys(raw)) if (!byName.has(name)) problems[name] = 'unknown';
  for (const field of form) {
    if (!whole && !(field.name in raw)) continue;
    const checked = checkValue(field, raw[field.name]);
    if ('problem' in checked) problems[field.name] = checked.problem;
    else if (field.name in raw || checked.value !== null) values[field.name] = checked.value;
  }
  return { values, problems };
}
