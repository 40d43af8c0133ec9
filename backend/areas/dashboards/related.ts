// The records of another layer that a layer's own belong to, for reports that group by a field of theirs.
import type { GroupBy, StatisticsQuery } from '../../../contract/schemas/dashboard';
import { sightKey } from '../../geo/sight';
import type { Reading } from '../../http/context';
import { notFound } from '../../http/errors';
import { keyOfRelation, listRelations } from '../layers/relation/store';
import { find, type LayerRow } from '../layers/store';

export type RelatedBy = Extract<GroupBy, { relation: string }>;

export interface Related {
  parent: LayerRow;
  /** Null: the key is the parent's id. */
  parentField: string | null;
  childField: string;
}

/** The other end of a relation of which `layer` is the child. One whose other layer the caller may not see does not exist for him. */
async function relatedOf({ engine, caller }: Reading, layer: LayerRow, key: string): Promise<Related> {
  const relations = await listRelations(engine.db, caller, { layer: layer.id });
  const relation = relations.find((one) => keyOfRelation(one) === key && one.child_layer === layer.id);
  const parent = relation && (await find(engine.db, caller, relation.parent_layer));
  if (!parent) throw notFound();
  return { parent, parentField: relation.parent_field, childField: relation.child_field };
}

/** The other ends of the relations by which a question groups; null where it does not group by one. */
export interface RelatedEnds {
  group: Related | null;
  split: Related | null;
}

export async function findRelatedEnds(ctx: Reading, layer: LayerRow, body: StatisticsQuery): Promise<RelatedEnds> {
  const endOf = async (by: StatisticsQuery['group_by']) =>
    by && 'relation' in by ? relatedOf(ctx, layer, by.relation) : null;
  return { group: await endOf(body.group_by), split: await endOf(body.split_by) };
}

/** What an answer stands on beside its own layer: the related layers as they are now and as the caller sees them. */
export const relatedKey = ({ caller }: Reading, { group, split }: RelatedEnds): unknown[] =>
  [group, split].map(
    (end) => end && [end.parent.id, end.parent.rev, sightKey(caller, end.parent.id), end.parentField, end.childField],
  );
