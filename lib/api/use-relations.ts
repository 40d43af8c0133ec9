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

export interface RelationList {
  tabs: RelationTab[];
  /** Whether they were read. */
  isKnown: boolean;
  /** Why they could not be read, and another attempt; null where they were, or where there is nothing of the kind. */
  failure: { error: unknown; retry: () => void } | null;
}

/** What an upstream without relations answers. */
const NOT_THERE = [404, 501];

/** The same, and whether they were read. */
export function useRelationList(layer: number, isOn: boolean): RelationList {
  const { data, error, isFetched, refetch } = useRead(
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
  const hasFailed = error !== null && !data && !NOT_THERE.includes(error.status);
  return {
    tabs,
    isKnown: isFetched && !hasFailed,
    failure: hasFailed ? { error, retry: () => void refetch() } : null,
  };
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
