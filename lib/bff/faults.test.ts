// Goals 39 and 65 to 69, 72 and 73: a bad upstream, a bad line and bad callers harm nobody else, and nothing half looks whole.
import { type ChildProcess, spawn } from 'node:child_process';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { request } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import { tileTemplate } from '../../contract/ogc';
import { createKeyDocument } from '../../testing/codes';
import { faultProxy } from '../../testing/fault-proxy';
import { programArgs } from '../../testing/programs/program';
import { createSession, inBytes, startRogue, startWebAt, type Web } from '../../testing/web';
import { sealPre } from './session/seal';
import { createBreaker } from './upstream/breaker';
import { SHED_SECONDS } from './upstream/line';
import { DEADLINES } from './upstream/upstream';
import { LIMITS } from './web-server';

const BIG = 4 * 1024 * 1024;
const TILE = tileTemplate(1).replace(/\{\w\}/g, '1');
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const json = (s: ServerResponse, status = 200, body: unknown = { ok: true }) =>
  s.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** A sound upstream that counts; large answers where the address says so. */
const sound = (heard: string[]) => async (q: IncomingMessage, s: ServerResponse) => {
  heard.push(`${q.method} ${q.url}`);
  const body = await q.toArray().catch(() => null);
  if (!body) return;
  if (q.url?.startsWith('/geoserver/')) return s.setHeader('content-type', 'application/x-protobuf').end(Buffer.alloc(BIG, 1)); // biome-ignore format: one line
  if (q.url?.includes('/export/')) return s.setHeader('content-type', 'application/zip').end(Buffer.alloc(BIG, 2));
  if (q.url === '/api/layergroup/') {
    // In parts of unknown number.
    s.setHeader('content-type', 'application/json').write('[');
    for (let i = 0; i < 40_000; i++) s.write(`"${i}",`.padEnd(20, ' '));
    return s.end('1]');
  }
  return json(s, 200, q.url === '/api/layer/' ? { results: 'x'.repeat(BIG) } : { ok: true });
};

const open: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

/** A web server before a fault proxy before an upstream. */
async function startLine(answer?: Parameters<typeof startRogue>[0], limits = {}, deadlines = {}, now?: () => number) {
  const heard: string[] = [];
  const upstream = await startRogue(answer ?? sound(heard));
  const proxy = await faultProxy(upstream.origin);
  const web = await startWebAt(proxy.origin, {}, now, undefined, limits, deadlines);
  open.push(upstream.close, () => proxy.close(), web.close);
  return { heard, proxy, web, me: await createSession(web), direct: upstream.origin };
}

/** Asks and reads to the end. An answer that breaks off rejects. */
async function ask(web: Web, me: { cookie: string; csrf: string }, path = '/api/user/', method = 'GET', body?: string) {
  const answer = await request(`http://${web.host}${path}`, {
    method: method as 'GET',
    headers: { host: web.host, cookie: me.cookie, ...(method === 'GET' ? {} : { origin: `http://${web.host}`, 'x-csrftoken': me.csrf, 'content-type': 'application/json' }) }, // biome-ignore format: one line
    ...(body === undefined ? {} : { body }),
  });
  const bytes = Buffer.from(await answer.body.arrayBuffer());
  return { status: answer.statusCode, headers: answer.headers, bytes };
}
const ends = (headers: Record<string, unknown>) => [headers['set-cookie'] ?? []].flat().length;
const p95 = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] as number;

