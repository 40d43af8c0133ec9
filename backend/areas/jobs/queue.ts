// Jobs in the background, shared by all backends on one database: each is held by one of them, and lost by none that dies.
import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Job, JobStage } from '../../../contract/schemas/upload';
import type { Db } from '../../db/engine';
import { withoutScope } from '../../db/scope';
import { ImportProblem } from '../../geo/import';
import type { Ctx, World } from '../../http/context';
import { isWording, Refusal } from '../../http/errors';
import * as store from './store';
import { dropUsed, sweep } from './sweep';

/** Jobs that one process runs at once; the others wait their turn. */
const AT_ONCE = 1;
const SWEEP_MS = 3600_000;
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
  /**
   * The job's one commit. `work` does all that lasts and answers what the job ends with; it is undone when the job has been
   * cancelled or lost meanwhile. Tables in `keeps` are then part of the data.
   */
  commit(work: (tx: Db) => Promise<Pick<store.Ending, 'layer' | 'report'>>, keeps?: readonly string[]): Promise<void>;
}

/** How one kind of job is done, and how it is ordered once more by its owner. */
export interface KindOfJob {
  /** Does the job to its commit; throws ImportProblem or Refusal with the reason. */
  run(run: Run): Promise<void>;
  /** Checks the caller's rights afresh and answers the id of a new job. */
  again(ctx: Ctx, row: store.JobRow): Promise<string>;
}

/** The code under which a failure is told. */
function codeOf(error: unknown): string {
  if (error instanceof ImportProblem) return error.code;
  if (error instanceof Refusal && isWording(error.wording)) return error.wording;
  return (error as { code?: string }).code === 'ENOSPC' || (error as { code?: string }).code === '53100'
    ? 'disk_full'
    : 'server';
}

