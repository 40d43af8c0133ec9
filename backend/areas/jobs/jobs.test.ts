// Jobs that survive: several processes on one database, jobs whose holder is silent, and appends that are all or nothing.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitForJob as ended } from '../../../testing/wait-for-job';
import { createWorld, ENGINES, type TestWorld } from '../../../testing/world';
import { buildBackend } from '../../app';
import * as store from './store';

/** The world's engine for one backend more, which does not close it. */
const shared = (w: TestWorld) => ({ ...w.engine, close: async () => {} });

const point = (i: number) => ({ type: 'Point', coordinates: [51 + (i % 100) / 200, 35 + (i % 90) / 200] });
const fileOf = (features: object[]) => JSON.stringify({ type: 'FeatureCollection', features });
const feature = (properties: object, geometry: object | null) => ({ type: 'Feature', properties, geometry });

describe.each(ENGINES)('appends on the %s engine', (kind) => {
  let w: TestWorld;
  beforeAll(async () => {
    w = await createWorld(kind);
  });
  afterAll(() => w.close());

  const finished = (id: string, as?: string) => ended(w, id, as);
  const order = (file: string, layer: number, more: object = {}, top: object = {}) => ({
    file_id: file,
    append_metadata: {
      field_mapping: { نام: 'name', جمعیت: 'population' },
      layer_id: layer,
      dataset_layer: 'a',
      geom_type: 1,
      file_id: file,
      many_geoms: false,
      feature_count: 3,
      is3d: false,
      ...more,
    },
    ...top,
  });
  const upload = async (features: object[], as = 'editor') =>
    (await w.upload(as, 'a.geojson', fileOf(features))).file_id as string;
  const append = (as: string, body: object) => w.call(as, 'POST', '/api/layer_append/', body);
  const layerOf = async (id: number) => (await w.call('super', 'GET', `/api/layer/${id}/`)).body;

  const rows = [
    feature({ نام: 'کرج', جمعیت: 1_500_000 }, point(1)),
    feature({ نام: 'یزد', جمعیت: -5 }, point(2)),
    feature({ نام: null, جمعیت: 5 }, point(3)),
    feature({ نام: 'قم', جمعیت: 7 }, null),
    feature({ نام: 'ری', جمعیت: 9 }, point(4)),
  ];

  it('puts good rows in by the mapping and the form, and hands bad ones back', async () => {
    const before = await layerOf(w.ids.layer);
    const started = await append('editor', order(await upload(rows), w.ids.layer));
    expect([started.status, started.body.kind, started.body.layer]).toEqual([200, 'append', w.ids.layer]);
    const job = await finished(started.body.id);
    expect([job.state, job.read, job.imported, job.rejected]).toEqual(['done', 5, 2, 3]);
    const after = await layerOf(w.ids.layer);
    expect([after.record_count, after.rev > before.rev]).toEqual([before.record_count + 2, true]);
    const page = await w.call('super', 'GET', `/api/layerdata/?layer=${w.ids.layer}&limit=2&order=-id`);
    expect(page.body.results.map((r: { value: object; status: { id: number } }) => [r.value, r.status.id])).toEqual([
      [{ name: 'ری', population: 9 }, 3],
      [{ name: 'کرج', population: 1_500_000 }, 3],
    ]);
    const matches = await w.call('super', 'GET', `/api/search/?text=${encodeURIComponent('كرج')}`);
    if (matches.status === 200) expect(JSON.stringify(matches.body)).toContain('کرج');
    const csv = (await w.call('editor', 'GET', `/api/job/${job.id}/rejects/`)).body.toString();
    expect(csv.trim().split('\r\n').map((line: string) => line.split(',')[0])).toEqual(['row', '2', '3', '4']); // biome-ignore format: one line
  });

  it('tries without writing', async () => {
    const before = await layerOf(w.ids.layer);
    const started = await append('editor', order(await upload(rows), w.ids.layer, {}, { dry_run: true }));
    const job = await finished(started.body.id);
    expect([job.state, job.dry_run, job.imported]).toEqual(['done', true, 0]);
    expect(job.report).toMatchObject({ accepted: 2, nulls: { name: 0, population: 0 }, duplicates: 0 });
    expect(job.report.reasons.reduce((n: number, r: { rows: number }) => n + r.rows, 0)).toBe(3);
    expect(await layerOf(w.ids.layer)).toEqual(before);
  });

  it('refuses whom the layer does not let add, and what does not fit', async () => {
    const file = await upload(rows);
    expect((await append('editor', order(file, w.ids.secret))).status).toBe(404);
    expect((await append('stranger', order(file, w.ids.layer))).status).toBe(404);
    expect((await append('super', order(file, w.ids.layer))).status).toBe(404);
    expect((await w.upload('viewer', 'a.geojson', fileOf(rows))).code).toBe(403);
    for (const more of [
      { geom_type: 2 },
      { dataset_layer: 'b' },
      { field_mapping: { نام: 'nothing' } },
      { field_mapping: { nothing: 'name' } },
      { field_mapping: { نام: 'name', جمعیت: 'name' } },
      { file_id: 'other' },
    ])
      expect([more, (await append('editor', order(file, w.ids.layer, more))).status]).toEqual([more, 400]);
  });

  it('lets nobody write outside his regions', async () => {
    const inside = feature({ نام: 'درون', جمعیت: 1 }, { type: 'Point', coordinates: [51.5, 35.5] });
    const outside = feature({ نام: 'بیرون', جمعیت: 1 }, { type: 'Point', coordinates: [59, 36] });
    const file = await upload([outside, inside, outside], 'regional');
    const job = await finished((await append('regional', order(file, w.ids.layer))).body.id, 'regional');
    expect([job.state, job.imported, job.rejected]).toEqual(['done', 1, 2]);
    const csv = (await w.call('regional', 'GET', `/api/job/${job.id}/rejects/`)).body.toString();
    expect(csv.trim().split('\r\n').slice(1).map((line: string) => line.split(',')[0])).toEqual(['1', '3']); // biome-ignore format: one line
  });

  it('rows of a supervised layer wait', async () => {
    const config = (await layerOf(w.ids.spare)).config;
    await w.call('super', 'PATCH', `/api/layer/${w.ids.spare}/`, { config: { ...config, supervised: true } });
    const job = await finished((await append('editor', order(await upload(rows), w.ids.spare))).body.id);
    expect([job.state, job.imported]).toEqual(['done', 2]);
    const statuses = await w.engine.db
      .selectFrom('record')
      .select('status')
      .where('layer_id', '=', w.ids.spare)
      .execute();
    expect(statuses.map((s) => s.status)).toEqual([1, 1]);
  });

  it('a job that failed or was cancelled can be ordered once more, a good one cannot', async () => {
    const bad = await upload([feature({ نام: null, جمعیت: 1 }, point(1))]);
    const failed = await finished((await append('editor', order(bad, w.ids.layer))).body.id);
    expect([failed.state, failed.imported]).toEqual(['failed', 0]);
    const again = await w.call('editor', 'POST', `/api/job/${failed.id}/retry/`);
    expect([again.status, again.body.kind, again.body.id === failed.id]).toEqual([200, 'append', false]);
    expect((await finished(again.body.id)).state).toBe('failed');
    const good = await finished((await append('editor', order(await upload(rows), w.ids.layer))).body.id);
    expect((await w.call('editor', 'POST', `/api/job/${good.id}/retry/`)).status).toBe(409);
    expect((await w.call('super', 'POST', `/api/job/${good.id}/retry/`)).status).toBe(404);
  });

  it('removes the file of an upload once all of it is imported, and keeps it for a try and for what failed', async () => {
    const isThere = async (file: string) => {
      const row = await w.engine.db.selectFrom('upload').select('path').where('id', '=', file).executeTakeFirst();
      return row !== undefined && existsSync(row.path);
    };
    const file = await upload(rows);
    const path = (await w.engine.db.selectFrom('upload').select('path').where('id', '=', file).executeTakeFirstOrThrow()).path; // biome-ignore format: one query
    await finished((await append('editor', order(file, w.ids.layer, {}, { dry_run: true }))).body.id);
    expect(await isThere(file)).toBe(true);
    await finished((await append('editor', order(file, w.ids.layer))).body.id);
    await expect.poll(() => existsSync(path)).toBe(false);
    expect(await isThere(file)).toBe(false);
    const bad = await upload([feature({ نام: null, جمعیت: 1 }, point(1))]);
    await finished((await append('editor', order(bad, w.ids.layer))).body.id);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await isThere(bad)).toBe(true);
  });

  it('a form that changes while rows are checked undoes the append', async () => {
    const many = Array.from({ length: 30_000 }, (_, i) => feature({ نام: `ر ${i}`, جمعیت: i }, point(i)));
    const file = await upload(many);
    const before = await layerOf(w.ids.layer);
    const started = await append('editor', order(file, w.ids.layer));
    await expect.poll(async () => (await w.call('editor', 'GET', `/api/job/${started.body.id}/`)).body.state, { interval: 5 }).not.toBe('waiting'); // biome-ignore format: one poll
    const form = [...before.config.form, { name: 'new', label: 'تازه', type: 'text' }];
    await sql`update layer set config = jsonb_set(config, '{form}', ${JSON.stringify(form)}::jsonb) where id = ${w.ids.layer}::int`.execute(w.engine.db); // biome-ignore format: one statement
    const job = await finished(started.body.id);
    const late = job.state === 'done';
    expect(late ? '' : job.error).toMatch(late ? /^$/ : /فرم/);
    expect((await layerOf(w.ids.layer)).record_count).toBe(before.record_count + (late ? 30_000 : 0));
    await expect.poll(async () => (await sql`select 1 from staging`.execute(w.engine.db)).rows).toEqual([]);
  });

  it('a job whose holder is silent is taken up again; after too many tries it fails with a reason', async () => {
    const file = await upload(rows);
    const { account_id } = await w.engine.db
      .selectFrom('upload')
      .select('account_id')
      .where('id', '=', file)
      .executeTakeFirstOrThrow();
    const lost = async (attempts: number) => {
      const id = randomUUID();
      const storedOrder = { ...order(file, w.ids.layer), status: 3 };
      await store.add(w.engine.db, { id, account: account_id, kind: 'append', label: 'x', order: storedOrder, upload: file, layer: w.ids.layer }); // biome-ignore format: one job
      await sql`update job set state = 'running', holder = 'dead/1', heartbeat = now() - interval '1 hour', attempts = ${attempts}::int where id = ${id}`.execute(w.engine.db); // biome-ignore format: one statement
      await store.addStaging(w.engine.db, `import_dead_${attempts}`, id, 'dead/1');
      await sql`create table ${sql.table(`import_dead_${attempts}`)} (id int)`.execute(w.engine.db);
      return id;
    };
    const [young, old] = [await lost(1), await lost(3)];
    const second = await buildBackend(shared(w), { ...w.config, jobs: { ...w.config.jobs, beatMs: 50 } });
    const [again, oldJob] = [await finished(young), await finished(old)];
    expect([again.state, again.imported]).toEqual(['done', 2]);
    expect([oldJob.state, oldJob.error]).toEqual(['failed', expect.stringMatching(/[\u0600-\u06ff]/)]);
    const { rows: left } = await sql`select relname from pg_class where relname like 'import_dead%'`.execute(
      w.engine.db,
    );
    expect(left).toEqual([]);
    await second.close();
  });
});

