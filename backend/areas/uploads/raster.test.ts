// GeoTIFF in: what its header may say, what a second program says of the result, and the layer that comes of it.
import { execFileSync, spawnSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { aWorld, type TestWorld } from '../../../testing/world';
import { readHeader } from '../../geo/import/geotiff';

const folder = mkdtempSync(join(tmpdir(), 'pahneh-tiff-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => void vi.unstubAllEnvs());

/** A little-endian TIFF of one byte a pixel with the tags given; 33550 and 33922 place it in degrees. */
function tiff(more: Record<number, number> = {}, next = 0, placed = true): Buffer {
  const [width, height] = [more[256] ?? 20, more[257] ?? 10];
  const data = 600;
  const tags: [number, number, number, number][] = Object.entries({
    256: width, 257: height, 258: 8, 259: 1, 262: 1, 273: data, 277: 1, 278: height, 279: width * height, ...more,
  }).map(([tag, value]) => [Number(tag), 4, 1, value % 2 ** 32]); // biome-ignore format: tags
  // Pixel size, the corner's place, and the key directory that says EPSG:4326.
  if (placed) tags.push([33550, 12, 3, 300], [33922, 12, 6, 330], [34735, 3, 16, 390]);
  const bytes = Buffer.alloc(data + 200);
  bytes.write('II*\0', 'latin1');
  bytes.writeUInt32LE(8, 4);
  bytes.writeUInt16LE(tags.length, 8);
  tags
    .sort((a, b) => a[0] - b[0])
    .forEach(([tag, type, count, value], i) => {
      bytes.writeUInt16LE(tag, 10 + i * 12);
      bytes.writeUInt16LE(type, 12 + i * 12);
      bytes.writeUInt32LE(count, 14 + i * 12);
      bytes.writeUInt32LE(value, 18 + i * 12);
    });
  bytes.writeUInt32LE(next, 10 + tags.length * 12);
  [0.05, 0.05, 0].forEach((n, i) => void bytes.writeDoubleLE(n, 300 + i * 8));
  [0, 0, 0, 51, 36, 0].forEach((n, i) => void bytes.writeDoubleLE(n, 330 + i * 8));
  [1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, 1, 2048, 0, 1, 4326].forEach(
    (n, i) => void bytes.writeUInt16LE(n, 390 + i * 2),
  );
  for (let i = data; i < bytes.length; i++) bytes[i] = i % 256;
  return bytes;
}

describe('the header', () => {
  const told = (bytes: Buffer) => {
    const path = join(folder, 'a.tif');
    writeFileSync(path, bytes);
    return readHeader(path).catch((error: { code?: string }) => error.code);
  };
  it('is read, and refused before any library sees it', async () => {
    expect(await told(tiff())).toEqual({ width: 20, height: 10, bands: 1 });
    expect(await told(tiff({ 256: 1_000_000, 257: 1_000_000 }))).toBe('rasterBig');
    expect(await told(tiff({ 277: 17 }))).toBe('rasterBig');
    expect(await told(tiff({ 256: 60_000, 257: 60_000, 277: 16 }))).toBe('rasterBig');
    expect(await told(tiff({ 256: 0 }))).toBe('broken_file');
    expect(await told(tiff({}, 8))).toBe('broken_file');
    expect(await told(tiff({}, 5000))).toBe('broken_file');
    expect(await told(tiff().subarray(0, 30))).toBe('broken_file');
    expect(await told(Buffer.from('<VRTDataset rasterXSize="1"></VRTDataset>'))).toBe('wrong_type');
    expect(await told(Buffer.from('II'))).toBe('broken_file');
  });
});

describe('an upload of a GeoTIFF', () => {
  let w: TestWorld;
  beforeAll(async () => {
    w = await aWorld('embedded');
  });
  afterAll(() => w.close());
  const hasGdal = spawnSync('gdalinfo', ['--version']).status === 0;

  const finished = async (id: string) => {
    for (;;) {
      const { body } = await w.call('editor', 'GET', `/api/job/${id}/`);
      if (!['waiting', 'running'].includes(body.state)) return body;
      await new Promise((r) => setTimeout(r, 50));
    }
  };

  it.each(['host', 'wasm'])('becomes a layer of type 6 (%s)', async (way) => {
    // A program that the host may have is looked for on the PATH.
    if (way === 'wasm') vi.stubEnv('PATH', '/nowhere');
    const seen = await w.upload('editor', 'تصویر.tif', tiff());
    expect(seen).toMatchObject({ kind: 'raster', format: 'geotiff', warnings: [] });
    expect(seen.datasets).toMatchObject([
      { name: 'تصویر', type: 6, srid: 4326, extent: [51, 35.5, 52, 36], raster: { width: 20, height: 10, bands: 1 } },
    ]);
    const order = { file_id: seen.file_id, dataset: 'تصویر', type: 6, label: 'ماهواره', fields: [] };
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
    const before = readdirSync(join(w.folder, 'uploads')).length;
    expect((await w.upload('editor', 'a.tif', tiff({ 256: 1_000_000, 257: 1_000_000 }))).code).toBe('rasterBig');
    expect((await w.upload('editor', 'a.tif', '<VRTDataset rasterXSize="1"/>')).code).toBe('wrong_type');
    expect(readdirSync(join(w.folder, 'uploads'))).toHaveLength(before);
    const bare = await w.upload('editor', 'bare.tif', tiff({}, 0, false));
    expect(bare).toMatchObject({ warnings: ['no_crs'], datasets: [{ srid: null, crs: null }] });
    const order = { file_id: bare.file_id, dataset: 'bare', type: 6, label: 'x', fields: [] };
    expect((await w.call('editor', 'POST', '/api/layer_import/', order)).status).toBe(400);
    // Strips that lie behind the end of the file: the job fails with a reason, and no layer comes of it.
    const cut = await w.upload('editor', 'cut.tif', tiff({ 273: 100_000 }));
    if (cut.file_id) {
      const job = await finished((await w.call('editor', 'POST', '/api/layer_import/', { ...order, file_id: cut.file_id, dataset: 'cut' })).body.id); // biome-ignore format: one call
      expect([job.state, job.layer, job.error === null]).toEqual(['failed', null, false]);
    }
    expect(readFileSync(join(folder, 'a.tif')).length).toBeGreaterThan(0);
  });
});
