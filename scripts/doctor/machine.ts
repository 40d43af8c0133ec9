// What the computer itself must give: Node, a folder with room, keys that nobody else reads, and ports.
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';
import { lockHolder } from '../../backend/folder-lock';
import { isFree, MIN_FREE_MB } from '../bootstrap.mjs';
import { type Finding, fail, messageOf, ok, warn } from './finding';

const MEGABYTE = 2 ** 20;
/** Megabytes that imports of the largest allowed file want. */
const WANTED_FREE_MB = 5_000;
const ASK_MS = 3_000;
/** Permission bits of everybody but the owner. */
const OTHERS = 0o077;

/** `range` as package.json's engines say it: ">=20.9". */
export function checkNode(version: string, range: string): Finding {
  const parts = (text: string) =>
    text
      .replace(/[^\d.]/g, '')
      .split('.')
      .map(Number);
  const [major = 0, minor = 0] = parts(version);
  const [needMajor = 0, needMinor = 0] = parts(range);
  const isOld = major < needMajor || (major === needMajor && minor < needMinor);
  return isOld
    ? fail('node', `Node ${version}`, `install Node ${range.slice(2)} or newer`)
    : ok('node', `Node ${version}`);
}

/** Days of the organisations are those of Tehran, sorted and written by ICU. */
export function checkCalendar(): Finding {
  const nowruz = new Date('2026-03-20T20:30:00Z');
  const day = new Intl.DateTimeFormat('en-u-ca-persian-nu-latn', { timeZone: 'Asia/Tehran' }).format(nowruz);
  return day.startsWith('1/1/1405')
    ? ok('calendar', 'knows Tehran and the Persian calendar')
    : fail('calendar', `reads Nowruz 1405 as ${day}`, 'use a Node with full ICU and current time zones');
}

/** The data folder can be written and has room. A folder that is not there yet is made, as the product itself would. */
export function checkFolder(dataDir: string, freeMb?: number): Finding {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const probe = join(dataDir, `.probe-${randomUUID()}`);
    writeFileSync(probe, '1');
    rmSync(probe);
  } catch (error) {
    return fail(
      'disk',
      `${dataDir}: ${messageOf(error)}`,
      'let this user write there, or set DATA_DIR to another folder',
    );
  }
  const { bavail, bsize } = statfsSync(dataDir);
  const free = Math.floor(freeMb ?? (bavail * bsize) / MEGABYTE);
  const text = `${free} MB free in ${dataDir}`;
  if (free < MIN_FREE_MB) return fail('disk', text, `make room: below ${MIN_FREE_MB} MB the product does not start`);
  return free < WANTED_FREE_MB ? warn('disk', text, 'make room before large files are imported') : ok('disk', text);
}

/** Keys in the data folder are for their owner alone. */
export function checkKeys(dataDir: string, env: Record<string, string | undefined>): Finding[] {
  const files = ['session-keys', 'secret.key'].map((name) => join(dataDir, name)).filter((path) => existsSync(path));
  const open = files.filter((path) => (statSync(path).mode & OTHERS) !== 0);
  const findings = open.map((path) => fail('keys', `${path} can be read by others`, `chmod 600 ${path}`));
  if (env.DATABASE_URL && !env.SECRET_KEY)
    findings.push(
      warn(
        'keys',
        'SECRET_KEY is not set',
        'set it to the same 32 bytes in base64 for every backend; `openssl rand -base64 32`',
      ),
    );
  if (findings.length > 0) return findings;
  return [
    ok(
      'keys',
      files.length > 0 ? `${files.length} files, readable by their owner alone` : 'none yet, made at the start',
    ),
  ];
}

/** Whether what listens on a port gives `path` of a host out as this product does. */
async function isOurs(port: number, path: string, host: string): Promise<boolean> {
  try {
    const { statusCode, body } = await request(`http://127.0.0.1:${port}${path}`, {
      headers: { host },
      headersTimeout: ASK_MS,
      bodyTimeout: ASK_MS,
    });
    const text = await body.text();
    return statusCode === 200 && text.startsWith('{');
  } catch {
    return false;
  }
}

/** A port is free, or our own program has it. `path` is what only that program gives out, to those who ask for a `host` that it serves. */
export async function checkPort(name: string, port: number, path: string, host = 'localhost'): Promise<Finding> {
  if (await isFree(port)) return ok('ports', `${name} ${port} is free`);
  if (await isOurs(port, path, host)) return ok('ports', `${name} ${port} is this product, running`);
  return fail('ports', `${name} ${port} is in use by another program`, `end it, or set ${name} to another port`);
}

/** Our own database: which, who has it open, and how large it is. It is not opened, so a running product is not disturbed. */
export function checkOwnDatabase(dataDir: string, engine: 'embedded' | 'private', bytes: number): Finding {
  const holder = lockHolder(dataDir);
  const size = `${engine === 'embedded' ? 'built-in' : 'a private PostgreSQL'}, ${Math.round(bytes / MEGABYTE)} MB`;
  return ok('database', holder === null ? `${size}, not running` : `${size}, open in process ${holder}`);
}

/** The programs are built from the sources that lie here. */
export function checkBuild(root = '.'): Finding {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const isBuilt = ['dist/backend.mjs', 'dist/web.mjs', '.next/pahneh-stamp'].every((path) =>
    existsSync(join(root, path)),
  );
  return isBuilt
    ? ok('build', `version ${version} is built`)
    : warn('build', `version ${version} is not built`, 'npm run build, or let npm start do it');
}