const SERVER = process.env.TEST_DATABASE_URL;

describe.skipIf(!SERVER)('several backends on one server', () => {
  it('run each job once', async () => {
    const w = await createWorld('server', { jobs: { beatMs: 20, staleMs: 30_000, attempts: 3 } });
    const others = await Promise.all([1, 2].map(() => buildBackend(shared(w), w.config)));
    try {
      const many = Array.from({ length: 200 }, (_, i) => feature({ نام: `ر ${i}`, جمعیت: i }, point(i)));
      const file = (await w.upload('editor', 'a.geojson', fileOf(many))).file_id;
      const meta = {
        field_mapping: { نام: 'name' },
        layer_id: w.ids.layer,
        dataset_layer: 'a',
        geom_type: 1,
        file_id: file,
      };
      const jobs = await Promise.all(
        Array.from({ length: 12 }, () => w.call('editor', 'POST', '/api/layer_append/', { file_id: file, append_metadata: meta })), // biome-ignore format: one call
      );
      const open = async () => (await w.call('editor', 'GET', '/api/job/')).body.filter((j: { state: string }) => j.state === 'waiting' || j.state === 'running').length; // biome-ignore format: one call
      await expect.poll(open, { timeout: 25_000 }).toBe(0);
      const rows = await w.engine.db.selectFrom('job').select(['state', 'attempts', 'holder', 'error']).execute();
      expect(jobs.map((j) => j.status)).toEqual(Array(12).fill(200));
      expect(rows.map((r) => [r.state, r.error, r.attempts])).toEqual(Array(12).fill(['done', null, 1]));
      expect(new Set(rows.map((r) => r.holder?.split('/')[0])).size).toBeGreaterThan(1);
      const { body } = await w.call('super', 'GET', `/api/layer/${w.ids.layer}/`);
      expect(body.record_count).toBe(3 + 12 * 200);
    } finally {
      for (const other of others) await other.close();
      await w.close();
    }
  });
});
