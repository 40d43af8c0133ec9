// The server engine: any PostgreSQL 15+ with PostGIS 3.3+ behind DATABASE_URL.
import { availableParallelism } from 'node:os';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Kysely } from 'kysely';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { ScopedClient } from './connections/scoped-client';
import { type Engine, nextEngineId, tableName } from './engine';
import { ReplicaDialect, ServerDialect } from './replicas/driver';
import type { ReplicaLimits } from './replicas/replica';
import { openReplicas } from './replicas/replicas';
import { currentScope, INTERACTIVE } from './scope';
import type { Tables } from './tables';

const INT8 = 20;
const DATE = 1082;

/** Connections for what people wait for, and for jobs, chores, exports and other calls with a deadline of their own. */
export const REQUEST_CONNECTIONS = 12;
export const WORK_CONNECTIONS = 6;
/** Heavy calls at once; each asks one statement after the other. Half of them may be one person's, and a core stays for the rest. */
const HEAVY_CALLS = Math.max(2, Math.min(4, availableParallelism()));
/** With replicas, each of which takes as many: when all are left out, the primary still has connections for what is quick. */
const MAX_HEAVY_CALLS = 8;
/** Calls whose deadline is longer than this (seconds) are work. */
const MAX_REQUEST_SECONDS = 15;
const WORK_STATEMENT_MS = 60_000;
const LOCK_MS = 3_000;
const IDLE_TRANSACTION_MS = 10_000;
/** A replica that takes no connection for so long is not waited for: the primary answers. */
const REPLICA_CONNECT_MS = 1_000;
/** Questions to a server about itself. */
const ASK_MS = 2_000;

/** A statement that somebody waits for takes one core: with helpers two of them would leave none to anybody else. */
const ONE_CORE = '-c max_parallel_workers_per_gather=0';

const TYPES = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : oid === DATE ? (text: string) => text : pg.types.getTypeParser(oid, format as 'text'),
};

function openPool(url: string, max: number, statementMs: number, more: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    Client: ScopedClient,
    max,
    types: TYPES as pg.CustomTypesConfig,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
    lock_timeout: LOCK_MS,
    application_name: 'pahneh',
    ...more,
  });
  // A connection that breaks while idle is dropped by the pool; the next query gets a new one.
  pool.on('error', () => {});
  // One that breaks while it is lent out, between two statements, has nobody else to tell: the next statement fails by itself.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** One statement in a connection of the pool. A server that is silent loses the connection, and the question fails. */
async function askOnce<T>(pool: pg.Pool, statement: string): Promise<T> {
  const client = await pool.connect();
  let isOver = false;
  const end = (isBroken: boolean) => {
    if (!isOver) client.release(isBroken);
    isOver = true;
  };
  const timer = setTimeout(() => end(true), ASK_MS);
  try {
    const { rows } = await client.query(statement);
    end(false);
    return rows[0] as T;
  } catch (error) {
    end(true);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Connections to one server: for requests, whose statements end after 5 s, for work, whose end after 60 s, and one for questions to the server itself. */
function openPools(url: string, more: pg.PoolConfig = {}) {
  const requests = openPool(url, REQUEST_CONNECTIONS, INTERACTIVE.seconds * 1000, { options: ONE_CORE, ...more });
  const work = openPool(url, WORK_CONNECTIONS, WORK_STATEMENT_MS, more);
  const questions = openPool(url, 1, ASK_MS, { connectionTimeoutMillis: ASK_MS, allowExitOnIdle: true });
  const poolHere = () =>
    (currentScope()?.seconds ?? Number.POSITIVE_INFINITY) > MAX_REQUEST_SECONDS ? work : requests;
  return {
    work,
    connect: () => poolHere().connect(),
    isFull: () => {
      const { totalCount, idleCount, options } = poolHere();
      return idleCount === 0 && totalCount >= options.max;
    },
    ask: <T>(statement: string) => askOnce<T>(questions, statement),
    load: () =>
      Object.entries({ requests, work }).map(([name, { totalCount, idleCount, waitingCount }]) => ({
        pool: name,
        used: totalCount - idleCount,
        waiting: waitingCount,
      })),
    end: async () => {
      await Promise.all([requests.end(), work.end(), questions.end()]);
    },
  };
}

/** Replicas that may answer reads, and who is told of those that are left out. */
export interface ServerOptions {
  readUrls?: readonly string[] | undefined;
  report?: ((line: string) => void) | undefined;
  limits?: Partial<ReplicaLimits> | undefined;
}

/** Opens the database. Without replicas there is nothing but the primary. */
export function openServer(url: string, { readUrls = [], report, limits }: ServerOptions = {}): Engine {
  const pools = openPools(url);
  const { work } = pools;
  const alone = openPool(url, 1, 0, { lock_timeout: 0, allowExitOnIdle: true });
  const replicas =
    readUrls.length > 0
      ? openReplicas({
          urls: readUrls,
          primary: pools,
          openPools: (at) => openPools(at, { connectionTimeoutMillis: REPLICA_CONNECT_MS }),
          report,
          limits,
        })
      : undefined;
  const config = { pool: { connect: pools.connect, end: pools.end } };
  const dialect = replicas ? new ReplicaDialect(config, replicas) : new ServerDialect(config);
  const db = new Kysely<Tables>({ dialect });
  return {
    id: nextEngineId(),
    kind: 'server',
    db,
    collation: 'fa-x-icu',
    get heavyCalls() {
      const servers = 1 + (replicas?.states().filter(({ isIn }) => isIn).length ?? 0);
      return Math.min(HEAVY_CALLS * servers, Math.max(HEAVY_CALLS, MAX_HEAVY_CALLS));
    },
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
      // Where the server is at it by itself, that will do.
      await work.query(`vacuum (analyze, skip_locked) ${tableName(table)}`);
    },
    async runAlone(statement) {
      await alone.query(statement);
    },
    pools: () => [...pools.load(), ...(replicas?.pools() ?? [])],
    ...(replicas ? { replicas } : {}),
    close: async () => {
      await replicas?.close();
      if (!alone.ending) await alone.end();
      await db.destroy();
    },
  };
}
