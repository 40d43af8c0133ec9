// The embedded engine: PGlite in a worker thread behind kysely, one statement at a time, with its own lock on the folder.
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { lockFolder } from '../folder-lock';
import { type AskOptions, EmbeddedDriver, type EngineThread, ended, QUIET_MS, QUIET_PATIENCE_MS, takeTurn, YIELD_MS } from './connections/embedded-session'; // biome-ignore format: one list
import { createStatementQueue } from './connections/statement-queue';
import { DatabaseError, type EmbeddedEngine, type EmbeddedOptions, nextEngineId, tableName } from './engine';
import type { Tables } from './tables';

interface Reply {
  id: number;
  result?: unknown;
  error?: { message: string; code?: string; constraint?: string };
}

/** Where what the project makes for itself is kept. */
const CACHE = 'dist';
const STATEMENT_SECONDS = 60;
const LOG_BYTES = 256 * 1024 * 1024;
/** A statement that has been told to end and has not: the thread itself is ended after so long. */
const GRACE_SECONDS = 60;
const END_AGAIN_MS = 50;
/** Times that a vacuum is begun; the last one ends. */
const MAX_VACUUMS = 30;
/** Whoever asks while the data are being opened again waits so long. */
const OPENING_MS = 1000;
const TOO_LONG = 'the statement ran too long and was ended';

/** What the thread reports when it is ready. */
interface Opened {
  ready: true;
  fresh: boolean;
  fromTemplate: boolean;
  memory: SharedArrayBuffer;
  /** Places, in words of four bytes, of PostgreSQL's own "interrupt pending" and "cancel pending". */
  interruptPending: number;
  cancelPending: number;
}
/** What stands in the control word while an act is being ended. */
const ENDING = -1;

class Thread implements EngineThread {
  private worker: Worker | null = null;
  /** The act that runs (see the worker), and the act that is to end. */
  private readonly control = new Int32Array(new SharedArrayBuffer(8));
  private opened: Opened | null = null;
  private ready: Promise<void> = Promise.resolve();
  private waiting = new Map<
    number,
    { resolve: (v: unknown) => void; reject: (e: Error) => void; timer?: NodeJS.Timeout }
  >();
  private last = 0;
  fresh = false;

  constructor(
    private readonly dir: string | null,
    private readonly template: string | null,
    private readonly logBytes: number,
  ) {}

  start(): Promise<void> {
    this.ready = this.open();
    return this.ready;
  }

  private open(): Promise<void> {
    const worker = new Worker(new URL('./embedded-worker.mjs', import.meta.url), {
      workerData: {
        dir: this.dir,
        template: this.template,
        cache: CACHE,
        logBytes: this.logBytes,
        control: this.control.buffer,
      },
      execArgv: [],
    });
    this.worker = worker;
    return new Promise((resolve, reject) => {
      worker.once('error', reject);
      worker.on('message', (message: Reply | Opened) => {
        if (!('ready' in message)) return this.settle(message);
        this.fresh = message.fresh && !message.fromTemplate;
        this.opened = message;
        resolve();
      });
      worker.once('exit', () => this.lose(worker));
    });
  }

  /** The thread has ended by itself: the data are opened again. */
  private lose(worker: Worker) {
    this.fail(new DatabaseError('the database engine has stopped', '57P01', undefined), worker);
    if (worker !== this.worker || !this.opened) return;
    this.opened = null;
    this.ready = this.dir ? this.open() : Promise.reject(new DatabaseError('the database is gone', '57P01', undefined));
    this.ready.catch(() => {});
  }

  private settle({ id, result, error }: Reply) {
    const call = this.waiting.get(id);
    if (!call) return;
    this.waiting.delete(id);
    clearTimeout(call.timer);
    if (error) call.reject(new DatabaseError(error.message, error.code ?? 'XX000', error.constraint));
    else call.resolve(result);
  }

  private fail(error: Error, worker: Worker) {
    if (worker !== this.worker) return;
    for (const { reject, timer } of this.waiting.values()) {
      clearTimeout(timer);
      reject(error);
    }
    this.waiting.clear();
  }

  /**
   * Ends the act by PostgreSQL's own means, from outside: its thread runs the statement and hears nothing. The statement fails with
   * 57014 at the next place where it looks, or as it begins. Nothing happens where the act is over.
   */
  private end(id: number) {
    Atomics.store(this.control, 1, id);
    if (!this.opened || Atomics.compareExchange(this.control, 0, id, ENDING) !== id) return;
    const words = new Int32Array(this.opened.memory);
    Atomics.store(words, this.opened.cancelPending, 1);
    Atomics.store(words, this.opened.interruptPending, 1);
    Atomics.store(this.control, 0, id);
    Atomics.notify(this.control, 0);
  }

