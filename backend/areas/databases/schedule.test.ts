// A layer that follows its table: what was edited here, syncs that die or keep failing, and syncs by the clock.
import fc from 'fast-check';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, type ServerDatabase } from '../../../testing/database-server';
import { waitForJob } from '../../../testing/wait-for-job';
import { createWorld, ONE_ENGINE, type TestWorld } from '../../../testing/world';
import { createJobQueue } from '../jobs/queue';
import { orderDue } from './schedule';
import { MAX_FAILURES } from './schedule-store';

const SERVER = process.env.TEST_DATABASE_URL;

describe.skipIf(!SERVER).each(ONE_ENGINE)('a layer that follows its table, on the %s engine', (kind) => {
  let w: TestWorld;
  let foreign: pg.Client;
  let database: ServerDatabase;
  let arcsde: number;
  let tables = 0;

  beforeAll(async () => {
    database = await createDatabase(null);
    const at = new URL(database.url);
    foreign = new pg.Client({ connectionString: at.href });
    await foreign.connect();
    w = await createWorld(kind, {
      databaseHosts: new Set([at.hostname]),
      jobs: { beatMs: 100, staleMs: 30_000, attempts: 3 },
    });
    const connection = { label: 'x', host: at.hostname, port: Number(at.port), database: database.name, username: at.username, password: 'x' }; // biome-ignore format: one line
    arcsde = (await w.call('super', 'POST', '/api/arcsde/', connection)).body.id;
  });
  afterAll(async () => {
    await w.close();
    await foreign.end();
    await database.drop();
  });

  const ended = (id: string) => waitForJob(w, id, 'editor');
  /** A table with `n` rows as a layer of the editor, who is no superuser. */
  async function follow(n: number, more: object = {}) {
    const table = `t${++tables}`;
    await foreign.query(`create table ${table} (id int primary key, name text, n int); insert into ${table} select i, 'r' || i, i from generate_series(1, ${n}) i`); // biome-ignore format: one query
    const order = { arcsde, schema: 'public', table, label: table, ...more };
    const job = await ended((await w.call('editor', 'POST', '/api/layershape/from_arcsde/', order)).body.id);
    expect([job.state, job.error]).toEqual(['done', null]);
    return { table, layer: job.layer as number };
  }
  const state = async (layer: number) => (await w.call('editor', 'GET', `/api/layershape/${layer}/sync/`)).body;
  async function sync(layer: number) {
    const { body } = await w.call('editor', 'POST', `/api/layershape/${layer}/sync_arcsde/`);
    const job = await ended(body.id);
    return { job, last: (await state(layer)).last };
  }
  const all = async (layer: number) =>
    (
      await sql<{ id: number; version: number; value: { id: number; name: string; n: number }; deleted: boolean }>`
        select id, version, value, deleted_at is not null as deleted from record where layer_id = ${layer}::int order by id`.execute(w.engine.db)
    ).rows; // biome-ignore format: one query
  const record = async (layer: number, key: number) => (await all(layer)).find(({ value }) => value.id === key);
  const edit = async (layer: number, key: number, value: object) => {
    const id = (await record(layer, key))?.id;
    expect((await w.call('editor', 'PUT', `/api/layerdata/${id}/`, { value })).status).toBe(200);
    return id as number;
  };
  const schedule = (layer: number, body: object) => w.call('editor', 'PATCH', `/api/layershape/${layer}/sync/`, body);

  it('takes the rows, names and columns that were chosen', async () => {
    const { layer } = await follow(10, { where: { field: 'n', is: 'le', value: 4 }, fields: ['id', 'name'], labels: { name: 'نام' } }); // biome-ignore format: one call
    expect((await all(layer)).map(({ value }) => value)).toEqual([1, 2, 3, 4].map((i) => ({ id: i, name: `r${i}` })));
    const { config } = (await w.call('editor', 'GET', `/api/layer/${layer}/`)).body;
    expect(config.form.map((f: { label: string }) => f.label)).toEqual(['id', 'نام']);
    expect(await sync(layer)).toMatchObject({ last: { added: 0, changed: 0, removed: 0 } });
  });

  it('keeps what was edited here and counts it, or takes the source as it was decided', async () => {
    const { table, layer } = await follow(6);
    const one = await edit(layer, 1, { name: 'ours' });
    const two = await edit(layer, 2, { name: 'ours too' });
    const three = (await record(layer, 3))?.id as number;
    expect((await w.call('editor', 'DELETE', `/api/layerdata/${three}/`)).status).toBe(200);
    const own = (await w.call('editor', 'POST', '/api/layerdata/', { layer, value: { id: 99, name: 'added', n: 1 }, geometry: null })).body.id; // biome-ignore format: one call
    await foreign.query(`update ${table} set n = n + 100 where id in (1, 4); delete from ${table} where id in (2, 5); insert into ${table} values (7, 'r7', 7)`); // biome-ignore format: one query
    const { last } = await sync(layer);
    expect(last).toMatchObject({ error: null, added: 1, changed: 1, removed: 1, conflicts: 3 });
    expect(last.conflict_ids.toSorted((a: number, b: number) => a - b)).toEqual([one, two, three]);
    expect((await record(layer, 1))?.value).toEqual({ id: 1, name: 'ours', n: 1 });
    expect((await record(layer, 2))?.deleted).toBe(false);
    expect([(await record(layer, 3))?.deleted, (await record(layer, 5))?.deleted]).toEqual([true, true]);
    expect((await record(layer, 4))?.value.n).toBe(104);
    // It stays ours however often the source is read.
    expect((await sync(layer)).last).toMatchObject({ added: 0, changed: 0, removed: 0, conflicts: 3 });
    expect((await schedule(layer, { every: 'manual', edits: 'theirs' })).body.edits).toBe('theirs');
    expect((await sync(layer)).last).toMatchObject({ added: 1, changed: 1, removed: 1, conflicts: 3 });
    expect((await record(layer, 1))?.value).toEqual({ id: 1, name: 'r1', n: 101 });
    expect([(await record(layer, 2))?.deleted, (await record(layer, 3))?.deleted]).toEqual([true, false]);
    // What people made here never came of the source.
    expect((await all(layer)).find(({ id }) => id === own)?.deleted).toBe(false);
    expect((await sync(layer)).last).toMatchObject({ added: 0, changed: 0, removed: 0, conflicts: 0 });
  });

  it('leaves alone a field that people added, and stops where a column is gone', async () => {
    const { table, layer } = await follow(3);
    const { config } = (await w.call('editor', 'GET', `/api/layer/${layer}/`)).body;
    const form = [...config.form, { name: 'note', label: 'note', type: 'text' }];
    expect((await w.call('editor', 'PATCH', `/api/layer/${layer}/`, { config: { form } })).status).toBe(200);
    await edit(layer, 1, { note: 'seen' });
    await foreign.query(`update ${table} set name = 'new' where id = 1`);
    expect((await sync(layer)).last).toMatchObject({ changed: 1, conflicts: 0 });
    expect((await record(layer, 1))?.value).toEqual({ id: 1, name: 'new', n: 1, note: 'seen' });
    const hits = await w.call('editor', 'GET', `/api/layerdata/?layer=${layer}&search=seen`);
    expect(hits.body.results.length).toBe(1);
    const before = await all(layer);
    await foreign.query(`alter table ${table} drop column n`);
    const { job, last } = await sync(layer);
    expect([job.state, last.error]).toEqual(['failed', job.error]);
    expect(job.error).toMatch(/ستون/);
    expect(await all(layer)).toEqual(before);
  });

  it('takes other rows and another key, looked at there first, and keeps each feature', async () => {
    const { table, layer } = await follow(6);
    await foreign.query(`alter table ${table} add code text; update ${table} set code = (7 - id)::text; alter table ${table} add twin text default 'x', add hole text`); // biome-ignore format: one query
    const settings = { every: 'manual', edits: 'ours' };
    for (const key of ['twin', 'hole', 'nowhere']) {
      const { status, body } = await schedule(layer, { ...settings, key });
      expect([key, status, Object.keys(body.fields)]).toEqual([key, 400, ['key']]);
    }
    for (const where of [
      { field: 'nowhere', is: 'eq', value: 1 },
      { field: 'n', is: 'ge', value: 'many' },
    ]) {
      const { status, body } = await schedule(layer, { ...settings, where });
      expect([status, Object.keys(body.fields)]).toEqual([400, ['where']]);
    }
    expect(await state(layer)).toMatchObject({ arcsde, key: null, where: null });
    const before = await all(layer);
    await edit(layer, 2, { name: 'ours' });
    // Its codes are the keys of other rows.
    const where = { field: 'n', is: 'ge', value: 2 };
    const changed = await schedule(layer, { ...settings, key: 'code', where });
    expect([changed.status, changed.body.key, changed.body.where]).toEqual([200, 'code', where]);
    expect(await sync(layer)).toMatchObject({ last: { error: null, added: 0, changed: 0, removed: 1, conflicts: 1 } });
    await foreign.query(`update ${table} set id = id + 100, name = 'new' where id > 2`);
    expect((await sync(layer)).last).toMatchObject({ added: 0, changed: 4, removed: 0, conflicts: 1 });
    expect((await all(layer)).map(({ id, deleted, value }) => [id, value.id, value.name, deleted])).toEqual(
      before.map(({ id, value: { id: key } }) => [id, key > 2 ? key + 100 : key, key > 2 ? 'new' : key === 2 ? 'ours' : 'r1', key === 1]), // biome-ignore format: one list
    );
    // What is not said stays; the primary key and all rows come back with null.
    expect((await schedule(layer, settings)).body).toMatchObject({ key: 'code', where });
    expect((await schedule(layer, { ...settings, key: null, where: null })).body).toMatchObject({ key: null, where: null }); // biome-ignore format: one line
    expect((await sync(layer)).last).toMatchObject({ added: 1, changed: 0, removed: 0, conflicts: 1 });
    expect((await all(layer)).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  });

  it('gives a key to rows that had none, by what their features hold', async () => {
    const table = `t${++tables}`;
    await foreign.query(`create table ${table} (code text, n int); insert into ${table} select 'c' || i, i from generate_series(1, 4) i`); // biome-ignore format: one query
    const order = { arcsde, schema: 'public', table, label: table };
    const { layer } = await ended((await w.call('editor', 'POST', '/api/layershape/from_arcsde/', order)).body.id);
    const before = await all(layer);
    expect((await schedule(layer, { every: 'manual', edits: 'ours', key: 'code' })).status).toBe(200);
    await foreign.query(`update ${table} set n = n + 10 where code <> 'c1'`);
    expect((await sync(layer)).last).toMatchObject({ added: 0, changed: 3, removed: 0, conflicts: 0 });
    expect((await all(layer)).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    // A table without a primary key gives none.
    expect((await schedule(layer, { every: 'manual', edits: 'ours', key: null })).status).toBe(400);
  });

  it('after any changes there a sync makes it the same, and the next one changes nothing', async () => {
    const { table, layer } = await follow(5, { schedule: { every: 'manual', edits: 'theirs' } });
    const row = fc.record({ id: fc.integer({ min: 1, max: 8 }), name: fc.option(fc.string({ maxLength: 5 }).map((s) => s.replaceAll('\0', ''))), n: fc.option(fc.integer({ min: 0, max: 3 })) }); // biome-ignore format: one line
    const contents = fc.uniqueArray(row, { selector: ({ id }) => id, minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(contents, fc.option(fc.integer({ min: 1, max: 8 })), async (rows, touched) => {
        await foreign.query(`delete from ${table}`);
        for (const { id, name, n } of rows)
          await foreign.query(`insert into ${table} values ($1, $2, $3)`, [id, name, n]);
        const live = touched === null ? undefined : await record(layer, touched);
        if (live && !live.deleted) await w.call('editor', 'PUT', `/api/layerdata/${live.id}/`, { value: { n: 77 } });
        expect((await sync(layer)).last.error).toBeNull();
        const clean = (text: string | null) => (text === null || text.trim() === '' ? null : text.trim());
        const now = (await all(layer)).filter(({ deleted }) => !deleted).map(({ value }) => ({ ...value, name: clean(value.name) })); // biome-ignore format: one line
        const expected = rows.map(({ id, name, n }) => ({ id, name: clean(name), n }));
        const sorted = <T extends { id: number }>(list: T[]) => list.toSorted((a, b) => a.id - b.id);
        expect(sorted(now)).toEqual(sorted(expected));
        const before = await all(layer);
        expect((await sync(layer)).last).toMatchObject({ added: 0, changed: 0, removed: 0, conflicts: 0 });
        expect(await all(layer)).toEqual(before);
      }),
      { numRuns: kind === 'server' ? 12 : 8 },
    );
  });

  it('that dies in the middle leaves the old state whole', async () => {
    const { table, layer } = await follow(50);
    const before = [await all(layer), await state(layer)];
    await foreign.query(`update ${table} set n = 0; alter table ${table} rename to ${table}_base;
      create view ${table} as select id, name, case when id > 40 then 1 / (n * 0)::int else n end as n from ${table}_base`);
    const { job, last } = await sync(layer);
    expect([job.state, last.error !== null]).toEqual(['failed', true]);
    // The last step of all fails: the commit as a whole is undone.
    await foreign.query(`drop view ${table}; alter table ${table}_base rename to ${table}`);
    await sql`create function stop_here() returns trigger language plpgsql as 'begin raise exception ''stop''; end'`.execute(w.engine.db); // biome-ignore format: one query
    await sql`create trigger stop_here before update on layer_sync for each row when (new.last->>'error' is null and new.last is not null) execute function stop_here()`.execute(w.engine.db); // biome-ignore format: one query
    expect((await sync(layer)).job.state).toBe('failed');
    await sql`drop trigger stop_here on layer_sync`.execute(w.engine.db);
    await sql`drop function stop_here`.execute(w.engine.db);
    expect(await all(layer)).toEqual(before[0]);
    expect((await sync(layer)).last).toMatchObject({ changed: 50, error: null });
  });

  const due = (layer: number) => sql`update layer_sync set next_at = now() - interval '1 second' where layer_id = ${layer}::int`.execute(w.engine.db); // biome-ignore format: one line
  /** Two processes look at the same moment; neither works by itself. */
  const look = async () => {
    const idle = [createJobQueue(w.backend.world), createJobQueue(w.backend.world)];
    await Promise.all(idle.map((queue) => orderDue(w.backend.world, queue, () => true)));
  };
  const jobsOf = async (layer: number) =>
    (await sql<{ state: string }>`select state from job where layer_id = ${layer}::int and kind = 'sync' and "order"->>'again' is not null`.execute(w.engine.db)).rows; // biome-ignore format: one query

  it('is read by the clock, once, whoever looks', async () => {
    const { table, layer } = await follow(2);
    const wrong = await schedule(layer, { every: 'daily', edits: 'ours' });
    expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([400, ['hour']]);
    const { body } = await schedule(layer, { every: 'daily', hour: 3, edits: 'ours' });
    const next = new Date(body.next);
    // Tehran is three and a half hours ahead, and keeps no summer time.
    expect([next.getUTCHours(), next.getUTCMinutes()]).toEqual([23, 30]);
    expect(next.getTime() - Date.now()).toBeGreaterThan(0);
    expect(next.getTime() - Date.now()).toBeLessThanOrEqual(86_400_000);
    await look();
    expect(await jobsOf(layer)).toEqual([]);
    await foreign.query(`insert into ${table} values (3, 'r3', 3)`);
    await due(layer);
    await look();
    expect(await jobsOf(layer)).toHaveLength(1);
    expect((await state(layer)).next).toBe(body.next);
    await expect.poll(async () => (await state(layer)).last?.added, { timeout: 20_000 }).toBe(1);
    await look();
    expect(await jobsOf(layer)).toHaveLength(1);
  });

  it('pauses after failures in a row with a notice, and a sync that goes well ends that', async () => {
    const { table, layer } = await follow(2, { schedule: { every: 'hourly', edits: 'ours' } });
    await foreign.query(`alter table ${table} rename to away`);
    for (let i = 1; i <= MAX_FAILURES; i++) {
      await due(layer);
      await look();
      await expect.poll(async () => (await jobsOf(layer)).filter(({ state: s }) => s === 'failed').length, { timeout: 20_000 }).toBe(i); // biome-ignore format: one line
    }
    expect(await state(layer)).toMatchObject({
      is_paused: true,
      next: null,
      last: { error: expect.stringContaining('جدول') },
    });
    await look();
    expect(await jobsOf(layer)).toHaveLength(MAX_FAILURES);
    for (const as of ['super', 'editor']) {
      const { results } = (await w.call(as, 'GET', '/api/notiffication/received/')).body ?? {};
      expect([as, results?.filter((n: { code: string }) => n.code === 'sync_paused').length]).toEqual([as, 1]);
    }
    await foreign.query(`alter table away rename to ${table}`);
    expect((await sync(layer)).last.error).toBeNull();
    expect(await state(layer)).toMatchObject({ is_paused: false, next: expect.any(String) });
  });

  it('is not read twice at once, nor by whom it does not concern', async () => {
    const { table, layer } = await follow(1);
    await foreign.query(`alter table ${table} rename to ${table}_base; create view ${table} as select id, name || pg_sleep(1)::text as name, n from ${table}_base`); // biome-ignore format: one query
    const answers = await Promise.all(
      [1, 2, 3].map(() => w.call('editor', 'POST', `/api/layershape/${layer}/sync_arcsde/`)),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect((await state(layer)).is_running).toBe(true);
    const whileRunning = await schedule(layer, { every: 'manual', edits: 'ours', where: { field: 'n', is: 'eq', value: 1 } }); // biome-ignore format: one call
    expect(whileRunning.status).toBe(409);
    await ended(answers.find(({ status }) => status === 200)?.body.id);
    expect((await w.call('viewer', 'GET', `/api/layershape/${layer}/sync/`)).status).toBe(403);
    expect((await w.call('stranger', 'GET', `/api/layershape/${layer}/sync/`)).status).toBe(404);
  });
});
