// The relations of a layer as the tabs of its records: one for the children of each, one for the parent.
import { api } from '@/contract';
import type { Relation, RelationSide } from '@/contract/schemas/layers/relation';
import { useRead } from '@/lib/api/hooks';

const MAX_RELATIONS = 100;

export interface RelationTab {
  /** Names the tab. */
  id: string;
  label: string;
  relation: Relation;
  side: RelationSide;
}

const tabOf = (relation: Relation, side: RelationSide): RelationTab => ({
  id: `${relation.key}/${side}`,
  label: side === 'children' ? relation.label : relation.back_label,
  relation,
  side,
});

/** Another upstream may know no relations: then there are none. */
export function useRelations(layer: number, isOn: boolean): RelationTab[] {
  const { data } = useRead(api.relations.list, { query: { layer, limit: MAX_RELATIONS } }, { enabled: isOn });
  return (data?.results ?? []).flatMap((relation) => [
    ...(relation.parent?.layer === layer ? [tabOf(relation, 'children')] : []),
    ...(relation.child?.layer === layer ? [tabOf(relation, 'parents')] : []),
  ]);
}

/** How many records belong to each of these, by tab; none while it is not known. */
export function useRelatedCounts(
  layer: number,
  ids: readonly number[],
  isOn: boolean,
): (record: number, tab: string) => { count: number; capped: boolean } | null {
  const { data } = useRead(
    api.relations.counts,
    { query: { layer, ids: ids.join(',') as never } },
    { enabled: isOn && ids.length > 0, keep: true },
  );
  return (record, tab) => data?.find((one) => one.record === record && `${one.relation}/${one.side}` === tab) ?? null;
}
