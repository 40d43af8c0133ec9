// A sync that another process calls off, one that brings too much, and both ordered once more.
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, type ServerDatabase } from '../../../testing/database-server';
import { waitForJob as ended } from '../../../testing/wait-for-job';
import { createWorld, ONE_ENGINE, type TestWorld } from '../../../testing/world';
import { type Backend, buildBackend } from '../../app';
import { Refusal } from '../../http/errors';
import type { Target } from './foreign';
import { rows } from './foreign-rows';
import { table } from './foreign-tables';

const SERVER = process.env.TEST_DATABASE_URL ?? '';

describe.skipIf(!SERVER).each(ONE_ENGINE)('a sync that is called off, seen from the %s engine', (kind) => {
  let w: TestWorld;
  let foreign: pg.Client;
  /** A backend more on the same database: it holds none of the jobs of the first. Only a server lets in a second one. */
  let second: Backend | null = null;
  let database: ServerDatabase;
  let arcsde: number;

  beforeAll(async () => {
    database = await createDatabase(null);
    const at = new URL(database.url);
    foreign = new pg.Client({ connectionString: at.href });
    await foreign.connect();
    // A row every 5 ms: 1,000 of them take as long as anybody needs to change his mind.
    await foreign.query(`create table wait (ms float); insert into wait values (5);
      create view slow as select i, 'ر ' || i as name, (select ms from wait) as ms, pg_sleep((select ms from wait) / 1000)::text as slept from generate_series(1, 1000) i;
      create table many as select i, repeat('x', 1000) as text from generate_series(1, 3000) i`);
    w = await createWorld(kind, {
      databaseHosts: new Set([at.hostname]),
      jobs: { beatMs: 100, staleMs: 30_000, attempts: 3 },
    });
    if (kind === 'server') second = await buildBackend({ ...w.engine, close: async () => {} }, w.config);
    const connection = { label: 'x', host: at.hostname, port: Number(at.port), database: database.name, username: at.username, password: 'x' }; // biome-ignore format: one line
    arcsde = (await w.call('super', 'POST', '/api/arcsde/', connection)).body.id;
  });
  afterAll(async () => {
    await second?.close();
    await w.close();
    await foreign.end();
    await database.drop();
  });

  const job = async (id: string) => (await w.call('super', 'GET', `/api/job/${id}/`)).body;
  const finished = (id: string) => ended(w, id, 'super');
  const order = (of: string) =>
    w.call('super', 'POST', '/api/layershape/from_arcsde/', { arcsde, schema: 'public', table: of, label: of });
  /** Asks for the end of a job at the backend that does not run it, where there are two. */
  const cancel = async (id: string) => {
    const answer = await (second ?? w.backend).app.inject({
      method: 'DELETE',
      url: `/api/job/${id}/`,
      headers: { host: 'localhost', authorization: `Bearer ${await w.token('super')}` },
    });
    return answer.statusCode;
  };
  const layers = async () => Number((await sql<{ n: number }>`select count(*) as n from layer`.execute(w.engine.db)).rows[0]?.n); // biome-ignore format: one line
  const left = async () =>
    (
      await sql<{
        relname: string;
      }>`select relname from pg_class where relkind = 'r' and relname like 'import_%'`.execute(w.engine.db)
    ).rows;

  it('ends within two seconds, leaves nothing here and nobody there, and can be ordered once more', async () => {
    const before = await layers();
    const started = await order('slow');
    await expect.poll(async () => (await job(started.body.id)).state, { timeout: 10_000 }).toBe('running');
    const reading = async () =>
      (await foreign.query("select 1 from pg_stat_activity where application_name = 'pahneh' and query like 'fetch%' and datname = current_database()")).rowCount; // biome-ignore format: one query
    await expect.poll(reading, { timeout: 10_000 }).toBe(1);
    const at = Date.now();
    expect(await cancel(started.body.id)).toBe(200);
    const ended = await finished(started.body.id);
    expect([ended.state, ended.layer, ended.imported]).toEqual(['cancelled', null, 0]);
    expect(Date.now() - at).toBeLessThan(2000);
    expect([await layers(), await left()]).toEqual([before, []]);
    await expect.poll(reading, { timeout: 5000 }).toBe(0);
    await foreign.query('update wait set ms = 0');
    const again = await w.call('super', 'POST', `/api/job/${ended.id}/retry/`);
    expect([again.status, again.body.kind]).toEqual([200, 'sync']);
    expect(await finished(again.body.id)).toMatchObject({ state: 'done', error: null, imported: 1000 });
    expect((await w.call('super', 'POST', `/api/job/${again.body.id}/retry/`)).status).toBe(409);
    await foreign.query('update wait set ms = 5');
  });

  it('of a layer that is there leaves its records as they were', async () => {
    const { id: layer } = (await w.call('super', 'GET', '/api/layer/')).body.results.find((l: { label: string }) => l.label === 'slow'); // biome-ignore format: one line
    const state = async () => (await sql`select id, version, value from record where layer_id = ${layer}::int order by id`.execute(w.engine.db)).rows; // biome-ignore format: one line
    const before = await state();
    const started = await w.call('super', 'POST', `/api/layershape/${layer}/sync_arcsde/`);
    await new Promise((r) => setTimeout(r, 500));
    expect(await cancel(started.body.id)).toBe(200);
    expect((await finished(started.body.id)).state).toBe('cancelled');
    expect(await state()).toEqual(before);
    expect(await left()).toEqual([]);
  });

  it('an import is called off by another process too', async () => {
    const features = Array.from({ length: 60_000 }, (_, i) => ({ type: 'Feature', properties: { name: `ر ${i}` }, geometry: { type: 'Point', coordinates: [51 + i / 1e5, 35] } })); // biome-ignore format: one line
    const upload = await w.upload('super', 'a.geojson', JSON.stringify({ type: 'FeatureCollection', features }));
    const body = { file_id: upload.file_id, dataset: 'a', type: 1, label: 'x', fields: [{ source: 'name', label: 'x', type: 'text' }] }; // biome-ignore format: one line
    const before = await layers();
    const started = await w.call('super', 'POST', '/api/layer_import/', body);
    await expect.poll(async () => (await job(started.body.id)).state, { timeout: 10_000, interval: 5 }).toBe('running');
    expect(await cancel(started.body.id)).toBe(200);
    expect((await finished(started.body.id)).state).toBe('cancelled');
    expect(await layers()).toBe(before);
    const { rows: orphans } = await sql`select 1 from pg_class where relkind = 'r' and relname ~ '^record_[0-9]+$' and not relispartition`.execute(w.engine.db); // biome-ignore format: one query
    expect(orphans).toEqual([]);
  });

  it('no more rows and bytes are read than allowed, and one row less is enough', async () => {
    const at = new URL(database.url);
    const target: Target = { host: at.hostname, address: '127.0.0.1', port: Number(at.port), database: database.name, username: at.username, password: '', tls: false }; // biome-ignore format: one line
    const many = await table(target, 'public', 'many');
    const read = async (most: { rows: number; bytes: number }) => {
      let n = 0;
      try {
        for await (const _ of rows(
          target,
          { table: many, fields: ['i', 'text'], key: null, where: null },
          new AbortController().signal,
          most,
        ))
          n++;
        return n;
      } catch (error) {
        return [error instanceof Refusal && error.wording, n <= most.rows];
      }
    };
    expect(await read({ rows: 3000, bytes: 1e9 })).toBe(3000);
    expect(await read({ rows: 2999, bytes: 1e9 })).toEqual(['dbTooLarge', true]);
    expect(await read({ rows: 3000, bytes: 1_000_000 })).toEqual(['dbTooLarge', true]);
    const reading = async () => (await foreign.query("select 1 from pg_stat_activity where application_name = 'pahneh' and datname = current_database()")).rowCount; // biome-ignore format: one query
    await expect.poll(reading, { timeout: 5000 }).toBe(0);
  });
});
