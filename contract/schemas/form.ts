// A layer's form: its fields and the one validation that browser, backend, import and bulk edit share.
import { z } from 'zod';
import { FIELD_TYPES, FIELDS, type FieldProblem, type Reading } from '../fields';
import { Pattern } from '../fields/patterns';
import { type Condition, matches, rulesOf } from '../filters/match';
import { ValueTree } from './query';

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
  /** Conditions over fields that stand before this one. A field that is not visible is empty, and nobody has to fill it in. */
  visible_if: ValueTree.optional(),
  required_if: ValueTree.optional(),
  /** What is said, and holds nobody up, where values pass; `when` may also be about the field itself. */
  warn_if: z.strictObject({ when: ValueTree, message: z.string().min(1).max(200) }).optional(),
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

/** Whether fields of a form depend on each other: only then a change of one record differs from that of another. */
export const isConditional = (form: readonly Field[]): boolean =>
  form.some(({ visible_if, required_if }) => visible_if || required_if);

/** Whether a field is part of a record with these values. */
export const isVisible = (form: readonly Field[], field: Field, values: Values): boolean =>
  !field.visible_if || matches(form, values, field.visible_if);

/** Whether a record with these values must have one for the field. */
export const isRequired = (form: readonly Field[], field: Field, values: Values): boolean =>
  field.required === true || (field.required_if !== undefined && matches(form, values, field.required_if));

interface CheckOptions {
  /** The values of the record that is edited; null for records that are not at hand, whose conditions are passed over; absent for a new one. */
  stored?: Values | null;
  /** Days are Jalali in any writing, as in a file. */
  jalali?: boolean;
}

const isAbout = (condition: Condition | undefined, names: ReadonlySet<string>) =>
  condition !== undefined && rulesOf(condition).some(({ field }) => names.has(field));

/**
 * The values of a new record, or a change, against a form. Of an edit only what is in `raw` is checked, and what depends on it: a
 * field that is no longer visible is emptied, one that has become required is missed.
 */
export function checkValues(form: readonly Field[], raw: Values, { stored, jalali = false }: CheckOptions = {}) {
  const values: Values = {};
  const problems: Record<string, FieldProblem> = {};
  const byName = new Map(form.map((f) => [f.name, f]));
  for (const name of Object.keys(raw)) if (!byName.has(name)) problems[name] = 'unknown';
  /** The record as it becomes, field by field: conditions look back only. */
  const record: Values = { ...stored };
  const changed = new Set<string>();
  for (const field of form) {
    const { name } = field;
    const isGiven = name in raw;
    if (stored !== null && !field.read_only && !isVisible(form, field, record)) {
      if (isGiven || !empty(record[name])) values[name] = null;
      if (!empty(record[name])) changed.add(name);
      record[name] = null;
      continue;
    }
    const depends = stored !== null && (isAbout(field.visible_if, changed) || isAbout(field.required_if, changed));
    if (stored !== undefined && !isGiven && !(depends && empty(record[name]))) continue;
    const required = stored === null ? field.required === true : isRequired(form, field, record);
    const checked = checkValue({ ...field, required }, isGiven ? raw[name] : record[name], jalali);
    if ('problem' in checked) problems[name] = checked.problem;
    else if (isGiven || checked.value !== null) values[name] = checked.value;
    const now = 'value' in checked ? checked.value : null;
    if (now !== (record[name] ?? null)) changed.add(name);
    record[name] = now;
  }
  return { values, problems };
}

/** What is said of a record with these values, by field; it holds nobody up. */
export const warningsOf = (form: readonly Field[], values: Values): Record<string, string> =>
  Object.fromEntries(
    form.flatMap((field) =>
      field.warn_if && isVisible(form, field, values) && matches(form, values, field.warn_if.when)
        ? [[field.name, field.warn_if.message]]
        : [],
    ),
  );
