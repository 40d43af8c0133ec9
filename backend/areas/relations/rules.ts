// What a relation must be: two layers of the caller, with fields of one type whose values are keys.

import type { Field } from '../../../contract/schemas/form';
import { isKeyField, type RelationInput } from '../../../contract/schemas/layers/relation';
import type { Ctx } from '../../http/context';
import { fieldRefusal, type Wording } from '../../http/errors';
import { findMany, type LayerRow } from '../layers/store';

type Ends = Pick<RelationInput, 'parent_layer' | 'parent_field' | 'child_layer' | 'child_field'>;
type Problems = Partial<Record<keyof RelationInput, Wording>>;

const fieldOf = (layer: LayerRow, name: string | null) => layer.config.form.find((field) => field.name === name);

/** Why a child's field cannot be the key of a parent's; `unique` is not asked here. */
function keyProblems(parent: LayerRow, child: LayerRow, of: Ends): Problems {
  const [up, down] = [fieldOf(parent, of.parent_field), fieldOf(child, of.child_field)];
  if (!down) return { child_field: 'relationNoField' };
  if (!isKeyField(down)) return { child_field: 'relationNoKey' };
  if (down.type === 'reference') {
    if (down.reference?.layer !== parent.id) return { child_field: 'relationOtherLayer' };
    return of.parent_field === null ? {} : { parent_field: 'relationReferenceId' };
  }
  if (of.parent_field === null) return { parent_field: 'relationIdNeedsReference' };
  if (!up) return { parent_field: 'relationNoField' };
  if (!isKeyField(up) || up.type !== down.type) return { parent_field: 'relationOtherType' };
  return parent.id === child.id && up.name === down.name ? { child_field: 'relationSameField' } : {};
}

/** The layers and fields of a relation's ends, or a refusal with a sentence at each field. */
export async function getEnds(ctx: Ctx, of: Ends, db = ctx.engine.db) {
  const rows = await findMany(db, ctx.caller, [of.parent_layer, of.child_layer]);
  const [parent, child] = [of.parent_layer, of.child_layer].map((id) => rows.find((row) => row.id === id && row.type <= 3)); // biome-ignore format: one line
  if (!parent || !child)
    throw fieldRefusal({
      ...(parent ? {} : { parent_layer: 'relationNoLayer' }),
      ...(child ? {} : { child_layer: 'relationNoLayer' }),
    });
  const problems = keyProblems(parent, child, of);
  if (Object.keys(problems).length > 0) throw fieldRefusal(problems as Record<string, Wording>);
  const parentField = fieldOf(parent, of.parent_field);
  return { parent, child, childField: fieldOf(child, of.child_field) as Field, isUnique: !parentField || parentField.unique === true }; // biome-ignore format: one line
}

/** Refuses a relation that could not be kept. */
export async function checkRelation(ctx: Ctx, of: RelationInput): Promise<void> {
  const { parent, child, childField, isUnique } = await getEnds(ctx, of);
  const problems: Problems = {};
  if (!isUnique) problems.parent_field = 'relationNotUnique';
  const isForced = of.required || childField.required === true || childField.required_if !== undefined;
  if (of.on_delete === 'clear' && isForced) problems.on_delete = 'relationClearRequired';
  if (of.title !== null && !fieldOf(parent, of.title)) problems.title = 'relationNoField';
  if (!of.columns.every((name) => fieldOf(child, name))) problems.columns = 'relationNoField';
  if (Object.keys(problems).length > 0) throw fieldRefusal(problems as Record<string, Wording>);
}
