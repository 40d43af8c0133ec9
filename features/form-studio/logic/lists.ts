// Shared and ready lists in the fields of a form. Pure.
import { listChoices } from '@/contract/form/list-choices';
import type { Choice, Field } from '@/contract/schemas/form';
import { addFields, type Item } from './document';

/** Every field that has the list, with its items as they are now. */
export const withListItems = (items: readonly Item[], list: number, choices: readonly Choice[]): readonly Item[] =>
  items.map((item) =>
    item.field.list === list ? { ...item, field: { ...item.field, choices: listChoices(item.field, choices) } } : item,
  );

/** Own choices of a field in place of what it had; records may have the former ones of a field that is saved. */
export function ownChoices(field: Field, isSaved: boolean, choices: readonly Choice[]): Choice[] {
  return listChoices({ ...field, choices: isSaved ? field.choices : [] }, choices);
}

/** A level below another one. */
export interface Level {
  label: string;
  items: readonly Choice[];
}

/** The field with the first level's choices and, behind it, one field for each level below, each narrowed by the one above. */
export function withCascade(
  items: readonly Item[],
  key: string,
  first: readonly Choice[],
  below: readonly Level[],
): readonly Item[] {
  const at = items.findIndex((item) => item.key === key);
  const item = items[at];
  if (!item) return items;
  const { list: _list, parent_field: _parent, ...plain } = item.field;
  const top: Field = { ...plain, choices: ownChoices(plain, item.isSaved, first) };
  let next: readonly Item[] = items.with(at, { ...item, field: top });
  let [above, after] = [top.name, key];
  for (const { label, items: choices } of below) {
    const field: Field = {
      name: label.replace(/\s+/g, '_'),
      label,
      type: 'choice',
      parent_field: above,
      choices: [...choices],
    };
    const added = addFields(next, [field], after);
    next = added.items;
    after = added.key ?? after;
    above = next.find((one) => one.key === after)?.field.name ?? above;
  }
  return next;
}
