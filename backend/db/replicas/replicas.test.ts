// A real primary and real streaming replicas: where reads land, that they see what was written, and what happens when a replica fails.
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { layerName } from '../../../contract/ogc';
import { checkReplicas } from '../../../scripts/doctor/replicas';
import { findPostgres, startPostgres, startReplica } from '../../../scripts/postgres.mjs';
import { pausableLine } from '../../../testing/outside/pausable-line';
import { createWorld } from '../../../testing/world';
import { buildBackend } from '../../app';
import type { Engine } from '../engine';
import { withScope } from '../scope';
import { openServer } from '../server';
import type { Replicas } from './replicas';

const isThere = Boolean(process.env.TEST_DATABASE_URL) && findPostgres() !== null;
const LIMITS = { lookMs: 30, maxLagMs: 300, restMs: 100 };
const START_MS = 60_000;

describe.skipIf(!isThere)('replicas (needs TEST_DATABASE_URL and the programs of PostgreSQL)', () => {
  const ends: (() => unknown)[] = [];
  let primary: Awaited<ReturnType<typeof startPostgres>>;
  let one: Awaited<ReturnType<typeof startReplica>>;
  let two: Awaited<ReturnType<typeof startReplica>>;
  beforeAll(async () => {
    primary = await startPostgres();
    ends.push(() => primary.stop());
    one = await startReplica(primary.url);
    ends.push(() => one.stop());
    two = await startReplica(primary.url);
    ends.push(() => two.stop());
    await query(primary.url, 'create table record_1 as select 1 as id, 0 as n');
    await query(primary.url, 'create table record_2 as select id, 0 as n from generate_series(1, 8) id');
  }, START_MS);
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  }, START_MS);

  async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query(statement).finally(() => client.end());
    return rows;
  }
  /** The database with these replicas, when all of them are read from. */
  async function open(...of: { url: string }[]) {
    const lines: string[] = [];
    const engine = openServer(primary.url, {
      readUrls: of.map(({ url }) => url),
      report: (line) => lines.push(line),
      limits: LIMITS,
    });
    ends.push(() => engine.close());
    const replicas = engine.replicas as Replicas;
    await until(() => of.length === 0 || replicas.states().every(({ isIn, lagMs }) => isIn && lagMs === 0));
    return { engine, replicas, lines };
  }
  const until = (test: () => boolean) => expect.poll(test, { timeout: 10_000, interval: 10 }).toBe(true);
  const reads = (replicas: Replicas) => replicas.states().map((state) => state.reads);
  const inScope = <T>(work: () => Promise<T>, replica = true) =>
    withScope({ requestId: 'replica-test', seconds: 5, replica }, work);
  const read = async ({ db }: Engine) => {
    const { rows } = await inScope(() => sql<{ n: number; port: number }>`select n, inet_server_port() as port from record_1`.execute(db)); // biome-ignore format: one question
    return rows[0] as { n: number; port: number };
  };
  const write = ({ db }: Engine, n: number) => inScope(() => sql`update record_1 set n = ${n}::int`.execute(db));
  const portOf = ({ url }: { url: string }) => Number(new URL(url).port);

  it('answer reads of calls that may, in turn, and nothing else', async () => {
    const { engine, replicas } = await open(one, two);
    const ports: number[] = [];
    for (let i = 0; i < 20; i++) ports.push((await read(engine)).port);
    expect(ports).toEqual(expect.arrayContaining([portOf(one), portOf(two)]));
    const before = reads(replicas);
    const port = sql<{ port: number }>`select inet_server_port() as port from record_1`;
    const elsewhere = [
      await inScope(() => port.execute(engine.db), false),
      await inScope(() => engine.db.transaction().execute((tx) => port.execute(tx))),
      await inScope(() => sql<{ port: number }>`select inet_server_port() as port`.execute(engine.db)),
      await inScope(() => sql<{ port: number }>`select inet_server_port() as port from record_1 for update`.execute(engine.db)), // biome-ignore format: one question
    ];
    expect(elsewhere.map(({ rows }) => rows[0]?.port)).toEqual(Array(4).fill(portOf(primary)));
    expect(reads(replicas)).toEqual(before);
  });

  it('show what was written just before, also while one does not replay', async () => {
    const { engine: writer } = await open();
    const { engine: reader, replicas } = await open(one);
    const rounds = async (id: number, from: number, to: number) => {
      for (let n = from; n <= to; n++) {
        await sql`update record_2 set n = ${n}::int where id = ${id}::int`.execute(writer.db);
        const { rows } = await inScope(() => sql`select n from record_2 where id = ${id}::int`.execute(reader.db));
        expect(rows).toEqual([{ n }]);
      }
    };
    await rounds(1, 1, 100);
    expect(reads(replicas)[0]).toBeGreaterThan(20);
    await query(one.url, 'select pg_wal_replay_pause()');
    await rounds(1, 101, 120);
    expect(replicas.primaryReads().behind + replicas.primaryReads().none).toBeGreaterThan(19);
    await query(one.url, 'select pg_wal_replay_resume()');
    await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((id) => rounds(id, 200, 230)));
  });

  it('that dies in the middle of reads fails nobody, and is taken back', async () => {
    const { engine, replicas, lines } = await open(one, two);
    let isOver = false;
    let count = 0;
    const reader = async () => {
      while (!isOver) {
        await inScope(() => sql`select n from record_1, pg_sleep(0.02)`.execute(engine.db));
        count++;
      }
    };
    const readers = Array.from({ length: 6 }, reader);
    await until(() => count > 20);
    await two.kill();
    await until(() => replicas.states()[1]?.isIn === false);
    const least = count + 20;
    await until(() => count > least);
    isOver = true;
    await Promise.all(readers);
    two.start();
    await until(() => replicas.states()[1]?.isIn === true);
    const name = `replica 127.0.0.1:${portOf(two)}`;
    expect(lines.filter((line) => line.startsWith(name)).map((line) => line.slice(name.length))).toEqual([
      ' is read from',
      expect.stringMatching(/^ is left out: it (does not answer|failed a read)$/),
      ' is read from',
    ]);
  });

  it('that hangs loses the reads that wait for it to the primary', async () => {
    const line = await pausableLine(portOf(one));
    ends.push(line.close);
    const { engine, replicas } = await open({ url: `postgres://pahneh@127.0.0.1:${line.port}/postgres` });
    const slow = inScope(() => sql<{ port: number }>`select inet_server_port() as port from record_1, pg_sleep(1)`.execute(engine.db)); // biome-ignore format: one question
    const active = `select 1 from pg_stat_activity where query like '%record_1, pg_sleep(1)' and state = 'active' and pid <> pg_backend_pid()`;
    await expect.poll(() => query(one.url, active), { timeout: 900, interval: 20 }).toHaveLength(1);
    line.pause(true);
    expect((await slow).rows[0]?.port).toBe(portOf(primary));
    expect(replicas.states()[0]).toMatchObject({ isIn: false, lagMs: null });
    line.pause(false);
    await until(() => replicas.states()[0]?.isIn === true);
  });

  it('that is further behind than allowed is left out, and is back when it has caught up', async () => {
    const { engine, replicas, lines } = await open(one);
    await query(one.url, 'select pg_wal_replay_pause()');
    await write(engine, 1001);
    await until(() => replicas.states()[0]?.isIn === false);
    expect((await read(engine)).n).toBe(1001);
    expect(replicas.primaryReads().none).toBe(1);
    expect(lines.at(-1)).toMatch(/^replica 127\.0\.0\.1:\d+ is left out: it is 0 s behind$/);
    await query(one.url, 'select pg_wal_replay_resume()');
    await until(() => replicas.states()[0]?.isIn === true);
    await expect.poll(() => read(engine)).toEqual({ n: 1001, port: portOf(one) });
  });

  it('refuses a wrong statement as the primary does and stays, and ends one whose caller has left', async () => {
    const { engine, replicas } = await open(one);
    const wrong = inScope(() => sql`select n / 0 from record_1`.execute(engine.db));
    await expect(wrong).rejects.toMatchObject({ code: '22012' });
    expect([replicas.primaryReads().failed, replicas.states()[0]?.isIn]).toEqual([1, true]);
    const leaving = new AbortController();
    const late = withScope({ requestId: 'replica-test', seconds: 5, replica: true, signal: leaving.signal }, () =>
      sql`select n from record_1, pg_sleep(20)`.execute(engine.db),
    );
    await until(() => replicas.pools().some(({ used }) => used > 0));
    setTimeout(() => leaving.abort(), 50);
    await expect(late).rejects.toMatchObject({ code: '57014' });
    expect(replicas.primaryReads().failed).toBe(1);
  });

  it('of another cluster, and the primary itself, are never read from', async () => {
    const lines: string[] = [];
    const engine = openServer(primary.url, {
      readUrls: [process.env.TEST_DATABASE_URL as string, primary.url],
      report: (line) => lines.push(line),
      limits: LIMITS,
    });
    ends.push(() => engine.close());
    await until(() => lines.length === 2);
    expect(lines.map((line) => line.split(': ')[1]).sort()).toEqual(['it is no replica', 'it is of another cluster']);
    expect((await read(engine)).port).toBe(portOf(primary));
  });

  it('serve the calls of the product: lists, filters and tiles that show the edit before them', async () => {
    const server = process.env.TEST_DATABASE_URL;
    const template = process.env.TEST_SERVER_TEMPLATE;
    process.env.TEST_DATABASE_URL = primary.url;
    delete process.env.TEST_SERVER_TEMPLATE;
    const w = await createWorld('server').finally(() => {
      process.env.TEST_DATABASE_URL = server;
      process.env.TEST_SERVER_TEMPLATE = template;
    });
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(w.engine.db);
    const at = ({ url }: { url: string }) => url.replace(/postgres$/, String(rows[0]?.name));
    const engine = openServer(at(primary), { readUrls: [at(one)], limits: LIMITS });
    const replicas = engine.replicas as Replicas;
    await until(() => replicas.states()[0]?.isIn === true);
    const backend = await buildBackend(engine, w.config);
    const headers = { host: 'localhost', authorization: `Bearer ${await w.token('editor')}` };
    const list = `/api/layerdata/?layer=${w.ids.layer}&search=Qom`;
    const tile = (column: number) =>
      `/geoserver/gwc/service/wmts?SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0&STYLE=&TILEMATRIXSET=EPSG:900913&LAYER=${layerName(w.ids.layer)}&TILEMATRIX=EPSG:900913:6&TILECOL=${column}&TILEROW=25&FORMAT=application/vnd.mapbox-vector-tile`;
    for (let i = 1; i <= 10; i++) {
      const payload = { layer: w.ids.layer, value: { name: `Qom ${i}` }, geometry: { type: 'Point', coordinates: [50.88, 34.64] } }; // biome-ignore format: one record
      const created = await backend.app.inject({ method: 'POST', url: '/api/layerdata/', headers, payload });
      expect(created.statusCode).toBe(200);
      expect((await backend.app.inject({ url: list, headers })).json().count).toBe(i);
    }
    await until(() => replicas.states()[0]?.lagMs === 0);
    const [before = 0] = reads(replicas);
    for (let column = 41; (reads(replicas)[0] ?? 0) <= before && column < 60; column++)
      expect((await backend.app.inject({ url: tile(column), headers })).statusCode).toBeLessThan(205);
    const [count = 0] = reads(replicas);
    expect(count).toBeGreaterThan(before);
    const numbers = (await backend.app.inject('/metrics')).body;
    const name = `127.0.0.1:${portOf(one)}`;
    for (const line of [`reads_total{at="${name}",reason="replica"} ${count}`, `replica_in{replica="${name}"} 1`])
      expect(numbers).toContain(`pahneh_${line}`);
    expect(await checkReplicas(at(primary), [at(one), primary.url, 'postgres://x:word@127.0.0.1:9/x'])).toMatchObject([
      { level: 'warn', text: `${name} may cancel reads to replay` },
      { level: 'warn', text: expect.stringContaining('is no replica') },
      { level: 'warn', text: expect.stringMatching(/^127\.0\.0\.1:9: .*ECONNREFUSED/) },
    ]);
    for (const act of ['alter system set hot_standby_feedback = on', 'select pg_reload_conf()'])
      await query(one.url, act);
    await expect
      .poll(async () => (await checkReplicas(at(primary), [at(one)]))[0], { timeout: 5_000 })
      .toMatchObject({ level: 'ok', text: `${name} replays all that is written` });
    await backend.close();
    await w.close();
  });

  it('that was promoted is left out, and one that did not follow is none of the new primary', async () => {
    const { engine, replicas, lines } = await open(two);
    two.promote();
    await until(() => replicas.states()[0]?.isIn === false);
    expect(lines.at(-1)).toContain('it is no replica: it was promoted');
    expect((await read(engine)).port).toBe(portOf(primary));
    const after: string[] = [];
    const next = openServer(two.url, { readUrls: [one.url], report: (line) => after.push(line), limits: LIMITS });
    ends.push(() => next.close());
    await until(() => after.length > 0);
    expect(after[0]).toContain('it follows timeline 1, and the primary is on 2');
    expect((await read(next)).port).toBe(portOf(two));
  });
});
