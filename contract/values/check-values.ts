// The one check of values against a form that browser, backend, import and bulk edit share.

import { compute, type Given, type ShapeFacts } from '../computed/evaluate';
import { dayAt } from '../dates';
import {
  type Choice,
  FIELDS,
  type FieldProblem,
  hasNoValue,
  isChoice,
  isFiles,
  type Reading,
  type Value,
} from '../fields';
import { choicesBelow } from '../fields/choice';
import { type Condition, matches, rulesOf } from '../filters/match';
import { sameValue } from '../same';
import type { Field, Values } from '../schemas/form';

const empty = (v: unknown) => v === null || v === undefined || v === '' || (Array.isArray(v) && v.length === 0);

/**
 * One value made clean for its field, or the reason why it cannot be. Numbers are read in Latin or Persian digits; days and
 * times as `dates.ts` reads them, in a file (`jalali`) Jalali ones in any writing; choices by value or label. What other fields and the
 * record before say of a value, `checkValues` knows.
 */
export function checkValue(field: Field, raw: unknown, jalali = false): Reading {
  if (empty(raw)) return field.required ? { problem: 'required' } : { value: null };
  const reading = FIELDS[field.type].read(raw, field, jalali);
  // What is nothing once it is read, such as a list of blanks, is empty.
  return 'value' in reading && empty(reading.value) ? checkValue(field, null) : reading;
}

/** A choice that is no longer offered may stay in a record that has it. */
function isRetired({ choices = [] }: Field, value: Value, stored: Value | undefined): boolean {
  const picked = [value].flat();
  const had = [stored ?? null].flat();
  return choices.some((one) => one.retired && picked.includes(one.value as never) && !had.includes(one.value as never));
}

/** The choices that the record's choice of the parent field leaves; all of them where the field has no parent. */
export function choicesIn(field: Field, values: Values): readonly Choice[] {
  const { choices = [], parent_field } = field;
  if (parent_field === undefined) return choices;
  const parent = values[parent_field];
  return empty(parent) ? [] : choicesBelow(choices, String(parent));
}

/** One value of a record that has `record` so far; null stands for many records, of which none is at hand. */
function checkIn(
  field: Field,
  raw: unknown,
  record: Values | null,
  stored: Value | undefined,
  jalali: boolean,
): Reading {
  if (!isChoice(field) || empty(raw)) return checkValue(field, raw, jalali);
  const choices = (record ? choicesIn(field, record) : field.choices) as Choice[];
  const reading = checkValue({ ...field, choices }, raw, jalali);
  if ('value' in reading) return isRetired(field, reading.value, stored) ? { problem: 'retired' } : reading;
  return choices !== field.choices && 'value' in checkValue(field, raw, jalali) ? { problem: 'parent' } : reading;
}

/** Whether people write values of the field. */
export const isWritten = (field: Field): boolean => !hasNoValue(field) && field.type !== 'computed';

/** Whether fields of a form depend on each other: only then a change of one record differs from that of another. */
export const isConditional = (form: readonly Field[]): boolean =>
  form.some(
    ({ visible_if, required_if, parent_field, expr }) =>
      visible_if || required_if || parent_field !== undefined || expr !== undefined,
  );

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
  /** The record's shape as it becomes, for what is reckoned of it. */
  shape?: ShapeFacts | null;
  /** When that is, for what is reckoned of the day. */
  now?: Date;
}

const isAbout = (condition: Condition | undefined, names: ReadonlySet<string>) =>
  condition !== undefined && rulesOf(condition).some(({ field }) => names.has(field));

/** What expressions look at; the day is asked of the calendar once, and where one wants it. */
function givenIn(form: readonly Field[], values: Values, { shape = null, now }: CheckOptions): Given {
  let day: string | undefined;
  return {
    form,
    values,
    shape,
    get today() {
      day ??= dayAt(now ?? new Date());
      return day;
    },
  };
}

/** The part of a record's choice that its parent's still leaves. */
function leftOf(field: Field, record: Values): Value {
  const value = record[field.name] ?? null;
  const left = choicesIn(field, record);
  const rest = [value].flat().filter((one) => left.some((choice) => choice.value === one));
  if (rest.length === [value].flat().length) return value;
  return Array.isArray(value) && rest.length ? (rest as string[]) : null;
}

/** Names that no field has. Most often there are none, which their number tells. */
function unknownIn(form: readonly Field[], raw: Values): string[] {
  const all = Object.keys(raw);
  const count = form.reduce((sum, { name }) => sum + Number(Object.hasOwn(raw, name)), 0);
  if (count === all.length) return [];
  const names = new Set(form.map(({ name }) => name));
  return all.filter((name) => !names.has(name));
}

/**
 * The values of a new record, or a change, against a form. Of an edit only what is in `raw` is checked, and what depends on it: a
 * field that is no longer visible is emptied, as is a choice that its parent's no longer leaves; one that has become required is missed.
 */
export function checkValues(form: readonly Field[], raw: Values, options: CheckOptions = {}) {
  const { stored, jalali = false } = options;
  const values: Values = {};
  const problems: Record<string, FieldProblem> = {};
  for (const name of unknownIn(form, raw)) problems[name] = 'unknown';
  /** The record as it becomes, field by field: conditions look back only. */
  const record: Values = { ...stored };
  let input: Given | undefined;
  const changed = new Set<string>();
  const become = (name: string, value: Value) => {
    if (!sameValue(value, record[name])) changed.add(name);
    record[name] = value;
  };
  for (const field of form) {
    const { name } = field;
    const isGiven = name in raw;
    if (!isWritten(field)) {
      // What is reckoned comes back as it was read; whoever sends it says nothing by it.
      if (isGiven && !empty(raw[name]) && hasNoValue(field)) problems[name] = 'noValue';
      if (field.type !== 'computed' || stored === null) continue;
      input ??= givenIn(form, record, options);
      const value = isVisible(form, field, record) ? compute(field, input) : null;
      if (!sameValue(value, stored?.[name])) values[name] = value;
      become(name, value);
      continue;
    }
    if (stored !== null && !field.read_only && !isVisible(form, field, record)) {
      if (isGiven || !empty(record[name])) values[name] = null;
      become(name, null);
      continue;
    }
    if (stored && !isGiven && !empty(record[name]) && changed.has(field.parent_field ?? '')) {
      const left = leftOf(field, record);
      if (!sameValue(left, record[name])) values[name] = left;
      become(name, left);
    }
    const depends =
      stored !== null &&
      (isAbout(field.visible_if, changed) || isAbout(field.required_if, changed) || changed.has(name));
    if (stored !== undefined && !isGiven && !(depends && empty(record[name]))) continue;
    // Files hang on a record that is there: those of a new one come after it.
    const isLater = stored === undefined && isFiles(field);
    const required = !isLater && (stored === null ? field.required === true : isRequired(form, field, record));
    const value = isGiven ? raw[name] : record[name];
    const own = (field.required ?? false) === required ? field : { ...field, required };
    const checked = checkIn(own, value, stored === null ? null : record, stored?.[name], jalali);
    if ('problem' in checked) problems[name] = checked.problem;
    else if (isGiven || checked.value !== null) values[name] = checked.value;
    become(name, 'value' in checked ? checked.value : null);
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
