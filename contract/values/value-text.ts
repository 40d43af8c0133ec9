// What a value is called, in the words of its form.
import { type Definition, type FieldType, isChoice, type Single, type Value } from '../fields';
import { choiceLabel } from '../fields/choice';
import { LIST_SEPARATOR } from '../import-words';

/** Stands between the values of a list that people read. */
export const LIST_JOINT = `${LIST_SEPARATOR} `;

/** The value with labels in the place of its choices' values. */
export function labelled(field: { type: FieldType } & Pick<Definition, 'choices'>, value: Value): Value {
  if (!isChoice(field)) return value;
  if (Array.isArray(value)) return value.map((one) => choiceLabel(field, String(one)));
  return value === null ? null : choiceLabel(field, String(value));
}

/** A value as one cell of a file or a table holds it. `codes`: choices by their values. */
export function cellOf(field: { type: FieldType } & Pick<Definition, 'choices'>, value: Value, codes = false): Single {
  const read = codes ? value : labelled(field, value);
  return Array.isArray(read) ? read.join(LIST_JOINT) || null : read;
}
