// A private PostgreSQL cluster in a folder: made once, reached by a socket in a folder of its owner's alone, ended with whoever opened it.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, chownSync, closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'; // biome-ignore format: one line
import { totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { Config } from '../config';
import { lockFolder, lockHolder } from '../folder-lock';
import { clusterOf, privateHome, socketsOf, urlOf } from './choice.mjs';
import { findPostgres, passes, postgresUser } from './programs.mjs';

/** How long a server's clients may take to leave before it ends them, and it itself before it is ended. */
const LEAVE_MS = 12_000;
const END_MS = 30_000;
const POLL_MS = 50;
const LOG_TAIL = 1000;
const MEGABYTE = 2 ** 20;
const MAX_BUFFERS_MB = 256;
/** Of the memory of a computer, one part in so many is the server's own at most. */
const MEMORY_PART = 8;
/** Bits of a folder's mode by which its group passes through it. */
const GROUP_PASSES = 0o010;

export interface Cluster {
  url: string;
  /** Settles when the server has ended, whoever ended it. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

/** The word by which the server of a folder and all its processes are known in the list of processes. */
const tagOf = (home: string) => `pahneh-${createHash('sha256').update(home).digest('hex').slice(0, 16)}`;

/** What the kernel tells of a process; '' for one that has ended. */
const read = (pid: string, what: string) => {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8');
  } catch {
    return '';
  }
};

/** All processes of the server of a folder. A file with a number says little: after a crash another process may have that number. */
const processesOf = (home: string): number[] =>
  readdirSync('/proc')
    .filter(
      (pid) => /^\d+$/.test(pid) && read(pid, 'comm') === 'postgres\n' && read(pid, 'cmdline').includes(tagOf(home)),
    )
    .map(Number);

const signal = (pid: number, name: NodeJS.Signals) => {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended meanwhile.
  }
};

/** Waits until nothing of a server is left; false where something is after the time. */
async function hasLeft(home: string, ms: number): Promise<boolean> {
  for (const until = Date.now() + ms; processesOf(home).length > 0; await setTimeout(POLL_MS))
    if (Date.now() > until) return false;
  return true;
}

/** Ends the server of a folder that somebody has left behind, and what is left of one that was killed. */
export async function endServer(home: string): Promise<void> {
  const first = Number(existsSync(join(clusterOf(home), 'postmaster.pid')) && readFileSync(join(clusterOf(home), 'postmaster.pid'), 'utf8').split('\n')[0]); // biome-ignore format: one line
  const running = processesOf(home);
  if (running.includes(first)) signal(first, 'SIGINT');
  // Without their first process the others leave by themselves; one that is busy does not see it.
  else for (const pid of running) signal(pid, 'SIGQUIT');
  if (!(await hasLeft(home, END_MS))) for (const pid of processesOf(home)) signal(pid, 'SIGKILL');
  if (!(await hasLeft(home, END_MS))) throw new Error(`the PostgreSQL of ${home} cannot be ended`);
  rmSync(join(clusterOf(home), 'postmaster.pid'), { force: true });
  rmSync(socketsOf(home), { recursive: true, force: true });
}

/** Makes the folders, which are the server's user's alone; where that is another one, its group may pass through the one above. */
function makeFolders(home: string, { uid, gid }: { uid?: number; gid?: number }): void {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  mkdirSync(socketsOf(home), { mode: 0o700 });
  for (const folder of [home, socketsOf(home)]) {
    if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
    chmodSync(folder, 0o700);
  }
  if (uid === undefined || gid === undefined) return;
  if (passes(home, { uid, gid })) return;
  const above = dirname(home);
  chownSync(above, statSync(above).uid, gid);
  chmodSync(above, statSync(above).mode | GROUP_PASSES);
}

const logOf = (home: string) => join(home, 'log');

const optionsOf = (home: string) => {
  const buffers = Math.min(MAX_BUFFERS_MB, Math.floor(totalmem() / MEGABYTE / MEMORY_PART));
  const settings = [
    `cluster_name=${tagOf(home)}`,
    // No port at all: nothing to collide, nothing to reach from outside.
    'listen_addresses=',
    `unix_socket_directories=${socketsOf(home)}`,
    'unix_socket_permissions=0700',
    `shared_buffers=${buffers}MB`,
    'max_locks_per_transaction=1024',
  ];
  return ['-D', clusterOf(home), '-p', '5432', ...settings.flatMap((setting) => ['-c', setting])];
};

/** Waits until the server answers. Throws its last words where it ends instead. */
async function answers(home: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    const client = new pg.Client({ connectionString: urlOf(home) });
    try {
      await client.connect();
      return await client.end();
    } catch {
      await setTimeout(POLL_MS);
    }
  }
  throw new Error(
    `the private PostgreSQL has not started: ${readFileSync(logOf(home), 'utf8').trim().slice(-LOG_TAIL)}`,
  );
}

/**
 * Starts the cluster of a folder, a new one where there is none. What a crash has left there is cleared first. Whoever calls holds the
 * data folder's lock.
 */
export async function startCluster(home: string): Promise<Cluster> {
  const bin = findPostgres();
  const user = postgresUser();
  if (!bin || !user) throw new Error('no PostgreSQL 15 or newer with PostGIS was found');
  await endServer(home);
  makeFolders(home, user);
  if (!existsSync(clusterOf(home))) {
    // Under another name until it is whole.
    for (const name of readdirSync(home)) if (name.endsWith('.part')) rmSync(join(home, name), { recursive: true, force: true }); // biome-ignore format: one line
    const part = `${clusterOf(home)}.${process.pid}.part`;
    const words = [
      '-D',
      part,
      '-U',
      'pahneh',
      '--auth-local=trust',
      '--auth-host=reject',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
    ];
    const initdb = spawnSync(join(bin, 'initdb'), words, { encoding: 'utf8', cwd: home, ...user });
    if (initdb.status !== 0) throw new Error(`initdb: ${initdb.error?.message ?? initdb.stderr}`);
    renameSync(part, clusterOf(home));
  }
  const log = openSync(logOf(home), 'w', 0o600);
  // A session of its own: Ctrl+C of the terminal ends us, and we end it last.
  const child = spawn(join(bin, 'postgres'), optionsOf(home), { cwd: home, detached: true, stdio: ['ignore', log, log], ...user }); // biome-ignore format: one line
  closeSync(log);
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const endAtOnce = () => child.kill('SIGINT');
  process.once('exit', endAtOnce);
  void ended.then(() => process.off('exit', endAtOnce));
  await answers(home, child);
  return {
    url: urlOf(home),
    ended,
    async stop() {
      const after = async (ms: number, name: NodeJS.Signals) => {
        await Promise.race([ended, setTimeout(ms, null, { ref: false })]);
        child.kill(name);
      };
      child.kill('SIGTERM');
      await after(LEAVE_MS, 'SIGINT');
      await after(END_MS, 'SIGQUIT');
      await ended;
      rmSync(socketsOf(home), { recursive: true, force: true });
    },
  };
}

/**
 * Has a private cluster run for a program of the command line, where the settings name one: that of the running product, or for the time
 * being. The returned function ends what was started.
 */
export async function joinCluster({
  engine,
  dataDir,
}: Pick<Config, 'engine' | 'dataDir'>): Promise<() => Promise<void>> {
  if (engine !== 'private' || lockHolder(dataDir) !== null) return async () => {};
  const unlock = lockFolder(dataDir);
  try {
    const { stop } = await startCluster(privateHome(dataDir));
    return () => stop().finally(unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}
