// Everything in one folder: the database, the kept files and the keys, with a hash for each file and a sum for each table.
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { copyFile, cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Config } from '../config';
import { openEmbedded } from '../db/embedded';
import type { Engine } from '../db/engine';
import { openServer } from '../db/server';
import { dumpEmbedded, dumpServer, EMBEDDED_DUMP, restoreServer, sessionOf, sumsOf } from './dump';

type Settings = Pick<Config, 'databaseUrl' | 'dataDir'>;

const Manifest = z.object({
  format: z.literal(1),
  engine: z.enum(['embedded', 'server']),
  date: z.string(),
  /** Rows and a sum over the text of all of them, by table. */
  tables: z.record(z.string(), z.object({ rows: z.number(), sum: z.string() })),
  /** SHA-256 by path within the backup. */
  files: z.record(z.string(), z.string()),
});
export type Manifest = z.infer<typeof Manifest>;

const MANIFEST = 'manifest.json';
/** What is kept of the data folder beside the database: files of records and layers, and the keys that were made there. */
const KEYS = ['session-keys', 'secret.key'];
const KEPT = ['storage', ...KEYS];

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((e) => e.isFile())
    .map((e) => relative(folder, join(e.parentPath, e.name)))
    .sort();
}

const sizeOf = (path: string): Promise<number | null> =>
  stat(path).then(
    ({ size }) => size,
    () => null,
  );

/** Copies what is not there yet in its length. A whole file never changes; one that is deleted meanwhile is passed over. */
async function copyNew(from: string, to: string): Promise<void> {
  for (const path of await filesIn(from)) {
    const target = join(to, path);
    const size = await sizeOf(join(from, path));
    if (size === null || (await sizeOf(target)) === size) continue;
    await mkdir(dirname(target), { recursive: true });
    await copyFile(join(from, path), target).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
}

/**
 * Writes a backup into a new folder, which appears only when it is whole. The product may run meanwhile: the backup is of one moment, with all
 * the files that it names. Throws DATA_IN_USE where a program of the command line has the embedded database open.
 */
export async function backup(settings: Settings, target: string, now = new Date()): Promise<Manifest> {
  if (existsSync(target)) throw new Error(`${target} exists already`);
  const part = `${target}.part`;
  await rm(part, { recursive: true, force: true });
  await mkdir(part, { recursive: true, mode: 0o700 });
  try {
    const { databaseUrl, dataDir } = settings;
    const copyFiles = async () => {
      const storage = join(dataDir, 'storage');
      if (existsSync(storage)) await copyNew(storage, join(part, 'data', 'storage'));
    };
    // Before, so that there is little left to copy at the moment that the backup is of.
    await copyFiles();
    const tables = await (databaseUrl
      ? dumpServer(databaseUrl, part, copyFiles)
      : dumpEmbedded(dataDir, part, copyFiles));
    for (const name of KEYS)
      if (existsSync(join(dataDir, name))) await cp(join(dataDir, name), join(part, 'data', name), { recursive: true });
    const files: Manifest['files'] = {};
    for (const path of await filesIn(part)) files[path] = await hashOf(join(part, path));
    const engine = databaseUrl ? 'server' : 'embedded';
    const manifest: Manifest = { format: 1, engine, date: now.toISOString(), tables, files };
    await writeFile(join(part, MANIFEST), JSON.stringify(manifest, null, 2), { mode: 0o600 });
    await rename(part, target);
    return manifest;
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw error;
  }
}

/** Reads a backup's list and checks every file against it. Throws the first that differs. */
export async function verify(source: string): Promise<Manifest> {
  const manifest = Manifest.parse(JSON.parse(await readFile(join(source, MANIFEST), 'utf8')));
  for (const [path, hash] of Object.entries(manifest.files))
    if (!existsSync(join(source, path)) || (await hashOf(join(source, path))) !== hash)
      throw new Error(`${path} is damaged or missing`);
  return manifest;
}

/** Puts a backup into an empty place, and compares every table with what was backed up. Nothing is written over. */
export async function restore(settings: Settings, source: string): Promise<Manifest> {
  const manifest = await verify(source);
  const { databaseUrl, dataDir } = settings;
  if ((manifest.engine === 'server') !== (databaseUrl !== null))
    throw new Error(`the backup is of the ${manifest.engine} engine: ${databaseUrl ? 'unset' : 'set'} DATABASE_URL`);
  for (const name of ['db', ...KEPT])
    if (existsSync(join(dataDir, name)))
      throw new Error(`${join(dataDir, name)} exists already: name an empty DATA_DIR`);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  let engine: Engine;
  if (databaseUrl) {
    engine = openServer(databaseUrl);
    const { rows } = await sql`select 1 from pg_class where relname = 'kysely_migration'`.execute(engine.db);
    if (rows.length > 0) {
      await engine.close();
      throw new Error('the database is not empty: make a new one');
    }
    await restoreServer(databaseUrl, source).catch(async (error) => {
      await engine.close();
      throw error;
    });
  } else {
    engine = await openEmbedded({ dir: join(dataDir, 'db'), template: join(source, EMBEDDED_DUMP) });
  }
  try {
    const now = await sumsOf(engine.db, databaseUrl ? sessionOf(engine) : undefined);
    for (const [name, { rows, sum }] of Object.entries(manifest.tables))
      if (now[name]?.rows !== rows || now[name]?.sum !== sum)
        throw new Error(`the table ${name} differs from the backup`);
  } finally {
    await engine.close();
  }
  for (const name of KEPT) {
    const from = join(source, 'data', name);
    if (!existsSync(from)) continue;
    if (name === 'storage') await cp(from, join(dataDir, name), { recursive: true });
    else await copyFile(from, join(dataDir, name));
  }
  return manifest;
}