describe('an upstream', () => {
  it('G65 that hangs before its answer is given up in time, and holds up no other', async () => {
    const { web: hung, proxy, me } = await startLine();
    proxy.faults = [{ kind: 'timeout' }];
    const upstream = await startRogue(
      (_q, s) => void s.setHeader('content-type', 'application/x-protobuf').end('tile'),
    );
    const web = await startWebAt(proxy.origin, { geoserver: upstream.origin });
    open.push(upstream.close, web.close);
    const mine = await createSession(web);
    const tiles = async () => {
      const times: number[] = [];
      for (let i = 0; i < 60; i++) {
        const began = performance.now();
        expect((await ask(web, mine, TILE)).status).toBe(200);
        times.push(performance.now() - began);
      }
      return p95(times);
    };
    const before = await tiles();
    const began = Date.now();
    const waits = Array.from({ length: 80 }, () => ask(web, mine).then((a) => [a.status, Date.now() - began] as const));
    const cookie = (await sealPre(hung.config, hung.host, { csrf: 'c'.repeat(32) })).split(';')[0] as string;
    const signIn = ask(hung, { cookie, csrf: 'c'.repeat(32) }, '/api/atoken/', 'POST', JSON.stringify({ username: 'a', password: 'b', otp: (await createKeyDocument()).document })).then((a) => [a.status, Date.now() - began] as const); // biome-ignore format: one call
    await pause(500);
    expect(await tiles()).toBeLessThan(before * 1.1 + 200);
    const results = await Promise.all(waits);
    expect(new Set(results.slice(0, 64).map(([status]) => status))).toEqual(new Set([504]));
    expect(Math.max(...results.slice(0, 64).map(([, ms]) => ms))).toBeLessThan(12_500);
    // Those that stood in line learn it from the breaker.
    expect(results.every(([status]) => status === 504 || status === 503)).toBe(true);
    const [status, ms] = await signIn;
    // 15 s, a client's timer that goes by whole seconds, and what 80 other calls take of a machine's time.
    expect([status, ms > 10_000, ms < 20_000]).toEqual([504, true, true]);
    expect(me).toBeTruthy();
  });

  it('G78 of which a crowd asks ten times too much refuses reads early, and lets in who writes or signs in', async () => {
    const slow = async (q: IncomingMessage, s: ServerResponse) => {
      await q.toArray().catch(() => null);
      await pause(400);
      json(s);
    };
    const { web, me } = await startLine(slow);
    const crowd = await Promise.all(Array.from({ length: 10 }, () => createSession(web)));
    const reads = crowd.flatMap((one) => Array.from({ length: 150 }, () => ask(web, one)));
    await pause(300);
    const writes = Array.from({ length: 20 }, () => ask(web, me, '/api/message/', 'POST', '{}'));
    const captcha = ask(web, { cookie: '', csrf: '' }, '/api/captcha/');
    const vital = await Promise.all([...writes, captcha]);
    expect(vital.map(({ status }) => status)).toEqual(vital.map(() => 200));
    const [served, refused] = [200, 503].map((status) => Promise.all(reads).then((all) => all.filter((one) => one.status === status))); // biome-ignore format: one line
    expect((await served)?.length).toBeGreaterThan(200);
    expect((await refused)?.length).toBeGreaterThan(500);
    expect((await refused)?.length).toBe(1500 - ((await served)?.length ?? 0));
    for (const { headers } of (await refused) ?? []) expect(headers['retry-after']).toBe(String(SHED_SECONDS));
    expect((await ask(web, crowd[0] as (typeof crowd)[number])).status).toBe(200);
  });

  it('lets one person alone wait for their own calls', async () => {
    const slow = async (_q: IncomingMessage, s: ServerResponse) => {
      await pause(1_100);
      json(s);
    };
    const { web, me } = await startLine(slow);
    const calls = await Promise.all(Array.from({ length: 130 }, () => ask(web, me)));
    expect(new Set(calls.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('G66 that falls silent amid an answer breaks it in time, twenty times of twenty', async () => {
    expect(DEADLINES).toEqual({ headersMs: 9_000, bodyIdleMs: 15_000 });
    const { web, proxy, me } = await startLine(undefined, {}, { bodyIdleMs: 2_000 });
    proxy.faults = [
      { kind: 'slicer', bytes: 16_384, ms: 5 },
      { kind: 'limit_data', bytes: 200_000, how: 'stall' },
    ];
    const paths = ['/api/layer/', '/api/layergroup/', TILE, '/api/export/layerdata/name/token/'];
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, async (_, i) => {
        const answer = await request(`http://${web.host}${paths[i % 4]}`, { headers: { host: web.host, cookie: me.cookie } }); // biome-ignore format: one line
        let last = Date.now();
        try {
          for await (const _ of answer.body) last = Date.now();
          return [true, 0] as const;
        } catch {
          return [false, (Date.now() - last) / 1000] as const;
        }
      }),
    );
    expect(outcomes.map(([whole]) => whole)).toEqual(Array(20).fill(false));
    for (const [, seconds] of outcomes) expect(Math.abs(seconds - 2.5)).toBeLessThanOrEqual(1.5);
  });

  it('G67 that sends half sends nothing: no answer, tile or file looks whole', async () => {
    for (const how of ['end', 'reset'] as const)
      for (const path of ['/api/layer/', '/api/layergroup/', TILE, '/api/export/layerdata/name/token/'])
        for (const bytes of [20, 300, 70_000, 400_000]) {
          const { web, proxy, me } = await startLine();
          expect((await ask(web, me, path)).status).toBe(200);
          proxy.faults = [{ kind: 'limit_data', bytes, how }];
          // The connection of a moment ago is used again, and breaks in the middle.
          const got = await ask(web, me, path).catch(() => null);
          expect([how, path, bytes, got === null || got.status >= 500]).toEqual([how, path, bytes, true]);
        }
  });

  it('G68 that breaks off is asked once more for what only reads, and never twice for what changes', async () => {
    const { web, proxy, me, heard } = await startLine();
    proxy.faults = [{ kind: 'reset_peer', ms: 30 }, { kind: 'timeout' }];
    for (const [method, tries] of [
      ['GET', 2],
      ['POST', 1],
      ['PUT', 1],
      ['DELETE', 1],
    ] as const) {
      // biome-ignore format: one line
      const [before, began] = [proxy.connections, Date.now()];
      const path = { GET: '/api/user/', POST: '/api/layerdata/', PUT: '/api/layerdata/7/', DELETE: '/api/layerdata/7/' }[method]; // biome-ignore format: one line
      const { status, headers } = await ask(web, me, path, method, method === 'GET' ? undefined : '{}');
      expect([method, status, proxy.connections - before, ends(headers)]).toEqual([method, 502, tries, 0]);
      expect(Date.now() - began).toBeLessThan(1000);
    }
    // The second try of a reading call may well be the good one.
    setTimeout(() => { proxy.faults = []; }, 35); // biome-ignore format: one line
    expect((await ask(web, me)).status).toBe(200);
    const changes = heard.filter((line) => !line.startsWith('GET'));
    expect(new Set(changes).size).toBe(changes.length);
    await proxy.refuse();
    for (const method of ['GET', 'POST'] as const) expect((await ask(web, me, '/api/layerdata/', method, method === 'GET' ? undefined : '{}')).status).toBe(503); // biome-ignore format: one line
    await proxy.listen();
    expect((await ask(web, me)).status).toBe(200);
    const lost = await startWebAt('http://nowhere.invalid');
    open.push(lost.close);
    expect((await ask(lost, await createSession(lost))).status).toBe(503);
  });

  it('G69 whose connections mostly fail is left alone, tried again after five seconds, and nobody is signed out by it', async () => {
    let callCount = 0;
    let passed = 0;
    const answer = (_q: IncomingMessage, s: ServerResponse) => {
      callCount++;
      s.setHeader('retry-after', '7');
      json(s, status, { detail: 'd', code: status });
    };
    const { web, me, proxy } = await startLine(answer, {}, {}, () => Date.now() + passed);
    // An answer is passed on with its time. Of one caller alone none shuts the upstream off.
    let status = 429;
    for (status of [429, 500, 502, 503, 504])
      for (let i = 0; i < 40; i++) {
        const { status: said, headers } = await ask(web, me);
        expect([said, headers['retry-after'], ends(headers)]).toEqual([status, '7', 0]);
      }
    expect(callCount).toBe(200);
    // What went well within ten seconds still counts.
    passed += 10_050;
    await proxy.refuse();
    const failed = await Promise.all(Array.from({ length: 20 }, () => ask(web, me)));
    expect(failed.map(({ status: said, headers }) => [said, ends(headers)])).toEqual(Array(20).fill([503, 0]));
    const resting = await ask(web, me);
    expect([resting.status, resting.headers['retry-after'], ends(resting.headers)]).toEqual([503, '5', 0]);
    // The first after the rest is a trial; while it fails all others wait on.
    passed += 5_050;
    expect([(await ask(web, me)).status, (await ask(web, me)).status]).toEqual([503, 503]);
    await proxy.listen();
    status = 200;
    proxy.faults = [{ kind: 'latency', ms: 500 }];
    passed += 5_050;
    // Of many at once one is the trial; the others are told to come again, and nobody else asks the upstream.
    const at = await Promise.all(Array.from({ length: 20 }, () => ask(web, me)));
    expect(at.map((a) => [a.status, a.headers['retry-after'], ends(a.headers)]).sort()).toEqual([[200, '7', 0], ...Array(19).fill([503, '5', 0])]); // biome-ignore format: one line
    expect(callCount).toBe(201);
    expect([(await ask(web, me)).status, (await ask(web, me)).status]).toEqual([200, 200]);
  });

  it('G69 that fails itself is left alone, if not for one caller only; what tells of others is no failure of its own', async () => {
    let passed = 0;
    let status = 200;
    let callCount = 0;
    const answer = (_q: IncomingMessage, s: ServerResponse) => {
      callCount++;
      json(s, status, { detail: 'd', code: status });
    };
    for (const [code, opens] of [
      [500, true],
      [503, true],
      [502, false],
      [504, false],
      [429, false],
    ] as const) {
      const { web, me } = await startLine(answer, {}, {}, () => Date.now() + passed);
      const other = await createSession(web, { at: 'of-somebody-else' });
      status = 200;
      for (let i = 0; i < 10; i++) await ask(web, me);
      status = code;
      for (let i = 0; i < 5; i++) for (const who of [me, other]) await ask(web, who);
      callCount = 0;
      const next = await ask(web, me);
      expect([code, next.status, callCount]).toEqual([code, opens ? 503 : code, opens ? 0 : 1]);
      if (opens) expect([next.headers['retry-after'], ends(next.headers)]).toEqual(['5', 0]);
      // The trial decides: another failure of its own keeps it shut, an answer opens it.
      passed += 5_050;
      await ask(web, me);
      callCount = 0;
      await ask(web, me);
      expect(callCount).toBe(opens ? 0 : 1);
      passed += 5_050;
      status = 200;
      expect([(await ask(web, me)).status, (await ask(web, me)).status]).toEqual([200, 200]);
      passed += 20_000;
    }
  });

  it('G69 that is left alone leaves the other servers in use', async () => {
    const { web: first, proxy } = await startLine();
    const tiles = await startRogue((_q, s) => void s.setHeader('content-type', 'application/x-protobuf').end('tile'));
    const web = await startWebAt(proxy.origin, { geoserver: tiles.origin });
    open.push(tiles.close, web.close);
    const me = await createSession(web);
    await proxy.refuse();
    await Promise.all(Array.from({ length: 20 }, () => ask(web, me)));
    await proxy.listen();
    // Rests, though it would answer by now; to another web server it does.
    expect([(await ask(web, me)).status, (await ask(first, await createSession(first))).status]).toEqual([503, 200]);
    for (let i = 0; i < 5; i++) expect((await ask(web, me, TILE)).status).toBe(200);
  });

  it('G69 opens the breaker at half of twenty within ten seconds, by the clock', () => {
    let now = 0;
    const b = createBreaker(() => now);
    const outcomesOf = (...outcomes: (boolean | null)[]) => outcomes.map((o) => b.ended(o));
    outcomesOf(...Array(19).fill(false));
    expect(b.allows()).toBe(true);
    now = 10_001;
    outcomesOf(...Array(11).fill(true), ...Array(8).fill(false));
    expect(b.allows()).toBe(true);
    outcomesOf(null, null, false, false);
    expect(b.allows()).toBe(true);
    outcomesOf(false);
    expect(b.allows()).toBe(false);
    // What was under way when it opened says nothing new.
    outcomesOf(true);
    expect(b.allows()).toBe(false);
    now += 5_000;
    expect([b.allows(), b.allows()]).toEqual([true, false]);
    outcomesOf(null);
    expect([b.allows(), b.allows()]).toEqual([true, false]);
    outcomesOf(true);
    expect([b.allows(), b.allows()]).toEqual([true, true]);
    // Slow calls alone say nothing while any other is answered, and open it where none is.
    now += 20_000;
    outcomesOf(true, ...Array(60).fill('slow'));
    expect(b.allows()).toBe(true);
    now += 20_000;
    outcomesOf(...Array(20).fill('slow'));
    expect(b.allows()).toBe(false);
  });

  it('W31 that cannot renew a session leaves it standing; only its refusal ends it', async () => {
    let status = 500;
    let body: unknown = { detail: 'd', code: 500 };
    const { web, proxy } = await startLine(
      (q, s) => void (q.url === '/api/token/refresh/' ? json(s, status, body) : json(s)),
    );
    const old = await createSession(web, { until: Date.now() - 1000 });
    const both = async () => {
      const call = await ask(web, old);
      const own = await ask(web, old, '/api/token/refresh/', 'POST', JSON.stringify({ otp: (await createKeyDocument()).document })); // biome-ignore format: one call
      return [call.status, own.status, ends(call.headers) + ends(own.headers)];
    };
    for (status of [500, 502, 503, 404, 429]) expect([status, await both()]).toEqual([status, [503, 503, 0]]);
    [status, body] = [200, { nothing: 1 }];
    expect(await both()).toEqual([503, 503, 0]);
    proxy.faults = [{ kind: 'reset_peer' }];
    expect(await both()).toEqual([503, 503, 0]);
    proxy.faults = [];
    status = 401;
    expect(await both()).toEqual([401, 401, 4]);
  });
});

describe('callers', () => {
  const clients: Socket[] = [];
  afterEach(() => {
    for (const client of clients.splice(0)) client.destroy();
  });

  it('G73 who send nothing, or headers drop by drop, are cut off, and the others notice nothing', async () => {
    expect(LIMITS).toEqual({ headersMs: 15_000, bodyMs: 30_000, takeMs: 60_000, drainMs: 30_000 });
    const { web, me } = await startLine(undefined, { headersMs: 2_000 });
    const measure = async () => {
      const times: number[] = [];
      for (let i = 0; i < 60; i++) {
        const began = performance.now();
        expect((await ask(web, me)).status).toBe(200);
        times.push(performance.now() - began);
      }
      return p95(times);
    };
    const before = await measure();
    let cut = 0;
    for (let i = 0; i < 600; i++) {
      const client = connect(web.port, '127.0.0.1');
      clients.push(
        client
          .on('error', () => {})
          .on('close', () => cut++)
          .resume(),
      );
      if (i % 2) client.write('GET /api/user/ HTTP/1.1\r\n');
    }
    const drip = setInterval(() => { for (const [i, c] of clients.entries()) if (i % 2 && c.writable) c.write('x: y\r\n'); }, 500); // biome-ignore format: one line
    await pause(300);
    expect(await measure()).toBeLessThan(before * 2 + 60);
    await expect.poll(() => cut, { timeout: 8_000 }).toBe(600);
    clearInterval(drip);
    const left = await new Promise<number>((resolve) => web.server.getConnections((_, n) => resolve(n)));
    expect(left).toBeLessThan(5);
  });

  it('G73 who do not take their answer are let go', async () => {
    // More than the buffers of both ends of a connection hold, whatever the machine allows them.
    const large = Buffer.alloc(64 * 1024 * 1024, 1);
    const { web, me } = await startLine(
      (_q, s) => void s.setHeader('content-type', 'application/x-protobuf').end(large),
      { takeMs: 1_000 },
    );
    const client = connect(web.port, '127.0.0.1');
    clients.push(client.on('error', () => {}));
    client.write(`GET ${TILE} HTTP/1.1\r\nhost: ${web.host}\r\ncookie: ${me.cookie}\r\n\r\n`);
    client.pause();
    const count = () => new Promise<number>((resolve) => web.server.getConnections((_, n) => resolve(n)));
    await expect.poll(count, { timeout: 1_000 }).toBe(1);
    await expect.poll(count, { timeout: 5_000 }).toBe(0);
  });

  it('G39 who stop in the middle of a body are told so; a slow line is served', async () => {
    const { web, me, heard } = await startLine(undefined, { bodyMs: 1_000 });
    const head = (length: number) => `POST /api/layer_upload/ HTTP/1.1\r\nhost: ${web.host}\r\ncookie: ${me.cookie}\r\norigin: http://${web.host}\r\nx-csrftoken: ${me.csrf}\r\ncontent-type: application/octet-stream\r\ncontent-length: ${length}\r\n\r\n`; // biome-ignore format: one line
    const stopped = await inBytes(web.port, [head(50_000), 'half'], 4_000);
    expect(stopped).toMatch(/^HTTP\/1\.1 408 /);
    expect(stopped.toLowerCase()).toContain('connection: close');
    // Drops often enough to seem alive are too little in sum.
    const trickled = await inBytes(web.port, [head(50_000), ...Array.from({ length: 400 }, () => 'x')], 12_000);
    expect(trickled).toMatch(/^HTTP\/1\.1 408 /);
    const small = await inBytes(web.port, [`POST /api/token/refresh/ HTTP/1.1\r\nhost: ${web.host}\r\ncookie: ${me.cookie}\r\norigin: http://${web.host}\r\nx-csrftoken: ${me.csrf}\r\ncontent-length: 50\r\n\r\n`, '{'], 4_000); // biome-ignore format: one line
    expect(small).toMatch(/^HTTP\/1\.1 408 /);
    const slow = await inBytes(
      web.port,
      [head(200_000), ...Array.from({ length: 100 }, () => 'x'.repeat(2_000))],
      9_000,
    );
    expect(slow).toMatch(/^HTTP\/1\.1 200 /);
    expect(heard.filter((line) => line.includes('layer_upload')).length).toBeGreaterThan(0);
  });
});

describe('a web process', () => {
  async function started(
    upstream: string,
    key: string,
    port = 0,
  ): Promise<{ child: ChildProcess; port: number; exitCode: Promise<number | null> }> {
    // biome-ignore format: one line
    const child = spawn(process.execPath, await programArgs('testing/web-process.ts'), {
      env: { ...process.env, PORT: String(port), HOSTS: 'gis.test', UPSTREAM_URL: upstream, SESSION_KEYS: key },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    open.push(() => child.kill('SIGKILL'));
    const exitCode = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
    const at = await new Promise<number>((resolve, reject) => {
      child.stdout?.on('data', (text) => resolve(Number(/ready (\d+)/.exec(String(text))?.[1])));
      void exitCode.then((code) => reject(new Error(`stopped with ${code}`)));
    });
    return { child, port: at, exitCode: exitCode };
  }

  it('G72 that is told to stop finishes what runs and takes nothing new; sessions live on in another one', async () => {
    const { proxy, web } = await startLine();
    const key = Buffer.from(web.config.keys[0]?.secret as Uint8Array).toString('base64url');
    const [one, two] = await Promise.all([started(proxy.origin, `a:${key}`), started(proxy.origin, `a:${key}`)]);
    const me = await createSession({ ...web, host: 'gis.test' });
    const get = async (port: number, path = '/api/user/') => {
      const answer = await request(`http://127.0.0.1:${port}${path}`, { headers: { host: 'gis.test', cookie: me.cookie } }); // biome-ignore format: one line
      return [answer.statusCode, (await answer.body.arrayBuffer()).byteLength];
    };
    proxy.faults = [{ kind: 'latency', ms: 4000 }];
    const running = Array.from({ length: 40 }, (_, i) => get(one.port, i % 2 ? '/api/user/' : '/api/layer/'));
    // All of them have been taken by then, also by a busy machine.
    await pause(2000);
    const stoppedAt = Date.now();
    one.child.kill('SIGTERM');
    await pause(100);
    await expect(get(one.port)).rejects.toThrow();
    const answers = await Promise.all(running);
    expect(answers.every(([status, size]) => status === 200 && ((size as number) > BIG || size === 11))).toBe(true);
    expect(await one.exitCode).toBe(0);
    expect(Date.now() - stoppedAt).toBeLessThan(30_000);
    proxy.faults = [];
    expect((await get(two.port))[0]).toBe(200);
    // A process that dies at once takes no session with it either.
    two.child.kill('SIGKILL');
    await two.exitCode;
    const three = await started(proxy.origin, `a:${key}`);
    expect((await get(three.port))[0]).toBe(200);
    three.child.kill('SIGTERM');
    expect(await three.exitCode).toBe(0);
  });
});
