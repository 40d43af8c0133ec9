// Goal 92, and what an operator asks of the web process: numbers of requests, times, health. And that people notice nothing of two.
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import pg from 'pg';
import { request } from 'undici';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildBackend } from '../../backend/app';
import { rows } from '../../contract/index';
import { addressOf } from '../../testing/database-server';
import { faultProxy } from '../../testing/fault-proxy';
import {
  behind,
  cookieHeader,
  createBrowser,
  createSession,
  startRogue,
  startWeb,
  startWebAt,
  type Web,
} from '../../testing/web';
import { createWorld, ENGINE, ENGINES, type TestWorld } from '../../testing/world';
import { createAuditLog } from './audit';
import { createHealthServer } from './health';
import { requestId } from './request-id';
import { COOKIES, unseal } from './session/seal';

const V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

describe('G92 the number of a request', () => {
  it('is of version 7: it sorts by time, and no two are alike', () => {
    const ids = Array.from({ length: 2000 }, (_, i) => requestId(1_700_000_000_000 + i));
    expect(ids.every((id) => V7.test(id))).toBe(true);
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(Array.from({ length: 10_000 }, () => requestId(5))).size).toBe(10_000);
    expect(Number.parseInt(requestId(1_700_000_000_000).replace('-', '').slice(0, 12), 16)).toBe(1_700_000_000_000);
  });

  it.skipIf(!ENGINES.includes('server'))('is the same in the answer, the log, the audit and the SQL', async () => {
    const w = await createWorld('server');
    open.push(() => w.close());
    const lines: string[] = [];
    const logged = await buildBackend(w.engine, { ...w.config, log: 'info' }, undefined, { write: (line) => void lines.push(line) }); // biome-ignore format: one line
    open.push(() => logged.app.close());
    const web = await startWebAt(await logged.app.listen({ host: '127.0.0.1', port: 0 }));
    open.push(() => web.close());
    const b = createBrowser(web);
    await b.signIn('editor');
    const { rows: named } = await sql<{ name: string }>`select current_database() as name`.execute(w.engine.db);
    const watcher = new pg.Client({ connectionString: addressOf(named[0]?.name ?? '') });
    await watcher.connect();
    const { status, headers } = await b.send('POST', '/api/layergroup/', { label: 'numbered' }, { 'x-request-id': 'mine-mine-mine' }); // biome-ignore format: one call
    const id = String(headers['x-request-id']);
    expect([status < 500, V7.test(id)]).toEqual([true, true]);
    // The last statement of a connection that has come to rest can still be read.
    const { rows: statements } = await watcher.query<{ query: string }>('select query from pg_stat_activity where query like $1', [`%${id}%`]); // biome-ignore format: one call
    await watcher.end();
    expect(statements.filter((row) => row.query.startsWith(`/* ${id} */`)).length).toBeGreaterThan(0);
    const mine = lines.map((line) => JSON.parse(line)).filter((line) => line.reqId === id);
    expect(mine.length).toBeGreaterThan(0);
    const { rows: audit } = await sql<{ call: string }>`select call from audit where request_id = ${id}`.execute(w.engine.db); // biome-ignore format: one line
    expect(audit.map((row) => row.call)).toEqual(['groups.create']);
    expect(JSON.stringify([lines, audit])).not.toContain('mine-mine-mine');
  });
});

it('says how long each part took, to whoever is signed in, and of sign-ins and codes to nobody', async () => {
  const rogue = await startRogue((q, s) => {
    q.resume();
    setTimeout(() => s.setHeader('content-type', 'application/json').end('{}'), 40);
  });
  const web = await startWebAt(rogue.origin);
  open.push(rogue.close, web.close);
  const me = await createSession(web);
  const timing = async (method: string, path: string, cookie: string) => {
    const answer = await request(`http://${web.host}${path}`, {
      method: method as 'GET',
      headers: { host: web.host, cookie, origin: `http://${web.host}`, 'x-csrftoken': me.csrf },
    });
    await answer.body.dump();
    return answer.headers['server-timing'];
  };
  const began = performance.now();
  const said = String(await timing('GET', '/api/layer/', me.cookie));
  expect(said).toMatch(/^bff;dur=\d+\.\d, up;dur=\d+\.\d, seal;dur=\d+\.\d$/);
  expect(Number(/up;dur=([\d.]+)/.exec(said)?.[1])).toBeGreaterThan(35);
  const [own, up] = ['bff', 'up'].map((name) => Number(new RegExp(`${name};dur=([\\d.]+)`).exec(said)?.[1]));
  expect((own ?? 0) + (up ?? 0)).toBeLessThanOrEqual(performance.now() - began);
  const secret = rows.filter(({ row }) => row.session);
  expect(secret.length).toBeGreaterThan(7);
  for (const { name, row } of secret)
    for (const cookie of ['', me.cookie])
      expect([name, await timing(row.method, `/api/${row.path.replace(/:\w+/g, '7')}`, cookie)]).toEqual([
        name,
        undefined,
      ]);
  expect(await timing('GET', '/api/userconfig/get_customer_config/', '')).toBeUndefined();
});

