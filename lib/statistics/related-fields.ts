// Fields of the records that a layer's own belong to. Pure.
import type { Field } from '../../contract/schemas/form';

/** One relation of which a layer is the child. */
export interface RelatedFields {
  relation: string;
  /** What the other record is called from here. */
  label: string;
  /** The layer of the other records. */
  layer: number;
  fields: readonly Field[];
}

/** The field of another record that a grouping is by; undefined where it is by none, or the reader does not see it. */
export function relatedField(all: readonly RelatedFields[], by: object | null | undefined) {
  if (!by || !('relation' in by && 'related_field' in by)) return undefined;
  const one = all.find(({ relation }) => relation === by.relation);
  const field = one?.fields.find(({ name }) => name === by.related_field);
  return one && field ? { label: one.label, layer: one.layer, field } : undefined;
}
