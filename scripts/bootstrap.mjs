// What every program of ours needs first: a Node that is new enough and the packages. No dependencies of its own.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';

const MIN_NODE = [20, 9];
/** Megabytes below which the product does not start. */
export const MIN_FREE_MB = 600;

/** Ends the process with one line. */
export function fail(line) {
  process.stderr.write(`pahneh: ${line}\n`);
  process.exit(1);
}

export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < MIN_NODE[0] || (major === MIN_NODE[0] && minor < MIN_NODE[1]))
    fail(`Node ${MIN_NODE.join('.')} or newer is needed; this is ${process.versions.node}.`);
}

/** Installs the packages of the lock file unless they are there. */
export function install(say = console.log) {
  const stamp = 'node_modules/.package-lock.json';
  if (existsSync(stamp) && statSync(stamp).mtimeMs >= statSync('package-lock.json').mtimeMs) return;
  say('installing packages (a minute or two)');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const run = spawnSync(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (run.status !== 0) fail('the packages could not be installed; see the lines above.');
}

/**
 * Whether nothing listens on a port of this computer.
 * @param {number} port
 * @returns {Promise<boolean>}
 */
export const isFree = (port) =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
