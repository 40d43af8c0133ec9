// One attempt at a job: its lease is kept, its tables are dropped unless they are committed, its end is written down.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { JobOutcome, JobStage } from '../../../contract/schemas/upload';
import type { Db } from '../../db/engine';
import { ImportProblem } from '../../geo/import';
import type { Ctx, World } from '../../http/context';
import { isWording, Refusal } from '../../http/errors';
import { mark } from './mark';
import * as store from './store';
import { dropUsed } from './sweep';

const REPORT_MS = 500;

/** The job is in other hands: nothing of this attempt may stay. */
class LeaseLostError extends Error {}

/** What a runner is given. */
export interface Run {
  job: store.JobRow;
  tally: store.Tally;
  /** Aborted when the job was cancelled, lost, or the process stops. */
  signal: AbortSignal;
  /** A folder of this job alone, empty at the start. */
  scratch: string;
  /** Shows how far it is, at most twice a second. */
  report(total?: number | null): Promise<void>;
  /** Shows what it is at, and which share of that is done (0 to 1). The first is reading, told by `report`. */
  step(stage: JobStage, share: number): Promise<void>;
  /** Notes a table before it is made: it is dropped unless `commit` keeps it. */
  stage(table: string): Promise<void>;
  /** Writes the progress down within a commit of the job's own, one of many; throws, and so undoes it, where the job was lost. */
  mark(tx: Db): Promise<void>;
  /**
   * The job's one commit. `work` does all that lasts and answers what the job ends with; it is undone when the job has been
   * cancelled or lost meanwhile. Tables in `keeps` are then part of the data.
   */
  commit(
    work: (tx: Db) => Promise<Pick<store.Ending, 'layer' | 'report' | 'outcome'>>,
    keeps?: readonly string[],
  ): Promise<void>;
  /**
   * One of many commits of a job that goes on where it was cut off: `work` marks in its transaction how far it came, and answers what the
   * job has done up to there. It is undone when the job has been lost meanwhile; answers whether the job was cancelled.
   */
  part(work: (tx: Db) => Promise<JobOutcome>): Promise<boolean>;
}

/** How one kind of job is done, and how it is ordered once more by its owner. */
export interface KindOfJob {
  /** Does the job to its commit; throws ImportProblem or Refusal with the reason. */
  run(run: Run): Promise<void>;
  /** Checks the caller's rights afresh and answers the id of a new job. */
  again(ctx: Ctx, row: store.JobRow): Promise<string>;
  /** Orders a job that takes this one back; throws 'noUndo' where there is nothing to take back. */
  undo?(ctx: Ctx, row: store.JobRow): Promise<string>;
  /** How much a job has done that stays when it is stopped or fails; without this, nothing does. */
  stays?(job: store.JobRow): Promise<number>;
  /** Takes back what a process that died has left half done. Called before the queue begins to work, and before anybody is served. */
  recover?(): Promise<void>;
  /** Is told of a job that has failed for good, with its code. */
  failed?(job: store.JobRow, code: string): Promise<void>;
}

/** The code under which a failure is told. */
function codeOf(error: unknown): string {
  if (error instanceof ImportProblem) return error.code;
  if (error instanceof Refusal && isWording(error.wording)) {
    const { field } = error.more.params ?? {};
    return typeof field === 'string' ? `${field}: ${error.wording}` : error.wording;
  }
  return (error as { code?: string }).code === 'ENOSPC' || (error as { code?: string }).code === '53100'
    ? 'disk_full'
    : 'server';
}

/** Shows that the job is in living hands; aborts it where it was cancelled or lost. The returned function ends that. */
function keepLease({ engine, config }: World, id: string, holder: string, abort: AbortController): () => void {
  let lastBeat = Date.now();
  let beating = false;
  const beat = setInterval(async () => {
    if (beating) return;
    beating = true;
    try {
      const cancelled = await store.beat(engine.db, id, holder);
      lastBeat = Date.now();
      if (cancelled === null) abort.abort(new LeaseLostError());
      else if (cancelled) abort.abort();
    } catch {
      // The embedded engine has one connection, which our own long commit may hold: nobody else can take the job there.
      if (engine.kind === 'server' && Date.now() - lastBeat > config.jobs.staleMs) abort.abort(new LeaseLostError());
    } finally {
      beating = false;
    }
  }, config.jobs.beatMs);
  return () => clearInterval(beat);
}

interface RunState {
  tally: store.Tally;
  scratch: string;
  /** Tables that were made and are not committed. */
  tables: string[];
}

