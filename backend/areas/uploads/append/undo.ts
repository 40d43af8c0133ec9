// Takes an append back as one act: a job of its own, because there may be hundreds of thousands of records.
import { sql } from 'kysely';
import type { JobOutcome } from '../../../../contract/schemas/upload';
import type { Db } from '../../../db/engine';
import { isTwin } from '../../../db/indexes/unique-index';
import { partition } from '../../../geo/tiles';
import type { Ctx, World } from '../../../http/context';
import { forbidden, Refusal } from '../../../http/errors';
import type { Run } from '../../jobs/attempt';
import { canUndo } from '../../jobs/job-view';
import { advanceLayer, lockLayer } from '../../jobs/merge';
import type { JobQueue } from '../../jobs/queue';
import type { JobRow } from '../../jobs/store';
import { layerFor } from '../../layers/access';
import { lockIds, setDeleted } from '../../records/batch';
import { standingNote } from '../../records/sql/standing';

/** How many of the records that stay are named. */
const MAX_LEFT_IDS = 100;

interface UndoOrder {
  /** The append that is taken back. */
  job: string;
}

/** Orders the undo of a person's own append. Throws 'noUndo' where there is nothing to take back. */
export async function orderUndo(ctx: Ctx, queue: JobQueue, row: JobRow): Promise<string> {
  if (!canUndo(row) || row.layer_id === null) throw new Refusal(409, 'noUndo');
  const { row: layer, rights } = await layerFor(ctx, row.layer_id);
  const isEditing = ((row.outcome as JobOutcome | null)?.changed ?? 0) > 0;
  if (!rights.add || (isEditing && !rights.edit)) throw forbidden();
  const order: UndoOrder = { job: row.id };
  return queue.add({ account: ctx.caller.id, kind: 'undo', label: layer.label, order, upload: null, layer: layer.id });
}

/** Gives changed records their former state; those that were changed since are left. Returns how many, and the ids of those left. */
async function restoreChanged(
  tx: Db,
  { id, layer, account, supervised }: { id: string; layer: number; account: number; supervised: boolean },
): Promise<{ restored: number; left: number[] }> {
  const r = sql.table(partition(layer));
  const geo = (alias: string) => sql`st_asgeojson(${sql.ref(`${alias}.geom`)}, 9)::jsonb`;
  // What was written at once and is supervised since cannot be written at once any more.
  const isOpen = sql`(r.version = a.version and r.deleted_at is null and not (${supervised} and r.status = 3 and r.unconfirmed is null))`;
  await sql`select r.id from ${r} r join append_step a on a.record_id = r.id where a.job_id = ${id} and a.before is not null order by r.id for update of r`.execute(
    tx,
  );
  const { rows: others } = await sql<{ id: number }>`
    select a.record_id::float8 as id from append_step a left join ${r} r on r.id = a.record_id
      where a.job_id = ${id} and a.before is not null and ${isOpen} is not true order by 1`.execute(tx);
  const { rows } = await sql<{ n: number }>`
    with hit as materialized (
      select r.id, a.before, a.geom as former, jsonb_build_object('value', r.value, 'geometry', ${geo('r')}, 'status', r.status, 'standing', ${standingNote('r')}) as now_is
        from append_step a join ${r} r on r.id = a.record_id where a.job_id = ${id} and a.before is not null and ${isOpen}),
      logged as (
        insert into record_log (layer_id, record_id, account_id, action, before, after)
          select ${layer}::int, h.id, ${account}::int, 'revert', h.now_is,
            jsonb_build_object('value', h.before->'value', 'geometry', st_asgeojson(h.former, 9)::jsonb, 'status', h.before->'status') from hit h),
      written as (
        update ${r} r set value = h.before->'value', search = h.before->>'search', q = (h.before->>'q')::bigint, minz = (h.before->>'minz')::int,
            status = (h.before->>'status')::int, unconfirmed = nullif(h.before->'unconfirmed', 'null'), authors = nullif(h.before->'authors', 'null'),
            first_id = (h.before->>'first_id')::int, geom = h.former, modifier_id = ${account}::int, modified = now(), version = r.version + 1
          from hit h where r.id = h.id returning 1)
    select count(*)::int as n from written`
    .execute(tx)
    .catch((error) => {
      throw isTwin(error) ? new Refusal(400, 'restoreNotUnique') : error;
    });
  return { restored: rows[0]?.n ?? 0, left: others.map((o) => o.id) };
}

/** Records that the append added and that are still there. In a supervised layer those that were approved since stay. */
async function addedIds(tx: Db, id: string, layer: number, supervised: boolean) {
  const { rows } = await sql<{ id: number; stays: boolean }>`
    select r.id::float8 as id, (${supervised} and r.status = 3) as stays from append_step a join ${sql.table(partition(layer))} r on r.id = a.record_id
      where a.job_id = ${id} and a.before is null and r.deleted_at is null order by r.id`.execute(tx);
  return {
    removed: rows.filter(({ stays }) => !stays).map((row) => row.id),
    stays: rows.filter(({ stays }) => stays).map((row) => row.id),
  };
}

/** Does an undo to its one commit. */
export async function runUndo(world: World, run: Run): Promise<void> {
  const { job: id } = run.job.order as UndoOrder;
  const layer = run.job.layer_id ?? 0;
  const account = run.job.account_id;
  let rev = 0;
  let extent: number[] | null = null;
  await run.report(null);
  await run.commit(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    // The second of two undos waits here, and finds the first one's mark.
    const { rows } =
      await sql`update job set undone_at = now() where id = ${id} and undone_at is null returning id`.execute(tx);
    if (rows.length === 0) throw new Refusal(409, 'noUndo');
    const { config } = await lockLayer(tx, layer);
    const { supervised } = config;
    const { removed, stays } = await addedIds(tx, id, layer, supervised);
    await setDeleted(tx, layer, account, await lockIds(tx, layer, removed), true);
    const { restored, left } = await restoreChanged(tx, { id, layer, account, supervised });
    rev = await advanceLayer(tx, layer, -removed.length, null, config.form);
    const [row] = (await sql<{ extent: number[] | null }>`select extent from layer where id = ${layer}::int`.execute(tx)).rows; // biome-ignore format: one query
    extent = row?.extent ?? null;
    await sql`delete from append_step where job_id = ${id}`.execute(tx);
    const all = [...left, ...stays];
    const outcome: JobOutcome = {
      added: 0,
      changed: 0,
      same: 0,
      skipped: 0,
      removed: removed.length,
      restored,
      left: all.length,
      left_ids: all.slice(0, MAX_LEFT_IDS),
    };
    run.tally.imported = removed.length + restored;
    return { layer, outcome };
  });
  world.tiles.touched(layer, rev, extent ? [extent as [number, number, number, number]] : []);
}
