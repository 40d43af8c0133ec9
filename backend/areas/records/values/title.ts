// The text that stands for a record.
import { isTitle } from '../../../../contract/fields';
import type { Values } from '../../../../contract/schemas/form';
import { cellOf } from '../../../../contract/values/value-text';
import type { LayerRow } from '../../layers/store';

/** Its label field, else its first text value, else its id. */
export function titleOf(layer: LayerRow | undefined, row: { id: number; value: Values }): string {
  const label = layer?.config.labels?.field;
  const first = layer?.config.form.find(isTitle)?.name;
  for (const name of [label, first]) {
    const value = name === undefined ? null : row.value[name];
    const field = layer?.config.form.find((one) => one.name === name);
    const text = field && value !== undefined ? cellOf(field, value) : null;
    if (text !== null && text !== '') return String(text);
  }
  return String(row.id);
}
