// Whole layers as files: what a key sees and no more, read by parts, and made anew when the layer changes.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import sqlite from 'node-sqlite3-wasm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askDoor, createDoorKey, publishLayer } from '../../../../../testing/outside/door';
import { createWorld, ONE_ENGINE, type TestWorld } from '../../../../../testing/world';
import * as make from '../../../../seed/builders';

describe.each(ONE_ENGINE)('files of whole layers on the %s engine', (kind) => {
  let w: TestWorld;
  let folder: string;
  let layer: number;
  let table: number;
  let key: string;
  const form = [{ name: 'نام', label: 'نام', type: 'text' as const }, { name: 'secret', label: 'پنهان', type: 'text' as const }]; // biome-ignore format: one list
  beforeAll(async () => {
    w = await createWorld(kind);
    folder = mkdtempSync(join(tmpdir(), 'pahneh-snapshot-'));
    layer = await make.createLayer(w.engine, {
      customer: w.ids.customer,
      owner: 1,
      label: 'چاه‌ها',
      type: 1,
      form,
      records: [0, 1, 2, 3].map((i) => ({ geometry: { type: 'Point' as const, coordinates: [51 + i, 35] }, value: { نام: `چاه ${i}`, secret: `CANARY ${i}` } })), // biome-ignore format: one list
    });
    table = await make.createLayer(w.engine, { customer: w.ids.customer, owner: 1, label: 'جدول', type: 0, form, records: [{ geometry: null, value: { نام: 'یک' } }] }); // biome-ignore format: one line
    await publishLayer(w, layer, { hidden: ['secret'] });
    await publishLayer(w, table);
    await publishLayer(w, w.ids.polygons, { services: 2 });
    key = await createDoorKey(w, [layer, table, w.ids.polygons]);
  });
  afterAll(async () => {
    await w.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const ask = (tail: string, headers: Record<string, string> = {}, of = layer, by = key, method = 'GET') => askDoor(w, `/ogc/collections/layer_${of}${tail}`, { key: by, headers, method }); // biome-ignore format: one call
  const namesIn = (bytes: Buffer): unknown[] => {
    const path = join(folder, 'read.gpkg');
    writeFileSync(path, bytes);
    const database = new sqlite.Database(path, { readOnly: true });
    try {
      const [contents] = database.all('SELECT table_name AS name FROM gpkg_contents');
      return database.all(`SELECT "نام" AS name FROM "${contents?.name}" ORDER BY 1`).map(({ name }) => name);
    } finally {
      database.close();
    }
  };

  it('hold all records and no hidden field, and are named by the collection', async () => {
    const { status, type, bytes, headers } = await ask('/snapshot.gpkg');
    expect([status, type, headers['accept-ranges'], Number(headers['content-length'])]).toEqual([200, 'application/geopackage+sqlite3', 'bytes', bytes.length]); // biome-ignore format: one line
    expect(namesIn(bytes)).toEqual(['چاه 0', 'چاه 1', 'چاه 2', 'چاه 3']);
    const flat = await ask('/snapshot.fgb');
    expect([flat.status, flat.bytes.subarray(0, 3).toString()]).toEqual([200, 'fgb']);
    for (const one of [bytes, flat.bytes]) expect(one.includes('CANARY')).toBe(false);
    const { links } = (await ask('')).body;
    const files = links.filter(({ rel }: { rel: string }) => rel === 'enclosure').map(({ type }: { type: string }) => type); // biome-ignore format: one line
    expect(files).toEqual(['application/geopackage+sqlite3', 'application/flatgeobuf', 'text/csv']);
  });

  it('are read by parts of one version, without being made again', async () => {
    const whole = await ask('/snapshot.fgb');
    const etag = String(whole.headers.etag);
    const head = await ask('/snapshot.fgb', {}, layer, key, 'HEAD');
    expect([head.status, Number(head.headers['content-length']), head.headers.etag]).toEqual([200, whole.bytes.length, etag]); // biome-ignore format: one line
    const part = await ask('/snapshot.fgb', { range: 'bytes=10-19', 'if-range': etag });
    expect([part.status, part.headers['content-range'], part.bytes.equals(whole.bytes.subarray(10, 20))]).toEqual([206, `bytes 10-19/${whole.bytes.length}`, true]); // biome-ignore format: one line
    const end = await ask('/snapshot.fgb', { range: 'bytes=-5' });
    expect(end.bytes.equals(whole.bytes.subarray(-5))).toBe(true);
    expect((await ask('/snapshot.fgb', { range: 'bytes=99999999-' })).status).toBe(416);
    expect((await ask('/snapshot.fgb', { 'if-none-match': etag })).status).toBe(304);
    const other = await ask('/snapshot.fgb', { range: 'bytes=0-1', 'if-range': '"another"' });
    expect([other.status, other.bytes.length]).toEqual([200, whole.bytes.length]);
    // Two who ask at once for what is not there yet get the same.
    const [one, two] = await Promise.all([ask('/snapshot.gpkg', {}, table), ask('/snapshot.gpkg', {}, table)]);
    expect([one.status, one.headers.etag]).toEqual([200, two.headers.etag]);
  });

  it('follow the layer, the regions of the key and what is approved', async () => {
    const before = (await ask('/snapshot.gpkg')).headers.etag;
    const { body } = await w.call('super', 'POST', '/api/layerdata/', { layer, value: { نام: 'چاه تازه' }, geometry: { type: 'Point', coordinates: [51.5, 35] } }); // biome-ignore format: one call
    const after = await ask('/snapshot.gpkg');
    expect([namesIn(after.bytes).includes('چاه تازه'), after.headers.etag === before]).toEqual([true, false]);
    await sql`update record set status = 1 where id = ${body.id}::int`.execute(w.engine.db);
    await sql`update published_layer set only_approved = true where layer_id = ${layer}::int`.execute(w.engine.db);
    w.backend.outside.callers.forget();
    expect(namesIn((await ask('/snapshot.gpkg')).bytes)).not.toContain('چاه تازه');
    const { body: region } = await w.call('super', 'POST', '/api/region/', { label: 'نیمه', geometry: { type: 'Polygon', coordinates: [[[50.5, 34], [52.5, 34], [52.5, 36], [50.5, 36], [50.5, 34]]] } }); // biome-ignore format: one call
    const bound = await createDoorKey(w, [layer], { regions: [region.id] });
    expect(namesIn((await ask('/snapshot.gpkg', {}, layer, bound)).bytes)).toEqual(['چاه 0', 'چاه 1']);
  });

  it('are not there for who has no key to them, where features are off, nor in a format without shapes for a table', async () => {
    const none = await createDoorKey(w, [table]);
    expect((await ask('/snapshot.gpkg', {}, layer, none)).status).toBe(404);
    expect((await ask('/snapshot.gpkg', {}, w.ids.polygons)).status).toBe(404);
    expect((await ask('/snapshot.fgb', {}, table)).status).toBe(404);
    expect((await ask('/snapshot.zip')).status).toBe(404);
    expect((await ask('/snapshot.gpkg?limit=1')).status).toBe(400);
    expect((await ask('/snapshot.gpkg', {}, layer, key, 'POST')).status).toBe(405);
  });

  it('are gone when the process ends', async () => {
    const other = await createWorld(kind);
    await publishLayer(other, other.ids.layer);
    const own = await createDoorKey(other, [other.ids.layer]);
    expect((await askDoor(other, `/ogc/collections/layer_${other.ids.layer}/snapshot.gpkg`, { key: own })).status).toBe(
      200,
    );
    const left = () => readdirSync(join(other.folder, 'exports')).filter((name) => name.startsWith('snapshots-'));
    expect(left()).toHaveLength(1);
    await other.backend.app.close();
    expect(left()).toEqual([]);
    await other.close();
  });
});
