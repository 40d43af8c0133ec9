// Runs a rewind and its undo: planned in one transaction, then done in batches, each whole with the mark of how far it came.
import { sql } from 'kysely';
import type { RewindOrder } from '../../../contract/schemas/records/rewind';
import type { JobOutcome } from '../../../contract/schemas/upload';
import type { Db } from '../../db/engine';
import { isTwin } from '../../db/indexes/unique-index';
import { joinBoxes } from '../../geo/geography';
import { ImportProblem } from '../../geo/import';
import { partition } from '../../geo/tiles';
import type { World } from '../../http/context';
import { forbidden, Refusal } from '../../http/errors';
import { type Caller, getCallerById } from '../../identity/caller';
import type { Run } from '../jobs/attempt';
import { findMany, recordLayerIds } from '../layers/store';
import type { Box } from '../records/batch';
import * as records from '../records/store';
import { activeLayers, planQuery, readPlan } from './plan';
import * as store from './store';
import { type Target, targetOf } from './target';

/** Records of one transaction: others get their turn between two of them. */
const BATCH = 500;
/** How many of the records that stay are named. */
const MAX_LEFT_IDS = 100;

export interface UndoOrder {
  /** The rewind that is taken back. */
  job: string;
}

const EMPTY: JobOutcome = { added: 0, changed: 0, same: 0, skipped: 0, removed: 0, restored: 0, left: 0, left_ids: [] };

/** What a batch did, to be told to the tiles when it is committed. */
interface Touched {
  layer: number;
  rev: number;
  boxes: Box[];
}
interface Progress {
  outcome: JobOutcome;
  /** Nothing is left to do. */
  isEnd: boolean;
  touched: Touched | null;
}

/** The person who ordered the job, who must be a superuser still. */
async function orderer(world: World, run: Run): Promise<Caller> {
  const caller = await getCallerById(world.engine.db, run.job.account_id);
  if (!caller?.superuser) throw forbidden();
  return caller;
}

function leave(outcome: JobOutcome, ids: readonly number[]): JobOutcome {
  const named = [...(outcome.left_ids ?? []), ...ids].slice(0, MAX_LEFT_IDS);
  return { ...outcome, left: (outcome.left ?? 0) + ids.length, left_ids: named };
}

/** Notes the records of a rewind; refuses where they are not as many as the order says. */
async function plan(tx: Db, run: Run, caller: Caller, order: RewindOrder): Promise<JobOutcome> {
  await sql`set local statement_timeout = 0`.execute(tx);
  const ids = await activeLayers(tx, order, await recordLayerIds(tx, caller, order.layers ?? []));
  let change = 0;
  let skipped = 0;
  for (const layer of await findMany(tx, caller, ids)) {
    const query = planQuery(layer, order, caller);
    const { rows } = await sql<{ change: number; skipped: number }>`
      with p as materialized (select p.id, p.act from (${query}) p),
        noted as (insert into rewind_step (job_id, layer_id, record_id, act)
          select ${run.job.id}, ${layer.id}::int, p.id, p.act from p where p.act <> 'skip' returning 1)
      select (select count(*)::int from noted) as change, (select count(*)::int from p where p.act = 'skip') as skipped`.execute(
      tx,
    );
    change += rows[0]?.change ?? 0;
    skipped += rows[0]?.skipped ?? 0;
  }
  if (change !== order.count) throw new Refusal(409, 'rewindChanged', { params: { count: change } });
  return { ...EMPTY, skipped };
}

/** Advances the layer's revision for records that were written. */
async function touch(tx: Db, layer: number, { more, before, now }: store.Written): Promise<Touched> {
  const rev = await records.advanceRevision(tx, layer, more, joinBoxes(now));
  return { layer, rev, boxes: [...before, ...now].filter((box) => box !== null) };
}

/** Takes back what the next steps say, at most `size`. A record that is not as it was planned is left as it is. */
async function rewindBatch(tx: Db, run: Run, caller: Caller, outcome: JobOutcome, size: number): Promise<Progress> {
  const job = run.job.id;
  const steps = await store.nextSteps(tx, job, size);
  const layerId = steps[0]?.layer_id;
  if (layerId === undefined) return { outcome, isEnd: true, touched: null };
  const ids = steps.map(({ record_id }) => record_id);
  const [layer] = await findMany(tx, caller, [layerId]);
  const targets: Target[] = [];
  if (layer) {
    await sql`select n.id from ${sql.table(partition(layer.id))} n where n.id = any(${ids}::bigint[]) order by n.id for update`.execute(
      tx,
    );
    const rows = await readPlan(tx, planQuery(layer, run.job.order as RewindOrder, caller, ids));
    const planned = new Map(steps.map(({ record_id, act }) => [record_id, act]));
    for (const row of rows) {
      const target = row.act === planned.get(row.id) ? targetOf(layer, row) : 'changed';
      if (typeof target === 'object') targets.push(target);
    }
  }
  const done = new Set(targets.map(({ id }) => id));
  const left = ids.filter((id) => !done.has(id));
  const count = (...acts: Target['act'][]) => targets.filter(({ act }) => acts.includes(act)).length;
  let touched: Touched | null = null;
  if (layer && targets.length > 0) {
    const written = await store.writeTargets(tx, { job, layer, account: caller.id }, targets);
    touched = await touch(tx, layer.id, written);
  }
  await store.dropSteps(tx, job, layerId, left);
  const next = {
    ...outcome,
    changed: outcome.changed + count('revert', 'fields'),
    removed: (outcome.removed ?? 0) + count('remove'),
    restored: (outcome.restored ?? 0) + count('restore'),
  };
  return { outcome: leave(next, left), isEnd: false, touched };
}

