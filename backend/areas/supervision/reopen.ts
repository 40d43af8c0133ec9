// Ways back: what was judged waits again with a reason, and an approval is taken back by who gave it.
import { sql } from 'kysely';
import { type LayerRecord, STATUS } from '../../../contract/schemas/record';
import type { Db } from '../../db/engine';
import type { Ctx } from '../../http/context';
import { Refusal, ruled } from '../../http/errors';
import { rulesOf } from '../layers/relation/store';
import { sendNotice } from '../messages/notices';
import { boxOf, checkVersion, getRecord, runWrite, showRecordWithEtag, versionOf } from '../records/access';
import { takeFromTrash } from '../records/batch';
import { checkRight } from '../records/permission';
import { authorsOf, type Standing, waitingAuthors } from '../records/review';
import { cleanGeometry } from '../records/rules';
import * as records from '../records/store';
import { forgetDraw } from './audit';
import { allowsStep } from './machine';

/** Time in which an approval may be taken back. */
export const UNDO_MS = 10 * 60_000;

type ReopenProblem = 'notReopenable' | 'ownWork';

/** What reopening leaves, or why it is refused. `workers`: everybody who ever changed the record; they are its authors again. */
export function applyReopen(
  supervised: boolean,
  s: Standing,
  by: number,
  workers: readonly number[],
): { standing: Standing } | { problem: ReopenProblem } {
  const isSettled = s.status === STATUS.approved && s.waiting === null;
  if (!allowsStep(s, 'reopen') || (isSettled && !supervised)) return { problem: 'notReopenable' };
  const authors = isSettled ? [...new Set([...workers, ...authorsOf(s)])] : waitingAuthors(s);
  if (authors.includes(by)) return { problem: 'ownWork' };
  if (s.status === STATUS.approved && s.waiting) {
    const { returned: _returned, ...waiting } = s.waiting;
    return { standing: { ...s, waiting } };
  }
  return { standing: { ...s, status: STATUS.waiting, first: null, authors: [...authors] } };
}

const VERDICT_STEPS = ['approve', 'return', 'reject', 'reopen', 'undo_approve', 'approve_file', 'reject_file'];

