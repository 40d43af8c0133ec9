// What the sheet of a record says: its values by the sections of its form.
import type { Field, Value, Values } from '@/contract/schemas/form';

interface SheetPart {
  heading: string | null;
  rows: { label: string; value: string }[];
}

/** Fields that hold no value of their own are left out; one without a value is told as `none`. */
export function sheetParts(
  form: readonly Field[],
  values: Values,
  textOf: (field: Field, value: Value) => string,
  none: string,
): SheetPart[] {
  const parts: SheetPart[] = [{ heading: null, rows: [] }];
  for (const field of form) {
    if (field.type === 'section') parts.push({ heading: field.label, rows: [] });
    else if (field.type !== 'note') {
      const text = textOf(field, values[field.name] ?? null);
      const value = text && field.unit ? `${text} ${field.unit}` : text;
      parts.at(-1)?.rows.push({ label: field.label, value: value || none });
    }
  }
  return parts.filter(({ rows }) => rows.length > 0);
}

/** Ids of records that the values name, for their titles. */
export const namedIds = (form: readonly Field[], values: Values): number[] =>
  form.flatMap(({ type, name }) => (type === 'reference' && values[name] ? [Number(values[name])] : []));
