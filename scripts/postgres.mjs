// A private PostgreSQL cluster from the host's binaries: for `npm run postgres`, and for tests on the server engine.
import { spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findPostgres, postgresUser } from '../backend/private/programs.mjs';

export { findPostgres };

/** Characters of a server's log that are told where it does not do what it should. */
const LOG_TAIL = 1000;

/**
 * A port of this computer that nobody uses.
 * @returns {Promise<number>}
 */
export const freePort = () =>
  new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });

/** A folder for a cluster, and a way to run PostgreSQL's programs there. They refuse to run as root: then they run as their own user. */
function prepare(folder) {
  const bin = findPostgres();
  if (!bin) throw new Error('no PostgreSQL 15 or newer with PostGIS was found');
  const user = postgresUser();
  if (!user) throw new Error('PostgreSQL cannot run as root, and there is no user "postgres"');
  const home = folder ? resolve(folder) : mkdtempSync(join(tmpdir(), 'pahneh-pg-'));
  mkdirSync(home, { recursive: true });
  if (user.uid !== undefined) chownSync(home, user.uid, user.gid);
  const run = (program, args) => {
    const done = spawnSync(join(bin, program), args, { encoding: 'utf8', cwd: home, ...user });
    if (done.status !== 0) throw new Error(`${program}: ${done.stderr || done.stdout}`);
  };
  const logOf = () => (existsSync(join(home, 'log')) ? readFileSync(join(home, 'log'), 'utf8').slice(-LOG_TAIL) : '');
  /** The same without a stop of this process; what it prints goes nowhere, since the server would hold the other end. */
  const runBeside = (program, args) =>
    new Promise((done, fail) => {
      const child = spawn(join(bin, program), args, { cwd: home, stdio: 'ignore', ...user });
      child.once('error', fail);
      child.once('exit', (code) =>
        code === 0 ? done() : fail(new Error(`${program} ended with ${code}\n${logOf()}`)),
      );
    });
  return { home, data: join(home, 'cluster'), run, runBeside };
}

/** The first process of the server of a folder; null where none runs. */
function serverOf(data) {
  try {
    const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
    process.kill(pid, 0);
    return pid;
  } catch {
    return null;
  }
}

/** State and parent of a process, as the kernel lists them; null where it has ended. */
function lookUp(pid) {
  try {
    const [state, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ');
    return { state, parent: Number(parent) };
  } catch {
    return null;
  }
}

/** Ends a server and all its processes at once, as a computer that loses its power; false where it does not run. */
function crash(data) {
  const first = serverOf(data);
  if (first === null) return false;
  // Held still first: a process that it begins meanwhile would live on, and hold the memory of the others.
  process.kill(first, 'SIGSTOP');
  while (!'TZ'.includes(lookUp(first)?.state ?? 'Z'));
  const children = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && lookUp(pid)?.parent === first);
  for (const pid of [first, ...children.map(Number)]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
  }
  // What has just been killed is still listed for a moment, and its files would seem to be those of a server that runs.
  rmSync(join(data, 'postmaster.pid'), { force: true });
  const home = dirname(data);
  for (const name of readdirSync(home)) if (name.startsWith('.s.PGSQL')) rmSync(join(home, name), { force: true });
  return true;
}

/** What a test may do to a running server without waiting for it: `control` are the acts of pg_ctl. */
const handles = ({ home, data, runBeside }, port, isKept) => ({
  crash: () => crash(data),
  /** @param {string[]} act */
  control: (...act) =>
    runBeside('pg_ctl', [
      '-D',
      data,
      '-w',
      ...(act[0] === 'start' ? ['-o', optionsOf(home, port, isKept), '-l', join(home, 'log')] : []),
      ...act,
    ]),
});

const KEPT = '-c shared_buffers=256MB';
/**
 * Each connection is a process that maps the shared pages for itself: a temporary cluster, which has many of them for short, has few pages.
 * Nor need its rows outlive the computer.
 */
const TEMPORARY = '-c shared_buffers=64MB -c wal_buffers=512kB -c fsync=off';
const optionsOf = (home, port, isKept) =>
  `-p ${port} -k ${home} -c listen_addresses=127.0.0.1 -c max_locks_per_transaction=1024 ${isKept ? KEPT : TEMPORARY}`;