describe('health', () => {
  it('is alive while it runs, and ready only while the upstream answers and nobody told it to stop', async () => {
    const w = await createWorld();
    const origin = await w.backend.app.listen({ host: '127.0.0.1', port: 0 });
    const proxy = await faultProxy(origin);
    const web = await startWebAt(proxy.origin);
    let stopping = false;
    let passed = 0;
    const health = createHealthServer(web.bff.reachable, () => stopping, { contentType: 'text/plain', read: async () => 'numbers' }, () => Date.now() + passed); // biome-ignore format: one line
    await new Promise<void>((resolve) => health.listen(0, '127.0.0.1', resolve));
    open.push(() => w.close(), () => proxy.close(), web.close, async () => void health.close()); // biome-ignore format: one list
    const at = `http://127.0.0.1:${(health.address() as AddressInfo).port}`;
    const ask = async (path: string, method = 'GET') => {
      const { statusCode, body, headers } = await request(at + path, { method: method as 'GET' });
      return [statusCode, await body.text(), headers['cache-control']];
    };
    const alive = [200, 'alive\n', 'no-store'];
    const not = [503, 'not ready\n', 'no-store'];
    expect([await ask('/healthz'), await ask('/readyz')]).toEqual([alive, [200, 'ready\n', 'no-store']]);
    expect([(await ask('/'))[0], (await ask('/api/user/'))[0], (await ask('/readyz', 'POST'))[0]]).toEqual([404, 404, 405]); // biome-ignore format: one line
    expect(await ask('/metrics')).toEqual([200, 'numbers', 'no-store']);
    await proxy.refuse();
    passed += 1_100;
    expect([await ask('/healthz'), await ask('/readyz')]).toEqual([alive, not]);
    await proxy.listen();
    passed += 1_100;
    expect(await ask('/readyz')).toEqual([200, 'ready\n', 'no-store']);
    stopping = true;
    expect([await ask('/healthz'), await ask('/readyz')]).toEqual([alive, not]);
    // The public port knows nothing of it.
    for (const path of ['/healthz', '/readyz', '/metrics', '/api/metrics', '/geoserver/metrics']) {
      const answer = await request(`http://${web.host}${path}`, { headers: { host: web.host } });
      expect([path, /alive|numbers|pahneh_/.test(await answer.body.text())]).toEqual([path, false]);
    }
    for (const [path, status] of [['/healthz', 200], ['/readyz', 200]] as const) expect((await w.backend.app.inject(path)).statusCode).toBe(status); // biome-ignore format: one line
    await w.engine.close();
    for (const [path, status] of [['/healthz', 200], ['/readyz', 503]] as const) expect((await w.backend.app.inject(path)).statusCode).toBe(status); // biome-ignore format: one line
    Object.assign(w.engine, { close: async () => {} });
  });
});

it('G2 a storm of bad seals is told by its number', () => {
  let now = 0;
  const lines: string[] = [];
  const audit = createAuditLog((line) => void lines.push(line), () => now); // biome-ignore format: one line
  const event = { event: 'bad-seal', why: 'changed', host: 'h', ip: `1\n${'x'.repeat(500)}`, request: 'r' } as const;
  for (let i = 0; i < 1000; i++) audit(event);
  expect([lines.length, lines.every((line) => line.indexOf('\n') === line.length - 1 && line.length < 250)]).toEqual([60, true]); // biome-ignore format: one line
  now = 60_000;
  audit(event);
  expect(JSON.parse(lines[60] ?? '')).toMatchObject({ event: 'more', lines: 940 });
});

