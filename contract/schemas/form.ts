// A layer's form: its fields and the one validation that browser, backend, import and bulk edit share.
import { z } from 'zod';
import { FIELD_TYPES, FIELDS, type FieldProblem, type Reading } from '../fields';
import { Pattern } from '../fields/patterns';

export { FIELD_TYPES, type FieldProblem, type FieldType, type Value } from '../fields';
export { PRESETS, type Preset } from '../fields/patterns';

/** Characters of a field's name. */
export const MAX_NAME = 63;

/** `name` is the stable key in a record's value, in any script; `label` is what people read. */
export const Field = z.strictObject({
  name: z.string().min(1).max(MAX_NAME),
  label: z.string().min(1).max(200),
  type: z.enum(FIELD_TYPES),
  required: z.boolean().optional(),
  /** A number, or an ISO day of a field of days or moments. */
  min: z.union([z.number(), z.iso.date()]).optional(),
  max: z.union([z.number(), z.iso.date()]).optional(),
  pattern: Pattern.optional(),
  /** Decimals that are kept. */
  precision: z.number().int().min(0).max(10).optional(),
  /** What helps whoever fills the field in. */
  hint: z.string().max(300).optional(),
  /** Of numbers, as it stands behind them. */
  unit: z.string().max(20).optional(),
  /** Two halves stand beside one another where there is room. */
  width: z.enum(['half', 'full']).optional(),
  choices: z.array(z.string().max(200)).max(500).optional(),
  read_only: z.boolean().optional(),
});
export type Field = z.infer<typeof Field>;

/** Attribute values by field name. Dates are ISO (Gregorian) days, datetimes ISO UTC. */
export const Values = z.record(z.string(), z.union([z.string().max(20000), z.number(), z.boolean(), z.null()]));
export type Values = z.infer<typeof Values>;

const empty = (v: unknown) => v === null || v === undefined || v === '';

/**
 * One value made clean for its field, or the reason why it cannot be. Numbers are read in Latin or Persian digits; days and
 * times as `dates.ts` reads them, in a file (`jalali`) Jalali ones in any writing.
 */
export function checkValue(field: Field, raw: unknown, jalali = false): Reading {
  if (empty(raw)) return field.required ? { problem: 'required' } : { value: null };
  return FIELDS[field.type].read(raw, field, jalali);
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
