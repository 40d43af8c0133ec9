// What an XLSForm workbook brings into the studio's document. Pure.
import { isChoice, isFiles } from '@/contract/fields';
import type { Choice, Field } from '@/contract/schemas/form';
import type { XlsFormRead } from '@/contract/schemas/forms/xlsform';
import { type OutLoss, toXlsForm } from '@/contract/xlsform/write';
import { addFields, type Document, toForm } from './document';
import { savedNamesOf, withForm } from './wire';

/** Behind the fields that there are, or in their place. */
export type Mode = 'add' | 'replace';

/** Choices with what the standard has no word for: their colours, and those that are no longer offered. */
function keptChoices(before: readonly Choice[], now: readonly Choice[]): Choice[] {
  const colours = new Map(before.map(({ value, colour }) => [value, colour]));
  const values = new Set(now.map(({ value }) => value));
  return [
    ...now.map((choice) => {
      const colour = colours.get(choice.value);
      return colour === undefined ? choice : { ...choice, colour };
    }),
    ...before.filter(({ value, retired }) => retired && !values.has(value)),
  ];
}

/** A field of the workbook with the parts that the form had and the workbook could not say. */
function withLostParts(before: Field, now: Field, losses: readonly OutLoss[]): Field {
  const isReference = before.type === 'reference' && now.type === 'integer';
  if (before.type !== now.type && !isReference) return now;
  const { min: _min, max: _max, ...bare } = now;
  const next: Field = isReference ? { ...bare, type: 'reference' } : { ...now };
  const lost = new Set<string>(losses.filter(({ name }) => name === before.name).map(({ reason }) => reason));
  if (lost.has('min') && isFiles(before)) lost.add('max');
  for (const part of lost)
    if (part in before && next[part as keyof Field] === undefined) Object.assign(next, { [part]: before[part as keyof Field] }); // biome-ignore format: one line
  if (isChoice(next) && before.choices && next.choices) next.choices = keptChoices(before.choices, next.choices);
  return next;
}

/** The workbook's form in place of another: what a workbook cannot say stays as it was. */
function replaced(document: Document, form: readonly Field[]): Field[] {
  const before = toForm(document.items);
  const { losses } = toXlsForm(document.meta.label, document.meta.type, before);
  const fields = new Map(before.map((field) => [field.name, field]));
  const names = new Set(form.map(({ name }) => name));
  const unsaid = new Set(losses.filter(({ reason }) => reason === 'expr').map(({ name }) => name));
  return [
    ...form.map((field) => {
      const former = fields.get(field.name);
      return former ? withLostParts(former, field, losses) : field;
    }),
    ...before.filter(({ name }) => unsaid.has(name) && !names.has(name)),
  ];
}

interface Studio {
  document: Document;
  saved: Document;
  selected: { key: string } | null;
}

/** The document with a workbook's form, in one step; a new layer takes its title and shapes as well. */
export function withXlsForm(
  { document, saved, selected }: Studio,
  read: XlsFormRead,
  mode: Mode,
  isNew: boolean,
): Document {
  const { meta, items } = document;
  const nextMeta = isNew ? { ...meta, label: meta.label || read.label, type: read.type ?? meta.type } : meta;
  if (mode === 'replace')
    return withForm({ items, meta: nextMeta }, replaced(document, read.form), savedNamesOf(saved));
  const formerKeys = new Set(items.map(({ key }) => key));
  const added = addFields(items, read.form, selected?.key ?? null).items;
  return {
    meta: nextMeta,
    items: added.map((item) => (formerKeys.has(item.key) ? item : { ...item, hasOwnName: true })),
  };
}
