// `npm start`: from a fresh clone to a running product. No dependencies: it runs before anything is installed.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chooseEngine } from '../backend/private/choice.mjs';
import { checkNode, fail, install, isFree, MIN_FREE_MB } from './bootstrap.mjs';

/** A program that dies more often than this within the time is not started again. */
const MAX_RESTARTS = 3;
const RESTART_MS = 60_000;
const port = Number(process.env.PORT ?? 3000);
const backendPort = Number(process.env.BACKEND_PORT ?? 8001);
const sandboxPort = Number(process.env.SANDBOX_PORT ?? 8002);
const data = process.env.DATA_DIR ?? './data';
const own = !process.env.UPSTREAM_URL;

const say = (line) => process.stdout.write(`${line}\n`);
function checkFolder() {
  try {
    mkdirSync(data, { recursive: true, mode: 0o700 });
    accessSync(data, constants.W_OK);
    const probe = join(data, '.probe');
    writeFileSync(probe, '1');
    rmSync(probe);
  } catch (error) {
    fail(
      error.code === 'ENOSPC'
        ? `the disk of ${data} is full.`
        : `the folder ${data} cannot be written (${error.code}). Set DATA_DIR to another one.`,
    );
  }
  const { bavail, bsize } = statfsSync(data);
  if ((bavail * bsize) / 2 ** 20 < MIN_FREE_MB) fail(`less than ${MIN_FREE_MB} MB are free on the disk of ${data}.`);
}

/** Secrets are made on the first start and stay in the data folder, readable by its owner only. */
function keys() {
  const path = join(data, 'session-keys');
  if (!existsSync(path))
    writeFileSync(path, `k${Date.now().toString(36)}:${randomBytes(32).toString('base64url')}`, { mode: 0o600 });
  return readFileSync(path, 'utf8').trim();
}

/** Starts a program and waits for its "ready" line; other lines are shown as progress. */
function launch(file, env) {
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  let text = '';
  const ready = new Promise((resolve, reject) => {
    child.stdout.on('data', (part) => {
      text += part;
      const lines = text.split('\n');
      text = lines.pop();
      for (const line of lines) {
        if (line.startsWith('ready ')) resolve();
        else if (line.startsWith('failed ')) reject(new Error(line.slice(7)));
        else if (line.startsWith('seed ')) say(`  demo data: ${line.slice(5)}`);
        else if (line.startsWith('sms ')) say(`  message for ${line.slice(4)}`);
      }
    });
    child.once('exit', (code) => reject(new Error(`stopped with code ${code}`)));
  });
  return { child, ready };
}

const words = (message) =>
  message.startsWith('DATA_IN_USE')
    ? `the data in ${data} are in use by another process (pid ${message.split(' ')[1] ?? 'unknown'}).`
    : message.includes('EADDRINUSE')
      ? `port ${port} or ${backendPort} is in use.`
      : message;

checkNode();
checkFolder();
if (!(await isFree(port))) fail(`port ${port} is in use. Set PORT to another one.`);
if (own && !(await isFree(backendPort))) fail(`port ${backendPort} is in use. Set BACKEND_PORT to another one.`);
/** Our own engine, or the server that DATABASE_URL names. */
function choose() {
  try {
    return chooseEngine(process.env, data);
  } catch (error) {
    return fail(error.message);
  }
}
const choice = own ? choose() : null;
const isDemo = own && choice.engine !== 'server';
install(say);
const { build } = await import('./build.mjs');
try {
  if (await build({ say: (line) => say(line) })) say('built');
} catch (error) {
  fail(error.message);
}

const running = new Map();
const restarts = [];
let stopping = false;
const stop = async (code) => {
  if (stopping) return;
  stopping = true;
  say('stopping');
  for (const child of [...running.values()].toReversed()) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const exit = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await exit;
  }
  process.exit(code);
};
process.on('SIGINT', () => void stop(0));
process.on('SIGTERM', () => void stop(0));

/** Runs a program and starts it again when it dies, unless it keeps dying. */
async function run(name, file, env) {
  const { child, ready } = launch(file, env);
  running.set(name, child);
  await ready;
  child.once('exit', async () => {
    if (stopping) return;
    restarts.push(Date.now());
    if (restarts.filter((at) => at > Date.now() - RESTART_MS).length > MAX_RESTARTS) return stop(1);
    say(`${name} has stopped; starting it again`);
    await run(name, file, env).catch((error) => {
      process.stderr.write(`pahneh: ${words(error.message)}\n`);
      return stop(1);
    });
  });
}

try {
  if (own) {
    say(choice.line);
    if (choice.engine === 'private') await run('the database', 'dist/private.mjs', { DATA_DIR: data });
    // The demo sells its plans for play money; a system with a database of its own names its provider.
    let SANDBOX_URL = process.env.SANDBOX_URL;
    if (isDemo && !SANDBOX_URL && (await isFree(sandboxPort))) {
      await run('the sandbox gateway', 'dist/gateway.mjs', { SANDBOX_PORT: String(sandboxPort) });
      SANDBOX_URL = `http://127.0.0.1:${sandboxPort}`;
    }
    say('starting the backend');
    await run('the backend', 'dist/backend.mjs', {
      BACKEND_PORT: String(backendPort),
      DATA_DIR: data,
      ...(isDemo ? { ENGINE: choice.engine } : {}),
      ...(SANDBOX_URL ? { SANDBOX_URL } : {}),
    });
  }
  say('starting the web server');
  await run('the web server', 'dist/web.mjs', {
    NODE_ENV: 'production',
    DATA_DIR: data,
    PORT: String(port),
    UPSTREAM_URL: process.env.UPSTREAM_URL ?? `http://127.0.0.1:${backendPort}`,
    SESSION_KEYS: process.env.SESSION_KEYS ?? keys(),
    ...(running.has('the sandbox gateway') ? { PAYMENT_GATEWAY: 'sandbox' } : {}),
    // As the backend decides: the demo on this computer is open to anybody, a system with a server only by its operator's word.
    PUBLIC_HOSTS: process.env.PUBLIC_HOSTS ?? (isDemo ? 'localhost,127.0.0.1' : ''),
  });
  say(`\nPahneh runs at http://localhost:${port}`);
  if (isDemo)
    say('Demo sign-ins: superuser, manager, editor, viewer, regional, supervisor. Password for each: Pahneh-1404');
  say('Stop with Ctrl+C.');
} catch (error) {
  if (!stopping) {
    process.stderr.write(`pahneh: ${words(error.message)}\n`);
    await stop(1);
  }
}
