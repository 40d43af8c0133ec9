// The values that a tile carries of each record.
import { LABEL_KEY, listKey, listText } from '../../contract/ogc';
import type { Field, Value } from '../../contract/schemas/form';
import { cellOf } from '../../contract/values/value-text';

const VOWEL_MARKS = /[\u064b-\u0652]/g;

/** A value as a tile carries it: of a list the first; absent values it does not. */
export const tagOf = (all: unknown): string | number | boolean | undefined => {
  const value = Array.isArray(all) ? all[0] : all;
  if (typeof value === 'string') return value.replace(VOWEL_MARKS, '');
  return typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
};

/** The values of the fields, each under its name; lists once more with all their values, by each of which a record may be drawn. */
export function tagsOf(
  values: readonly unknown[],
  { fields, label }: { fields: readonly string[]; label?: Field | undefined },
): Record<string, string | number | boolean> {
  const tags: Record<string, string | number | boolean> = {};
  fields.forEach((name, i) => {
    const all = values[i];
    const value = tagOf(all);
    if (value !== undefined) tags[name] = value;
    if (Array.isArray(all) && all.length > 0) tags[listKey(name)] = listText(all);
    if (label?.name !== name || value === undefined) return;
    const text = tagOf(cellOf(label, all as Value));
    if (text !== undefined) tags[LABEL_KEY] = text;
  });
  return tags;
}
