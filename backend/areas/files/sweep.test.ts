// Bytes that no row names go after a day, from a folder and from a store of S3 alike; all others stay.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PNG } from '../../../testing/pictures';
import { type S3Server, startS3Server } from '../../../testing/s3-server';
import { createWorld, type EngineKind, ONE_ENGINE, type TestWorld } from '../../../testing/world';
import { openStorage, type Storage } from '../../storage';
import { sweep } from '../jobs/sweep';
import { sweepFiles } from './sweep';

const DAY = 86_400_000;
// The statements are those of the engine, whatever the store is.
const KINDS = [...ONE_ENGINE.map((engine) => [engine, 'folder'] as const), ['embedded', 's3'] as const];

describe.each(KINDS)('bytes without a row, %s engine, %s', (engine: EngineKind, place) => {
  let w: TestWorld;
  let server: S3Server | null = null;
  let storage: Storage;
  beforeAll(async () => {
    if (place === 's3') server = await startS3Server({ lenient: true });
    w = await createWorld(engine, { s3: server?.config ?? null, maxUpload: 300_000 });
    storage = await openStorage(w.config);
  });
  afterAll(async () => {
    await w.close();
    await server?.close();
  });

  const later = (ms: number) => ({ engine: w.engine, storage, now: () => new Date(Date.now() + ms) });
  const keys = async () => {
    const keys: string[] = [];
    for (const prefix of ['files/', 'rasters/', 'rejects/', 'uploads/', 'users/'])
      for await (const { key } of storage.list(prefix)) keys.push(key);
    return keys;
  };
  const send = async () => {
    const fields = { layer_data: w.ids.record, path: new File([PNG as BlobPart], 'عکس.png') };
    const { status, body } = await w.form('editor', '/api/layerdatafile/', fields);
    expect(status).toBe(200);
    return body as { id: number; path: string };
  };
  const orphans = async (n: number) => {
    const keys = Array.from({ length: n }, (_, i) => `files/${w.ids.customer}/orphan-${String(i).padStart(4, '0')}`);
    for (const key of keys) await storage.put(key, 'x');
    return keys;
  };

  it('go after a day and not before; what a row names, or is of another kind, stays', async () => {
    const file = await send();
    await storage.put('users/somebody', 'x');
    for (const key of ['rasters/lost.tif', 'uploads/lost', 'rejects/lost.csv']) await storage.put(key, 'x');
    const upload = (await w.upload('editor', 'a.geojson', '{"type":"Point","coordinates":[51,35]}')).file_id;
    if (place === 'folder') await storage.put(`uploads/${upload}`, 'x');
    await storage.put('rasters/kept.tif', 'x');
    await sql`insert into layer (customer_id, owner_id, label, type, config) select customer_id, owner_id, 'تصویر', 6,
      '{"source":{"kind":"raster","key":"rasters/kept.tif"}}' from layer where id = ${w.ids.layer}::int`.execute(
      w.engine.db,
    );
    const orphanKeys = await orphans(5);
    const before = await keys();
    expect(await sweepFiles(later(0.9 * DAY))).toBe(0);
    expect(await keys()).toEqual(before);
    expect(await sweepFiles(later(1.1 * DAY))).toBe(8);
    expect(await keys()).toEqual(before.filter((key) => !orphanKeys.includes(key) && !key.includes('lost')));
    expect(await keys()).toContain(`uploads/${upload}`);
    expect((await w.call('editor', 'GET', file.path)).body.length).toBeGreaterThan(0);
    expect(await sweepFiles(later(2 * DAY))).toBe(0);
  });

  it('are files of messages that none carried within a day; those that one carries stay', async () => {
    const { body: role } = await w.call('super', 'POST', '/api/group/', { name: 'chatting', modules: [8] });
    await sql`insert into account_role (account_id, role_id) select id, ${role.id}::int from account where username = 'editor' and customer_id = ${w.ids.customer}::int`.execute(w.engine.db); // biome-ignore format: one statement
    const { rows: [to] } = await sql<{ id: number }>`select id from account where username = 'editor' and customer_id = ${w.ids.customer}::int`.execute(w.engine.db); // biome-ignore format: one query
    const attach = async () => (await w.form('super', '/api/chat_file/', { path: new File(['x'], 'a.txt') })).body.id;
    const [carried, waiting] = [await attach(), await attach()];
    const used = async () => Number((await w.engine.db.selectFrom('customer').select('files_bytes').where('id', '=', w.ids.customer).executeTakeFirstOrThrow()).files_bytes); // biome-ignore format: one query
    const { status } = await w.call('super', 'POST', '/api/message/', { receiver: to?.id, text: '', files: [carried] });
    const before = await used();
    const open = async (id: number) => (await w.call('super', 'GET', `/api/chat_file/${id}/`)).status;
    expect([status, await sweepFiles(later(0.9 * DAY)), await open(waiting)]).toEqual([200, 0, 200]);
    expect(await sweepFiles(later(1.1 * DAY))).toBe(1);
    expect([await open(carried), await open(waiting), await used()]).toEqual([200, 404, before - 1]);
    // What goes with the project or the person leaves its bytes to the sweep.
    await sql`delete from message`.execute(w.engine.db);
    expect([await sweepFiles(later(1.1 * DAY)), await used()]).toEqual([1, before - 2]);
  });

  it('are looked at a bounded number at a time, and the next run goes on behind', async () => {
    await send();
    await orphans(20);
    const places = new Map<string, string>();
    const removedCounts: number[] = [];
    for (let i = 0; i < 4; i++) removedCounts.push(await sweepFiles(later(2 * DAY), places, () => true, 8));
    expect([Math.max(...removedCounts), removedCounts.reduce((a, b) => a + b)]).toEqual([8, 20]);
    expect((await keys()).filter((key) => key.includes('orphan'))).toEqual([]);
  });

  it('end the run where the process stops, and hurt nothing where the database fails', async () => {
    const orphanKeys = await orphans(5);
    let calls = 0;
    expect(await sweepFiles(later(2 * DAY), new Map(), () => ++calls < 20)).toBeLessThan(6);
    const before = await keys();
    await sql`alter table record_file rename to record_file_away`.execute(w.engine.db);
    await expect(sweepFiles(later(2 * DAY))).rejects.toThrow();
    await sql`alter table record_file_away rename to record_file`.execute(w.engine.db);
    expect(await keys()).toEqual(before);
    await sweepFiles(later(2 * DAY));
    for (const key of orphanKeys) expect(await storage.exists(key)).toBe(false);
  });

  it('a file that is sent while the sweep runs is never its victim', async () => {
    const [, file] = await Promise.all([sweepFiles(later(0)), send()]);
    expect((await w.call('editor', 'GET', file.path)).status).toBe(200);
  });

  it('parts of uploads go as well, and one that is too large leaves none', async () => {
    const folder = join(w.config.dataDir, 'uploads');
    const { file_id } = await w.upload('editor', 'a.geojson', '{"type":"Point","coordinates":[51,35]}');
    const before = readdirSync(folder);
    const huge = await w.form('editor', '/api/layer_upload/', { file: new File(['x'.repeat(400_000)], 'a.csv') });
    expect([huge.status, typeof huge.body.detail]).toEqual([413, 'string']);
    expect(readdirSync(folder)).toEqual(before);
    mkdirSync(join(folder, 'half'));
    writeFileSync(join(folder, 'half', 'upload'), 'x');
    expect(await sweep(later(0.9 * DAY), folder)).toBe(0);
    expect(await sweep(later(1.1 * DAY), folder)).toBe(1);
    expect([readdirSync(folder).includes('half'), readdirSync(folder).includes(file_id)]).toEqual([false, true]);
  });
});
