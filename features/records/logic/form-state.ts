// What a form holds: what was typed over what was stored, cleaned by the one validation that the server uses too. Pure.

import { isTitle } from '@/contract/fields';
import { sameValue } from '@/contract/same';
import { checkValues, type Field, type FieldProblem, type Value, type Values } from '@/contract/schemas/form';
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

/** What an edit changes: fields whose clean value differs from the stored one. Untouched fields are nobody's fault. */
export function changesOf(form: readonly Field[], stored: Values, typed: Values): Changes {
  const own = ownValues(form, typed, (name, raw) => !isEmpty(raw) || !isEmpty(stored[name]));
  const { values, problems } = checkValues(form, own, { stored });
  const changed = Object.entries(values).filter(([name, value]) => !sameValue(value, stored[name]));
  return { values: Object.fromEntries(changed), problems };
}

/** What a form would send: the changes of a record, or all values of a new one. */
export function outcomeOf(form: readonly Field[], stored: Values | null, typed: Values): Changes {
  if (stored) return changesOf(form, stored, typed);
  return checkValues(form, ownValues(form, typed));
}

/** Whether anything was typed that is not stored, valid or not. */
export function isTyped(form: readonly Field[], stored: Values | null, typed: Values): boolean {
  const { values, problems } = changesOf(form, stored ?? {}, typed);
  return Object.keys(values).length > 0 || Object.keys(problems).length > 0;
}

/** The outcome of a form, whether anything was typed that is not stored, and the record as it would be, which conditions look at. */
export function stateOf(form: readonly Field[], stored: Values | null, typed: Values) {
  const outcome = outcomeOf(form, stored, typed);
  return { ...outcome, isTyped: isTyped(form, stored, typed), record: { ...stored, ...outcome.values } };
}

/** Name of the first field, in the form's order, that has a problem. */
export const firstProblem = (form: readonly Field[], problems: Readonly<Record<string, unknown>>): string | null =>
  form.find(({ name }) => name in problems)?.name ?? null;

/** The text that stands for a record: its label field, else its first text value, else nothing. */
export function titleOf(config: { form: readonly Field[]; labels: { field: string } | null }, value: Values): string {
  const label = config.labels && value[config.labels.field];
  if (!isEmpty(label ?? null)) return String(label);
  const first = config.form.find((field) => isTitle(field) && !isEmpty(value[field.name]));
  return first ? String(value[first.name]) : '';
}
