// One replica: its connections, whether it is read from, and what it answers.
import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { isEnded, type PoolLoad } from '../engine';
import { HAS_REACHED, type LagClock, type Position, REPLICA_POSITION, type Replayed } from './position';

/** The connections to one server. */
export interface Pools {
  connect(): Promise<PoolClient>;
  /** Whether the next caller of the present scope would wait for a connection. */
  isFull(): boolean;
  /** One statement in a connection apart from all others, outside of scopes and bounded in time. */
  ask<T>(statement: string): Promise<T>;
  load(): PoolLoad[];
  end(): Promise<void>;
}

export interface ReplicaLimits {
  /** A replica that is further behind is left out. */
  maxLagMs: number;
  /** How often each is looked at. */
  lookMs: number;
  /** One that failed a read is left out at least for so long. */
  restMs: number;
  now: () => number;
}

export const REPLICA_LIMITS: ReplicaLimits = { maxLagMs: 5_000, lookMs: 1_000, restMs: 5_000, now: Date.now };

/** A replica that replays without delay has a commit milliseconds after the primary: one that is not there yet is asked twice. */
const CATCH_UP_MS = 5;

export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** Rows, or why there are none. */
export type Answer = { rows: unknown[] } | { reason: 'behind' | 'failed' };

export interface Replica {
  /** Host and port, without user and password. */
  readonly name: string;
  readonly isIn: boolean;
  readonly running: number;
  /** Milliseconds that it was behind at the last look; null where it did not answer. */
  readonly lagMs: number | null;
  readonly pools: Pools;
  /** Where it has reached the position, what it answers. Throws only what ended the statement: its own limit, or a caller who left. */
  read(statement: Statement, at: Position): Promise<Answer>;
  /** Looks at it, and leaves it out or takes it back. */
  look(primary: Position, clock: LagClock): Promise<void>;
  close(): Promise<void>;
}

const DEFAULT_PORT = '5432';

/** Host and port of an address. */
export function replicaName(url: string): string {
  const { hostname, port, searchParams } = new URL(url);
  return `${hostname || (searchParams.get('host') ?? 'localhost')}:${port || DEFAULT_PORT}`;
}

/** Whether the server failed, and not the statement. */
function isServerFault(error: unknown): boolean {
  const { severity, code } = error as { severity?: string; code?: string };
  return severity === undefined || /^(?:08|25|53|57|58|F0|XX)/.test(code ?? '');
}

/** Why one that answers is not read from; null where it may be. */
export function problemOf(replica: Replayed, primary: Position, lagMs: number, maxLagMs: number): string | null {
  if (replica.system !== primary.system) return 'is of another cluster';
  if (!replica.isStandby) return 'is no replica: it was promoted, or is the primary itself';
  if (replica.timeline !== primary.timeline)
    return `follows timeline ${replica.timeline}, and the primary is on ${primary.timeline}`;
  return lagMs > maxLagMs ? `is ${Math.round(lagMs / 1000)} s behind` : null;
}

/** Whether one is read from, and the lines that say when that changes. */
function createStanding(name: string, report: (line: string) => void) {
  // Null: it is read from. Otherwise why not.
  let problem: string | null = 'was not looked at yet';
  let isReported = false;
  return {
    get isIn() {
      return problem === null;
    },
    judge(reason: string | null): void {
      const isSame = (problem === null) === (reason === null);
      problem = reason;
      // Of one that stays out only the first reason is worth a line: seconds behind would differ at every look.
      if (isReported && isSame) return;
      isReported = true;
      report(reason === null ? `replica ${name} is read from` : `replica ${name} is left out: it ${reason}`);
    },
  };
}

async function hasReached(client: PoolClient, { lsn, timeline, system }: Position): Promise<boolean> {
  const { rows } = await client.query<{ isFresh: boolean | null }>(HAS_REACHED, [lsn, timeline, system]);
  return rows[0]?.isFresh === true;
}

/** The rows from the very connection that has reached the position. */
async function answerFrom(client: PoolClient, statement: Statement, at: Position, mayWait: boolean): Promise<Answer> {
  let isFresh = await hasReached(client, at);
  if (!isFresh && mayWait) {
    await sleep(CATCH_UP_MS);
    isFresh = await hasReached(client, at);
  }
  if (!isFresh) return { reason: 'behind' };
  return { rows: (await client.query(statement.sql, [...statement.parameters])).rows };
}

/** One replica, which is left out until it was looked at. `report` receives a line when that changes. */
export function openReplica(url: string, pools: Pools, limits: ReplicaLimits, report: (line: string) => void): Replica {
  const name = replicaName(url);
  const standing = createStanding(name, report);
  let lagMs: number | null = null;
  let running = 0;
  let restUntil = 0;
  /** Ends the reads that wait for a server that is no longer there. */
  let life = new AbortController();

  return {
    name,
    pools,
    get isIn() {
      return standing.isIn;
    },
    get running() {
      return running;
    },
    get lagMs() {
      return lagMs;
    },
    async read(statement, at) {
      const { signal } = life;
      let client: PoolClient | undefined;
      let isBroken = true;
      let stop: (() => void) | undefined;
      running++;
      try {
        client = await pools.connect();
        const lost = new Promise<never>((_, reject) => {
          stop = () => reject(new Error('the replica is lost'));
          if (signal.aborted) stop();
          signal.addEventListener('abort', stop, { once: true });
        });
        const answer = await Promise.race([answerFrom(client, statement, at, lagMs === 0), lost]);
        isBroken = false;
        return answer;
      } catch (error) {
        isBroken = signal.aborted || isServerFault(error);
        if (isEnded(error)) throw error;
        if (isServerFault(error)) {
          restUntil = limits.now() + limits.restMs;
          standing.judge('failed a read');
        }
        return { reason: 'failed' };
      } finally {
        running--;
        if (stop) signal.removeEventListener('abort', stop);
        client?.release(isBroken);
      }
    },
    async look(primary, clock) {
      let replayed: Replayed;
      try {
        replayed = await pools.ask<Replayed>(REPLICA_POSITION);
      } catch {
        lagMs = null;
        standing.judge('does not answer');
        life.abort();
        life = new AbortController();
        return;
      }
      const now = limits.now();
      lagMs = replayed.lsn === null ? null : clock.lagOf(replayed.lsn, now);
      const reason = problemOf(replayed, primary, lagMs ?? 0, limits.maxLagMs);
      if (reason !== null || now >= restUntil) standing.judge(reason);
    },
    async close() {
      life.abort();
      await pools.end();
    },
  };
}
