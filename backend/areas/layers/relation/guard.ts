// A form under relations: what they name stays, and stays a key.
import type { Field } from '../../../../contract/schemas/form';
import type { Db } from '../../../db/engine';
import { ruled } from '../../../http/errors';
import { type RelationRow, rulesOf } from './store';

/** The fields of a layer that a relation names. */
export function namedFields(layer: number, of: RelationRow): Set<string> {
  const names = new Set<string>();
  if (of.child_layer === layer) for (const name of [of.child_field, ...of.columns]) names.add(name);
  if (of.parent_layer === layer) for (const name of [of.parent_field, of.title]) if (name) names.add(name);
  return names;
}

/** Refuses a form that a relation of the layer could not live with. */
export async function refuseBroken(
  db: Db,
  layer: number,
  before: readonly Field[],
  after: readonly Field[],
): Promise<void> {
  for (const relation of await rulesOf(db, layer)) {
    for (const name of namedFields(layer, relation)) {
      const field = after.find((one) => one.name === name);
      const was = before.find((one) => one.name === name);
      const isKey =
        (relation.child_layer === layer && name === relation.child_field) ||
        (relation.parent_layer === layer && name === relation.parent_field);
      const isChanged = isKey && field !== undefined && field.type !== was?.type;
      const isLoose = relation.parent_layer === layer && name === relation.parent_field && field?.unique !== true;
      const isForced =
        relation.child_layer === layer &&
        name === relation.child_field &&
        relation.on_delete === 'clear' &&
        (field?.required === true || field?.required_if !== undefined);
      if (!field || isChanged || isLoose || isForced)
        throw ruled('relationNamesField', {
          params: { field: was?.label ?? name, relation: relation.name },
          extra: { field: name },
        });
    }
  }
}
