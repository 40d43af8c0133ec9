// Does an act to the records that were noted when it was ordered, by the rights that its person has at each batch.
import type { ActOrder } from '../../../contract/schemas/acts/act';
import type { Db } from '../../db/engine';
import { ImportProblem } from '../../geo/import';
import type { Acting, World } from '../../http/context';
import { Refusal } from '../../http/errors';
import { getCallerById } from '../../identity/caller';
import type { Run } from '../jobs/attempt';
import { refuse } from '../jobs/store';
import type { LayerRow } from '../layers/store';
import { runWrite, type TouchTiles } from '../records/access';
import { setDeleted } from '../records/batch';
import { checkKeys } from '../records/related/keys';
import { removeRecords } from '../records/remove-records';
import * as rules from '../records/rules';
import * as records from '../records/store';
import { changeMany, moveMany } from '../records/values/change-many';
import { judgeAll, notifyAuthors } from '../supervision/judge';
import { BATCH, writeOrLeave } from './batches';
import * as store from './store';
import { ACT_RIGHTS, type Target, targetOf } from './target';

/** What a job's person may do now. */
export async function actingFor(world: World, run: Run): Promise<Acting> {
  const caller = await getCallerById(world.engine.db, run.job.account_id);
  if (!caller) throw new Refusal(404, 'layerGone');
  return { ...world, caller };
}

/** The act itself on held records, as the single calls do it. */
async function write(
  ctx: Acting,
  db: Db,
  layer: LayerRow,
  ids: readonly number[],
  order: ActOrder,
  touch: TouchTiles,
): Promise<void> {
  if (order.act === 'delete') {
    await removeRecords(ctx, db, layer, ids, touch);
  } else if (order.act === 'restore') {
    const now = await setDeleted(db, layer.id, ctx.caller.id, ids, false);
    touch({ layer: layer.id, more: ids.length, before: [], now });
  } else if (order.act === 'edit') {
    const changed = rules.cleanValues(layer.config.form, order.value ?? {}, null);
    rules.checkReadOnly(layer.config.form, changed, []);
    await checkKeys(ctx, db, layer, ids, changed);
    await changeMany(ctx, db, layer, ids, changed, touch);
  } else if (order.act === 'move') {
    if (order.by) await moveMany(ctx, db, layer, ids, order.by, touch);
  } else {
    const rows = await records.findByIds(db, layer.id, ids);
    // Their authors are told once, at the end.
    await judgeAll(ctx, db, layer, rows, { action: order.verdict ?? 'approve', reason: order.reason }, touch, {
      notify: async () => {},
    });
  }
}

/** One commit: the records are held, noted, changed, and the progress with them. */
async function writeBatch(
  ctx: Acting,
  run: Run,
  order: ActOrder,
  target: Target,
  ids: readonly number[],
): Promise<void> {
  const { layer } = target;
  const { tally, job } = run;
  const before = { ...tally };
  try {
    await runWrite(ctx, async (db, touch) => {
      const locked = await store.lockTargets(db, target, ids);
      const isLocked = new Set(locked);
      const left = ids.filter((id) => !isLocked.has(id));
      if (left.length > 0) await store.noteProblem(db, job.id, left, 'actChanged');
      for (const id of left) refuse(tally, id, 'actChanged');
      const noted = await store.noteFamily(db, job.id, layer.id, locked, ACT_RIGHTS[order.act], order.act === 'move');
      if (locked.length > 0) await write(ctx, db, layer, locked, order, touch);
      tally.imported += await store.noteAfter(db, job.id, layer.id, noted);
      tally.read += ids.length;
      await run.mark(db);
    });
  } catch (error) {
    Object.assign(tally, before);
    throw error;
  }
}

/** Tells authors whose work was judged, once for the whole act. */
async function notify(world: World, run: Run, order: ActOrder): Promise<void> {
  const { verdict, reason } = order;
  if (order.act !== 'supervise' || !verdict) return;
  const ctx = await actingFor(world, run);
  const { layer } = await targetOf(ctx, order);
  const judged = await store.getJudged(world.engine.db, run.job.id, verdict === 'approve');
  const steps = judged.flatMap(({ author, isDeletion, n, first }) =>
    Array.from({ length: n }, () => ({ changed: { id: first }, authors: [author], isDeletion, isSettled: true })),
  );
  await notifyAuthors(ctx, world.engine.db, layer, steps, { action: verdict, reason });
}

/** Counts what an earlier attempt has done. */
async function resume(world: World, run: Run, layer: number): Promise<void> {
  const { tally, job } = run;
  tally.imported = await store.countChanged(world.engine.db, job.id, layer);
  for (const { problem, n, first } of await store.getProblems(world.engine.db, job.id)) {
    refuse(tally, first, problem);
    tally.rejected += n - 1;
  }
  tally.read = tally.imported + tally.rejected;
}

/** Runs a job of kind act. What its batches have done stays, whatever becomes of the rest. */
export async function runAct(world: World, run: Run): Promise<void> {
  const order = run.job.order as ActOrder;
  const { db, kind } = world.engine;
  const { tally, job } = run;
  await resume(world, run, order.layer);
  await run.report(order.count);
  try {
    for (let after = 0; ; ) {
      if (run.signal.aborted) throw new ImportProblem('cancelled');
      const ids = await store.nextIds(db, job.id, order.layer, after, BATCH[kind]);
      const last = ids.at(-1);
      if (last === undefined) break;
      // Rights may go, and filters mean something else, between two batches.
      const ctx = await actingFor(world, run);
      const target = await targetOf(ctx, order);
      await writeOrLeave(run, ids, {
        write: (some) => writeBatch(ctx, run, order, target, some),
        async leave(id, code) {
          tally.read++;
          await store.noteProblem(db, job.id, [id], code);
        },
      });
      after = last;
    }
  } finally {
    // Also where it was stopped: what was judged is judged.
    if (tally.imported > 0) await notify(world, run, order);
  }
  await run.commit(async (tx) => {
    await store.dropTargets(tx, job.id);
    return { layer: order.layer };
  });
}
