// All replicas of the database: looks after them, and chooses one that has all that was committed before the question.
import type { PoolLoad } from '../engine';
import { withoutScope } from '../scope';
import { lagClock, type Position, PRIMARY_POSITION, sharedQuestion } from './position';
import { openReplica, type Pools, REPLICA_LIMITS, type Replica, type ReplicaLimits, type Statement } from './replica';

/** Why the primary answered: no replica is well, all are busy, behind, failed, or the primary's own position was not to be had. */
export type PrimaryReason = 'none' | 'busy' | 'behind' | 'failed' | 'position';

export interface ReplicaState {
  name: string;
  isIn: boolean;
  /** Milliseconds behind the primary; null where it does not answer. */
  lagMs: number | null;
  /** Statements that it answered. */
  reads: number;
}

export interface Replicas {
  /** The answer of a replica; null where the primary must give it. */
  read(statement: Statement): Promise<{ rows: unknown[] } | null>;
  states(): ReplicaState[];
  /** Reads that a replica might have answered and the primary did. */
  primaryReads(): Record<PrimaryReason, number>;
  pools(): PoolLoad[];
  close(): Promise<void>;
}

export interface ReplicaOptions {
  urls: readonly string[];
  primary: Pools;
  openPools: (url: string) => Pools;
  /** Receives a line when one is left out or taken back. */
  report?: ((line: string) => void) | undefined;
  limits?: Partial<ReplicaLimits> | undefined;
}

/** Looks at each of them again and again, until it is stopped. */
function watchReplicas(replicas: Replica[], position: () => Promise<Position>, { now, lookMs }: ReplicaLimits) {
  const clock = lagClock();
  const looks = new Map<Replica, Promise<void>>();
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
    // Without the primary's position nobody can say how far behind a replica is, and no replica is read from.
    const at = await position().catch(() => null);
    if (!at) return;
    clock.mark(at.lsn, now());
    // One that is silent for seconds holds up no look at the others.
    for (const replica of replicas)
      if (!looks.has(replica))
        looks.set(
          replica,
          withoutScope(() => replica.look(at, clock)).finally(() => looks.delete(replica)),
        );
  }

  const lookAgain = () => {
    looking = look().then(() => {
      if (!isStopped) timer = setTimeout(lookAgain, lookMs).unref();
    });
  };
  lookAgain();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await looking;
      await Promise.all(looks.values());
    },
  };
}

/** Opens all replicas; each is read from when it was looked at. */
export function openReplicas({ urls, primary, openPools, report = () => {}, limits }: ReplicaOptions): Replicas {
  const all = { ...REPLICA_LIMITS, ...limits };
  const replicas = urls.map((url) => openReplica(url, openPools(url), all, report));
  const reads = new Map<Replica, number>(replicas.map((replica) => [replica, 0]));
  const primaryReads: Record<PrimaryReason, number> = { none: 0, busy: 0, behind: 0, failed: 0, position: 0 };
  // Many wait for one answer: no caller who leaves may end it.
  const position = sharedQuestion(() => withoutScope(() => primary.ask<Position>(PRIMARY_POSITION)));

  const give = (reason: PrimaryReason) => {
    primaryReads[reason]++;
    return null;
  };
  /** The least busy first, and of equals the one that has answered least. */
  const inTurn = (of: Replica[]) =>
    of.sort((a, b) => a.running - b.running || (reads.get(a) ?? 0) - (reads.get(b) ?? 0));
  const watch = watchReplicas(replicas, position, all);

  return {
    async read(statement) {
      const usable = replicas.filter((replica) => replica.isIn);
      if (usable.length === 0) return give('none');
      const at = await position().catch(() => null);
      if (!at) return give('position');
      let reason: PrimaryReason = 'busy';
      for (const replica of inTurn(usable)) {
        if (!replica.isIn || replica.pools.isFull()) continue;
        const answer = await replica.read(statement, at);
        if ('rows' in answer) {
          reads.set(replica, (reads.get(replica) ?? 0) + 1);
          return answer;
        }
        reason = answer.reason;
        if (reason === 'failed') break;
      }
      return give(reason);
    },
    states: () =>
      replicas.map((replica) => ({
        name: replica.name,
        isIn: replica.isIn,
        lagMs: replica.lagMs,
        reads: reads.get(replica) ?? 0,
      })),
    primaryReads: () => ({ ...primaryReads }),
    pools: () =>
      replicas.flatMap(({ name, pools }) =>
        pools.load().map(({ pool, ...load }) => ({ pool: `${pool} of ${name}`, ...load })),
      ),
    async close() {
      await watch.stop();
      await Promise.all(replicas.map((replica) => replica.close()));
    },
  };
}
