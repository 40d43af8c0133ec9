// Takes an act back: each record that is still as the act left it gets its former state, batch by batch; the others stay and are counted.
import { sql } from 'kysely';
import type { Db } from '../../db/engine';
import { isTwin } from '../../db/indexes/unique-index';
import { extentOf } from '../../geo/geography';
import { ImportProblem } from '../../geo/import';
import { visibleTo } from '../../geo/sight';
import { partition } from '../../geo/tiles';
import type { Acting, Ctx, World } from '../../http/context';
import { Refusal } from '../../http/errors';
import type { Run } from '../jobs/attempt';
import { canUndo } from '../jobs/job-view';
import type { JobQueue } from '../jobs/queue';
import { type JobRow, refuse } from '../jobs/store';
import { layerFor } from '../layers/access';
import type { LayerRow } from '../layers/store';
import { runWrite } from '../records/access';
import type { Box } from '../records/batch';
import { checkRight, type RecordRight } from '../records/permission';
import { standingNote } from '../records/sql/standing';
import { BATCH, writeOrLeave } from './batches';
import { actingFor } from './run';

interface UndoOrder {
  /** The act that is taken back. */
  job: string;
}

/** What was changed in which layers, and the rights that this took. */
async function getParts(db: Db, job: string): Promise<{ layer: number; right: RecordRight; n: number }[]> {
  const { rows } = await sql<{ layer: number; right: RecordRight; n: number }>`
    select layer_id as layer, before->>'right' as right, count(*)::int as n from act_step where job_id = ${job} and before is not null group by 1, 2 order by 1, 2`.execute(
    db,
  );
  return rows;
}

/** Orders the undo of a person's own act. */
export async function orderActUndo(ctx: Ctx, queue: JobQueue, row: JobRow): Promise<string> {
  if (!canUndo(row) || row.layer_id === null) throw new Refusal(409, 'noUndo');
  const { row: layer } = await layerFor(ctx, row.layer_id);
  for (const part of await getParts(ctx.engine.db, row.id))
    checkRight((await layerFor(ctx, part.layer)).rights, part.right);
  const order: UndoOrder = { job: row.id };
  return queue.add({
    account: ctx.caller.id,
    kind: 'act_undo',
    label: layer.label,
    order,
    upload: null,
    layer: layer.id,
  });
}

