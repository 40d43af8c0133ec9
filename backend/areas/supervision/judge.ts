// Verdicts on held records: what each leaves, who is told, and what goes with it. The calls and the acts on many records share it.
import type { z } from 'zod';
import { type LogAction, STATUS } from '../../../contract/schemas/record';
import type { Verdict } from '../../../contract/schemas/supervision';
import type { Db } from '../../db/engine';
import type { Acting } from '../../http/context';
import { Refusal, ruled } from '../../http/errors';
import * as files from '../files/store';
import type { LayerRow } from '../layers/store';
import { sendNotice } from '../messages/notices';
import { boxOf, checkShape, type TouchTiles, versionOf } from '../records/access';
import { type Box, setDeleted } from '../records/batch';
import { judgeIn } from '../records/permission';
import { followDeletion } from '../records/related/deletion';
import { removeRecords } from '../records/remove-records';
import { applyVerdict, firstApproval, waitingAuthors } from '../records/review';
import { cleanGeometry, cleanValues } from '../records/rules';
import * as records from '../records/store';
import { type AuditRow, type DrawFirst, noteDraws, noteSecond, prepareDraws } from './audit';
import { endLeases } from './review-card';

/** What a verdict makes of a held record: its new row and the row of its history. */
async function verdictOn(
  ctx: Acting,
  db: Db,
  layer: LayerRow,
  row: records.RecordRow,
  v: z.infer<typeof Verdict>,
  drawFirst: DrawFirst,
) {
  const { caller } = ctx;
  const first = firstApproval(records.toStanding(row));
  const judge = judgeIn(caller, layer);
  const isFirst = v.action === 'approve' && judge.needsTwo && first === null;
  const draw = isFirst ? drawFirst(row) : undefined;
  const needsTwo = judge.needsTwo && draw !== null;
  const result = applyVerdict(records.toStanding(row), v.action, { ...judge, needsTwo }, v.reason);
  if ('problem' in result) throw ruled(result.problem);
  const { standing, merges, deletes } = result;
  const edit = row.unconfirmed;
  // The form may have changed while the edit waited: fields that are gone are passed over.
  const names = new Set(layer.config.form.map((f) => f.name));
  const mergedValue = Object.fromEntries(
    Object.entries((merges && edit?.value) || {}).filter(([name]) => names.has(name)),
  );
  const value = { ...row.value, ...cleanValues(layer.config.form, mergedValue, row.value) };
  const geometry = merges && edit && edit.geometry !== undefined ? edit.geometry : undefined;
  const moved = geometry === undefined ? undefined : { geometry, placed: cleanGeometry(layer.type, geometry) };
  if (moved) await checkShape(ctx, db, moved.geometry);
  const verdict = {
    action: v.action,
    user: caller.id,
    date: ctx.now().toISOString(),
    ...(v.reason ? { reason: v.reason } : {}),
  };
  // Only a verdict that changes what somebody sees touches tiles.
  const before = merges || standing.status !== row.status ? boxOf(row.geometry) : null;
  return {
    changed: { id: row.id, value, standing, verdict, ...(moved ? { moved } : {}) },
    entry: {
      record: row.id,
      action: v.action,
      before: versionOf(row),
      after: deletes ? null : { value, geometry: moved ? moved.geometry : row.geometry, status: standing.status },
      reason: v.reason,
    },
    // It goes in the name of who asked for it.
    deletedBy: deletes ? (waitingAuthors(records.toStanding(row)).at(-1) ?? caller.id) : null,
    before,
    now: moved ? (moved.placed?.bbox ?? null) : before,
    authors: waitingAuthors(records.toStanding(row)),
    isDeletion: edit?.deletion === true,
    isSecond: first !== null,
    isSettled: v.action !== 'approve' || merges || deletes || standing.status !== STATUS.first,
    draw,
    // Its files are judged with the rest: as they were asked for, or not at all.
    files: edit?.files && standing.waiting === null ? { areApproved: merges } : null,
  };
}

/** Somebody's work that was judged: whose, on which record, and whether it asked for its deletion. */
export interface JudgedWork {
  changed: { id: number };
  authors: readonly number[];
  isDeletion: boolean;
  /** False for the first of two approvals, of which nobody is told. */
  isSettled: boolean;
}

const OUTCOMES = { approve: 'approved', return: 'returned', reject: 'rejected' } as const;

/** Tells everybody whose work was judged, once for all of their edits and once for all of their deletions. */
export async function notifyAuthors(
  ctx: Acting,
  db: Db,
  layer: LayerRow,
  all: readonly JudgedWork[],
  { action, reason = '' }: z.infer<typeof Verdict>,
): Promise<void> {
  const steps = all.filter(({ isSettled }) => isSettled);
  for (const isDeletion of [false, true]) {
    const idsByAuthor = new Map<number, number[]>();
    for (const { changed, authors } of steps.filter((step) => step.isDeletion === isDeletion))
      for (const author of authors) idsByAuthor.set(author, [...(idsByAuthor.get(author) ?? []), changed.id]);
    for (const [author, ids] of idsByAuthor) {
      const isGone = isDeletion && action === 'approve';
      await sendNotice(db, ctx.caller, {
        code: `${isDeletion ? 'deletion' : 'record'}_${OUTCOMES[action]}`,
        args: { layer: layer.label, count: ids.length, reason },
        recipients: [author],
        link:
          ids.length === 1 && !isGone ? `/app/layer-data/${layer.id}?record=${ids[0]}` : `/app/layer-data/${layer.id}`,
        at: ctx.now(),
      });
    }
  }
}

