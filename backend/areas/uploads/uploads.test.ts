// Files in, on both engines: whole layers or none, rejects told, and nothing left behind by what went wrong.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as files from '../../../testing/files';
import { aWorld, ENGINES, type TestWorld } from '../../../testing/world';
import { buildBackend } from '../../app';

describe.each(ENGINES)('imports on the %s engine', (kind) => {
  let w: TestWorld;
  let folder: string;
  beforeAll(async () => {
    w = await aWorld(kind);
    folder = mkdtempSync(join(tmpdir(), 'pahneh-files-'));
  });
  afterAll(async () => {
    await w.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const send = async (file: Promise<files.TestFile>, as = 'editor') => {
    const { path, name } = await file;
    return w.upload(as, name, readFileSync(path));
  };
  const finished = async (id: string, as = 'editor') => {
    for (;;) {
      const { body } = await w.call(as, 'GET', `/api/job/${id}/`);
      if (!['waiting', 'running'].includes(body.state)) return body;
      await new Promise((r) => setTimeout(r, 50));
    }
  };
  // biome-ignore lint/suspicious/noExplicitAny: an inspection
  const order = (seen: any, more: Record<string, unknown> = {}) => {
    const dataset = seen.datasets[0];
    return {
      file_id: seen.file_id,
      dataset: dataset.name,
      type: dataset.type,
      label: 'درون‌ریزی',
      ...(dataset.srid || dataset.crs ? {} : { srid: 4326 }),
      fields: dataset.fields.map((f: { name: string; type: string }) => ({
        source: f.name,
        label: f.name,
        type: f.type,
      })),
      ...more,
    };
  };
  const load = async (file: Promise<files.TestFile>, more = {}) => {
    const started = await w.call('editor', 'POST', '/api/layer_import/', order(await send(file), more));
    expect([started.status, started.body.detail]).toEqual([200, undefined]);
    return finished(started.body.id);
  };
  const orphans = async () => {
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from pg_class where relkind = 'r' and relname ~ '^record_[0-9]+$' and not relispartition`.execute(
      w.engine.db,
    );
    return rows[0]?.n;
  };

  it.each([
    ['a shapefile', () => files.shapefileZip(folder, {})],
    ['a shapefile in Windows-1256 without .cpg', () => files.windows1256WithoutCpg(folder)],
    ['a GeoPackage', () => files.gpkg(folder, 200)],
    ['GeoJSON', () => files.geojson(folder, 200)],
    ['KML', () => files.kml(folder, 200)],
    ['CSV with semicolons and Persian digits', () => files.csvSemicolonPersian(folder)],
  ])('takes %s in and shows its records', async (_name, make) => {
    const job = await load(make());
    expect([job.state, job.error]).toEqual(['done', null]);
    expect(job.imported).toBeGreaterThan(0);
    const layer = await w.call('editor', 'GET', `/api/layer/${job.layer}/`);
    expect(layer.body.record_count).toBe(job.imported);
    expect(layer.body.extent).toHaveLength(4);
    const page = await w.call('editor', 'GET', `/api/layerdata/?layer=${job.layer}&limit=100`);
    expect(page.body.count).toBe(job.imported);
    expect(JSON.stringify(page.body.results[0].value)).not.toContain('\ufffd');
    expect((await w.call('viewer', 'GET', `/api/layer/${job.layer}/`)).status).toBe(404);
  });

  it('tells bad rows, keeps good ones, and hands the refused ones back', async () => {
    const job = await load(files.nanGeometry(folder));
    expect(job.state).toBe('done');
    expect(job.rejected).toBeGreaterThan(0);
    expect(job.rejects.length).toBe(job.rejected);
    const csv = await w.call('editor', 'GET', `/api/job/${job.id}/rejects/`);
    const text = csv.body.toString();
    expect(text.startsWith('\ufeffrow,reason')).toBe(true);
    expect(text.trim().split('\r\n')).toHaveLength(job.rejected + 1);
  });

  it.each([
    ['zip_path', () => files.zipSlip(folder)],
    ['zip_bomb', () => files.zipBomb(folder)],
    ['empty_zip', () => files.emptyZip(folder)],
    ['wrong_type', () => files.wrongType(folder)],
  ])("refuses a file with %s in the reader's language and keeps nothing of it", async (code, make) => {
    const { path, name } = await make();
    const before = readdirSync(join(w.folder, 'uploads')).length;
    const refusal = await w.upload('editor', name, readFileSync(path));
    expect(refusal.code).toBe(code);
    expect(refusal.detail).toMatch(/[\u0600-\u06ff]/);
    expect(readdirSync(join(w.folder, 'uploads'))).toHaveLength(before);
  });

  it('wants a coordinate system where the file has none', async () => {
    const seen = await send(files.shapefileZip(folder, { prj: false }));
    expect([seen.datasets[0].srid, seen.warnings]).toEqual([null, expect.arrayContaining(['no_prj'])]);
    const refused = await w.call('editor', 'POST', '/api/layer_import/', order(seen, { srid: undefined }));
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['srid']]);
  });

  it('a cancelled import leaves no layer and no table', async () => {
    const seen = await send(files.geojson(folder, 60_000));
    const started = await w.call('editor', 'POST', '/api/layer_import/', order(seen));
    await w.call('editor', 'DELETE', `/api/job/${started.body.id}/`);
    const job = await finished(started.body.id);
    expect([job.state, job.layer]).toEqual(['cancelled', null]);
    expect(await orphans()).toBe(0);
  });

  it('an upload that breaks off half-way leaves nothing', async () => {
    const { app } = w.backend;
    if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const before = readdirSync(join(w.folder, 'uploads')).length;
    const token = await w.token('editor');
    await new Promise<void>((resolve) => {
      const sending = request({
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: '/api/layer_upload/',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'multipart/form-data; boundary=x',
          'content-length': 2_000_000,
        },
      });
      sending.on('error', () => resolve());
      sending.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a.geojson"\r\n\r\n');
      sending.write(Buffer.alloc(1_000_000, 0x20));
      setTimeout(() => sending.destroy(), 300);
    });
    await expect.poll(() => readdirSync(join(w.folder, 'uploads')).length, { timeout: 5000 }).toBe(before);
    expect((await w.call('editor', 'GET', '/api/user/')).status).toBe(200);
  });

  it("is nobody else's business", async () => {
    const seen = await send(files.geojson(folder, 3));
    expect((await w.call('super', 'GET', `/api/layer_upload/${seen.file_id}/`)).status).toBe(404);
    const started = await w.call('editor', 'POST', '/api/layer_import/', order(seen));
    expect((await w.call('super', 'GET', `/api/job/${started.body.id}/`)).status).toBe(404);
    await finished(started.body.id);
    expect((await w.call('editor', 'DELETE', `/api/layer_upload/${seen.file_id}/`)).status).toBe(200);
    expect(existsSync(join(w.folder, 'uploads', seen.file_id))).toBe(false);
  });

  it('clears what a sudden stop left behind, and says so', async () => {
    await w.engine.db
      .insertInto('job')
      .values({
        id: 'half',
        account_id: 2,
        upload_id: null,
        state: 'running',
        label: 'half',
        order: '{}',
        total: null,
        rejects: '[]',
        layer_id: null,
        error: null,
      })
      .execute();
    await sql`create table record_999999 (like record including defaults)`.execute(w.engine.db);
    const again = await buildBackend(w.engine, w.config);
    expect(await orphans()).toBe(0);
    const half = (await w.call('editor', 'GET', '/api/job/half/', undefined, { 'accept-language': 'en' })).body;
    expect([half.state, half.error]).toEqual(['failed', expect.stringContaining('interrupted')]);
    await again.app.close();
  });
});
