// The files of an embedded database, copied while the product runs on it. All are copied as they are; then the product holds still for
// as long as it takes to copy what has changed meanwhile. It is asked by a socket in the data folder, which is its owner's alone.
import { once } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { createConnection, createServer, type Socket } from 'node:net';
import { dirname, join, relative, resolve } from 'node:path';
import { sql } from 'kysely';
import type { EmbeddedEngine } from '../db/engine';

/** Nobody listens there: no socket, or one that a crash has left. */
const NOBODY = new Set(['ENOENT', 'ECONNREFUSED']);
/** The product waits no longer than this for whoever copies. */
const MAX_STILL_MS = 20_000;
/** What was written to so shortly before it was copied is copied again: clocks of files are coarse. */
const YOUNG_MS = 2_000;
const FILES_AT_A_TIME = 8;
const WORDS = { ready: 'r', hold: 'h' };

/** The shorter way to the socket: the system takes about a hundred bytes. */
function socketOf(dataDir: string): string {
  const path = join(resolve(dataDir), 'backup.sock');
  const near = relative('', path);
  return near.length < path.length ? near : path;
}

/** Lets the database be copied for as long as it runs. The returned function ends that. */
export async function serveCopies(engine: EmbeddedEngine, dataDir: string): Promise<() => Promise<void>> {
  const path = socketOf(dataDir);
  rmSync(path, { force: true });
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    const closed = new Promise<void>((done) => socket.once('close', () => done()));
    void closed.then(() => sockets.delete(socket));
    socket.on('error', () => {});
    const fail = () => socket.destroy();
    // The copy then has little of the log to go through.
    sql`checkpoint`.execute(engine.db).then(() => socket.write(WORDS.ready), fail);
    socket.once('data', () => {
      const still = () => {
        socket.write(WORDS.hold);
        socket.setTimeout(MAX_STILL_MS, fail);
        return closed;
      };
      engine.still(still).catch(fail);
    });
  });
  await new Promise<void>((done, failed) => server.once('error', failed).listen(path, done));
  return () =>
    new Promise((done) => {
      server.close(() => done());
      for (const socket of sockets) socket.destroy();
    });
}

/** What a copy of a file was made from; a file that is the same there is not copied again. */
type Copied = Map<string, string>;

/** Copies what is not in `copied` as it is now, and takes away what is there no more. */
async function copyChanged(from: string, to: string, copied: Copied): Promise<void> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  const present = new Set<string>();
  const left = [...entries];
  const work = async () => {
    for (let entry = left.pop(); entry; entry = left.pop()) {
      const source = join(entry.parentPath, entry.name);
      const path = relative(from, source);
      present.add(path);
      if (entry.isDirectory()) await mkdir(join(to, path), { recursive: true });
      if (!entry.isFile()) continue;
      try {
        const { mtimeMs, size } = await stat(source);
        const mark = `${mtimeMs} ${size}`;
        if (copied.get(path) === mark) continue;
        await mkdir(dirname(join(to, path)), { recursive: true });
        await copyFile(source, join(to, path));
        if (Date.now() - mtimeMs > YOUNG_MS) copied.set(path, mark);
        else copied.delete(path);
      } catch (error) {
        // Taken away meanwhile.
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
        present.delete(path);
      }
    }
  };
  await Promise.all(Array.from({ length: FILES_AT_A_TIME }, work));
  for (const path of readdirSync(to, { recursive: true, encoding: 'utf8' }))
    if (!present.has(path)) await rm(join(to, path), { recursive: true, force: true });
}

/** Copies the folder of the running product's database as it is at one moment; false where no product runs on it. */
export async function copyRunning(dataDir: string, to: string): Promise<boolean> {
  const socket = createConnection(socketOf(dataDir));
  const closed = new Promise<never>((_, failed) =>
    socket.once('close', () => failed(new Error('the running product has ended the backup'))),
  );
  closed.catch(() => {});
  try {
    await Promise.race([once(socket, 'data'), closed]);
  } catch (error) {
    if (NOBODY.has((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
  try {
    const from = join(dataDir, 'db');
    const copied: Copied = new Map();
    await mkdir(to, { recursive: true, mode: 0o700 });
    await copyChanged(from, to, copied);
    // What changed while so much was copied is less already.
    await copyChanged(from, to, copied);
    socket.write(WORDS.hold);
    await Promise.race([once(socket, 'data'), closed]);
    await Promise.race([copyChanged(from, to, copied), closed]);
    return true;
  } finally {
    socket.destroy();
  }
}
