// The records of other layers that a report asks about: those by whose fields it groups, and those that its query names.
import type { GroupBy, StatisticsQuery } from '../../../contract/schemas/dashboard';
import type { Reading } from '../../http/context';
import type { LayerRow } from '../layers/store';
import { endKey, findEnds, findRelatedRules, type RelatedEnd, type RelatedRules } from '../records/related/related-end';

export type RelatedBy = Extract<GroupBy, { relation: string }>;

/** The other ends of the relations by which a question groups, null where it does not group by one; and those of its query. */
export interface RelatedEnds {
  group: RelatedEnd | null;
  split: RelatedEnd | null;
  rules: RelatedRules;
}

/** What groups of records are put together by is a field of those that they belong to. */
export async function findRelatedEnds(ctx: Reading, layer: LayerRow, body: StatisticsQuery): Promise<RelatedEnds> {
  const endOf = async (by: StatisticsQuery['group_by']) => {
    const [end] = by && 'relation' in by ? await findEnds(ctx, layer, [{ relation: by.relation, side: 'parents' }]) : []; // biome-ignore format: one line
    return end ?? null;
  };
  return {
    group: await endOf(body.group_by),
    split: await endOf(body.split_by),
    rules: await findRelatedRules(ctx, layer, body.query ?? { and: [] }),
  };
}

/** What an answer stands on beside its own layer: the related layers as they are now and as the caller sees them. */
export const relatedKey = (ctx: Reading, { group, split, rules }: RelatedEnds): unknown[] =>
  [group, split, ...rules.values()].map((end) => end && endKey(ctx, end));