/** The records of a part that are next; those whose turn was in vain lie before `after`. */
async function nextIds(
  db: Db,
  job: string,
  layer: number,
  right: string,
  after: number,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select record_id::float8 as id from act_step where job_id = ${job} and layer_id = ${layer}::int and before->>'right' = ${right}
      and record_id > ${after}::bigint order by record_id limit ${limit}::int`.execute(db);
  return rows.map(({ id }) => id);
}

interface Restored {
  id: number;
  /** Whether it lives now and did not before, or the other way round. */
  more: number;
  box: Box | null;
  was: Box | null;
}

/** Gives held records their former state and writes their history. */
async function restoreStates(
  tx: Db,
  job: string,
  layer: number,
  account: number,
  ids: readonly number[],
): Promise<Restored[]> {
  const state = (alias: 'o' | 'w') =>
    sql`jsonb_build_object('value', ${sql.ref(`${alias}.value`)}, 'geometry', st_asgeojson(${sql.ref(`${alias}.geom`)}, 9)::jsonb, 'status', ${sql.ref(`${alias}.status`)})`;
  const before = sql`${state('o')} || jsonb_build_object('standing', ${standingNote('o')})`;
  const box = (alias: 'o' | 'w') => extentOf(sql.ref(`${alias}.geom`));
  const { rows } = await sql<Restored>`
    with o as materialized (select n.id, n.value, n.geom, n.status, n.deleted_at, n.unconfirmed, n.authors, n.first_id, n.verdict, s.before as b, s.geom as former
        from ${sql.table(partition(layer))} n join act_step s on s.job_id = ${job} and s.record_id = n.id where n.id = any(${[...ids]}::bigint[])),
      w as (update ${sql.table(partition(layer))} n set value = o.b->'value', search = o.b->>'search', status = (o.b->>'status')::int,
          unconfirmed = nullif(o.b->'unconfirmed', 'null'), authors = nullif(o.b->'authors', 'null'), first_id = (o.b->>'first_id')::int,
          verdict = nullif(o.b->'verdict', 'null'), deleted_at = case when (o.b->>'deleted')::bool then coalesce(n.deleted_at, now()) end,
          geom = case when (o.b->>'moves')::bool then o.former else n.geom end, q = case when (o.b->>'moves')::bool then (o.b->>'q')::bigint else n.q end,
          minz = case when (o.b->>'moves')::bool then (o.b->>'minz')::int else n.minz end,
          modifier_id = ${account}::int, modified = now(), version = n.version + 1
        from o where n.id = o.id returning n.id, n.value, n.geom, n.status, n.deleted_at),
      logged as (insert into record_log (layer_id, record_id, account_id, action, before, after)
        select ${layer}::int, w.id, ${account}::int,
            case when o.deleted_at is not null and w.deleted_at is null then 'restore' when o.deleted_at is null and w.deleted_at is not null then 'delete' else 'revert' end,
            case when o.deleted_at is null then ${before} end, case when w.deleted_at is null then ${state('w')} end
          from w join o on o.id = w.id)
    select w.id::float8 as id, (case when w.deleted_at is null then 1 else 0 end) - (case when o.deleted_at is null then 1 else 0 end) as more,
        ${box('w')} as box, ${box('o')} as was from w join o on o.id = w.id`
    .execute(tx)
    .catch((error) => {
      throw isTwin(error) ? new Refusal(400, 'restoreNotUnique') : error;
    });
  return rows;
}

interface Part {
  layer: LayerRow;
  right: RecordRight;
}

/** One commit of an undo: records that are as the act left them, and that the person may still change. */
async function undoBatch(ctx: Acting, run: Run, job: string, { layer, right }: Part, ids: readonly number[]) {
  const { tally } = run;
  const before = { ...tally };
  // What was written at once and is supervised since cannot be written at once any more.
  const isWritten = sql`(${layer.config.supervised && right === 'edit'} and n.status = 3 and n.unconfirmed is null)`;
  try {
    await runWrite(ctx, async (tx, touch) => {
      const { rows } = await sql<{ id: number }>`
        select n.id::float8 as id from ${sql.table(partition(layer.id))} n join act_step s on s.job_id = ${job} and s.record_id = n.id
          where n.id = any(${[...ids]}::bigint[]) and n.version = s.version and not ${isWritten} and ${visibleTo(ctx.caller, layer.id)} order by n.id for update of n`.execute(
        tx,
      );
      const open = rows.map(({ id }) => id);
      const isOpen = new Set(open);
      for (const id of ids) if (!isOpen.has(id)) refuse(tally, id, 'actTouched');
      const restored = open.length > 0 ? await restoreStates(tx, job, layer.id, ctx.caller.id, open) : [];
      touch({
        layer: layer.id,
        more: restored.reduce((n, row) => n + row.more, 0),
        before: restored.map(({ was }) => was),
        now: restored.map(({ box }) => box),
      });
      await sql`delete from act_step where job_id = ${job} and record_id = any(${[...ids]}::bigint[])`.execute(tx);
      tally.imported += restored.length;
      tally.read += ids.length;
      await run.mark(tx);
    });
  } catch (error) {
    Object.assign(tally, before);
    throw error;
  }
}

/** Runs a job of kind act_undo. What it has restored stays when it is stopped; the rest can be taken back by another one. */
export async function runActUndo(world: World, run: Run): Promise<void> {
  const { job } = run.job.order as UndoOrder;
  const { db, kind } = world.engine;
  const parts = await getParts(db, job);
  if (parts.length === 0) throw new Refusal(409, 'noUndo');
  await run.report(parts.reduce((sum, { n }) => sum + n, 0));
  for (const { layer, right } of parts)
    for (let after = 0; ; ) {
      if (run.signal.aborted) throw new ImportProblem('cancelled');
      const ids = await nextIds(db, job, layer, right, after, BATCH[kind]);
      const last = ids.at(-1);
      if (last === undefined) break;
      const ctx = await actingFor(world, run);
      const { row, rights } = await layerFor(ctx, layer);
      checkRight(rights, right);
      await writeOrLeave(run, ids, {
        write: (some) => undoBatch(ctx, run, job, { layer: row, right }, some),
        leave: async () => void run.tally.read++,
      });
      after = last;
    }
  await run.commit(async (tx) => {
    await sql`update job set undone_at = now() where id = ${job}`.execute(tx);
    return { layer: run.job.layer_id };
  });
}