/** Leaves the next step undone: its former value is another record's by now. */
async function leaveNext(tx: Db, run: Run, outcome: JobOutcome): Promise<Progress> {
  const [step] = await store.nextSteps(tx, run.job.id, 1);
  if (!step) return { outcome, isEnd: true, touched: null };
  await store.dropSteps(tx, run.job.id, step.layer_id, [step.record_id]);
  return { outcome: leave(outcome, [step.record_id]), isEnd: false, touched: null };
}

/** Gives the next records of a rewind back what they were before it. */
async function undoBatch(tx: Db, run: Run, outcome: JobOutcome, size: number): Promise<Progress> {
  const { job } = run.job.order as UndoOrder;
  const { layer, ids } = await store.doneSteps(tx, job, size);
  if (ids.length === 0) {
    await sql`update job set undone_at = now() where id = ${job}`.execute(tx);
    return { outcome, isEnd: true, touched: null };
  }
  const { left, ...written } = await store.undoSteps(tx, { job, layer, account: run.job.account_id }, ids);
  const touched = written.now.length > 0 ? await touch(tx, layer, written) : null;
  const changed = outcome.changed + ids.length - left.length;
  return { outcome: leave({ ...outcome, changed }, left), isEnd: false, touched };
}

const handledIn = ({ changed, removed = 0, restored = 0, left = 0 }: JobOutcome) => changed + removed + restored + left;

type Batch = (tx: Db, outcome: JobOutcome, size: number) => Promise<Progress>;

/** Does batches until nothing is left, each in a transaction of its own. One that a unique value refuses is done record by record. */
async function inParts(world: World, run: Run, from: JobOutcome, batch: Batch, skip: Batch): Promise<JobOutcome> {
  let state: Progress = { outcome: from, isEnd: false, touched: null };
  let singles = 0;
  const part = async (work: Batch, size: number) => {
    let next = state;
    const isCancelled = await run.part(async (tx) => {
      next = await work(tx, state.outcome, size);
      return next.outcome;
    });
    state = next;
    const { touched } = next;
    if (touched) world.tiles.touched(touched.layer, touched.rev, touched.boxes);
    run.tally.read = handledIn(next.outcome);
    run.tally.imported = run.tally.read - (next.outcome.left ?? 0);
    await run.report();
    if (isCancelled) throw new ImportProblem('cancelled');
  };
  while (!state.isEnd) {
    if (run.signal.aborted) throw new ImportProblem('cancelled');
    const size = singles > 0 ? 1 : BATCH;
    try {
      await part(batch, size);
      singles = Math.max(0, singles - 1);
    } catch (error) {
      if (!isTwin(error)) throw error;
      if (size > 1) singles = BATCH;
      else await part(skip, 1);
    }
  }
  return state.outcome;
}

/** Does a rewind; one that was cut off goes on where it was. */
export async function runRewind(world: World, run: Run): Promise<void> {
  const caller = await orderer(world, run);
  const order = run.job.order as RewindOrder;
  let from = run.job.outcome as JobOutcome | null;
  if (from === null) {
    let planned = EMPTY;
    await run.part(async (tx) => {
      planned = await plan(tx, run, caller, order);
      return planned;
    });
    from = planned;
  }
  await run.report(order.count);
  const outcome = await inParts(world, run, from, (tx, done, size) => rewindBatch(tx, run, caller, done, size), (tx, done) => leaveNext(tx, run, done)); // biome-ignore format: one call
  await run.commit(async () => ({ outcome }));
}

/** Takes a rewind back, as far as it came. */
export async function runUndoRewind(world: World, run: Run): Promise<void> {
  await orderer(world, run);
  const { job } = run.job.order as UndoOrder;
  const from = (run.job.outcome as JobOutcome | null) ?? EMPTY;
  await run.report(handledIn(from) + (await store.countDone(world.engine.db, job)));
  const skip: Batch = async (tx, outcome) => {
    const { layer, ids } = await store.doneSteps(tx, job, 1);
    await store.dropSteps(tx, job, layer, ids);
    return { outcome: leave(outcome, ids), isEnd: false, touched: null };
  };
  const outcome = await inParts(world, run, from, (tx, done, size) => undoBatch(tx, run, done, size), skip);
  await run.commit(async () => ({ outcome }));
}
