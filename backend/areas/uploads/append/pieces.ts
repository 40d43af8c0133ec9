// An append on the embedded engine, in commits of a thousand rows: its one connection is everybody's. What an append that does not reach its
// end has written is taken back by its notes, piece by piece; after a kill that is done before anybody is served.
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { ZONE } from '../../../../contract/dates';
import type { JobOutcome } from '../../../../contract/schemas/upload';
import type { Db, Engine } from '../../../db/engine';
import { ImportProblem } from '../../../geo/import';
import { partition } from '../../../geo/tiles';
import type { World } from '../../../http/context';
import { Refusal } from '../../../http/errors';
import { noteArrival } from '../../activity/places';
import type { Run } from '../../jobs/attempt';
import type { Box, Loading } from '../../jobs/load';
import { advanceLayer, insertAll, lockLayer } from '../../jobs/merge';
import { advanceRevision } from '../../records/store';
import { lockDiskRoom } from '../../subscription/service';
import * as matching from './match';
import { changeRecords, noteAdded } from './steps';

/** Rows in one commit: some tenths of a second on a laptop. */
export const PIECE_ROWS = 1000;

interface Loaded {
  extent: Box | null;
  match: matching.Match | null;
}

/** Adds and changes the records of one stretch. Returns what became of its rows. */
async function writePiece(
  tx: Db,
  world: World,
  run: Run,
  l: Loading,
  match: matching.Match | null,
  stretch: matching.Stretch,
): Promise<JobOutcome> {
  const { config } = await lockLayer(tx, l.layer);
  if (!isDeepStrictEqual(config.form, l.form)) throw new Refusal(409, 'layerChanged');
  const isMatched = match !== null && match.on !== 'add';
  if (isMatched) {
    // What was marked before others wrote is marked anew. Rows of the file itself are no twins of each other.
    await matching.markRows(tx, world.engine, match, stretch);
    const refused = await matching.refusedRows(tx, l.table, stretch.after, false, stretch.until);
    if (refused.length > 0 && match.on === 'update') throw new Refusal(409, 'layerChanged');
  }
  const where = isMatched ? sql<boolean>`(s.act is null and ${matching.within(stretch)})` : matching.within(stretch);
  const outcome = match ? await matching.countActs(tx, match, stretch) : null;
  let changed = 0;
  if (match && outcome && outcome.changed > 0) {
    const { account, form } = l;
    changed = await changeRecords(tx, run, match, { account, form, at: world.now().toISOString() }, stretch);
  }
  const added = await insertAll(tx, l.table, l.layer, run.signal, where);
  if (outcome && added !== outcome.added) throw new Error(`${added} of ${outcome.added} rows were written`);
  await noteAdded(tx, run, l.table, l.layer, where);
  await sql`update layer set record_count = record_count + ${added}::int where id = ${l.layer}::int`.execute(tx);
  return { added, changed, same: outcome?.same ?? 0, skipped: outcome?.skipped ?? 0 };
}

/** Does what one commit does elsewhere. Others see the rows come in; whoever stops it, or a refusal, takes them all out again. */
export async function mergePieces(world: World, run: Run, l: Loading, { extent, match }: Loaded): Promise<void> {
  const { engine } = world;
  const total: JobOutcome = { added: 0, changed: 0, same: 0, skipped: 0 };
  const loaded = run.tally.imported;
  let rev = 0;
  try {
    for await (const stretch of matching.stretches(engine.db, l.table, PIECE_ROWS)) {
      if (run.signal.aborted) throw new ImportProblem('cancelled');
      const isCancelled = await run.part(async (tx) => {
        const piece = await writePiece(tx, world, run, l, match, stretch);
        for (const key of ['added', 'changed', 'same', 'skipped'] as const) total[key] += piece[key];
        return { ...total };
      });
      if (isCancelled) throw new ImportProblem('cancelled');
      await run.step('writing', (total.added + total.changed + total.same + total.skipped) / loaded);
    }
    await run.commit(async (tx) => {
      await lockLayer(tx, l.layer);
      rev = await advanceLayer(tx, l.layer, 0, extent, l.form);
      await lockDiskRoom(tx, l.customer);
      await noteArrival(tx, {
        ...l,
        job: run.job.id,
        where: match && match.on !== 'add' ? matching.isWritten : sql<boolean>`true`,
      });
      run.tally.imported = total.added + total.changed;
      return { layer: l.layer, outcome: total };
    });
  } catch (error) {
    await takeBackPieces(world, run.job.id);
    throw error;
  }
  world.tiles.touched(l.layer, rev, await layerBoxes(engine.db, l.layer));
}

