// Stores files that outlive a request: in a folder by default, in any store that speaks the S3 protocol by configuration.
import { createReadStream, mkdirSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { request } from 'undici';
import type { Config } from './config';
import { Refusal } from './http/errors';

const folderOf = (dataDir: string) => resolve(dataDir, 'storage');

/** What drivers call a file that is not there. */
const MISSING = new Set(['NoSuchKey', 'NotFound', 'ENOENT']);

/** A failure in words for a person; a file that is missing stays the driver's own error. */
function refusalOf(error: unknown): unknown {
  if (error instanceof Refusal) return error;
  let deepest = error as { name?: string; code?: string; cause?: unknown };
  while (deepest.cause instanceof Error) deepest = deepest.cause as typeof deepest;
  const { name = '', code = '' } = deepest;
  if (MISSING.has(name) || MISSING.has(code)) return error;
  const refusal = code === 'ENOSPC' ? new Refusal(507, 'disk_full') : new Refusal(503, 'storeFailed');
  refusal.cause = error;
  return refusal;
}
async function translateErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw refusalOf(error);
  }
}

/** A kept file as a listing names it. */
export interface Listed {
  key: string;
  modified: Date;
}
/** A place for files, and how its files under a prefix are listed: by their keys, those behind `after` alone. */
export interface Place {
  driver: Disk['driver'];
  list(prefix: string, after: string): AsyncIterable<Listed>;
}

type Of<K extends keyof Disk> = Disk[K] extends (...args: infer P) => unknown ? P : never;

/**
 * The store. Keys are paths of our own making (`files/12/uuid`), never a person's words. A store that fails or does not answer
 * is a Refusal: 'storeFailed' (503), or 'disk_full' (507).
 */
export class Storage extends Disk {
  constructor(private readonly place: Place) {
    super(place.driver);
  }
  override put = (...args: Of<'put'>) => translateErrors(super.put(...args));
  override putStream = (...args: Of<'putStream'>) => translateErrors(super.putStream(...args));
  override copyFromFs = (...args: Of<'copyFromFs'>) => translateErrors(super.copyFromFs(...args));
  override getStream = (...args: Of<'getStream'>) => translateErrors(super.getStream(...args));
  /** As the driver streams them: read at once, an empty file of a folder comes out as 64 kB of zeros. */
  override getBytes = async (key: string) =>
    translateErrors(this.getStream(key).then(async (stream) => Buffer.concat(await stream.toArray())));
  override exists = (...args: Of<'exists'>) => translateErrors(super.exists(...args));
  override delete = (...args: Of<'delete'>) => translateErrors(super.delete(...args));

  /** Files under a prefix (`files/`) in the order of their keys; one page or folder is in memory at a time. */
  async *list(prefix: string, after = ''): AsyncGenerator<Listed> {
    try {
      yield* this.place.list(prefix, after);
    } catch (error) {
      throw refusalOf(error);
    }
  }
}

/** Where a kept file can be read in pieces: a path, or an address that lives for an hour. */
export async function placeOf(
  { config, storage }: { config: Pick<Config, 'dataDir' | 's3'>; storage: Storage },
  key: string,
): Promise<{ path: string } | { url: string }> {
  return config.s3
    ? { url: await storage.getSignedUrl(key, { expiresIn: '1h' }) }
    : { path: join(folderOf(config.dataDir), key) };
}

/** A part of a kept file, from the first byte to the last one; the store is read no further. */
export async function readPart(
  files: { config: Pick<Config, 'dataDir' | 's3'>; storage: Storage },
  key: string,
  { from, to }: { from: number; to: number },
): Promise<Readable> {
  const place = await placeOf(files, key);
  if ('path' in place) return createReadStream(place.path, { start: from, end: to });
  const idleMs = files.config.s3?.idleMs;
  const { statusCode, body } = await request(place.url, {
    headers: { range: `bytes=${from}-${to}` },
    ...(idleMs ? { headersTimeout: idleMs, bodyTimeout: idleMs } : {}),
  }).catch((error) => {
    throw refusalOf(error);
  });
  if (statusCode === 206) return body;
  await body.dump();
  throw new Refusal(503, 'storeFailed');
}

/** Files of a folder and of those in it, by name. What goes while we look is left out. */
async function* inFolder(root: string, prefix: string, after: string): AsyncGenerator<Listed> {
  const entries = await readdir(join(root, prefix), { withFileTypes: true }).catch(() => []);
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const key = `${prefix}${entry.name}`;
    if (entry.isDirectory()) yield* inFolder(root, `${key}/`, after);
    else if (key > after) {
      const stats = await stat(join(root, key)).catch(() => null);
      if (stats) yield { key, modified: stats.mtime };
    }
  }
}

/** Opens the store. The S3 client is loaded only where a bucket is named. */
export async function openStorage({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): Promise<Storage> {
  if (s3) return new Storage((await import('./storage-s3')).openS3(s3));
  const location = folderOf(dataDir);
  mkdirSync(location, { recursive: true, mode: 0o700 });
  return new Storage({
    driver: new FSDriver({ location, visibility: 'private' }),
    list: (prefix, after) => inFolder(location, prefix, after),
  });
}
