// GeoTIFF in: what its header may say, what a second program says of the result, and the layer that comes of it.
import { execFileSync, spawnSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { writeTiff } from '../../../testing/tiff-file';
import { waitForJob as ended } from '../../../testing/wait-for-job';
import { createWorld, type TestWorld } from '../../../testing/world';
import { readHeader } from '../../geo/import/raster/header';

const folder = mkdtempSync(join(tmpdir(), 'pahneh-tiff-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => void vi.unstubAllEnvs());

describe('the header', () => {
  const describeTiff = (bytes: Buffer) => {
    const path = join(folder, 'a.tif');
    writeFileSync(path, bytes);
    return readHeader(path).catch((error: { code?: string }) => error.code);
  };
  it('is read, and refused before any library sees it', async () => {
    expect(await describeTiff(writeTiff())).toEqual({ width: 20, height: 10, bands: 1 });
    expect(await describeTiff(writeTiff({ 256: 1_000_000, 257: 1_000_000 }))).toBe('rasterBig');
    expect(await describeTiff(writeTiff({ 277: 17 }))).toBe('rasterBig');
    expect(await describeTiff(writeTiff({ 256: 60_000, 257: 60_000, 277: 16 }))).toBe('rasterBig');
    expect(await describeTiff(writeTiff({ 256: 0 }))).toBe('broken_file');
    expect(await describeTiff(writeTiff({}, 8))).toBe('broken_file');
    expect(await describeTiff(writeTiff({}, 5000))).toBe('broken_file');
    expect(await describeTiff(writeTiff().subarray(0, 30))).toBe('broken_file');
    expect(await describeTiff(Buffer.from('<VRTDataset rasterXSize="1"></VRTDataset>'))).toBe('wrong_type');
    expect(await describeTiff(Buffer.from('II'))).toBe('broken_file');
  });

  it('refuses pieces that lie outside of the file, swell beyond reason or are too large to hold', async () => {
    expect(await describeTiff(writeTiff({ 273: 100_000 }))).toBe('broken_file');
    expect(await describeTiff(writeTiff({ 279: 4_000_000_000 }))).toBe('broken_file');
    expect(await describeTiff(writeTiff({ 279: 201 }))).toBe('broken_file');
    expect(await describeTiff(writeTiff({ 273: 0, 279: 0 }))).toEqual({ width: 20, height: 10, bands: 1 });
    // 3.6 GB of pixels out of a thousand bytes, and 400 MB.
    expect(await describeTiff(writeTiff({ 256: 60_000, 257: 60_000, 279: 100 }))).toBe('rasterBig');
    expect(await describeTiff(writeTiff({ 256: 20_000, 257: 20_000, 273: 0, 279: 0 }))).toBe('rasterBig');
    expect(await describeTiff(writeTiff({ 322: 60_000, 323: 60_000 }))).toBe('rasterBig');
    // An array of offsets that would not fit into any memory.
    const many = writeTiff();
    many.writeUInt32LE(0x7fffffff, 14 + 5 * 12);
    expect(await describeTiff(many)).toBe('broken_file');
  });

  it('never throws anything but a reason, and never takes long, whatever the bytes say', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(399), fc.nat(255)), { minLength: 1, maxLength: 8 }),
        async (changes) => {
          const bytes = writeTiff();
          for (const [at, value] of changes) bytes[at] = value;
          const start = performance.now();
          const answer = await describeTiff(bytes);
          expect(performance.now() - start).toBeLessThan(1000);
          if (typeof answer === 'string')
            expect(['broken_file', 'rasterBig', 'rasterCmyk', 'rasterKind', 'wrong_type']).toContain(answer);
          else expect(answer).toHaveProperty('width');
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('an upload of a GeoTIFF', () => {
  let w: TestWorld;
  beforeAll(async () => {
    w = await createWorld();
  });
  afterAll(() => w.close());
  const hasGdal = spawnSync('gdalinfo', ['--version']).status === 0;

  const finished = (id: string) => ended(w, id);

  it.each(['host', 'wasm'])('becomes a layer of type 6 (%s)', async (way) => {
    // A program that the host may have is looked for on the PATH.
    if (way === 'wasm') vi.stubEnv('PATH', '/nowhere');
    const upload = await w.upload('editor', 'تصویر.tif', writeTiff());
    expect(upload).toMatchObject({ kind: 'raster', format: 'geotiff', warnings: [] });
    expect(upload.datasets).toMatchObject([
      { name: 'تصویر', type: 6, srid: 4326, extent: [51, 35.5, 52, 36], raster: { width: 20, height: 10, bands: 1 } },
    ]);
    const order = { file_id: upload.file_id, dataset: 'تصویر', type: 6, label: 'ماهواره', fields: [] };
    const started = await w.call('editor', 'POST', '/api/layer_import/', order);
    const job = await finished(started.body.id);
    expect([job.state, job.error]).toEqual(['done', null]);
    const layer = (await w.call('editor', 'GET', `/api/layer/${job.layer}/`)).body;
    expect(layer).toMatchObject({ type: 6, label: 'ماهواره', record_count: 0 });
    const { source } = layer.config;
    expect(source).toMatchObject({ kind: 'raster', file: 'تصویر.tif', srid: 3857 });
    expect(source.key).toMatch(/^rasters\/[\w-]+\.tif$/);
    expect(layer.extent).toEqual([51, 35.5, 52, 36].map((n) => expect.closeTo(n, 0)));
    vi.unstubAllEnvs();
    const path = join(folder, `${way}.tif`);
    const { storage } = await import('../../storage').then(async (m) => ({ storage: await m.openStorage(w.config) }));
    await pipeline(await storage.getStream(source.key), createWriteStream(path));
    expect(await readHeader(path)).toEqual({ width: source.width, height: source.height, bands: source.bands });
    if (!hasGdal) return;
    const info = JSON.parse(execFileSync('gdalinfo', ['-json', path], { encoding: 'utf8' }));
    expect([info.metadata.IMAGE_STRUCTURE.LAYOUT, info.coordinateSystem.wkt]).toEqual(['COG', expect.stringContaining('3857')]); // biome-ignore format: one row
  });

  it('is refused whole where it is hostile, and asks for its place where it has none', async () => {
    const before = readdirSync(join(w.folder, 'uploads'));
    expect((await w.upload('editor', 'a.tif', writeTiff({ 256: 1_000_000, 257: 1_000_000 }))).code).toBe('rasterBig');
    expect((await w.upload('editor', 'a.tif', '<VRTDataset rasterXSize="1"/>')).code).toBe('wrong_type');
    // What was imported before may go meanwhile; nothing new stays.
    expect(readdirSync(join(w.folder, 'uploads')).filter((file) => !before.includes(file))).toEqual([]);
    const bare = await w.upload('editor', 'bare.tif', writeTiff({}, 0, false));
    expect(bare).toMatchObject({ warnings: ['no_place'], datasets: [{ srid: null, crs: null }] });
    const order = { file_id: bare.file_id, dataset: 'bare', type: 6, label: 'x', fields: [] };
    expect((await w.call('editor', 'POST', '/api/layer_import/', order)).status).toBe(400);
    for (const [name, bytes, code] of [
      ['cut.tif', writeTiff({ 273: 100_000 }), 'broken_file'],
      ['loop.tif', writeTiff({}, 8), 'broken_file'],
      ['swollen.tif', writeTiff({ 256: 60_000, 257: 60_000, 279: 100 }), 'rasterBig'],
    ] as const) {
      const start = Date.now();
      const refusal = await w.upload('editor', name, bytes);
      expect([refusal.code, refusal.detail]).toEqual([code, expect.stringMatching(/[\u0600-\u06ff]/)]);
      expect(Date.now() - start).toBeLessThan(5000);
    }
    // What only the library sees: bytes that do not unpack. The job fails with a reason, and no layer comes of it.
    for (const way of ['host', 'wasm']) {
      if (way === 'wasm') vi.stubEnv('PATH', '/nowhere');
      const start = Date.now();
      const bad = await w.upload('editor', 'bad.tif', writeTiff({ 259: 8 }));
      const named = { ...order, file_id: bad.file_id, dataset: 'bad' };
      const job = await finished((await w.call('editor', 'POST', '/api/layer_import/', named)).body.id);
      expect([way, job.state, job.layer, job.error === null]).toEqual([way, 'failed', null, false]);
      expect(Date.now() - start).toBeLessThan(30_000);
      vi.unstubAllEnvs();
    }
    expect(readFileSync(join(folder, 'a.tif')).length).toBeGreaterThan(0);
  });
});
