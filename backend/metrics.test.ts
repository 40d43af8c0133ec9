// What monitoring reads of a backend: calls by route and status, connections, tiles and jobs, and nothing of anybody.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { layerName } from '../contract/ogc';
import { createWorld, ENGINES, type TestWorld } from '../testing/world';

describe.each(ENGINES)('metrics on the %s engine', (kind) => {
  let w: TestWorld;
  beforeAll(async () => {
    w = await createWorld(kind);
  });
  afterAll(() => w.close());

  const read = async () => {
    const { statusCode, headers, body } = await w.backend.app.inject('/metrics');
    expect([statusCode, headers['content-type']]).toEqual([200, expect.stringContaining('text/plain')]);
    return body;
  };
  /** The number on the line of exactly that name and labels. */
  const numberOf = (text: string, line: string) =>
    Number(
      text
        .split('\n')
        .find((one) => one.startsWith(`${line} `))
        ?.slice(line.length + 1) ?? Number.NaN,
    );

  it('counts calls by their route and status, and never names an address', async () => {
    const { layer } = w.ids;
    for (const as of ['super', 'super', 'nobody']) await w.call(as, 'GET', `/api/layer/${layer}/`);
    await w.call('super', 'GET', '/api/nothing-of-the-kind/');
    const text = await read();
    const count = (status: number) =>
      numberOf(text, `pahneh_call_seconds_count{method="GET",route="/api/layer/:id/",status="${status}"}`);
    expect([count(200), count(401)]).toEqual([2, 1]);
    expect(numberOf(text, 'pahneh_call_seconds_count{method="GET",route="none",status="404"}')).toBe(1);
    expect(text).not.toContain('nothing-of-the-kind');
  });

  it('counts tiles that were made and those that were given out again', async () => {
    const tile = `/geoserver/gwc/service/wmts?SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0&STYLE=&TILEMATRIXSET=EPSG:900913&LAYER=${layerName(w.ids.layer)}&TILEMATRIX=EPSG:900913:6&TILECOL=41&TILEROW=25&FORMAT=application/vnd.mapbox-vector-tile`;
    const number = async (what: string) => numberOf(await read(), `pahneh_tiles{what="${what}"}`);
    expect([await number('misses'), await number('hits')]).toEqual([0, 0]);
    for (let i = 0; i < 3; i++) expect((await w.call('viewer', 'GET', tile)).status).toBe(200);
    expect([await number('misses'), await number('hits'), await number('tiles')]).toEqual([1, 2, 1]);
    expect(await number('bytes')).toBeGreaterThan(100);
  });

  it('tells jobs, connections and the process', async () => {
    const jobs = async (state: string) => numberOf(await read(), `pahneh_jobs{state="${state}"}`);
    expect([await jobs('waiting'), await jobs('running')]).toEqual([0, 0]);
    await sql`insert into job (id, account_id, kind, dry_run, state, label, "order", holder, heartbeat)
      select gen_random_uuid(), min(id), 'import', false, 'running', 'x', '{}', 'other/1', now() + interval '1 hour' from account`.execute(
      w.engine.db,
    );
    expect([await jobs('waiting'), await jobs('running')]).toEqual([0, 1]);
    const used = `pahneh_connections{pool="${kind === 'server' ? 'work' : 'statements'}",state="used"}`;
    const slow = sql`select pg_sleep(0.6)`.execute(w.engine.db);
    await expect.poll(async () => numberOf(await read(), used), { interval: 20 }).toBe(1);
    await slow;
    const text = await read();
    expect(numberOf(text, used)).toBe(0);
    expect(numberOf(text, 'nodejs_eventloop_lag_seconds')).toBeGreaterThanOrEqual(0);
    expect(numberOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(2 ** 20);
  });

  it('leaves jobs out while the database does not answer, and tells the rest', async () => {
    const close = w.engine.close;
    await close();
    Object.assign(w.engine, { close: async () => {} });
    const text = await read();
    expect([text.includes('pahneh_jobs{'), text.includes('pahneh_call_seconds_count')]).toEqual([false, true]);
  });
});
