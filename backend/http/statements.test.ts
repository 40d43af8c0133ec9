// Statements of requests end at their deadline and with their caller, with a clear error; writes are completed.
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setInteractiveSeconds } from '../../testing/setup/interactive';
import { createEngine, createWorld, ENGINES, PASSWORD, type TestWorld } from '../../testing/world';
import { createJobQueue } from '../areas/jobs/queue';
import { readConfig } from '../config';
import { currentScope, withScope } from '../db/scope';
import { tileCache } from '../geo/tile-cache';
import * as make from '../seed/builders';
import { DEMO_CONFIG } from '../seed/demo';
import { openStorage } from '../storage';
import { refusalOf } from './mount';
import { openingServer } from './opening';

// As in the product.
setInteractiveSeconds(5);

describe.each(ENGINES)('statements of requests on the %s engine', (kind) => {
  let w: TestWorld;
  let port: number;
  beforeAll(async () => {
    w = await createWorld(kind);
    port = Number(new URL(await w.backend.app.listen({ host: '127.0.0.1', port: 0 })).port);
    // Every record of this layer takes a while to be measured: its text is folded a million times.
    await sql`create function slow_fold(text) returns text language sql volatile as $$ select $1 from (select count(*) from generate_series(1, 400000000)) s $$`.execute(w.engine.db); // biome-ignore format: one statement
    await sql`alter table record rename to record_kept`.execute(w.engine.db);
    await sql`create view record as select * from record_kept where slow_fold('a') = 'a'`.execute(w.engine.db);
  });
  afterAll(() => w.close());

  it('ends a reading statement when its caller leaves, and holds no connection for him', async () => {
    const token = await w.token('super');
    const body = JSON.stringify({ geometry: { type: 'Point', coordinates: [51.39, 35.7] }, layers: [w.ids.layer] });
    const call = request({ port, host: '127.0.0.1', path: '/api/identify/', method: 'POST', headers: { host: 'localhost', authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-request-id': 'leaver-000001' } }); // biome-ignore format: one call
    call.on('error', () => {});
    call.end(body);
    await new Promise((resolve) => setTimeout(resolve, 700));
    const running = async () =>
      (await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity where state = 'active' and query like '/* leaver-000001 */%'`.execute(w.engine.db)).rows[0]?.n; // biome-ignore format: one query
    if (kind === 'server') expect(await running()).toBe(1);
    call.destroy();
    const left = performance.now();
    if (kind === 'server') await expect.poll(running, { timeout: 1500 }).toBe(0);
    // The next of this person enters at once, where the engine has one connection as well.
    expect((await w.call('super', 'GET', '/api/user/')).status).toBe(200);
    expect(performance.now() - left).toBeLessThan(2500);
  });

  it('ends a statement after five seconds, with a sentence and a wait', async () => {
    const began = performance.now();
    const { status, body, headers } = await w.call('super', 'POST', '/api/identify/', {
      geometry: { type: 'Point', coordinates: [51.39, 35.7] },
      layers: [w.ids.layer],
    });
    expect(performance.now() - began).toBeLessThan(9000);
    expect([status, headers['retry-after'], body.detail]).toEqual([503, '5', expect.stringContaining('متوقف')]);
  });

  it('lets work outside of requests take longer', async () => {
    if (kind === 'embedded') return;
    const limit = (scope?: number) => {
      const ask = () => sql<{ ms: string }>`select current_setting('statement_timeout') as ms`.execute(w.engine.db);
      return scope ? withScope({ requestId: 'limit-0001', seconds: scope }, ask) : ask();
    };
    expect((await limit()).rows[0]?.ms).toBe('1min');
    expect((await limit(900)).rows[0]?.ms).toBe('1min');
    expect((await limit(5)).rows[0]?.ms).toBe('5s');
  });
});

it('says of a database that is away, recovers or is held by others what it is, and when to come again', () => {
  const summaryOf = (error: object) => {
    const { status, wording, more } = refusalOf(Object.assign(new Error('x'), error));
    return [status, wording, more.retryAfter];
  };
  expect(summaryOf({ code: 'ECONNREFUSED', syscall: 'connect' })).toEqual([503, 'databaseAway', 5]);
  expect(summaryOf({ message: 'Connection terminated unexpectedly' })).toEqual([503, 'databaseAway', 5]);
  expect(summaryOf({ code: '57P01' })).toEqual([503, 'databaseAway', 5]);
  // The driver, of a connection whose server has ended it, when the transaction is to be undone there.
  for (const message of [
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
  ])
    expect(summaryOf({ message })).toEqual([503, 'databaseAway', 5]);
  // PgBouncer's own words while its server is away, and a replica that somebody points it at too early.
  expect(summaryOf({ code: '08P01' })).toEqual([503, 'databaseAway', 5]);
  expect(summaryOf({ code: '25006' })).toEqual([503, 'databaseAway', 5]);
  expect(summaryOf({ code: '57P03' })).toEqual([503, 'databaseOpens', 5]);
  expect(summaryOf({ code: '55P03' })).toEqual([503, 'lockBusy', 5]);
  expect(summaryOf({ code: 'ECONNREFUSED', syscall: 'read' })[0]).toBe(500);
});

it('answers while the data are being opened: with a sentence in the reader’s language, a wait, and its life to whoever asks for that', async () => {
  const opening = await openingServer(0, '127.0.0.1');
  const ask = async (path: string, lang: string) => {
    const answer = await fetch(`http://127.0.0.1:${opening.port}${path}`, { headers: { 'accept-language': lang } });
    return [answer.status, answer.headers.get('retry-after'), ((await answer.json()) as { detail?: string }).detail];
  };
  expect(await ask('/api/user/', 'en')).toEqual([503, '5', expect.stringContaining('recovering')]);
  expect(await ask('/geoserver/wms', 'fa')).toEqual([503, '5', expect.stringContaining('بازیابی')]);
  expect(await ask('/readyz', 'fa')).toEqual([503, '5', expect.any(String)]);
  expect((await ask('/healthz', 'fa'))[0]).toBe(200);
  await opening.close();
  const next = await openingServer(opening.port, '127.0.0.1');
  await next.close();
});

it('runs a job in a time of its own, not in that of the request that ordered it', async () => {
  const engine = await createEngine('embedded');
  const folder = mkdtempSync(join(tmpdir(), 'pahneh-scope-'));
  const config = readConfig({ DATA_DIR: folder, LOG: 'silent' });
  const queue = createJobQueue({
    engine,
    config,
    now: () => new Date(),
    tiles: tileCache(),
    storage: await openStorage(config),
  });
  const customer = await make.createCustomer(engine, 'localhost', DEMO_CONFIG);
  const account = await make.createPerson(engine, customer, { username: 'owner', password: PASSWORD });
  const scopes: unknown[] = [];
  const ran = new Promise<void>((resolve) => {
    queue.register('export', {
      async run() {
        scopes.push(currentScope());
        resolve();
      },
      again: async () => '',
    });
  });
  await queue.start();
  const order = { account, kind: 'export', label: 'x', order: {}, upload: null, layer: null } as const;
  await withScope({ requestId: 'orders-0001', seconds: 5 }, () => queue.add(order));
  await ran;
  expect(scopes).toEqual([undefined]);
  await queue.stop();
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});