function createRun(
  { engine }: World,
  job: store.JobRow,
  holder: string,
  signal: AbortSignal,
  { tally, scratch, tables }: RunState,
): Run {
  let reported = 0;
  return {
    job,
    tally,
    signal,
    scratch,
    async report(total = null) {
      if (total === null && Date.now() - reported < REPORT_MS) return;
      reported = Date.now();
      await store.progress(engine.db, job.id, holder, tally, total);
    },
    async step(stage, share) {
      await store.step(engine.db, job.id, holder, stage, share);
    },
    async stage(table) {
      tables.push(table);
      await store.addStaging(engine.db, table, job.id, holder);
    },
    async mark(tx) {
      const [{ numUpdatedRows } = { numUpdatedRows: 0n }] = await store.progress(tx, job.id, holder, tally, null);
      if (numUpdatedRows === 0n) throw new LeaseLostError();
    },
    async commit(work, keeps = []) {
      await engine.db.transaction().execute(async (tx) => {
        const ending = await work(tx);
        for (const table of keeps) await store.dropStagingNote(tx, table);
        if (await store.end(tx, job.id, holder, { state: 'done', tally, ...ending })) return;
        throw (await store.beat(tx, job.id, holder)) ? new ImportProblem('cancelled') : new LeaseLostError();
      });
      for (const table of keeps) tables.splice(tables.indexOf(table), 1);
    },
    part: (work) =>
      engine.db.transaction().execute(async (tx) => {
        const cancelled = await mark(tx, job.id, holder, await work(tx));
        if (cancelled === null) throw new LeaseLostError();
        return cancelled;
      }),
  };
}

/** What the queue gives to an attempt. */
export interface Turn {
  abort: AbortController;
  /** Of all jobs' scratch. */
  folder: string;
  kind: KindOfJob | undefined;
  /** Whether the process stops: an aborted job is given back then. */
  isStopping(): boolean;
}

export async function attempt(world: World, job: store.JobRow, holder: string, turn: Turn): Promise<void> {
  const { engine, config } = world;
  const { abort, folder, kind, isStopping } = turn;
  const tally = store.noTally();
  const scratch = join(folder, job.id);
  const tables: string[] = [];
  const run = createRun(world, job, holder, abort.signal, { tally, scratch, tables });
  const stopBeat = keepLease(world, job.id, holder, abort);
  try {
    await sweepStaging(engine.db);
    if (job.attempts > config.jobs.attempts) throw new Refusal(500, 'interrupted');
    await rm(scratch, { recursive: true, force: true });
    await mkdir(scratch, { recursive: true, mode: 0o700 });
    if (job.cancel) abort.abort();
    if (!abort.signal.aborted) await kind?.run(run);
    else throw new ImportProblem('cancelled');
  } catch (error) {
    const isLost = error instanceof LeaseLostError || abort.signal.reason instanceof LeaseLostError;
    for (const table of tables) await dropTable(engine.db, table);
    if (!isLost && isStopping() && abort.signal.aborted) await store.release(engine.db, job.id, holder).catch(() => {});
    else if (!isLost) {
      const cancelled = abort.signal.aborted || codeOf(error) === 'cancelled';
      // What no code names is for the operator to see.
      if (!cancelled && codeOf(error) === 'server' && config.log !== 'silent')
        process.stderr.write(`job ${job.id} ${job.kind}: ${error instanceof Error ? error.stack : String(error)}\n`);
      tally.imported = (await kind?.stays?.(job).catch(() => 0)) ?? 0;
      if (!cancelled) await kind?.failed?.(job, codeOf(error)).catch(() => {});
      await store
        .end(engine.db, job.id, holder, {
          state: cancelled ? 'cancelled' : 'failed',
          tally,
          error: cancelled ? 'cancelled' : codeOf(error),
        })
        // A database that is gone: the job is taken up again when its heartbeat is old.
        .catch(() => {});
    }
  } finally {
    stopBeat();
  }
  for (const table of tables) await dropTable(engine.db, table);
  await rm(scratch, { recursive: true, force: true });
  // What is left here the sweep removes.
  if (job.upload_id) await dropUsed(world, folder, job.upload_id).catch(() => {});
}

async function dropTable(db: Db, table: string): Promise<void> {
  await db
    .transaction()
    .execute(async (tx) => {
      await sql`drop table if exists ${sql.table(table)}`.execute(tx);
      await store.dropStagingNote(tx, table);
    })
    // Whoever still holds it lets go in time; the note stays until then.
    .catch(() => {});
}

/** Drops the tables that dead attempts left behind. */
export async function sweepStaging(db: Db): Promise<void> {
  for (const table of await store.deadStaging(db)) await dropTable(db, table);
}
