// The whole trial: a cluster, a journey through it, faults under load, and at the end every acknowledged write is looked for.
import { setTimeout as sleep } from 'node:timers/promises';
import { startReplica } from '../postgres.mjs';
import { createLayer, journey } from './journey';
import type { Row } from './ledger';
import { type Load, startLoad } from './load';
import { type PhaseResult, phasesOf, runPhase, type Timing } from './phases';
import type { Programs } from './programs';
import { type Cluster, PEOPLE, places, startCluster } from './stack';
import { ON_SCREEN, lineOf as screenLine, startWatchers } from './watchers';

export interface Trial {
  phases: PhaseResult[];
  /** Writes that were acknowledged. */
  writes: number;
  /** All that is not as it must be; none where the cluster stands. */
  faults: string[];
}

export interface TrialOptions {
  programs: Programs;
  timing: Timing;
  /** Receives what is done, a line at a time. */
  say: (line: string) => void;
  /** Ends it before its time. */
  signal: AbortSignal;
}

const ROWS = `select id::int, value->>'name' as name, value->>'note' as note from record where layer_id = $1 and deleted_at is null`;
const CATCH_UP_MS = 30_000;
const MAX_FAULTS = 10;

const rowsAt = async (cluster: Cluster, server: { url: string }, layer: number) =>
  (await cluster.query(server, ROWS, [layer])) as unknown as Row[];

/** What a screen of the newest records says when it is as the database is. */
async function newestAt(cluster: Cluster, layer: number): Promise<string> {
  const rows = (await rowsAt(cluster, cluster.replica, layer)).toSorted((a, b) => b.id - a.id);
  return rows
    .slice(0, ON_SCREEN)
    .map(({ id, note }) => screenLine(id, note))
    .join('\n');
}

/** Waits until a replica has all that its primary has. */
async function catchUp(cluster: Cluster, primary: { url: string }, replica: { url: string }): Promise<boolean> {
  const [at] = await cluster.query(primary, 'select pg_current_wal_insert_lsn()::text as lsn');
  for (const end = Date.now() + CATCH_UP_MS; Date.now() < end; await sleep(100)) {
    const [row] = await cluster.query(replica, 'select pg_last_wal_replay_lsn() >= $1::pg_lsn as done', [at?.lsn]);
    if (row?.done === true) return true;
  }
  return false;
}

/** Makes a replica of the new primary, tells PgBouncer, and waits until it has everything. */
async function rejoin(cluster: Cluster, load: Load, layer: number): Promise<string[]> {
  const fresh = await startReplica(cluster.replica.url);
  cluster.onStop(() => fresh.stop());
  cluster.pooler.point(places(cluster.replica, fresh));
  const before = await cluster.replicaReads();
  const end = Date.now() + CATCH_UP_MS;
  while ((await cluster.replicaReads()) <= before && Date.now() < end) await sleep(100);
  const isRead = (await cluster.replicaReads()) > before;
  await load.stop();
  if (!(await catchUp(cluster, cluster.replica, fresh))) return ['the new replica does not catch up'];
  const lost = load.ledger.compare(await rowsAt(cluster, fresh, layer));
  return [...(isRead ? [] : ['the new replica is not read from']), ...lost.map((line) => `at the new replica ${line}`)];
}

const lineOf = ({ name, calls, errors, firstMs, steadyMs, faults }: PhaseResult) => {
  const count = errors.reduce((sum, one) => sum + one.count, 0);
  const times = count === 0 ? 'no error' : `${count} errors, first success after ${firstMs} ms, steady after ${steadyMs ?? '-'} ms`; // biome-ignore format: one choice
  return [`${name}: ${calls} calls, ${times}`, ...errors.map((one) => `    ${one.count} x ${one.kind}`), ...faults.map((fault) => `    FAULT ${fault}`)].join('\n'); // biome-ignore format: lines
};

async function runPhases(cluster: Cluster, load: Load, { timing, say, signal }: TrialOptions): Promise<PhaseResult[]> {
  const results: PhaseResult[] = [];
  for (const phase of phasesOf(cluster, timing)) {
    signal.throwIfAborted();
    const result = await runPhase(load, phase, timing);
    say(lineOf(result));
    results.push(result);
  }
  return results;
}

/** Runs it. The cluster is ended in any case, and its folders are removed. */
export async function runTrial(options: TrialOptions): Promise<Trial> {
  const { programs, timing, say, signal } = options;
  const cluster = await startCluster(programs, signal);
  try {
    say('the cluster stands: primary, replica, PgBouncer, store, two backends, two web processes, nginx');
    const browsers = await Promise.all(PEOPLE.map((name) => cluster.signIn(name)));
    const [first] = browsers;
    if (!first) throw new Error('nobody is signed in');
    for (const line of await journey(cluster, first)) say(line);
    const layer = await createLayer(first, 'writers');
    signal.throwIfAborted();
    const load = startLoad(browsers, layer, timing.writers);
    const watchers = startWatchers(cluster, browsers, layer, timing.watchers);
    const faults: string[] = [];
    let phases: PhaseResult[];
    try {
      phases = await runPhases(cluster, load, options);
      if (timing.isFull) faults.push(...(await rejoin(cluster, load, layer)));
      await load.stop();
      const behind = await watchers.settle(() => newestAt(cluster, layer));
      say(`${timing.watchers} screens followed the stream, ${behind.length} of them do not say what the database says`);
      faults.push(...behind);
    } finally {
      await load.stop();
      watchers.stop();
    }
    const lost = load.ledger.compare(await rowsAt(cluster, cluster.replica, layer));
    faults.push(
      ...phases.flatMap((phase) => phase.faults.map((fault) => `${phase.name}: ${fault}`)),
      ...lost,
      ...load.stale,
    );
    say(`${load.ledger.count()} writes were acknowledged, ${lost.length} of them are lost`);
    for (const fault of faults.slice(0, MAX_FAULTS)) say(`FAULT ${fault}`);
    if (faults.length > 0) for (const problem of cluster.problems()) say(`the backends said: ${problem}`);
    return { phases, writes: load.ledger.count(), faults };
  } finally {
    await cluster.stop();
  }
}