/** Everybody who changed a record, by its history. */
async function findWorkers(db: Db, record: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct account_id as id from record_log where record_id = ${record}::bigint and account_id is not null
      and action <> all(${VERDICT_STEPS}::text[])`.execute(db);
  return rows.map(({ id }) => id);
}

/** Whether the caller may reopen a record as it stands. Asks the history only where the state allows it. */
export async function canReopen(ctx: Ctx, db: Db, supervised: boolean, row: records.RecordRow): Promise<boolean> {
  const standing = records.toStanding(row);
  if (!allowsStep(standing, 'reopen')) return false;
  return 'standing' in applyReopen(supervised, standing, ctx.caller.id, await findWorkers(db, row.id));
}

export async function reopen(ctx: Ctx, id: string | number, reason: string): Promise<LayerRecord> {
  return runWrite(ctx, async (db, touch) => {
    const { record, layer, rights } = await getRecord(ctx, id, db, true);
    checkRight(rights, 'approve');
    checkVersion(ctx, layer, record);
    const before = records.toStanding(record);
    const result = applyReopen(layer.config.supervised, before, ctx.caller.id, await findWorkers(db, record.id));
    if ('problem' in result) throw ruled(result.problem);
    const { standing } = result;
    const change = { id: record.id, value: record.value, standing, verdict: null };
    const row = await records.updateOne(db, layer, null, change);
    const after = { value: record.value, geometry: record.geometry, status: standing.status };
    await records.log(db, layer.id, ctx.caller.id, [
      { record: record.id, action: 'reopen', before: versionOf(record), after, reason },
    ]);
    const authors = waitingAuthors(standing);
    if (authors.length > 0)
      await sendNotice(db, ctx.caller, {
        code: 'record_reopened',
        args: { layer: layer.label, count: 1, reason },
        recipients: authors,
        link: `/app/layer-data/${layer.id}?record=${record.id}`,
        at: ctx.now(),
      });
    const box = standing.status === record.status ? null : boxOf(record.geometry);
    touch({ layer: layer.id, more: 0, before: [box], now: [box] });
    return showRecordWithEtag(ctx, layer, row);
  });
}

interface LastStep {
  id: number;
  action: string;
  account_id: number | null;
  at: Date;
  before: records.Version | null;
  /** Null where the step deleted the record. */
  after: records.Version | null;
}

/** The last step in a record's history; of a deletion by verdict, that verdict. */
async function getLastStep(db: Db, record: number): Promise<LastStep | undefined> {
  const { rows } = await sql<LastStep>`
    select id::float8 as id, action, account_id, at, before, after from record_log where record_id = ${record}::bigint order by id desc limit 2`.execute(
    db,
  );
  const [last, before] = rows;
  return last?.action === 'delete' && before?.action === 'approve' && before.after === null ? before : last;
}

/** Until when somebody may take back the last step of a record; null where it is no approval of theirs, or too old. */
function undoUntil(step: LastStep | undefined, by: number, now: Date): Date | null {
  if (step?.action !== 'approve' || step.account_id !== by || !step.before?.standing) return null;
  const until = new Date(step.at.getTime() + UNDO_MS);
  return until > now ? until : null;
}

export const findUndoEnd = async (ctx: Ctx, db: Db, record: number): Promise<Date | null> =>
  undoUntil(await getLastStep(db, record), ctx.caller.id, ctx.now());

/** Records of other layers went with the record, or lost their key: none of that comes back with it. */
const takesOthers = async (db: Db, layer: number): Promise<boolean> =>
  (await rulesOf(db, layer)).some(({ parent_layer, on_delete }) => parent_layer === layer && on_delete !== 'block');

/** The record as it stands, also where the approval has deleted it. */
async function getJudged(ctx: Ctx, id: string | number, db: Db) {
  try {
    return await getRecord(ctx, id, db, true);
  } catch (error) {
    if (!(error instanceof Refusal) || error.wording !== 'notFound') throw error;
    return getRecord(ctx, id, db, true, true);
  }
}

/** The record is what it was before the approval, and waits as it did. */
export async function undoApproval(ctx: Ctx, id: string | number): Promise<LayerRecord> {
  return runWrite(ctx, async (db, touch) => {
    const { record, layer, rights } = await getJudged(ctx, id, db);
    checkRight(rights, 'approve');
    const step = await getLastStep(db, record.id);
    if (step?.action === 'approve_file' || step?.action === 'reject_file') throw ruled('undoFiles');
    const old = step?.before;
    const isGone = record.deleted_at !== null;
    if (!undoUntil(step, ctx.caller.id, ctx.now()) || !old?.standing || isGone !== (step?.after === null))
      throw ruled('undoNothing');
    if (isGone) {
      if (await takesOthers(db, layer.id)) throw ruled('undoRelated');
      await takeFromTrash(db, layer.id, record.id);
    }
    const { waiting, authors, first, verdict } = old.standing;
    const standing: Standing = {
      ...records.toStanding(record),
      status: old.status ?? STATUS.waiting,
      waiting,
      authors,
      first,
    };
    const moved = { geometry: old.geometry, placed: cleanGeometry(layer.type, old.geometry) };
    const row = await records.updateOne(db, layer, null, { id: record.id, value: old.value, standing, verdict, moved });
    await records.log(db, layer.id, ctx.caller.id, [
      {
        record: record.id,
        action: 'undo_approve',
        before: isGone ? null : versionOf(record),
        after: { value: old.value, geometry: old.geometry, status: standing.status },
      },
    ]);
    await forgetDraw(db, record.id, ctx.caller.id);
    const before = isGone ? null : boxOf(record.geometry);
    touch({ layer: layer.id, more: isGone ? 1 : 0, before: [before], now: [boxOf(old.geometry)] });
    return showRecordWithEtag(ctx, layer, row);
  });
}
