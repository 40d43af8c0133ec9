// A relation as the values of its form, and back.
import type { Relation, RelationInput } from '@/contract/schemas/layers/relation';

/** Stands for "the id of the feature" in a list of fields. */
export const RECORD_ID = '$id';

/** Nothing is chosen yet where a layer is null or a field is ''. */
export interface RelationValues extends Omit<RelationInput, 'parent_layer' | 'child_layer' | 'parent_field'> {
  parent_layer: number | null;
  /** The name of a field, or `RECORD_ID`. */
  parent_field: string;
  child_layer: number | null;
}

export const NEW_RELATION: RelationValues = {
  name: '',
  parent_layer: null,
  parent_field: '',
  child_layer: null,
  child_field: '',
  kind: 'many',
  on_delete: 'block',
  required: false,
  label: '',
  back_label: '',
  title: null,
  columns: [],
};

/** One that a form's reference field makes has the rule of a new one. */
export const valuesOf = ({ parent, child, ...relation }: Relation): RelationValues => ({
  name: relation.name,
  parent_layer: parent?.layer ?? null,
  parent_field: parent ? (parent.field ?? RECORD_ID) : '',
  child_layer: child?.layer ?? null,
  child_field: child?.field ?? '',
  kind: relation.kind,
  on_delete: relation.on_delete === 'keep' ? 'block' : relation.on_delete,
  required: relation.required,
  label: relation.label,
  back_label: relation.back_label,
  title: relation.title,
  columns: relation.columns,
});

const fieldOf = (name: string) => (name === RECORD_ID ? null : name);

export const bodyOf = ({ parent_field, ...values }: Partial<RelationValues>): object => ({
  ...values,
  ...(parent_field === undefined ? {} : { parent_field: fieldOf(parent_field) }),
});

/** The ends of a relation once all four are chosen. */
export function endsOf({ parent_layer, parent_field, child_layer, child_field }: RelationValues) {
  if (parent_layer === null || child_layer === null || parent_field === '' || child_field === '') return null;
  return { parent_layer, parent_field: fieldOf(parent_field), child_layer, child_field };
}
export type Ends = NonNullable<ReturnType<typeof endsOf>>;
