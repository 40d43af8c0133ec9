// The choices of a field that has a shared list, when the list has these items. Pure.
import { type Choice, type Field, MAX_CHOICES } from '../schemas/form';

/** What the list has no more is offered no more, and stays readable. Places in a cascade mean nothing without the field above. */
export function listChoices(field: Pick<Field, 'choices' | 'parent_field'>, items: readonly Choice[]): Choice[] {
  const values = new Set(items.map(({ value }) => value));
  const left = (field.choices ?? []).filter(({ value }) => !values.has(value)).map((one): Choice => ({ ...one, retired: true })); // biome-ignore format: one list
  const listItems = items.map(({ parent, ...item }): Choice => (field.parent_field && parent ? { ...item, parent } : item)); // biome-ignore format: one list
  return [...listItems, ...left].slice(0, MAX_CHOICES);
}
