// The server engine: any PostgreSQL 15+ with PostGIS 3.3+ behind DATABASE_URL.
import { connect } from 'node:net';
import { availableParallelism } from 'node:os';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { DatabaseError, type Engine, nextEngineId, tableName } from './engine';
import { commented, currentScope, INTERACTIVE } from './scope';
import type { Tables } from './tables';

const INT8 = 20;
const DATE = 1082;

/** Connections for what people wait for, and for jobs, chores, exports and other calls with a deadline of their own. */
export const REQUEST_CONNECTIONS = 12;
export const WORK_CONNECTIONS = 6;
/** Heavy calls at once; each asks one statement after the other. Half of them may be one person's, and a core stays for the rest. */
const HEAVY_CALLS = Math.max(2, Math.min(4, availableParallelism()));
/** Calls whose deadline is longer than this (seconds) are work. */
const MAX_REQUEST_SECONDS = 15;
const WORK_STATEMENT_MS = 60_000;
const LOCK_MS = 3_000;
const IDLE_TRANSACTION_MS = 10_000;
const CONNECT_MS = 5_000;

/** A statement that somebody waits for takes one core: with helpers two of them would leave none to anybody else. */
const ONE_CORE = '-c max_parallel_workers_per_gather=0';

/** PostgreSQL's cancel request: its length, its number, the process and the secret of the connection whose statement shall end. */
const CANCEL_BYTES = 16;
const CANCEL_NUMBER = 80_877_102;
/** SQLSTATE connection_failure. */
const CONNECTION_FAILURE = '08006';

type Peer = Pick<pg.Client, 'host' | 'port'> & { processID: number; secretKey: number };

/** Ends the statement that runs in a connection. Resolves when the server has taken the request, or cannot be reached. */
function cancelStatement({ host, port, processID, secretKey }: Peer): Promise<void> {
  const packet = Buffer.alloc(CANCEL_BYTES);
  for (const [i, word] of [CANCEL_BYTES, CANCEL_NUMBER, processID, secretKey].entries())
    packet.writeInt32BE(word, i * 4);
  return new Promise((resolve) => {
    const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    socket.setTimeout(CONNECT_MS, () => socket.destroy());
    socket.once('connect', () => socket.write(packet));
    socket.on('error', () => {});
    socket.resume();
    socket.once('close', () => resolve());
  });
}

/** A connection whose statements carry the id of the request that they serve, and end when its caller leaves. */
class ScopedClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: the driver's own overloads
  override query(statement: any, ...rest: any[]): any {
    if (typeof statement !== 'string') return this.send(statement, rest);
    const signal = /^(commit|rollback)/i.test(statement) ? undefined : currentScope()?.signal;
    if (signal?.aborted) return Promise.reject(new DatabaseError('the caller has left', '57014', undefined));
    const answer: unknown = this.send(commented(statement), rest);
    if (!signal || !(answer instanceof Promise)) return answer;
    let cancelling: Promise<void> | undefined;
    const cancel = () => {
      cancelling = cancelStatement(this as unknown as Peer);
    };
    signal.addEventListener('abort', cancel, { once: true });
    // A request to cancel that is still under way would end the statement that comes next.
    return answer.finally(() => {
      signal.removeEventListener('abort', cancel);
      return cancelling;
    });
  }

  // biome-ignore lint/suspicious/noExplicitAny: the driver's own overloads
  private send(statement: any, rest: any[]): unknown {
    // biome-ignore lint/suspicious/noExplicitAny: the driver's own overloads
    const answer: unknown = super.query(statement, ...(rest as [any]));
    if (!(answer instanceof Promise)) return answer;
    return answer.catch((error: { severity?: string; syscall?: string; message: string }) => {
      // The server has ended the connection: the pool must not lend it out again before the socket says so too.
      if (error.severity === 'FATAL') this.end().catch(() => {});
      // The socket broke, and not the statement.
      throw error.syscall ? new DatabaseError(error.message, CONNECTION_FAILURE, undefined) : error;
    });
  }
}

/** Opens the database: connections for requests, whose statements end after 5 s, and others for work, whose end after 60 s. */
export function openServer(url: string): Engine {
  const types = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === INT8 ? Number : oid === DATE ? (text: string) => text : pg.types.getTypeParser(oid, format as 'text'),
  };
  const open = (max: number, statementMs: number, options?: string) => {
    const pool = new pg.Pool({
      connectionString: url,
      Client: ScopedClient,
      max,
      types: types as pg.CustomTypesConfig,
      statement_timeout: statementMs,
      idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
      lock_timeout: LOCK_MS,
      application_name: 'pahneh',
      options,
    });
    // A connection that breaks while idle is dropped by the pool; the next query gets a new one.
    pool.on('error', () => {});
    // One that breaks while it is lent out, between two statements, has nobody else to tell: the next statement fails by itself.
    pool.on('connect', (client) => client.on('error', () => {}));
    return pool;
  };
  const requests = open(REQUEST_CONNECTIONS, INTERACTIVE.seconds * 1000, ONE_CORE);
  const work = open(WORK_CONNECTIONS, WORK_STATEMENT_MS);
  const pool = {
    connect: () =>
      ((currentScope()?.seconds ?? Number.POSITIVE_INFINITY) > MAX_REQUEST_SECONDS ? work : requests).connect(),
    end: async () => {
      await Promise.all([requests.end(), work.end()]);
    },
  };
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    id: nextEngineId(),
    kind: 'server',
    db,
    collation: 'fa-x-icu',
    heavyCalls: HEAVY_CALLS,
    async copy(table, columns, chunks) {
      const client = await work.connect();
      try {
        await client.query('begin');
        await client.query('set local statement_timeout = 0');
        const stream = client.query(
          copyFrom(`copy ${tableName(table)} (${columns.map(tableName).join(',')}) from stdin`),
        );
        await pipeline(Readable.from(chunks, { objectMode: false }), stream);
        await client.query('commit');
        client.release();
        return stream.rowCount;
      } catch (error) {
        client.release(true);
        throw error;
      }
    },
    analyse: async (table) => {
      await work.query(`vacuum analyze ${tableName(table)}`);
    },
    pools: () =>
      Object.entries({ requests, work }).map(([name, { totalCount, idleCount, waitingCount }]) => ({
        pool: name,
        used: totalCount - idleCount,
        waiting: waitingCount,
      })),
    close: () => db.destroy(),
  };
}
