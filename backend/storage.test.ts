// The store of files: the same promises of a folder and of a server that speaks S3, and what is said when the store fails.
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type S3Server, startS3Server } from '../testing/s3-server';
import { Refusal } from './http/errors';
import { openStorage, placeOf, type Storage } from './storage';

const bytesOf = async (stream: Readable): Promise<Buffer> => Buffer.concat(await stream.toArray());
const sum = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const wording = (error: unknown) => (error instanceof Refusal ? [error.status, error.wording] : error);
const failure = (work: Promise<unknown>) => work.then(() => 'done', wording);

describe.each(['folder', 's3', 's3 that lists'])('files in a %s', (kind) => {
  let dataDir: string;
  let server: S3Server | null = null;
  let storage: Storage;
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'pahneh-store-'));
    if (kind !== 'folder') server = await startS3Server({ lenient: kind === 's3 that lists' });
    storage = await openStorage({ dataDir, s3: server?.config ?? null });
  });
  afterAll(async () => {
    await server?.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const keys = async (prefix: string, after?: string) => {
    const keys: string[] = [];
    for await (const { key } of storage.list(prefix, after)) keys.push(key);
    return keys;
  };

  it('keeps bytes as they are, from memory, from a file and from a stream', async () => {
    const bytes = randomBytes(300_000);
    const path = join(dataDir, 'given');
    writeFileSync(path, bytes);
    await storage.put('files/1/a', bytes);
    await storage.copyFromFs(path, 'files/1/b');
    await storage.putStream('files/1/c', Readable.from([bytes.subarray(0, 1000), bytes.subarray(1000)]));
    for (const key of ['files/1/a', 'files/1/b', 'files/1/c']) {
      expect(await storage.exists(key)).toBe(true);
      expect(sum(await storage.getBytes(key))).toBe(sum(bytes));
      expect(sum(await bytesOf(await storage.getStream(key)))).toBe(sum(bytes));
    }
    await storage.put('files/1/a', Buffer.alloc(0));
    expect(await storage.getBytes('files/1/a')).toHaveLength(0);
    await storage.delete('files/1/a');
    await storage.delete('files/1/a');
    expect(await storage.exists('files/1/a')).toBe(false);
    await expect(storage.getBytes('files/1/a')).rejects.toThrow();
    expect(wording(await storage.getBytes('files/1/a').catch((e: unknown) => e))).not.toEqual([503, 'storeFailed']);
  });

  it('takes a stream of 12 MB whose length nobody knows, and nothing of one that breaks', async () => {
    const chunk = randomBytes(64 * 1024);
    const hash = createHash('sha256');
    async function* many() {
      for (let i = 0; i < 192; i++) {
        hash.update(chunk);
        yield chunk;
      }
    }
    await storage.putStream('programs/big', Readable.from(many()));
    expect(sum(await bytesOf(await storage.getStream('programs/big')))).toBe(hash.digest('hex'));
    async function* broken() {
      for (let i = 0; i < 120; i++) yield chunk;
      throw new Error('the sender is gone');
    }
    await expect(storage.putStream('programs/broken', Readable.from(broken()))).rejects.toThrow();
    await storage.delete('programs/broken');
    expect(await storage.exists('programs/broken')).toBe(false);
  });

  it.skipIf(kind === 's3')(
    'lists what lies under a prefix in the order of keys, page after page, and from a key on',
    async () => {
      const storedKeys = Array.from({ length: 25 }, (_, i) => `list/${i % 3}/${String(i).padStart(3, '0')}`);
      for (const key of storedKeys) await storage.put(key, key);
      await storage.put('listen', 'x');
      const sorted = [...storedKeys].sort();
      expect(await keys('list/')).toEqual(sorted);
      expect(await keys('list/', sorted[9])).toEqual(sorted.slice(10));
      expect(await keys('list/', sorted.at(-1))).toEqual([]);
      expect(await keys('nothing/')).toEqual([]);
      for await (const { modified } of storage.list('list/')) expect(Math.abs(Date.now() - +modified)).toBeLessThan(60_000); // biome-ignore format: one line
    },
  );

  it.skipIf(kind === 's3 that lists')(
    'gives a place that is read in pieces, and to nobody with a forged signature',
    async () => {
      await storage.put('rasters/a.tif', Buffer.from('0123456789'));
      const place = await placeOf({ config: { dataDir, s3: server?.config ?? null }, storage }, 'rasters/a.tif');
      if ('path' in place) return expect(readFileSync(place.path, 'utf8')).toBe('0123456789');
      const some = await fetch(place.url, { headers: { range: 'bytes=2-4' } });
      expect([some.status, await some.text()]).toEqual([206, '234']);
      expect(new URL(place.url).searchParams.get('X-Amz-Expires')).toBe('3600');
      const forged = place.url.replace(/Signature=..../, 'Signature=0000');
      expect((await fetch(forged)).status).toBe(403);
    },
  );
});

describe('a store of S3 that fails', () => {
  let server: S3Server;
  let storage: Storage;
  beforeAll(async () => {
    server = await startS3Server({ idleMs: 500 });
    storage = await openStorage({ dataDir: '/nowhere', s3: server.config });
    await storage.put('a', Buffer.alloc(3_000_000, 1));
  });
  afterAll(() => server.close());

  it.each(['cut', 'silent'] as const)('is told in words when its line is %s, within seconds', async (how) => {
    server.line(how);
    const start = Date.now();
    const list = async () => {
      for await (const one of storage.list('files/')) return one;
      return null;
    };
    for (const work of [
      () => storage.put('b', 'x'),
      () => storage.putStream('b', Readable.from(['x'])),
      () => storage.getBytes('a'),
      () => storage.getStream('a'),
      () => storage.exists('a'),
      () => storage.delete('a'),
      list,
    ])
      expect(await failure(work())).toEqual([503, 'storeFailed']);
    expect(Date.now() - start).toBeLessThan(20_000);
    server.line('good');
    expect([await storage.exists('a'), await storage.exists('b')]).toEqual([true, false]);
  });

  it('does not let a reader wait for ever in the middle of a file', async () => {
    server.line({ bytes: 100_000 });
    const stream = await storage.getStream('a');
    await expect(bytesOf(stream)).rejects.toThrow();
    server.line('good');
    expect(await storage.getBytes('a')).toHaveLength(3_000_000);
  });

  it('a wrong secret or bucket is a failure, not an empty store', async () => {
    const other = (more: object) => openStorage({ dataDir: '/nowhere', s3: { ...server.config, ...more } });
    const [stranger, nowhere] = [await other({ secret: 'wrong' }), await other({ bucket: 'none' })];
    expect(await failure(stranger.put('c', 'x'))).toEqual([503, 'storeFailed']);
    expect(await failure(stranger.exists('a'))).toEqual([503, 'storeFailed']);
    expect(await failure(nowhere.put('c', 'x'))).toEqual([503, 'storeFailed']);
  });
});

it('a full or unwritable folder is told in words', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'pahneh-store-'));
  const storage = await openStorage({ dataDir, s3: null });
  // A file stands where a folder should be made.
  await storage.put('files', 'x');
  expect(await failure(storage.put('files/1/a', 'x'))).toEqual([503, 'storeFailed']);
  expect(readdirSync(join(dataDir, 'storage'))).toEqual(['files']);
  rmSync(dataDir, { recursive: true });
});
