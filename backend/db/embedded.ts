// The embedded engine: PGlite in a worker thread behind kysely, one statement at a time, with its own lock on the folder.
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import { DatabaseError, type Engine, tableName } from './engine';
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

/** Statements of imports and migrations may take longer. */
const LONG = /^\s*(create|alter|vacuum|reindex|copy|drop|analyze|insert into import_)/i;

class Thread {
  private worker: Worker | null = null;
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
      workerData: { dir: this.dir, template: this.template, cache: CACHE, logBytes: this.logBytes },
      execArgv: [],
    });
    this.worker = worker;
    return new Promise((resolve, reject) => {
      worker.once('error', reject);
      worker.on('message', (message: Reply & { ready?: boolean; fresh?: boolean; fromTemplate?: boolean }) => {
        if (message.ready) {
          this.fresh = message.fresh === true && !message.fromTemplate;
          return resolve();
        }
        this.settle(message);
      });
      worker.once('exit', () =>
        this.fail(new DatabaseError('the database engine has stopped', '57P01', undefined), worker),
      );
    });
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

  /** Ends the thread and opens the data again; what was committed is there (crash recovery), what was not is gone. */
  private restart() {
    const old = this.worker as Worker;
    // Whoever asks from now on waits for the new thread; the first is the rollback of the statement's own transaction.
    this.ready = old.terminate().then(() => this.open());
    this.ready.catch(() => {});
    this.fail(new DatabaseError('the statement ran too long and was ended', '57014', undefined), old);
    this.worker = null;
  }

  async ask<T>(act: string, input: Record<string, unknown> = {}, seconds?: number): Promise<T> {
    await this.ready;
    const id = ++this.last;
    return new Promise<T>((resolve, reject) => {
      const timer = seconds && this.dir ? setTimeout(() => this.restart(), seconds * 1000) : undefined;
      this.waiting.set(id, { resolve: resolve as (v: unknown) => void, reject, ...(timer ? { timer } : {}) });
      this.worker?.postMessage({ id, act, ...input });
    });
  }

  async stop() {
    await this.ask('close');
    const worker = this.worker;
    this.worker = null;
    await worker?.terminate();
  }
}

/** One connection, handed to one holder after the other: the engine has a single session. */
class EmbeddedDriver implements Driver {
  private tail: Promise<void> = Promise.resolve();
  private release: (() => void) | null = null;
  constructor(
    private readonly thread: Thread,
    private readonly statementSeconds: number,
  ) {}

  async init() {}
  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.tail;
    let release = () => {};
    this.tail = new Promise((resolve) => {
      release = resolve;
    });
    await withinTime(before).catch((error: unknown) => {
      void before.then(release);
      throw error;
    });
    this.release = release;
    const { thread, statementSeconds } = this;
    return {
      async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
        const seconds = LONG.test(sql) ? undefined : statementSeconds;
        const { rows, affected } = await thread.ask<{ rows: R[]; affected: number }>(
          'query',
          { sql, params: parameters },
          seconds,
        );
        return { rows, numAffectedRows: BigInt(affected) };
      },
      // biome-ignore lint/correctness/useYield: the engine has no cursors; nothing here asks for one
      async *streamQuery() {
        throw new Error('the embedded engine does not stream rows');
      },
    };
  }
  async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(plain('begin'));
  }
  async commitTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(plain('commit'));
  }
  async rollbackTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(plain('rollback'));
  }
  async releaseConnection() {
    this.release?.();
  }
  async destroy() {
    await this.thread.stop();
  }
}

/** Waiting longer than this for the one connection means that its holder waits for us: a query beside its own transaction. */
const ACQUIRE_MS = 90_000;

async function withinTime(turn: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DatabaseError('the database stayed busy', '53300', undefined)), ACQUIRE_MS);
  });
  try {
    await Promise.race([turn, late]);
  } finally {
    clearTimeout(timer);
  }
}

const plain = (sql: string): CompiledQuery =>
  ({
    sql,
    parameters: [],
    query: { kind: 'RawNode', sqlFragments: [sql], parameters: [] },
    queryId: { queryId: sql },
  }) as unknown as CompiledQuery;

/** Two processes in one data folder would silently lose rows: the first one holds a file with its pid and start time. */
function lock(dir: string): () => void {
  const path = join(dir, '..', 'embedded.lock');
  const mine = `${process.pid} ${startOf(process.pid)}`;
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      const file = openSync(path, 'wx');
      writeSync(file, mine);
      closeSync(file);
      return () => rmSync(path, { force: true });
    } catch {
      const [pid, start] = readFileSync(path, 'utf8').split(' ');
      if (pid && startOf(Number(pid)) === start && Number(pid) !== process.pid) throw new Error(`DATA_IN_USE ${pid}`);
      rmSync(path, { force: true });
    }
  }
  throw new Error('DATA_IN_USE');
}

/** The start time of a process in clock ticks since boot (field 22 of /proc/pid/stat); '' where there is none. */
function startOf(pid: number): string {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

export interface EmbeddedOptions {
  /** Folder of the data; null keeps them in memory (tests). */
  dir: string | null;
  /** A dumped, migrated data folder to start from, where it exists. */
  template: string | null;
  /** How long one statement may run before the engine's thread is ended and started anew; PGlite itself knows no time-out. */
  statementSeconds?: number;
  /** Bytes of write-ahead log after which a checkpoint is made; PGlite never makes one by itself. */
  logBytes?: number;
}

/** Opens the embedded engine. `dump` writes the whole data folder as one tar file. Throws DATA_IN_USE when another process has it. */
export async function openEmbedded({
  dir,
  template,
  statementSeconds = STATEMENT_SECONDS,
  logBytes = LOG_BYTES,
}: EmbeddedOptions): Promise<Engine & { dump(path: string): Promise<void> }> {
  let unlock = () => {};
  if (dir) {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    unlock = lock(dir);
  }
  const thread = new Thread(
    dir,
    template && existsSync(template) && statSync(template).size > 0 ? template : null,
    logBytes,
  );
  await thread.start();
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new EmbeddedDriver(thread, statementSeconds),
      createIntrospector: (k) => new PostgresIntrospector(k),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  return {
    kind: 'embedded',
    db,
    collation: 'fa',
    async copy(table, columns, chunks) {
      const sql = `copy ${tableName(table)} (${columns.map(tableName).join(',')}) from '/dev/blob'`;
      let count = 0;
      for await (const chunk of chunks) count += await thread.ask<number>('copy', { sql, chunk });
      return count;
    },
    analyse: (table) => thread.ask('exec', { sql: `vacuum analyze ${tableName(table)}` }),
    dump: (path) => thread.ask('dump', { path }),
    async close() {
      await db.destroy();
      unlock();
    },
  };
}
