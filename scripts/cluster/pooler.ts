// PgBouncer as docs/scaling.md sets it up, in a folder of its own on the loopback; where its databases are may change while it runs.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../postgres.mjs';

/** The settings of docs/scaling.md, a line each. */
export const poolerSettings = (): string[] =>
  /```\n(ignore_startup_parameters = [\s\S]*?)\n\n/.exec(readFileSync('docs/scaling.md', 'utf8'))?.[1]?.split('\n') ??
  [];

/** Whether this computer has it. */
export const hasPooler = (): boolean => spawnSync('pgbouncer', ['--version']).status === 0;

export interface PoolerOptions {
  /** An existing folder for its files. */
  folder: string;
  name?: string;
  user: string;
  /** Database of the pooler ("*" for any) to where it is, in PgBouncer's words. */
  databases: Record<string, string>;
  /** Lines of settings besides addresses and the kind of pooling. */
  settings: readonly string[];
}

export interface Pooler {
  port: number;
  /** Points databases elsewhere, as an operator does after a failover: a changed file and a signal. */
  point(databases: Record<string, string>): void;
  process: ChildProcess;
}

const START_MS = 10_000;
const LOOK_MS = 20;

/** Whether somebody listens at a port of the loopback. */
export const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/** Waits until somebody listens there; throws after ten seconds. */
export async function waitForPort(port: number, name: string): Promise<void> {
  for (const end = Date.now() + START_MS; !(await isListening(port)); await sleep(LOOK_MS))
    if (Date.now() > end) throw new Error(`${name} does not listen`);
}

/** Starts one that pools by transaction and trusts `user`. */
export async function startPooler({
  folder,
  name = 'pooler',
  user,
  databases,
  settings,
}: PoolerOptions): Promise<Pooler> {
  const port = await freePort();
  const [file, users] = [join(folder, `${name}.ini`), join(folder, `${name}.users`)];
  const point = (of: Record<string, string>) =>
    writeFileSync(
      file,
      [
        '[databases]',
        ...Object.entries(of).map(([database, place]) => `${database} = ${place}`),
        '[pgbouncer]',
        'listen_addr = 127.0.0.1',
        `listen_port = ${port}`,
        'unix_socket_dir =',
        'auth_type = trust',
        `auth_file = ${users}`,
        'pool_mode = transaction',
        ...settings,
        '',
      ].join('\n'),
    );
  writeFileSync(users, `"${user}" ""\n`);
  point(databases);
  for (const path of [folder, file, users]) chmodSync(path, 0o755);
  // It refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  const child = spawn('pgbouncer', [...(isRoot ? ['-u', 'nobody'] : []), file], { stdio: 'ignore' });
  await waitForPort(port, 'PgBouncer');
  return {
    port,
    process: child,
    point(of) {
      point(of);
      child.kill('SIGHUP');
    },
  };
}