/** Where the layer lies, in one box: a record that moved was somewhere else before. */
export async function layerBoxes(db: Db, layer: number): Promise<Box[]> {
  const { rows } = await sql<{ extent: Box | null }>`select extent from layer where id = ${layer}::int`.execute(db);
  return rows[0]?.extent ? [rows[0].extent] : [];
}

/** Takes back a thousand steps of a job. What somebody has changed since stays. Returns how many steps there were. */
async function takeBackPiece(tx: Db, job: string, layer: number): Promise<number> {
  const r = sql.table(partition(layer));
  const { rows } = await sql<{ steps: number; removed: number }>`
    with piece as materialized (select a.ctid, a.record_id, a.version, a.before, a.geom from append_step a where a.job_id = ${job} and a.layer_id = ${layer}::int limit ${PIECE_ROWS}::int),
      gone as (delete from ${r} r using piece p where r.id = p.record_id and p.before is null and r.version = p.version
          and not exists (select 1 from record_file f where f.layer_id = ${layer}::int and f.record_id = r.id) returning r.deleted_at),
      restored as (
        update ${r} r set value = p.before->'value', search = p.before->>'search', q = (p.before->>'q')::bigint, minz = (p.before->>'minz')::int,
            status = (p.before->>'status')::int, unconfirmed = nullif(p.before->'unconfirmed', 'null'), authors = nullif(p.before->'authors', 'null'),
            first_id = (p.before->>'first_id')::int, geom = p.geom, modifier_id = (p.before->>'modifier_id')::int,
            modified = (p.before->>'modified')::timestamptz, version = p.version - 1
          from piece p where r.id = p.record_id and p.before is not null and r.version = p.version returning (p.before->>'log')::bigint as log),
      unlogged as (delete from record_log g using restored where g.id = restored.log returning g.*),
      acts as (select l.customer_id, (u.at at time zone ${sql.lit(ZONE)})::date as day, u.layer_id, u.account_id, u.action, u.place_id from unlogged u join layer l on l.id = u.layer_id),
      uncounted as (insert into activity (customer_id, day, layer_id, account_id, action, n) select customer_id, day, layer_id, account_id, action, -count(*) from acts group by 1, 2, 3, 4, 5),
      unplaced as (insert into activity_place (customer_id, day, layer_id, account_id, action, place_id, n)
        select customer_id, day, layer_id, account_id, action, place_id, -count(*) from acts where place_id > 0 group by 1, 2, 3, 4, 5, 6),
      done as (delete from append_step a using piece p where a.ctid = p.ctid)
    select (select count(*)::int from piece) as steps, (select count(*)::int from gone where deleted_at is null) as removed`.execute(
    tx,
  );
  const { steps, removed } = rows[0] as { steps: number; removed: number };
  await sql`update layer set record_count = record_count - ${removed}::int where id = ${layer}::int`.execute(tx);
  return steps;
}

/** Takes back what appends without an end have written: that of one job, or of all that a process which died has left. */
export async function takeBackPieces(
  world: { engine: Engine; tiles: Pick<World['tiles'], 'touched'> },
  job?: string,
): Promise<void> {
  const { engine } = world;
  // Elsewhere an append and its notes are one commit: what a job that goes on has noted is nobody else's to touch.
  if (engine.kind !== 'embedded') return;
  const { rows } = await sql<{ job: string; layer: number }>`
    select j.id as job, a.layer_id as layer from job j cross join lateral (select layer_id from append_step s where s.job_id = j.id limit 1) a
      where j.kind = 'append' and j.state <> 'done' and (${job ?? null}::text is null or j.id = ${job ?? null}::text)`.execute(
    engine.db,
  );
  for (const { job: id, layer } of rows) {
    for (let steps = PIECE_ROWS; steps > 0; )
      steps = await engine.db.transaction().execute((tx) => takeBackPiece(tx, id, layer));
    await sql`update job set outcome = null where id = ${id}`.execute(engine.db);
    const rev = await advanceRevision(engine.db, layer, 0, null);
    world.tiles.touched(layer, rev, await layerBoxes(engine.db, layer));
  }
}
