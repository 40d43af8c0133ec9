// The layers at the other ends of relations that a query or a report names, and the condition that a related record passes a rule.
import { type RawBuilder, sql } from 'kysely';
import { type QueryNode, type RelationRule, rulesOf } from '../../../../contract/schemas/query';
import { ensureKeyIndex, hashOf, hasKey, keyText } from '../../../db/indexes/key-index';
import { sightKey, visibleTo } from '../../../geo/sight';
import { partition } from '../../../geo/tiles';
import type { Asking } from '../../../http/context';
import { notFound } from '../../../http/errors';
import { keyOfRelation, listRelations } from '../../layers/relation/store';
import { find, type LayerRow } from '../../layers/store';

/** The other end of a relation, seen from a layer. A key that is null is the id of the record. */
export interface RelatedEnd {
  other: LayerRow;
  otherField: string | null;
  ownField: string | null;
}
export type RelatedRules = ReadonlyMap<RelationRule, RelatedEnd>;

/** The other ends of some relations of a layer. One whose other layer the caller may not see does not exist for them: 404. */
export async function findEnds(
  { engine, caller }: Asking,
  layer: Pick<LayerRow, 'id'>,
  named: readonly Pick<RelationRule, 'relation' | 'side'>[],
): Promise<RelatedEnd[]> {
  if (named.length === 0) return [];
  const relations = await listRelations(engine.db, caller, { layer: layer.id });
  const layers = new Map<number, LayerRow | undefined>();
  const ends: RelatedEnd[] = [];
  for (const { relation: key, side } of named) {
    const isUp = side === 'parents';
    const relation = relations.find(
      (one) => keyOfRelation(one) === key && (isUp ? one.child_layer : one.parent_layer) === layer.id,
    );
    if (!relation) throw notFound();
    const id = isUp ? relation.parent_layer : relation.child_layer;
    if (!layers.has(id)) layers.set(id, await find(engine.db, caller, id));
    const other = layers.get(id);
    if (!other) throw notFound();
    const { parent_field, child_field } = relation;
    ends.push(
      isUp
        ? { other, otherField: parent_field, ownField: child_field }
        : { other, otherField: child_field, ownField: parent_field },
    );
  }
  return ends;
}

/** The other ends of what a tree says about related records. */
export async function findRelatedRules(
  ctx: Asking,
  layer: Pick<LayerRow, 'id'>,
  tree: QueryNode,
): Promise<RelatedRules> {
  const rules = rulesOf(tree).filter((rule) => 'relation' in rule);
  const ends = await findEnds(ctx, layer, rules);
  return new Map(rules.map((rule, i) => [rule, ends[i] as RelatedEnd]));
}

/** What an answer stands on at another end, for caches: the layer as it is now and as the caller sees it. */
export const endKey = ({ caller }: Asking, { other, otherField, ownField }: RelatedEnd): unknown[] => [
  other.id,
  other.rev,
  sightKey(caller, other.id),
  otherField,
  ownField,
];

/** Condition on `n` that a record of the other end which the caller may see passes `rule`, a condition on the other layer's `n`. */
export async function relatedCondition(
  { engine, caller }: Asking,
  layer: Pick<LayerRow, 'id'>,
  { other, otherField, ownField }: RelatedEnd,
  rule: RawBuilder<unknown>,
): Promise<RawBuilder<unknown>> {
  const table = partition(other.id);
  if (otherField !== null) await ensureKeyIndex(engine, table, otherField);
  if (ownField !== null) await ensureKeyIndex(engine, partition(layer.id), ownField);
  const keyAt = (field: string | null) => (field === null ? sql`n.id::text` : keyText(field, 'n'));
  const [own, key] = [keyAt(ownField), keyAt(otherField)];
  const isThere = otherField === null ? sql`n.deleted_at is null` : hasKey(otherField, 'n');
  const others = sql`select ${key} as key from ${sql.table(table)} n where ${isThere} and ${visibleTo(caller, other.id)} and ${rule}`;
  // The own key stands outside of the other layer's `n`. Bare, so that the planner joins, also below a `not`, and never unknown: no other
  // record has an empty key. Nothing but equal keys is asked: below an `or` it then reads the other layer once into a table of hashes.
  return sql`exists (select 1 from (${others}) r where ${hashOf(sql`r.key`)} = ${hashOf(own)} and r.key = ${own})`;
}