  /** Ends the thread and opens the data again; what was committed is there (crash recovery), what was not is gone. */
  private restart() {
    const old = this.worker as Worker;
    this.opened = null;
    Atomics.store(this.control, 0, 0);
    // Whoever asks from now on waits for the new thread; the first is the rollback of the statement's own transaction.
    this.ready = old.terminate().then(() => this.open());
    this.ready.catch(() => {});
    this.fail(ended(TOO_LONG), old);
    this.worker = null;
  }

  /** Throws 57P03 while the data are being opened again, which may take a minute. */
  private async isOpen(): Promise<void> {
    if (this.opened) return;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new DatabaseError('the database is being opened again', '57P03', undefined)),
        OPENING_MS,
      );
    });
    await Promise.race([this.ready, late]).finally(() => clearTimeout(timer));
  }

  async ask<T>(act: string, input: Record<string, unknown> = {}, options: AskOptions = {}): Promise<T> {
    const { seconds, signal, started } = options;
    await this.isOpen();
    const id = ++this.last;
    let again: NodeJS.Timeout | undefined;
    const end = () => {
      this.end(id);
      // Between the steps of a statement PostgreSQL waits for its client, and passes over being told to end.
      again ??= setInterval(() => this.end(id), END_AGAIN_MS);
    };
    return new Promise<T>((resolve, reject) => {
      const call: NonNullable<ReturnType<typeof this.waiting.get>> = {
        resolve: resolve as (v: unknown) => void,
        reject,
      };
      if (seconds)
        call.timer = setTimeout(() => {
          end();
          if (this.dir) call.timer = setTimeout(() => this.restart(), GRACE_SECONDS * 1000);
        }, seconds * 1000);
      this.waiting.set(id, call);
      this.worker?.postMessage({ id, act, ...input });
      started?.(end);
      signal?.addEventListener('abort', end, { once: true });
    }).finally(() => {
      clearInterval(again);
      signal?.removeEventListener('abort', end);
    });
  }

  async stop() {
    await this.ask('close');
    const worker = this.worker;
    this.worker = null;
    await worker?.terminate();
  }
}

/** Opens the embedded engine. Throws DATA_IN_USE when another process has it. */
export async function openEmbedded({
  dir,
  template,
  statementSeconds = STATEMENT_SECONDS,
  logBytes = LOG_BYTES,
}: EmbeddedOptions): Promise<EmbeddedEngine> {
  let unlock = () => {};
  if (dir) {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    unlock = lockFolder(join(dir, '..'));
  }
  const hasTemplate = template && existsSync(template) && statSync(template).size > 0;
  const thread = new Thread(dir, hasTemplate ? template : null, logBytes);
  await thread.start();
  const queue = createStatementQueue();
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new EmbeddedDriver(thread, statementSeconds, queue),
      createIntrospector: (k) => new PostgresIntrospector(k),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  // Nothing may slip between the statements of somebody's transaction: it would be undone with them.
  async function inTurn<T>(act: () => Promise<T>): Promise<T> {
    const release = await takeTurn(queue, 'work');
    try {
      return await act();
    } finally {
      release();
    }
  }
  return {
    id: nextEngineId(),
    kind: 'embedded',
    db,
    collation: 'fa',
    heavyCalls: 2,
    async copy(table, columns, chunks) {
      const sql = `copy ${tableName(table)} (${columns.map(tableName).join(',')}) from '/dev/blob'`;
      let count = 0;
      for await (const chunk of chunks) count += await inTurn(() => thread.ask<number>('copy', { sql, chunk }));
      return count;
    },
    async analyse(table) {
      // What a vacuum has done stays when it is ended: it gives way as often as somebody waits, and goes on where it was.
      for (let left = MAX_VACUUMS; left > 0; left--) {
        const wasWhole = await inTurn(async () => {
          let stopWatching = () => {};
          const started = (end: () => void) => {
            if (left > 1) stopWatching = queue.whenPressed(YIELD_MS, end);
          };
          return thread
            .ask('exec', { sql: `vacuum ${tableName(table)}` }, { started })
            .then(
              () => true,
              (error: DatabaseError) => {
                if (error.code !== '57014') throw error;
                return false;
              },
            )
            .finally(() => stopWatching());
        });
        if (wasWhole) break;
        await queue.quiet(QUIET_MS, QUIET_PATIENCE_MS);
      }
      await inTurn(() => thread.ask('exec', { sql: `analyze ${tableName(table)}` }));
    },
    dump: (path) => inTurn(() => thread.ask('dump', { path })),
    still: (work) => inTurn(() => thread.ask('rest').then(work)),
    copyOut: (query) => inTurn(async () => Buffer.from(await thread.ask<Uint8Array>('copyOut', { query }))),
    pools: () => [{ pool: 'statements', ...queue.load() }],
    async close() {
      await db.destroy();
      unlock();
    },
  };
}
