// What is broken under load, one after the other, and what came of each.
import { setTimeout as sleep } from 'node:timers/promises';
import { callsOf } from './journey';
import type { Load } from './load';
import type { Member } from './member';
import { errorsOf, IN_A_ROW, type Recovery, recoveryOf } from './outcomes';
import { type Cluster, places } from './stack';

export interface Timing {
  /** Load after each fault, in milliseconds. */
  holdMs: number;
  /** How long a process stays away that was killed. */
  awayMs: number;
  /** A recovery that takes longer is a failure. */
  boundMs: number;
  writers: number;
  /** Screens that follow what is written. */
  watchers: number;
  /** Kills at random, in milliseconds; 0 for none. */
  randomMs: number;
  /** Whether the synchronous replica is away for a while too, and a replica of the new primary is made after the failover. */
  isFull: boolean;
}

/** For people: three to five minutes. */
export const LONG: Timing = {
  holdMs: 20_000,
  awayMs: 6_000,
  boundMs: 20_000,
  writers: 20,
  watchers: 8,
  randomMs: 120_000,
  isFull: true,
};
/** For each change: a few seconds a phase. A machine that runs other tests beside it is slow, and its bound says nothing of the product. */
export const SHORT: Timing = {
  holdMs: 1_500,
  awayMs: 1_000,
  boundMs: 60_000,
  writers: 20,
  watchers: 4,
  randomMs: 0,
  isFull: false,
};

export interface PhaseResult extends Recovery {
  name: string;
  calls: number;
  errors: ReturnType<typeof errorsOf>;
  faults: string[];
}

interface Phase {
  name: string;
  /** Breaks something, and where it must be mended by hand, mends it. Returns what is wrong beside errors of calls. */
  act(): Promise<string[]>;
  /** It breaks something all the while: its recovery begins where it ends. */
  isLong?: boolean;
}

/** The last phase. */
export const FAILOVER = 'failover: the primary is killed and the replica promoted';

const LOOK_MS = 50;
const CATCH_UP_MS = 20_000;

async function until(isTrue: () => Promise<boolean>, ms: number): Promise<boolean> {
  for (const end = Date.now() + ms; Date.now() < end; await sleep(LOOK_MS))
    if (await isTrue().catch(() => false)) return true;
  return false;
}

/** A process that was killed is started again, and serves. */
async function killAndStart(
  cluster: Cluster,
  which: 'backends' | 'webs',
  { awayMs, boundMs }: Timing,
): Promise<string[]> {
  const [member] = cluster[which];
  if (!member) return ['there is none'];
  member.kill();
  await sleep(awayMs);
  await member.start();
  if (which === 'webs') return [];
  const before = await callsOf(member);
  const serves = await until(async () => (await callsOf(member)) > before + IN_A_ROW, boundMs);
  return serves ? [] : [`${member.name} is not sent any call after its start`];
}

/** One of each ends as its unit ends it, and starts again, while the other one serves. */
async function update({ backends, webs }: Cluster): Promise<string[]> {
  for (const member of [backends[1], webs[1]]) {
    await member?.stop();
    await member?.start();
  }
  return [];
}

/** Backends and web processes are killed at random, the other one of each serving, and started again. */
async function killAtRandom({ backends, webs }: Cluster, { randomMs, awayMs }: Timing): Promise<string[]> {
  const end = Date.now() + randomMs;
  const killSome = async (members: readonly Member[]) => {
    while (Date.now() < end) {
      const member = members[Math.floor(Math.random() * members.length)];
      await sleep(Math.random() * awayMs);
      member?.kill();
      await sleep(Math.random() * awayMs);
      await member?.start();
      await sleep(awayMs);
    }
  };
  await Promise.all([killSome(backends), killSome(webs)]);
  return [];
}

/** Whether replicas answer reads again. */
async function isReadFrom(cluster: Cluster, ms: number): Promise<string[]> {
  const before = await cluster.replicaReads();
  return (await until(async () => (await cluster.replicaReads()) > before + IN_A_ROW, ms))
    ? []
    : ['the replica is not read from'];
}

/** Writes wait for the replica from now on. */
async function waitForReplica({ primary, query }: Cluster): Promise<string[]> {
  await query(primary, "alter system set synchronous_standby_names = '*'");
  await query(primary, 'select pg_reload_conf()');
  const names = () => query(primary, `select 1 from pg_stat_replication where sync_state = 'sync'`);
  return (await until(async () => (await names()).length > 0, CATCH_UP_MS)) ? [] : ['no write waits for the replica'];
}

/** The primary loses its power, and the replica takes its place. */
async function failOver({ primary, replica, pooler }: Cluster): Promise<string[]> {
  primary.crash();
  await replica.control('promote');
  pooler.point(places(replica, replica));
  return [];
}

/** All phases in their order. After the last the replica is the primary. */
export function phasesOf(cluster: Cluster, timing: Timing): Phase[] {
  const { primary, replica } = cluster;
  return [
    { name: 'nothing is broken', act: () => isReadFrom(cluster, timing.boundMs) },
    {
      name: 'the replica is killed',
      act: async () => (replica.crash() ? [] : ['it did not run']),
    },
    {
      name: 'the replica is back',
      async act() {
        await replica.control('start');
        return isReadFrom(cluster, timing.boundMs);
      },
    },
    {
      name: 'the primary is restarted',
      async act() {
        await primary.control('restart', '-m', 'fast');
        return [];
      },
    },
    { name: 'a backend is killed and started again', act: () => killAndStart(cluster, 'backends', timing) },
    { name: 'a web process is killed and started again', act: () => killAndStart(cluster, 'webs', timing) },
    { name: 'a backend and a web process are restarted, as an update does it', act: () => update(cluster) },
    ...(timing.randomMs > 0
      ? [
          {
            name: 'backends and web processes are killed at random',
            act: () => killAtRandom(cluster, timing),
            isLong: true,
          },
        ]
      : []),
    { name: 'writes wait for the replica', act: () => waitForReplica(cluster) },
    ...(timing.isFull
      ? [
          {
            name: 'the replica that writes wait for is killed and started again',
            async act() {
              replica.crash();
              await sleep(timing.awayMs);
              await replica.control('start');
              return [];
            },
          },
        ]
      : []),
    { name: FAILOVER, act: () => failOver(cluster) },
  ];
}

/** Breaks it under load, and waits until calls succeed again and some time has passed. */
export async function runPhase(load: Load, phase: Phase, timing: Timing): Promise<PhaseResult> {
  const at = Date.now();
  const faults = await phase.act();
  const from = phase.isLong ? Date.now() : at;
  const end = Date.now() + timing.holdMs;
  const late = from + timing.boundMs + timing.holdMs;
  const isSteady = () => recoveryOf(load.outcomes, from).steadyMs !== null;
  while (Date.now() < end || (!isSteady() && Date.now() < late)) await sleep(LOOK_MS);
  const outcomes = load.outcomes.filter(({ began }) => began >= at);
  const recovery = recoveryOf(load.outcomes, from);
  const errors = errorsOf(outcomes);
  for (const { kind, verdict, count } of errors)
    if (verdict === 'unclear') faults.push(`${count} times an error that says nothing: ${kind}`);
  if (recovery.steadyMs === null) faults.push('it has not recovered');
  else if (recovery.steadyMs > timing.boundMs) faults.push(`its recovery took ${recovery.steadyMs} ms`);
  return { name: phase.name, calls: outcomes.length, errors, faults, ...recovery };
}
