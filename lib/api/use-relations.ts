// The relations of a layer as the tabs of its records: one for the children of each, one for the parent.
import { createContext, useMemo } from 'react';
import { api } from '../../contract';
import type { Relation, RelationSide } from '../../contract/schemas/layers/relation';
import { useRead } from './hooks';

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
export const useRelations = (layer: number, isOn: boolean): RelationTab[] => useRelationList(layer, isOn).tabs;

/** The same, and whether they were read. */
export function useRelationList(layer: number, isOn: boolean): { tabs: RelationTab[]; isKnown: boolean } {
  const { data, isFetched } = useRead(
    api.relations.list,
    { query: { layer, limit: MAX_RELATIONS } },
    { enabled: isOn },
  );
  const tabs = useMemo(
    () =>
      (data?.results ?? []).flatMap((relation) => [
        ...(relation.parent?.layer === layer ? [tabOf(relation, 'children')] : []),
        ...(relation.child?.layer === layer ? [tabOf(relation, 'parents')] : []),
      ]),
    [data, layer],
  );
  return { tabs, isKnown: isFetched };
}

type CountOf = (record: number, tab: string) => { count: number; capped: boolean } | null;
const UNKNOWN: CountOf = () => null;
/** The counts of the rows in sight of a table. */
export const RelatedCounts = createContext<CountOf>(UNKNOWN);

/** How many records belong to each of these, by tab; none while it is not known. */
export function useRelatedCounts(layer: number, ids: readonly number[], isOn: boolean): CountOf {
  const { data } = useRead(
    api.relations.counts,
    // A list in an address is one text.
    { query: { layer, ids: ids.join(',') as unknown as number[] } },
    { enabled: isOn && ids.length > 0, keep: true },
  );
  return useMemo(() => {
    if (!data) return UNKNOWN;
    const counts = new Map(data.map((one) => [`${one.record}/${one.relation}/${one.side}`, one]));
    return (record, tab) => counts.get(`${record}/${tab}`) ?? null;
  }, [data]);
}