const urlOf = (port) => `postgres://pahneh@127.0.0.1:${port}/postgres`;

/** Starts a cluster in `folder` (a temporary one when left out, which `stop` removes). */
export async function startPostgres({ folder, port } = {}) {
  const place = prepare(folder);
  const { home, data, run } = place;
  const at = port ?? (await freePort());
  if (!existsSync(join(data, 'PG_VERSION')))
    run('initdb', [
      '-D',
      data,
      '-U',
      'pahneh',
      '--auth=trust',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
      ...(folder ? [] : ['--no-sync']),
    ]);
  run('pg_ctl', ['-D', data, '-o', optionsOf(home, at, Boolean(folder)), '-l', join(home, 'log'), '-w', 'start']);
  return {
    url: urlOf(at),
    ...handles(place, at, Boolean(folder)),
    stop() {
      if (serverOf(data)) run('pg_ctl', ['-D', data, '-m', 'fast', '-w', 'stop']);
      if (!folder) rmSync(home, { recursive: true, force: true });
    },
  };
}

/** The cluster at `url` in a temporary folder. */
function copyCluster(url, ...more) {
  const place = prepare();
  place.run('pg_basebackup', ['-D', place.data, '-d', url, ...more, '-X', 'stream', '-c', 'fast', '--no-sync']);
  return place;
}
function removeCopy({ home, data, run }) {
  if (serverOf(data)) run('pg_ctl', ['-D', data, '-w', '-m', 'immediate', 'stop']);
  rmSync(home, { recursive: true, force: true });
}

/**
 * Copies the cluster at `url` into a temporary folder and starts it as a streaming replica. `kill` ends it as a power failure would,
 * `start` brings it back, `promote` makes a primary of it.
 */
export async function startReplica(url) {
  const place = copyCluster(url, '-R');
  const { home, data, run } = place;
  const port = await freePort();
  const control = (...args) => run('pg_ctl', ['-D', data, '-w', ...args]);
  const start = () => control('-o', optionsOf(home, port, false), '-l', join(home, 'log'), 'start');
  start();
  return {
    url: urlOf(port),
    ...handles(place, port, false),
    start,
    kill: () => control('-m', 'immediate', 'stop'),
    promote: () => control('promote'),
    stop: () => removeCopy(place),
  };
}

/**
 * Has a running cluster copy every piece of its log into a folder, from a restart on.
 * @param {{ archive: string, control: (...act: string[]) => Promise<void>, ask: (statement: string) => Promise<unknown> }} cluster
 */
export async function archiveLog({ archive, control, ask }) {
  mkdirSync(archive, { recursive: true });
  // PostgreSQL writes there as its own user.
  chmodSync(archive, 0o777);
  await ask("alter system set archive_mode = 'on'");
  await ask(`alter system set archive_command = 'cp %p ${archive}/%f'`);
  await control('restart');
}

/** Copies the cluster at `url` into a temporary folder, from where `startAt` starts it as it was at a moment (ISO), by what is in `archive`. */
export async function takeBase(url) {
  const { home, data, run } = copyCluster(url);
  return {
    async startAt(moment, archive) {
      const port = await freePort();
      appendFileSync(
        join(data, 'postgresql.auto.conf'),
        `archive_mode = 'off'\nrestore_command = 'cp ${archive}/%f %p'\nrecovery_target_time = '${moment}'\nrecovery_target_action = 'promote'\n`,
      );
      writeFileSync(join(data, 'recovery.signal'), '');
      run('pg_ctl', ['-D', data, '-w', '-o', optionsOf(home, port, false), '-l', join(home, 'log'), 'start']);
      return urlOf(port);
    },
    stop: () => removeCopy({ home, data, run }),
  };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const cluster = await startPostgres({
    folder: join(process.env.DATA_DIR ?? './data', 'postgres'),
    port: Number(process.env.PGPORT ?? 5433),
  });
  console.log(`DATABASE_URL=${cluster.url}\nStop with Ctrl+C.`);
  const stop = () => {
    cluster.stop();
    process.exit(0);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  setInterval(() => {}, 1 << 30);
}
