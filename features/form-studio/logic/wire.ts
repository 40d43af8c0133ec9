// The studio's document from and to what the server knows, and two people's changes of it in one. Pure.
import type { Field } from '@/contract/schemas/form';
import type { Layer } from '@/contract/schemas/layer';
import { type Conflict, changedFields, conflictsOf, mergeValues } from '@/lib/form/changes';
import { type Document, type Item, type Meta, toForm, toItems, withKeys } from './document';

export const documentOf = (layer: Layer): Document => ({
  meta: {
    label: layer.label,
    type: layer.type,
    groups: layer.group_layer,
    isSupervised: layer.config.supervised,
    hasSecondApproval: layer.config.second_approval ?? false,
  },
  items: toItems(layer.config.form, true),
});

/** A form in place of a document's own; fields that the server has keep their names for good. */
export function withForm(document: Document, form: readonly Field[], savedNames: ReadonlySet<string>): Document {
  const items = withKeys(toItems(form, false), document.items).map((item) => ({
    ...item,
    isSaved: savedNames.has(item.field.name),
  }));
  return { ...document, items };
}

export const savedNamesOf = ({ items }: Document): Set<string> =>
  new Set(items.filter(({ isSaved }) => isSaved).map(({ field }) => field.name));

/** The parts that are merged one by one: the layer's own, and each field by its name. A field that is gone is null. */
export type Parts = Partial<Meta> & Record<`field:${string}`, Field | null>;

const FIELD = 'field:';
export const isFieldPart = (part: string): boolean => part.startsWith(FIELD);

function partsOf({ meta, items }: Document, names: readonly string[]): Parts {
  const fields = new Map(items.map(({ field }) => [field.name, field]));
  return { ...meta, ...Object.fromEntries(names.map((name) => [FIELD + name, fields.get(name) ?? null])) };
}

/** Mine in its order, with the fields that only they have behind those that they stand behind there. */
function mergedOrder(mine: readonly Item[], theirs: readonly Item[]): string[] {
  const order = toForm(mine).map(({ name }) => name);
  let previous: string | undefined;
  for (const { name } of toForm(theirs)) {
    if (!order.includes(name)) order.splice(previous === undefined ? 0 : order.indexOf(previous) + 1, 0, name);
    previous = name;
  }
  return order;
}

export interface Merge {
  /** Parts that both have changed, to different things. */
  conflicts: Conflict<Parts>[];
  /** Theirs with mine over it; parts of `giveUp` stay theirs. */
  merged: (giveUp?: readonly string[]) => Document;
}

export function mergeDocuments(base: Document, mine: Document, theirs: Document): Merge {
  const names = [...new Set([base, mine, theirs].flatMap(({ items }) => toForm(items).map(({ name }) => name)))];
  const [before, now, there] = [base, mine, theirs].map((document) => partsOf(document, names)) as [
    Parts,
    Parts,
    Parts,
  ];
  const wasMoved = changedFields({ order: toForm(base.items).map(({ name }) => name) }, { order: toForm(mine.items).map(({ name }) => name) }).order; // biome-ignore format: one line
  return {
    conflicts: conflictsOf(before, now, there),
    merged(giveUp = []) {
      const parts = mergeValues(before, now, there, giveUp);
      const order = wasMoved ? mergedOrder(mine.items, theirs.items) : mergedOrder(theirs.items, mine.items);
      const form = order.flatMap((name) => parts[`field:${name}`] ?? []);
      const meta = { ...theirs.meta };
      for (const part of Object.keys(meta) as (keyof Meta)[]) Object.assign(meta, { [part]: parts[part] });
      return withForm({ ...mine, meta }, form, savedNamesOf(theirs));
    },
  };
}

const isSameForm = (a: readonly Item[], b: readonly Item[]) =>
  a.length === b.length && a.every((item, i) => item.field === b[i]?.field);

/** What of a document is sent to change a layer that the server has as `saved`. */
export function patchOf(saved: Document, now: Document) {
  const { label, groups, isSupervised, hasSecondApproval } = changedFields(saved.meta, now.meta);
  const config = {
    ...(isSameForm(saved.items, now.items) ? {} : { form: toForm(now.items) }),
    ...(isSupervised === undefined ? {} : { supervised: isSupervised }),
    ...(hasSecondApproval === undefined ? {} : { second_approval: hasSecondApproval }),
  };
  return {
    ...(label === undefined ? {} : { label }),
    ...(groups === undefined ? {} : { group_layer: [...groups] }),
    ...(Object.keys(config).length > 0 ? { config } : {}),
  };
}
