// What a person decides about each effect of a new form, and the form and orders that come of it. Pure.
import type { Field, Value } from '@/contract/schemas/form';
import type { FormEffect } from '@/contract/schemas/forms/form-check';
import { withSources } from './conditions';
import { type Document, type Item, toForm, toItems } from './document';
import { freeName } from './names';

/** `hide`, `retire`, `leave` and `accept` lose nothing and come first; `undo` takes back what was changed. The database holds values to be unique. */
export const OPTIONS = {
  removed: ['hide', 'undo'],
  type: ['former', 'undo'],
  choice: ['retire', 'turn', 'undo'],
  required: ['leave', 'fill'],
  limit: ['accept', 'undo'],
  unique: ['undo'],
  named: [],
} as const satisfies Record<FormEffect['kind'], readonly string[]>;
export type Option = (typeof OPTIONS)[FormEffect['kind']][number];

export interface Decision {
  option: Option;
  /** `turn`: the choice that takes the place of the one that goes. */
  into?: string;
  /** `fill`: what empty ones get. */
  value?: Value;
}

/** Nothing to decide: all values of a changed type fit, or the effect is only told. */
export const isInformation = ({ kind, count }: FormEffect): boolean =>
  kind === 'named' || (kind === 'type' && count === 0);

export const firstDecision = ({ kind }: FormEffect): Decision | null => {
  const [option] = OPTIONS[kind];
  return option ? { option } : null;
};

/** Whether a decision says all that it must. */
export const isComplete = ({ option, into, value }: Decision): boolean =>
  option === 'turn' ? into !== undefined : option !== 'fill' || (value !== undefined && value !== null && value !== '');

/** A condition of the form looks at a field that goes: nothing can be saved so. */
export const isBlocked = (effects: readonly FormEffect[]): boolean =>
  effects.some(({ by }) => by?.includes('condition') ?? false);

export interface Outcome {
  document: Document;
  force: boolean;
  renames: Record<string, Record<string, string>>;
  /** Values for the empty ones of a field, written after the form. */
  fills: { field: string; value: Value }[];
}

const replace = (items: readonly Item[], name: string, change: (item: Item) => Item) =>
  items.map((item) => (item.field.name === name ? change(item) : item));

/** The removed field where it stood: behind the one that it stood behind. */
function putBack(items: readonly Item[], saved: readonly Item[], name: string): readonly Item[] {
  const at = saved.findIndex(({ field }) => field.name === name);
  const item = saved[at];
  if (!item) return items;
  const before = saved.slice(0, at).findLast(({ field }) => items.some((one) => one.field.name === field.name));
  const row = before ? items.findIndex(({ field }) => field.name === before.field.name) + 1 : 0;
  return items.toSpliced(row, 0, item);
}

/** The old field under its name, and the new one behind it under another: what looked at the one looks at the other. */
function keepFormer(items: readonly Item[], was: Item, formerLabel: (label: string) => string): readonly Item[] {
  const { name } = was.field;
  const at = items.findIndex(({ field }) => field.name === name);
  const item = items[at];
  if (!item) return items;
  const next = freeName(
    name,
    toForm(items).map((field) => field.name),
  );
  const names = new Map([[name, next]]);
  const [fresh] = toItems([{ ...withSources(item.field, names), name: next }], false);
  const { required: _required, ...former } = was.field;
  const old: Item = { ...was, field: { ...former, label: formerLabel(was.field.label).slice(0, 200) } };
  const others = items.map((one) => (one === item ? one : { ...one, field: withSources(one.field, names) }));
  return others.toSpliced(at, 1, old, fresh as Item);
}

/** The choices of the new form with one of the old ones; a retired one is no longer offered. */
function withChoice({ field, ...item }: Item, was: Field | undefined, value: string, isRetired: boolean): Item {
  const choice = was?.choices?.find((one) => one.value === value) ?? { value, label: value };
  const added = { ...choice, ...(isRetired && { retired: true as const }) };
  return { ...item, field: { ...field, choices: [...(field.choices ?? []), added] } };
}

const LIMITS = ['min', 'max', 'pattern', 'precision', 'unique'] as const;

/** Limits as they were. */
function formerLimits(field: Field, was: Field): Field {
  const next = { ...field };
  for (const part of LIMITS) delete next[part];
  return Object.assign(next, Object.fromEntries(LIMITS.flatMap((part) => (was[part] === undefined ? [] : [[part, was[part]]])))); // biome-ignore format: one line
}

/** What is saved once every effect has its decision. */
export function applyDecisions(
  saved: Document,
  now: Document,
  decisions: readonly { effect: FormEffect; decision: Decision }[],
  formerLabel: (label: string) => string,
): Outcome {
  const outcome: Outcome = { document: now, force: false, renames: {}, fills: [] };
  let { items } = now;
  for (const { effect, decision } of decisions) {
    const { field: name, kind, choice = '' } = effect;
    const was = saved.items.find(({ field }) => field.name === name);
    if (decision.option === 'hide') outcome.force = true;
    else if (decision.option === 'former' && was) items = keepFormer(items, was, formerLabel);
    else if (decision.option === 'retire')
      items = replace(items, name, (item) => withChoice(item, was?.field, choice, true));
    else if (decision.option === 'turn')
      outcome.renames[name] = { ...outcome.renames[name], [choice]: decision.into ?? '' };
    else if (decision.option === 'fill') outcome.fills.push({ field: name, value: decision.value ?? null });
    else if (decision.option === 'undo' && was) {
      if (kind === 'removed') items = putBack(items, saved.items, name);
      else if (kind === 'type') items = replace(items, name, (item) => ({ ...item, field: was.field }));
      else if (kind === 'choice') items = replace(items, name, (item) => withChoice(item, was.field, choice, false));
      else items = replace(items, name, (item) => ({ ...item, field: formerLimits(item.field, was.field) }));
    }
  }
  return { ...outcome, document: { ...now, items } };
}
