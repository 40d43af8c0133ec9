// What a form holds: what was typed over what was stored, cleaned by the one validation that the server uses too. Pure.

import type { ShapeFacts } from '@/contract/computed/evaluate';
import { isTitle } from '@/contract/fields';
import { sameValue } from '@/contract/same';
import {
  checkValues,
  type Field,
  type FieldProblem,
  isWritten,
  type Value,
  type Values,
} from '@/contract/schemas/form';
import { cellOf } from '@/contract/values/value-text';
import { digits } from '@/lib/i18n/digits';
import type { Lang } from '@/lib/i18n/lang';

/** A stored value as it stands in its input: numbers in the reader's digits and decimal sign. */
export function inputText(field: Field, value: Value | undefined, lang: Lang): string {
  if (value === null || value === undefined || Array.isArray(value)) return '';
  if (typeof value !== 'number') return String(value);
  const text = digits(lang, String(value));
  return lang === 'fa' && field.type === 'decimal' ? text.replace('.', '\u066b') : text;
}

export interface Changes {
  /** Clean values to send. */
  values: Values;
  problems: Record<string, FieldProblem>;
}

const isEmpty = (value: Value | undefined) => sameValue(value, null);

/** What was typed into fields that the form has. */
const ownValues = (form: readonly Field[], typed: Values, counts = (_name: string, _raw: Value) => true): Values =>
  Object.fromEntries(
    form
      .map(({ name }) => [name, typed[name] ?? null] as const)
      .filter(([name, raw]) => name in typed && counts(name, raw)),
  );

/** What is reckoned of the record's shape; null where there is none. */
type Shape = ShapeFacts | null;

/** The values that people write: those that the form reckons are the server's. */
const writtenIn = (form: readonly Field[], values: Values): Values =>
  Object.fromEntries(
    form.filter((field) => isWritten(field) && field.name in values).map(({ name }) => [name, values[name] ?? null]),
  );

/** What an edit changes: fields whose clean value differs from the stored one. Untouched fields are nobody's fault. */
export function changesOf(
  form: readonly Field[],
  stored: Values,
  typed: Values,
  shape: Shape = null,
): Changes & { record: Values } {
  const own = ownValues(form, typed, (name, raw) => !isEmpty(raw) || !isEmpty(stored[name]));
  const { values, problems } = checkValues(form, own, { stored, shape });
  const changed = Object.entries(writtenIn(form, values)).filter(([name, value]) => !sameValue(value, stored[name]));
  return { values: Object.fromEntries(changed), problems, record: { ...stored, ...values } };
}

/** What a form would send: the changes of a record, or all values of a new one. */
export function outcomeOf(
  form: readonly Field[],
  stored: Values | null,
  typed: Values,
  shape: Shape = null,
): Changes & { record: Values } {
  if (stored) return changesOf(form, stored, typed, shape);
  const { values, problems } = checkValues(form, ownValues(form, typed), { shape });
  const locked = new Set(form.filter((field) => field.read_only).map(({ name }) => name));
  // What nobody may write begins as the server has it.
  const open = Object.entries(writtenIn(form, values)).filter(([name]) => !locked.has(name));
  return { values: Object.fromEntries(open), problems, record: values };
}

/** Whether anything was typed that is not stored, valid or not. */
export function isTyped(form: readonly Field[], stored: Values | null, typed: Values): boolean {
  const { values, problems } = changesOf(form, stored ?? {}, typed);
  return Object.keys(values).length > 0 || Object.keys(problems).length > 0;
}

/** The outcome of a form, and whether anything was typed that is not stored. `first`: what a new record begins with. */
export function stateOf(
  form: readonly Field[],
  stored: Values | null,
  typed: Values,
  first: Values = {},
  shape: Shape = null,
) {
  const outcome = outcomeOf(form, stored, { ...first, ...typed }, shape);
  return { ...outcome, isTyped: isTyped(form, stored, typed) };
}

/** Name of the first field, in the form's order, that has a problem. */
export const firstProblem = (form: readonly Field[], problems: Readonly<Record<string, unknown>>): string | null =>
  form.find(({ name }) => name in problems)?.name ?? null;

/** The text that stands for a record: its label field, else its first text value, else nothing. */
export function titleOf(config: { form: readonly Field[]; labels: { field: string } | null }, value: Values): string {
  const named = config.form.find(({ name }) => name === config.labels?.field);
  const first = config.form.find((field) => isTitle(field) && !isEmpty(value[field.name]));
  const field = named && !isEmpty(value[named.name]) ? named : first;
  return field ? String(cellOf(field, value[field.name] ?? null)) : '';
}
