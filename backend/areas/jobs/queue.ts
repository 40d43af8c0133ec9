// Jobs in the background, shared by all backends on one database: each is held by one of them, and lost by none that dies.
import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Job } from '../../../contract/schemas/upload';
import type { Db } from '../../db/engine';
import { withoutScope } from '../../db/scope';
import type { Ctx, World } from '../../http/context';
import { Refusal } from '../../http/errors';
import { attempt, type KindOfJob, sweepStaging } from './attempt';
import * as store from './store';
import { dropUsed, sweep } from './sweep';

/** Jobs that one process runs at once; the others wait their turn. */
const AT_ONCE = 1;
const SWEEP_MS = 3600_000;

function kindOf(kinds: ReadonlyMap<Job['kind'], KindOfJob>, row: store.JobRow): KindOfJob {
  const kind = kinds.get(row.kind);
  if (!kind) throw new Refusal(501, 'notServed');
  return kind;
}

function undoOf({ undo }: KindOfJob): NonNullable<KindOfJob['undo']> {
  if (!undo) throw new Refusal(409, 'noUndo');
  return undo;
}

/** Opens the queue; `start` begins to work. */
export function createJobQueue(world: World) {
  const { engine, config } = world;
  const { beatMs, staleMs } = config.jobs;
  const folder = join(config.dataDir, 'uploads');
  const me = randomUUID();
  const kinds = new Map<Job['kind'], KindOfJob>();
  const running = new Map<string, { abort: AbortController; turn: Promise<void> }>();
  const timers: NodeJS.Timeout[] = [];
  let turns = 0;
  let stopped = true;
  let looking: Promise<void> | null = null;

  async function look(): Promise<void> {
    while (!stopped && running.size < AT_ONCE) {
      const holder = `${me}/${++turns}`;
      const job = await store.claim(engine.db, holder, [...kinds.keys()], staleMs, [...running.keys()]);
      if (!job) return;
      const abort = new AbortController();
      const turn = attempt(world, job, holder, {
        abort,
        folder,
        kind: kinds.get(job.kind),
        isStopping: () => stopped,
      }).finally(() => {
        running.delete(job.id);
        wake();
      });
      running.set(job.id, { abort, turn });
      if (stopped) abort.abort();
    }
  }

  const clear = () => sweepStaging(engine.db).then(() => sweep(world, folder));

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
    async add(job: Omit<store.NewJob, 'id'>, allowed?: (tx: Db, id: string) => Promise<void>): Promise<string> {
      const id = randomUUID();
      await engine.db.transaction().execute(async (tx) => {
        await allowed?.(tx, id);
        await store.add(tx, { id, ...job });
      });
      wake();
      // The look that was under way may have ended before it saw the new job.
      void looking?.then(wake);
      return id;
    },
    again: async (ctx: Ctx, row: store.JobRow) => kindOf(kinds, row).again(ctx, row),
    /** Orders the undo of a job, where its kind has one. */
    undo: async (ctx: Ctx, row: store.JobRow) => undoOf(kindOf(kinds, row))(ctx, row),
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
      await clear();
      for (const { recover } of kinds.values()) await recover?.();
      timers.push(
        setInterval(wake, beatMs),
        setInterval(() => void clear().catch(() => {}), SWEEP_MS),
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
