// What the studio works on: the layer's own data and its fields in order. Every change returns a new document. Pure.
import type { Field } from '@/contract/schemas/form';
import { sourcesOf, withSources } from './conditions';
import { freeName, nameOf } from './names';

/** A field as it stands on the canvas. */
export interface Item {
  /** Stays while everything else of the field changes. */
  key: string;
  field: Field;
  /** Records may hold values under its name: it cannot change any more. */
  isSaved: boolean;
  /** A person or another form gave the name: it does not follow the label. */
  hasOwnName: boolean;
}

/** The layer around the form. */
export interface Meta {
  label: string;
  type: number;
  groups: readonly number[];
  isSupervised: boolean;
  hasSecondApproval: boolean;
}

export interface Document {
  meta: Meta;
  items: readonly Item[];
}

export const NEW_META: Meta = { label: '', type: 1, groups: [], isSupervised: false, hasSecondApproval: false };

let lastKey = 0;
const newKey = () => `f${++lastKey}`;

export const toItems = (form: readonly Field[], isSaved: boolean): Item[] =>
  form.map((field) => ({ key: newKey(), field, isSaved, hasOwnName: true }));
/** Fields that were there keep their keys: what is open of them stays open, with its focus. */
export function withKeys(items: readonly Item[], former: readonly Item[]): Item[] {
  const keys = new Map(former.map(({ field, key }) => [field.name, key]));
  return items.map((item) => ({ ...item, key: keys.get(item.field.name) ?? item.key }));
}
export const toForm = (items: readonly Item[]): Field[] => items.map(({ field }) => field);

/** A heading: what stands behind it, up to the next one, is its section. */
export const isSection = ({ field }: { field: { type: string } }): boolean => field.type === 'section';

const indexOf = (items: readonly Item[], key: string | null) => items.findIndex((item) => item.key === key);
const namesOf = (items: readonly Item[]) => items.map(({ field }) => field.name);

/** The row behind the last one of the section that begins at `at`. */
export function endOfSection(items: readonly Item[], at: number): number {
  const next = items.findIndex((item, i) => i > at && isSection(item));
  return next < 0 ? items.length : next;
}

/** How many rows move together: a heading takes its section along. */
const lengthOf = (items: readonly Item[], at: number): number => {
  const item = items[at];
  return item && isSection(item) ? endOfSection(items, at) - at : 1;
};

/** Fields as new ones, with names that nobody has; what they look at among themselves follows. */
function asNew(items: readonly Item[], fields: readonly Field[]): Item[] {
  const names = new Map<string, string>();
  const takenNames = namesOf(items);
  for (const field of fields) {
    const name = freeName(field.name, takenNames);
    if (name !== field.name) names.set(field.name, name);
    takenNames.push(name);
  }
  return fields.map((field) => ({
    key: newKey(),
    field: { ...withSources(field, names), name: names.get(field.name) ?? field.name },
    isSaved: false,
    hasOwnName: false,
  }));
}

export interface Added {
  items: readonly Item[];
  /** The first of the new ones. */
  key: string | null;
}

/** Puts fields behind the one with the key, or at the end. */
export function addFields(items: readonly Item[], fields: readonly Field[], after: string | null): Added {
  const fresh = asNew(items, fields);
  const at = indexOf(items, after);
  return { items: items.toSpliced(at < 0 ? items.length : at + 1, 0, ...fresh), key: fresh[0]?.key ?? null };
}

/** A copy behind the original; a heading is copied with its section. */
export function duplicate(items: readonly Item[], key: string): Added {
  const at = indexOf(items, key);
  if (at < 0) return { items, key: null };
  const length = lengthOf(items, at);
  const fresh = asNew(items, toForm(items.slice(at, at + length)));
  return { items: items.toSpliced(at + length, 0, ...fresh), key: fresh[0]?.key ?? null };
}

/** Without the field; `next` is what stands where it was. The fields of a heading stay. */
export function removeItem(items: readonly Item[], key: string): { items: readonly Item[]; next: string | null } {
  const at = indexOf(items, key);
  if (at < 0) return { items, next: null };
  const rest = items.toSpliced(at, 1);
  return { items: rest, next: rest[Math.min(at, rest.length - 1)]?.key ?? null };
}

/** Changes parts of a field; undefined takes a part away. A name that was made of the label follows it until it is saved. */
export function patchField(
  items: readonly Item[],
  key: string,
  patch: Partial<Record<keyof Field, unknown>>,
): readonly Item[] {
  const at = indexOf(items, key);
  const item = items[at];
  if (!item) return items;
  const merged = { ...item.field, ...patch } as Field;
  for (const part of Object.keys(patch) as (keyof Field)[]) if (patch[part] === undefined) delete merged[part];
  const others = namesOf(items.toSpliced(at, 1));
  const hasOwnName = item.hasOwnName || patch.name !== undefined;
  if (item.isSaved) merged.name = item.field.name;
  else if (patch.label !== undefined && !hasOwnName) merged.name = nameOf(merged.label, others, merged.type);
  const next = items.with(at, { ...item, field: merged, hasOwnName });
  if (merged.name === item.field.name) return next;
  // Fields that look at this one go on doing so.
  const names = new Map([[item.field.name, merged.name]]);
  return next.map((one) =>
    one.field.name === merged.name || sourcesOf(one.field).has(item.field.name)
      ? { ...one, field: withSources(one.field, names) }
      : one,
  );
}

/** A field that would stand before one that it looks at. */
export interface Blocked {
  field: Field;
  source: Field;
}

/** The first field of an order that stands before one that it looks at; null for a sound order. */
function blockedIn(items: readonly Item[]): Blocked | null {
  const byName = new Map(items.map((item, i) => [item.field.name, i]));
  for (const [i, { field }] of items.entries())
    for (const name of sourcesOf(field)) {
      const at = byName.get(name);
      const source = at !== undefined && at > i ? items[at] : undefined;
      if (source) return { field, source: source.field };
    }
  return null;
}

/** Where a section that is moved comes to stand among the others: before a heading, or at the end. */
function sectionTarget(rest: readonly Item[], from: number, to: number, length: number): number {
  const targets = [...rest.flatMap((item, i) => (isSection(item) ? [i] : [])), rest.length];
  if (to < from) return targets.findLast((target) => target <= to) ?? targets[0] ?? from;
  return targets.find((target) => target > from && target > to - length) ?? rest.length;
}

/** The items in another order, or why that cannot be. `to` is the row of the moved one afterwards. */
export function moveTo(
  items: readonly Item[],
  from: number,
  to: number,
): { items: readonly Item[] } | { blocked: Blocked } {
  const item = items[from];
  if (!item || from === to) return { items };
  const length = lengthOf(items, from);
  const rest = items.toSpliced(from, length);
  const at =
    length > 1 || isSection(item) ? sectionTarget(rest, from, to, length) : Math.max(0, Math.min(to, rest.length));
  const next = rest.toSpliced(at, 0, ...items.slice(from, from + length));
  const before = blockedIn(items);
  const blocked = blockedIn(next);
  // An order that is wrong already may be mended step by step.
  return blocked && !before ? { blocked } : { items: next };
}

/** The row in which a field stands at the end of a section; `heading` null is the part before the first one. */
export function endRowFor(items: readonly Item[], from: number, heading: string | null): number {
  const end = heading === null ? endOfSection(items, -1) : endOfSection(items, indexOf(items, heading));
  return end > from ? end - 1 : end;
}
