// Uploads, rasters, attachments and rejects through a store of S3, on a backend that has no file on its own disk; and what happens to all
// of them when the store fails.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PNG } from '../../../testing/pictures';
import { type S3Server, startS3Server } from '../../../testing/s3-server';
import { writeTiff } from '../../../testing/tiff-file';
import { waitForJob as ended } from '../../../testing/wait-for-job';
import { createWorld, ENGINE, type TestWorld } from '../../../testing/world';
import { openStorage } from '../../storage';

const FAILED = 503;
const text = (rows: number) =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: Array.from({ length: rows }, (_, i) => ({
      type: 'Feature',
      properties: { name: `ر ${i}` },
      // Every fifth has no place and is refused.
      geometry: i % 5 === 4 ? null : { type: 'Point', coordinates: [51 + i / 1000, 35] },
    })),
  });

// The store knows no SQL: what the engines do with files is tested in uploads.test and files.test.
describe('files in a store of S3', () => {
  let w: TestWorld;
  let server: S3Server;
  beforeAll(async () => {
    server = await startS3Server({ idleMs: 400 });
    w = await createWorld(ENGINE, { s3: server.config });
  });
  afterEach(() => server.line('good'));
  afterAll(async () => {
    await w.close();
    await server.close();
  });

  const finished = (id: string) => ended(w, id);
  const order = (file_id: string, dataset: string, type: number) => {
    const fields = type === 6 ? [] : [{ source: 'name', label: 'نام', type: 'text' }];
    return w.call('editor', 'POST', '/api/layer_import/', { file_id, dataset, type, label: 'از انبار', fields });
  };
  /** Uploads, then takes the file from this machine's disk: another one took the upload. */
  const elsewhere = async (name: string, content: string | Buffer) => {
    const upload = await w.upload('editor', name, content);
    rmSync(join(w.folder, 'uploads', upload.file_id), { recursive: true });
    return upload.file_id as string;
  };
  const count = async (table: 'upload' | 'record_file' | 'layer' | 'staging') =>
    Number((await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(w.engine.db)).rows[0]?.n);
  const attach = () =>
    w.form('editor', '/api/layerdatafile/', { layer_data: w.ids.record, path: new File([PNG as BlobPart], 'عکس.png') });

  it('a job reads an upload that lies on no disk of its own, and its rejects come back', async () => {
    const job = await finished((await order(await elsewhere('a.geojson', text(50)), 'a', 1)).body.id);
    expect([job.state, job.error, job.imported, job.rejected]).toEqual(['done', null, 40, 10]);
    const csv = (await w.call('editor', 'GET', `/api/job/${job.id}/rejects/`)).body.toString();
    expect(csv.trim().split('\r\n')).toHaveLength(11);
    const missing = await elsewhere('b.geojson', text(5));
    await (await openStorage(w.config)).delete(`uploads/${missing}`);
    const failed = await finished((await order(missing, 'b', 1)).body.id);
    expect([failed.state, failed.error]).toEqual(['failed', expect.stringContaining('دوباره')]);
  });

  it('a raster is kept there and drawn from there', async () => {
    const job = await finished((await order(await elsewhere('r.tif', writeTiff()), 'r', 6)).body.id);
    expect([job.state, job.error]).toEqual(['done', null]);
    const { extent } = (await w.call('editor', 'GET', `/api/layer/${job.layer}/`)).body;
    const query = `SERVICE=WMS&VERSION=1.3.0&REQUEST=GetMap&LAYERS=pahneh:layer_${job.layer}&STYLES=&CRS=CRS:84&BBOX=${extent}&WIDTH=64&HEIGHT=64&FORMAT=image/png&TRANSPARENT=true`; // biome-ignore format: one address
    const map = await w.call('editor', 'GET', `/geoserver/wms?${query}`);
    expect([map.status, map.headers['content-type']]).toEqual([200, 'image/png']);
    expect(map.body.subarray(1, 4).toString()).toBe('PNG');
    const whole = await w.call('editor', 'GET', `/api/layer/${job.layer}/raster_original/`);
    const part = await w.call('editor', 'GET', `/api/layer/${job.layer}/raster_original/`, undefined, { range: 'bytes=8-19' }); // biome-ignore format: one call
    expect([part.status, part.body.equals(whole.body.subarray(8, 20))]).toEqual([206, true]);
    server.line('cut');
    const failed = await w.call('editor', 'GET', `/api/layer/${job.layer}/raster_original/`, undefined, { range: 'bytes=8-19' }); // biome-ignore format: one call
    expect(failed.status).toBe(FAILED);
  });

  it('an attachment goes in, comes out whole and goes for ever', async () => {
    const { status, body } = await attach();
    expect(status).toBe(200);
    const back = await w.call('editor', 'GET', body.path);
    expect(back.body.subarray(0, 8)).toEqual(Buffer.from(PNG).subarray(0, 8));
    const file = `/api/layerdatafile/${body.id}/?layer_data=${w.ids.record}`;
    expect((await w.call('editor', 'DELETE', file)).status).toBe(200);
    expect((await w.call('editor', 'GET', body.path)).status).toBe(404);
  });

  it.each(['cut', 'silent'] as const)('a store that is %s is told in words, and no half row stays', async (how) => {
    const firstFile = await attach();
    const upload = await elsewhere('c.geojson', text(5));
    const before = [await count('upload'), await count('record_file'), await count('layer')];
    const folders = readdirSync(join(w.folder, 'uploads')).length;
    const bytes = () =>
      sql<{ n: number }>`select files_bytes as n from customer where id = ${w.ids.customer}::int`
        .execute(w.engine.db)
        .then(({ rows }) => Number(rows[0]?.n));
    const quota = await bytes();
    server.line(how);
    const word = /محل ذخیره/;
    const secondFile = await attach();
    expect([secondFile.status, secondFile.body.detail]).toEqual([FAILED, expect.stringMatching(word)]);
    expect((await w.call('editor', 'GET', firstFile.body.path)).status).toBe(FAILED);
    const refused = await w.upload('editor', 'd.geojson', text(5));
    expect(refused.detail).toMatch(word);
    const started = await order(upload, 'c', 1);
    const job = await finished(started.body.id);
    expect([job.state, job.layer, job.error]).toEqual(['failed', null, expect.stringMatching(word)]);
    server.line('good');
    expect([await count('upload'), await count('record_file'), await count('layer')]).toEqual(before);
    expect([await bytes(), await count('staging')]).toEqual([quota, 0]);
    expect(readdirSync(join(w.folder, 'uploads')).length - folders).toBeLessThanOrEqual(1);
    // The store is back: the same order is good.
    const again = await w.call('editor', 'POST', `/api/job/${job.id}/retry/`);
    expect((await finished(again.body.id)).state).toBe('done');
  });

  it('a removal whose store fails has removed the row all the same', async () => {
    const { body } = await attach();
    server.line('cut');
    const file = `/api/layerdatafile/${body.id}/?layer_data=${w.ids.record}`;
    expect((await w.call('editor', 'DELETE', file)).status).toBe(200);
    server.line('good');
    expect((await w.call('editor', 'GET', body.path)).status).toBe(404);
  });
});
