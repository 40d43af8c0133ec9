// Whether a layer is drawn by fields of several choices: tiles carry the first one of a list (`tagOf`).
import { isList } from '@/contract/fields';
import type { Field } from '@/contract/schemas/form';
import { fieldsToDraw, type Style } from '@/contract/schemas/style';

/** A style reads the first of several choices from its records, in the form's order: map and legend have to say so. */
export const usesFirstChoice = (style: Style, form: readonly Field[]): boolean => {
  const fields = fieldsToDraw(style, null);
  return form.some((field) => isList(field) && fields.includes(field.name));
};