/** What of a verdict on many is done otherwise than by default. */
export interface JudgeOptions {
  /** Tells the authors. */
  notify?: typeof notifyAuthors;
  /** Refuses a record for a reason of its own, by a `Refusal`. */
  check?: (row: records.RecordRow) => void;
  /** A record that may not be judged is left, and the others are. Without it one refuses all. */
  onRefused?: (row: records.RecordRow, why: Refusal) => void;
}

type Step = Awaited<ReturnType<typeof verdictOn>>;

/** The draws of first approvals, the outcomes of second ones, and nobody looks at the records any more. */
async function noteReviews(
  ctx: Acting,
  db: Db,
  layer: LayerRow,
  steps: readonly Step[],
  audit: AuditRow | undefined,
  agreed: boolean,
) {
  const draws = steps.flatMap(({ changed, draw }) =>
    draw === undefined ? [] : [{ record: changed.id, because: draw }],
  );
  if (audit) await noteDraws(db, layer.id, audit, ctx.caller.id, ctx.now(), draws);
  await noteSecond(
    db,
    steps.filter(({ isSecond }) => isSecond).map(({ changed }) => changed.id),
    ctx.caller.id,
    agreed,
  );
  await endLeases(
    db,
    steps.map(({ changed }) => changed.id),
  );
}

/** Files are judged with their record. Returns the keys of bytes that go, and writes the history of the files. */
async function settleFiles(
  ctx: Acting,
  db: Db,
  layer: LayerRow,
  steps: readonly Step[],
  reason: string | undefined,
): Promise<string[]> {
  const settled = [];
  for (const areApproved of [true, false]) {
    const ids = steps.filter((s) => s.files?.areApproved === areApproved).map((s) => s.changed.id);
    const action: LogAction = areApproved ? 'approve_file' : 'reject_file';
    for (const file of await files.settle(db, ids, areApproved)) settled.push({ ...file, action });
  }
  await records.log(
    db,
    layer.id,
    ctx.caller.id,
    settled.map(({ record_id, action, label }) => ({
      record: record_id,
      action,
      before: null,
      after: null,
      file: label,
      reason,
    })),
  );
  return settled.flatMap(({ key }) => key ?? []);
}

/** Writes a verdict on held records of a layer. Returns how many were judged, and the keys of bytes that are to go after the commit. */
export async function judgeAll(
  ctx: Acting,
  db: Db,
  layer: LayerRow,
  rows: readonly records.RecordRow[],
  verdict: z.infer<typeof Verdict>,
  touch: TouchTiles,
  { notify = notifyAuthors, check, onRefused }: JudgeOptions = {},
): Promise<{ count: number; keys: string[] }> {
  const { audit, drawFirst } = await prepareDraws(
    db,
    layer,
    rows.map(({ id }) => id),
    verdict,
  );
  const steps: Step[] = [];
  for (const row of rows)
    try {
      check?.(row);
      steps.push(await verdictOn(ctx, db, layer, row, verdict, drawFirst));
    } catch (error) {
      if (!onRefused || !(error instanceof Refusal)) throw error;
      onRefused(row, error);
    }
  if (steps.length === 0) return { count: 0, keys: [] };
  await records.update(
    db,
    layer,
    null,
    steps.map((s) => s.changed),
  );
  await records.log(
    db,
    layer.id,
    ctx.caller.id,
    steps.map((s) => s.entry),
  );
  const keys = await settleFiles(ctx, db, layer, steps, verdict.reason);
  await noteReviews(ctx, db, layer, steps, audit, verdict.action === 'approve');
  await notify(ctx, db, layer, steps, verdict);
  const deleted = steps.filter((s) => s.deletedBy !== null);
  const boxes: Box[] = [];
  for (const by of new Set(deleted.map((s) => s.deletedBy as number))) {
    const ids = deleted.filter((s) => s.deletedBy === by).map(({ changed }) => changed.id);
    boxes.push(...(await setDeleted(db, layer.id, by, ids, true)));
  }
  const changes = steps.filter((s) => s.deletedBy === null);
  touch({
    layer: layer.id,
    more: -deleted.length,
    before: [...changes.map((s) => s.before), ...boxes],
    now: changes.map((s) => s.now),
  });
  await followDeletion(ctx, db, layer, deleted.map(({ changed }) => changed.id), touch, (child, some) => removeRecords(ctx, db, child, some, touch)); // biome-ignore format: one line
  return { count: steps.length, keys };
}
