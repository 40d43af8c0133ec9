// Which records an act means, and which of them it would leave: as conditions on `n`, by the rights of whoever asks.
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { supervision } from '../../../contract/endpoints/supervision';
import { allows } from '../../../contract/rights';
import type { ActQuestion } from '../../../contract/schemas/acts/act';
import { DeletedQuery, STATUS } from '../../../contract/schemas/record';
import type { Asking } from '../../http/context';
import { forbidden, Refusal, unknownKey } from '../../http/errors';
import { parse } from '../../http/parse';
import { layerFor } from '../layers/access';
import type { LayerRow } from '../layers/store';
import { projectCondition } from '../projects/access';
import { matchesDeleted } from '../records/batch';
import { filteredRecords, filtersByName } from '../records/filter';
import { checkRight, judgeIn, type RecordRight } from '../records/permission';
import { WAITS } from '../records/record-page';
import { isWorkOf } from '../records/sql/standing';
import { getRegion } from '../regions/access';

type Condition = RawBuilder<unknown>;

/** The right that each act takes. */
export const ACT_RIGHTS: Record<ActQuestion['act'], RecordRight> = {
  edit: 'edit',
  move: 'edit',
  delete: 'delete',
  supervise: 'approve',
  restore: 'delete',
};

export interface Target {
  layer: LayerRow;
  /** What the filter leaves of what the person may see. */
  where: Condition;
  /** Why the act leaves a record as it is: a code as text, null where it does not. */
  problem: Condition;
}

const DELETED_KEYS = ['delete_date_before', 'delete_date_after', 'region', 'project'];

/** Deleted records that the filter leaves. */
async function deletedWhere(ctx: Asking, layer: LayerRow, filter: Record<string, string>): Promise<Condition> {
  const stranger = Object.keys(filter).find((key) => !DELETED_KEYS.includes(key));
  if (stranger !== undefined) throw unknownKey(stranger);
  const query = parse(DeletedQuery, filter) as z.infer<typeof DeletedQuery>;
  if (query.region !== undefined) await getRegion(ctx, query.region);
  return matchesDeleted({
    layers: [layer.id],
    reader: ctx.caller,
    within: query.region,
    inProject: query.project === undefined ? undefined : await projectCondition(ctx, query.project),
    before: query.delete_date_before,
    after: query.delete_date_after,
  });
}

/** `editProblem`, `applyDeletion` and `verdictProblem` of the review's rules in SQL; a test holds them together. */
export function problemOf(
  { caller }: Pick<Asking, 'caller'>,
  layer: Pick<LayerRow, 'config'>,
  { act, verdict }: Pick<ActQuestion, 'act' | 'verdict'>,
): Condition {
  const { supervised } = layer.config;
  const rejected = supervised ? sql`when n.status = ${STATUS.rejected}::int then 'rejectedRecord'` : sql``;
  if (act === 'edit' && supervised) return sql`case ${rejected} end`;
  // What waits lies over what is published.
  if (act === 'move')
    return sql`case ${rejected} when (case when n.unconfirmed ? 'geometry' then nullif(n.unconfirmed->'geometry', 'null') is null else n.geom is null end) then 'actNoShape' end`;
  if (act === 'delete' && supervised)
    return sql`case when n.status = ${STATUS.approved}::int and n.unconfirmed->>'deletion' = 'true' and n.unconfirmed->>'returned' is null
      and (n.unconfirmed->'authors'->>-1)::int = ${caller.id}::int then 'deletionAsked' end`;
  if (act !== 'supervise') return sql`null::text`;
  const { by, needsTwo, canSecond } = judgeIn(caller, layer);
  const isEdit = sql`n.status = ${STATUS.approved}::int`;
  const first = sql`case when ${isEdit} then (n.unconfirmed->>'first')::int when n.status = ${STATUS.first}::int then n.first_id end`;
  const second =
    verdict !== 'approve' || !needsTwo
      ? sql``
      : canSecond
        ? sql`when (${first}) = ${by}::int then 'secondPerson'`
        : sql`when (${first}) is not null then 'secondRight'`;
  // What is judged with files cannot be taken back: their bytes go.
  return sql`case when not ${WAITS} then 'nothingWaits'
    when ${isWorkOf(by)} then 'ownWork' ${second}
    when ${isEdit} and n.unconfirmed->>'files' = 'true' then 'actFiles' end`;
}

/** The records of a question, where the person may act on the layer at all. Asks the database outside of a transaction. */
export async function targetOf(
  ctx: Asking,
  question: Pick<ActQuestion, 'layer' | 'filter' | 'act' | 'verdict'>,
): Promise<Target> {
  const { row: layer, rights } = await layerFor(ctx, question.layer);
  if (layer.type > 3) throw new Refusal(400, 'noRecords');
  checkRight(rights, ACT_RIGHTS[question.act]);
  if (question.act === 'supervise' && !allows(ctx.caller, supervision.judge.needs)) throw forbidden();
  const where =
    question.act === 'restore'
      ? await deletedWhere(ctx, layer, question.filter)
      : (await filteredRecords(ctx, layer, filtersByName(layer, question.filter))).where;
  return { layer, where, problem: problemOf(ctx, layer, question) };
}