describe.each(['ours', 'other'] as const)('before the upstream that is %s', (upstream) => {
  let w: TestWorld;
  let web: Web;
  let clock = 0;
  beforeAll(async () => {
    w = await createWorld(ENGINE, { accessSeconds: 3 });
    behind.upstream = upstream;
    web = await startWeb(w, {}, () => Date.now() + clock);
    behind.upstream = 'ours';
  });
  afterAll(async () => {
    await web.close();
    await w.close();
  });
  const sessionOf = async (b: ReturnType<typeof createBrowser>) =>
    unseal(web.config, COOKIES.session, web.host, b.jar.get(COOKIES.session));

  it('G10 tokens that end every three seconds are renewed before they do, one exchange at a time', async () => {
    const b = createBrowser(web);
    await b.signIn('editor');
    const statuses: number[] = [];
    const until = Date.now() + 9_000;
    while (Date.now() < until) {
      statuses.push(...(await Promise.all(Array.from({ length: 6 }, () => b.send('GET', '/api/user/')))).map((a) => a.status)); // biome-ignore format: one line
      await pause(120);
    }
    expect([...new Set(statuses)]).toEqual([200]);
    const { gen = 0 } = (await sessionOf(b)) ?? {};
    // One exchange for each two seconds of use.
    expect(gen >= 4 && gen <= 6).toBe(true);
  });

  it('G10 a token that another process has replaced is found again, for reading calls by the BFF itself', async () => {
    const [one, two] = [createBrowser(web), createBrowser(web)];
    await one.signIn('viewer');
    for (const [name, value] of one.jar) two.jar.set(name, value);
    // Another process, which knows nothing of this one, renews: what this one holds is good no more.
    const apart = await startWebAt(web.config.upstream, { hosts: new Set([web.host]), keys: web.config.keys });
    await pause(2_200);
    const renewed = await request(`http://${apart.host}/api/user/`, { headers: { host: web.host, cookie: cookieHeader(two.jar) } }); // biome-ignore format: one call
    await renewed.body.dump();
    expect([renewed.statusCode, [renewed.headers['set-cookie'] ?? []].flat().length]).toEqual([200, 1]);
    // By this process's clock the old token is young, so it is sent, and refused.
    clock = -2_200;
    await pause(1_100);
    const { status } = await one.send('GET', '/api/user/');
    clock = 0;
    expect([status, (await sessionOf(one))?.gen]).toEqual([200, 2]);
    await apart.close();
  });

  /** Asks for something with these cookies, and answers the seal that comes back; null where none does. */
  async function sealFrom(
    { host, config }: Web,
    jar: Map<string, string>,
    path: string,
    headers: Record<string, string> = {},
  ) {
    const cookie = cookieHeader(jar);
    const answer = await request(`http://${host}${path}`, { headers: { ...headers, host: web.host, cookie } });
    await answer.body.dump();
    expect([path, answer.statusCode]).toEqual([path, 200]);
    const [line] = [answer.headers['set-cookie'] ?? []].flat();
    if (!line) return null;
    const value = line.slice(line.indexOf('=') + 1, line.indexOf(';'));
    return { value, gen: (await unseal(config, COOKIES.session, web.host, value))?.gen };
  }

  it('G10 a page gives the seal that it has renewed, and one whose answer was lost; a file of a page gives none', async () => {
    const b = createBrowser(web);
    await b.signIn('editor');
    const page = (headers: Record<string, string>) => sealFrom(web, b.jar, '/app/home', headers);
    const document = { 'sec-fetch-dest': 'document' };
    expect(await page(document)).toBeNull();
    await pause(3_100);
    expect(await page({ 'sec-fetch-dest': 'style' })).toBeNull();
    expect((await page(document))?.gen).toBe(2);
    // The browser has broken that off: it still holds the first seal, and nothing is due.
    expect((await page(document))?.gen).toBe(2);
    expect((await page({ 'sec-fetch-dest': 'empty', rsc: '1' }))?.gen).toBe(2);
    expect(await page({ 'sec-fetch-dest': 'empty' })).toBeNull();
  });

  it('G10 a process renews from the newest seal that it was shown, whoever has renewed before', async () => {
    const b = createBrowser(web);
    await b.signIn('editor');
    const apart = await startWebAt(web.config.upstream, { hosts: new Set([web.host]), keys: web.config.keys });
    const before = new Map(b.jar);
    await pause(2_200);
    const second = await sealFrom(web, b.jar, '/api/user/');
    expect(second?.gen).toBe(2);
    const after = new Map(b.jar).set(COOKIES.session, second?.value ?? '');
    expect(await sealFrom(apart, after, '/api/user/')).toBeNull();
    await pause(2_200);
    // With the first seal, whose token has been exchanged: what is exchanged now is the second one's.
    expect((await sealFrom(apart, before, '/api/user/'))?.gen).toBe(3);
    await apart.close();
  });

  it('G9 the shells of whoever is put out are closed within a minute, and stay open when nobody can be asked', async () => {
    const b = createBrowser(web);
    await b.signIn('editor');
    const cookie = () => cookieHeader(b.jar);
    const shell = async () => (await web.bff.person(web.host, cookie()))?.uname ?? null;
    expect(await shell()).toBe('editor');
    const { json } = await b.send('GET', '/api/user/');
    expect((await w.call('super', 'POST', `/api/user/${json.id}/logout/`)).status).toBe(200);
    await pause(1_100);
    clock = 60_000;
    expect(await shell()).toBeNull();
    clock = 0;
    const dead = await startWebAt('http://127.0.0.1:1', { hosts: new Set([web.host]), keys: web.config.keys });
    const other = createBrowser(web);
    await other.signIn('viewer');
    expect((await dead.bff.person(web.host, cookieHeader(other.jar)))?.uname).toBe('viewer'); // biome-ignore format: one line
    await dead.close();
  });
});
