// A record in words, for formats without fields of their own.
import { isTitle } from '../../../contract/fields';
import type { Field, Values } from '../../../contract/schemas/form';
import { cellOf } from '../../../contract/values/value-text';
import type { OutLayer } from './index';

/** The field that names a record. */
export const titleOf = ({ fields, title }: OutLayer): Field | undefined =>
  fields.find((f) => f.name === title) ?? fields.find(isTitle);

/** What a format without fields of its own says of a record. */
export const describe = (layer: OutLayer, value: Values): [string, string] => {
  const title = titleOf(layer);
  const textOf = (f: Field) => cellOf(f, value[f.name] ?? null, layer.codes);
  const lines = layer.fields.filter((f) => textOf(f) !== null).map((f) => `${f.label}: ${textOf(f)}`);
  return [title ? String(textOf(title) ?? '') : '', lines.join('\n')];
};