/** Opens the queue; `start` begins to work. */
export function createJobQueue(world: World) {
  const { engine, config } = world;
  const { beatMs, staleMs, attempts } = config.jobs;
  const folder = join(config.dataDir, 'uploads');
  const me = randomUUID();
  const kinds = new Map<Job['kind'], KindOfJob>();
  const running = new Map<string, { abort: AbortController; turn: Promise<void> }>();
  const timers: NodeJS.Timeout[] = [];
  let turns = 0;
  let stopped = true;
  let looking: Promise<void> | null = null;

  async function attempt(job: store.JobRow, holder: string, abort: AbortController): Promise<void> {
    const tally = store.noTally();
    const scratch = join(folder, job.id);
    const tables: string[] = [];
    let reported = 0;
    let lastBeat = Date.now();
    let beating = false;
    const beat = setInterval(async () => {
      if (beating) return;
      beating = true;
      try {
        const cancelled = await store.beat(engine.db, job.id, holder);
        lastBeat = Date.now();
        if (cancelled === null) abort.abort(new LeaseLostError());
        else if (cancelled) abort.abort();
      } catch {
        // The embedded engine has one connection, which our own long commit may hold: nobody else can take the job there.
        if (engine.kind === 'server' && Date.now() - lastBeat > staleMs) abort.abort(new LeaseLostError());
      } finally {
        beating = false;
      }
    }, beatMs);
    const run: Run = {
      job,
      tally,
      signal: abort.signal,
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
      async commit(work, keeps = []) {
        await engine.db.transaction().execute(async (tx) => {
          const ending = await work(tx);
          for (const table of keeps) await store.dropStagingNote(tx, table);
          if (await store.end(tx, job.id, holder, { state: 'done', tally, ...ending })) return;
          throw (await store.beat(tx, job.id, holder)) ? new ImportProblem('cancelled') : new LeaseLostError();
        });
        for (const table of keeps) tables.splice(tables.indexOf(table), 1);
      },
    };
    try {
      await sweepStaging();
      if (job.attempts > attempts) throw new Refusal(500, 'interrupted');
      await rm(scratch, { recursive: true, force: true });
      await mkdir(scratch, { recursive: true, mode: 0o700 });
      if (job.cancel) abort.abort();
      const kind = kinds.get(job.kind);
      if (!abort.signal.aborted) await kind?.run(run);
      else throw new ImportProblem('cancelled');
    } catch (error) {
      const isLost = error instanceof LeaseLostError || abort.signal.reason instanceof LeaseLostError;
      for (const table of tables) await dropTable(table);
      if (!isLost && stopped && abort.signal.aborted) await store.release(engine.db, job.id, holder).catch(() => {});
      else if (!isLost) {
        const cancelled = abort.signal.aborted || codeOf(error) === 'cancelled';
        // What no code names is for the operator to see.
        if (!cancelled && codeOf(error) === 'server' && config.log !== 'silent')
          process.stderr.write(`job ${job.id} ${job.kind}: ${error instanceof Error ? error.stack : String(error)}\n`);
        tally.imported = 0;
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
      clearInterval(beat);
    }
    for (const table of tables) await dropTable(table);
    await rm(scratch, { recursive: true, force: true });
    // What is left here the sweep removes.
    if (job.upload_id) await dropUsed(world, folder, job.upload_id).catch(() => {});
  }

  async function dropTable(table: string): Promise<void> {
    await engine.db
      .transaction()
      .execute(async (tx) => {
        await sql`drop table if exists ${sql.table(table)}`.execute(tx);
        await store.dropStagingNote(tx, table);
      })
      // Whoever still holds it lets go in time; the note stays until then.
      .catch(() => {});
  }

  async function sweepStaging(): Promise<void> {
    for (const table of await store.deadStaging(engine.db)) await dropTable(table);
  }

  async function look(): Promise<void> {
    while (!stopped && running.size < AT_ONCE) {
      const holder = `${me}/${++turns}`;
      const job = await store.claim(engine.db, holder, [...kinds.keys()], staleMs, [...running.keys()]);
      if (!job) return;
      const abort = new AbortController();
      const turn = attempt(job, holder, abort).finally(() => {
        running.delete(job.id);
        wake();
      });
      running.set(job.id, { abort, turn });
      if (stopped) abort.abort();
    }
  }

  function wake(): void {
    if (stopped || looking) return;
    looking = withoutScope(look)
      .catch(() => {})
      .finally(() => {
        looking = null;
      });
  }

  return {
    register: (kind: Job['kind'], how: KindOfJob) => void kinds.set(kind, how),
    /** Orders a job; answers its id. `allowed` throws where it may not be ordered now, in the transaction that orders it. */
    async add(job: Omit<store.NewJob, 'id'>, allowed?: (tx: Db) => Promise<void>): Promise<string> {
      const id = randomUUID();
      await engine.db.transaction().execute(async (tx) => {
        await allowed?.(tx);
        await store.add(tx, { id, ...job });
      });
      wake();
      // The look that was under way may have ended before it saw the new job.
      void looking?.then(wake);
      return id;
    },
    again(ctx: Ctx, row: store.JobRow): Promise<string> {
      const kind = kinds.get(row.kind);
      if (!kind) throw new Refusal(501, 'notServed');
      return kind.again(ctx, row);
    },
    async cancel(id: string): Promise<void> {
      await store.cancel(engine.db, id);
      const turn = running.get(id);
      turn?.abort.abort();
      const upload = turn ? null : await store.uploadOf(engine.db, id);
      if (upload) await dropUsed(world, folder, upload).catch(() => {});
    },
    /** Clears what dead jobs left behind and begins to work. */
    async start(): Promise<void> {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      stopped = false;
      await sweepStaging();
      await sweep(world, folder);
      timers.push(setInterval(wake, beatMs));
      timers.push(
        setInterval(() => {
          sweepStaging()
            .then(() => sweep(world, folder))
            .catch(() => {});
        }, SWEEP_MS),
      );
      for (const timer of timers) timer.unref();
      wake();
    },
    /** Gives running jobs back, to be taken up from their start, and waits until nothing of them is left. */
    async stop(): Promise<void> {
      stopped = true;
      for (const timer of timers) clearInterval(timer);
      await looking;
      for (const { abort } of running.values()) abort.abort();
      await Promise.all([...running.values()].map(({ turn }) => turn));
    },
  };
}
export type JobQueue = ReturnType<typeof createJobQueue>;
