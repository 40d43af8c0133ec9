// The embedded engine's one session as kysely's connection: handed to one holder after the other, in the order of how much they wait for it.
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { DatabaseError } from '../engine';
import { currentScope } from '../scope';
import type { Rank, StatementQueue } from './statement-queue';

/** A heavy statement gives way when it has run so long and somebody else waits; it comes again when nobody has asked for a while. */
export const YIELD_MS = 500;
export const QUIET_MS = 300;
export const QUIET_PATIENCE_MS = 2000;

/** Statements of imports and migrations may take longer. */
const LONG = /^\s*(create|alter|vacuum|reindex|copy|drop|analyze|insert into import_)/i;

/** What a statement that is ended from outside fails with. */
export const ended = (why: string) => new DatabaseError(why, '57014', undefined);

export interface AskOptions {
  /** Seconds after which the act is ended. */
  seconds?: number;
  signal?: AbortSignal;
  /** Is given a function that ends the act. */
  started?: (end: () => void) => void;
}

/** The thread that the engine runs in. */
export interface EngineThread {
  ask<T>(act: string, input?: Record<string, unknown>, options?: AskOptions): Promise<T>;
  stop(): Promise<void>;
}

/** Waiting longer than this for the one connection means that its holder waits for us: a query beside its own transaction. */
const ACQUIRE_MS = 90_000;

/** The turn of a rank; what comes back gives it back. Throws 53300 where it does not come. */
export const takeTurn = (queue: StatementQueue, rank: Rank) =>
  queue.acquire(rank, ACQUIRE_MS, () => new DatabaseError('the database stayed busy', '53300', undefined));

const rankHere = (): Rank => {
  const scope = currentScope();
  return scope === undefined ? 'work' : scope.heavy ? 'heavy' : 'light';
};

/** The engine's one session as a connection, held by whoever has the turn. */
class EmbeddedConnection implements DatabaseConnection {
  private inTransaction = false;
  /** A transaction begins with its first statement, in one message. */
  private begins = false;
  constructor(
    private readonly thread: EngineThread,
    private readonly statementSeconds: number,
    private readonly queue: StatementQueue,
    /** Gives the turn back. */
    public release: () => void,
  ) {}

  begin() {
    this.inTransaction = true;
    this.begins = true;
  }

  async end(how: 'commit' | 'rollback') {
    if (!this.begins) await this.executeQuery(plain(how));
    this.inTransaction = false;
    this.begins = false;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, affected } = await this.run<{ rows: R[]; affected: number }>(sql, { sql, params: parameters });
    return { rows, numAffectedRows: BigInt(affected) };
  }

  private async run<T>(sql: string, input: Record<string, unknown>): Promise<T> {
    const scope = currentScope();
    const [word = ''] = sql.trimStart().split(/\s/, 1);
    // What ends a transaction is never ended itself.
    const closes = /^(commit|rollback)/i.test(word);
    const signal = closes ? undefined : scope?.signal;
    if (signal?.aborted) throw ended('the caller has left');
    let left = LONG.test(sql) ? undefined : Math.min(this.statementSeconds, scope?.seconds ?? Number.POSITIVE_INFINITY);
    for (;;) {
      const began = performance.now();
      let gaveWay = false;
      let stopWatching = () => {};
      const started = (end: () => void) => {
        if (!scope?.heavy || this.inTransaction) return;
        stopWatching = this.queue.whenPressed(YIELD_MS, () => {
          gaveWay = true;
          end();
        });
      };
      try {
        const { begins } = this;
        this.begins = false;
        return await this.thread.ask<T>('query', { ...input, begins }, { seconds: left, signal, started });
      } catch (error) {
        left = left && left - (performance.now() - began) / 1000;
        const isOver = left !== undefined && left <= 0;
        if (!gaveWay || isOver || signal?.aborted || (error as DatabaseError).code !== '57014') throw error;
        stopWatching();
        this.release();
        await this.queue.quiet(QUIET_MS, QUIET_PATIENCE_MS);
        this.release = await takeTurn(this.queue, 'heavy');
      } finally {
        stopWatching();
      }
    }
  }

  // biome-ignore lint/correctness/useYield: the engine has no cursors; nothing here asks for one
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('the embedded engine does not stream rows');
  }
}

/** One connection, handed to one holder after the other: the engine has a single session. */
export class EmbeddedDriver implements Driver {
  constructor(
    private readonly thread: EngineThread,
    private readonly statementSeconds: number,
    private readonly queue: StatementQueue,
  ) {}

  async init() {}
  async acquireConnection(): Promise<EmbeddedConnection> {
    const release = await takeTurn(this.queue, rankHere());
    return new EmbeddedConnection(this.thread, this.statementSeconds, this.queue, release);
  }
  async beginTransaction(connection: EmbeddedConnection) {
    connection.begin();
  }
  async commitTransaction(connection: EmbeddedConnection) {
    await connection.end('commit');
  }
  async rollbackTransaction(connection: EmbeddedConnection) {
    await connection.end('rollback');
  }
  async releaseConnection(connection: EmbeddedConnection) {
    connection.release();
  }
  async destroy() {
    await this.thread.stop();
  }
}

const plain = (sql: string): CompiledQuery =>
  ({
    sql,
    parameters: [],
    query: { kind: 'RawNode', sqlFragments: [sql], parameters: [] },
    queryId: { queryId: sql },
  }) as unknown as CompiledQuery;
