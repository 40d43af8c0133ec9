// The BFF before the real backend: the sealed session, forged requests, and an upstream that misbehaves.
import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tileTemplate } from '../../contract/ogc';
import { behind, cookieHeader, createBrowser, startRogue, startWeb, startWebAt, type Web } from '../../testing/web';
import { createWorld, ENGINE, type TestWorld } from '../../testing/world';
import { COOKIES, unseal } from './session/seal';
import { LIMITS } from './web-server';

let w: TestWorld;
let web: Web;
let clock = 0;
beforeAll(async () => {
  w = await createWorld(ENGINE, { accessSeconds: 60 });
  web = await startWeb(w, {}, () => Date.now() + clock);
});
afterAll(async () => {
  await web.close();
  await w.close();
});

describe('the session', () => {
  it('G4 opens with sealed cookies and tells the browser no token', async () => {
    const b = createBrowser(web);
    const { status, headers, text, grants } = await b.signIn('editor');
    expect(status).toBe(200);
    expect(grants).toEqual({ modules: '1,2,3,4', custom_perms: '', is_superuser: false });
    const set = [headers['set-cookie'] ?? []].flat();
    expect(set).toHaveLength(4);
    for (const line of set) expect(line).toMatch(/^__Host-.*; Path=\/; Secure; HttpOnly; SameSite=Lax$/);
    expect(headers['cache-control']).toBe('private, no-store');
    const session = await unseal(web.config, COOKIES.session, web.host, b.jar.get(COOKIES.session));
    expect(session?.uname).toBe('editor');
    expect(text).not.toContain(session?.at);
    expect((await b.send('GET', '/api/user/')).json.username).toBe('editor');
  });

  it('refuses wrong passwords and wrong captchas as the catalogue says', async () => {
    const b = createBrowser(web);
    expect((await b.signIn('editor', 'wrong')).status).toBe(401);
    expect((await b.signIn('nobody-of-that-name', 'wrong')).status).toBe(401);
    const captcha = await b.send('GET', '/api/captcha/');
    const body = {
      username: 'editor',
      password: 'x',
      captcha_key: captcha.json.captcha_key,
      captcha_value: '00000',
      otp: Buffer.from('{}').toString('base64'),
    };
    expect((await b.send('POST', '/api/atoken/', body)).status).toBe(400);
  });

  it('G78 answers a thousand searches at once in turn or with a wait, and serves the next as ever', async () => {
    const [eager, another] = [createBrowser(web), createBrowser(web)];
    await eager.signIn('editor');
    await another.signIn('super');
    const agent = new Agent({ connections: 1000, pipelining: 1 });
    const headers = { host: web.host, cookie: cookieHeader(eager.jar) };
    const path = `/api/layerdata/?layer=${w.ids.layer}&search=`;
    const search = async (word: number) => {
      const answer = await request(`http://${web.host}${path}${word}`, { dispatcher: agent, headers });
      await answer.body.dump();
      if (answer.statusCode !== 200) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      return answer.statusCode;
    };
    const all = Promise.all(Array.from({ length: 1000 }, (_, i) => search(i)));
    const meanwhile = await another.send('GET', '/api/user/');
    const statuses = new Set(await all);
    expect([200, 429, 503]).toEqual(expect.arrayContaining([...statuses]));
    expect([...statuses]).toEqual(expect.arrayContaining([200, 429]));
    await agent.close();
    expect(meanwhile.status).toBe(200);
    expect((await eager.send('GET', `${path}1`)).status).toBe(200);
  });

  it('G10 renews the upstream tokens once for many calls, and never loses the session', async () => {
    const b = createBrowser(web);
    await b.signIn('editor');
    const before = await unseal(web.config, COOKIES.session, web.host, b.jar.get(COOKIES.session));
    clock = 45_000;
    const answers = await Promise.all(Array.from({ length: 8 }, () => b.send('GET', '/api/user/')));
    expect(answers.map((a) => a.status)).toEqual(Array(8).fill(200));
    const after = await unseal(web.config, COOKIES.session, web.host, b.jar.get(COOKIES.session));
    expect([after?.gen, after?.rt === before?.rt]).toEqual([2, false]);
    expect((await b.refresh()).status).toBe(200);
    clock = 0;
  });

  it('G12 ends when it has been idle, whatever polls in the background', async () => {
    const b = createBrowser(web);
    await b.signIn('editor');
    clock = 119 * 60_000;
    expect((await b.send('GET', '/api/job/', undefined, { 'x-background': '1' })).status).toBe(200);
    clock = 121 * 60_000;
    const late = await b.send('GET', '/api/user/');
    expect(late.status).toBe(401);
    expect(b.jar.has(COOKIES.session)).toBe(false);
    clock = 0;
  });

  it('G17 signs out for good, also twice, and an old seal has no power', async () => {
    const b = createBrowser(web);
    await b.signIn('viewer');
    const { json } = await b.send('GET', '/api/user/');
    const old = new Map(b.jar);
    const out = await b.send('POST', `/api/user/${json.id}/logout/`);
    // What stays is that this browser is known, which opens nothing.
    expect([out.status, out.headers['clear-site-data'], [...b.jar.keys()]]).toEqual([
      200,
      '"cache"',
      [COOKIES.browser],
    ]);
    for (const [k, v] of old) b.jar.set(k, v);
    expect((await b.send('GET', '/api/user/')).status).toBe(401);
    expect((await b.send('POST', `/api/user/${json.id}/logout/`)).status).toBe(401);
  });
});

describe('requests that are not ours', () => {
  it('G47, G48 forwards only declared calls, and no disguised path', async () => {
    const b = createBrowser(web);
    await b.signIn('super');
    const cases: [string, string, number][] = [
      ['GET', '/api/healthz', 404],
      ['GET', '/api/layer/..%2f..%2fhealthz/', 400],
      ['GET', '/api/layer/%00/', 400],
      ['GET', '/api/layer/1;a/', 400],
      ['GET', '/api//layer/', 400],
      ['DELETE', '/api/captcha/', 405],
      ['GET', '/geoserver/rest/about', 404],
      ['GET', `${tileTemplate(1)}&SLD=http://evil.test`, 404],
      ['GET', '/geoserver/wms?SERVICE=WMS&REQUEST=GetMap', 400],
      ['GET', '/geoserver/wms?SERVICE=WMS&REQUEST=GetMap&SLD=http://x', 404],
      ['GET', `/api/layer/?label=${'x'.repeat(50_000)}`, 414],
    ];
    for (const [method, path, status] of cases)
      expect([path.slice(0, 60), (await b.send(method, path)).status]).toEqual([path.slice(0, 60), status]);
    expect((await b.send('GET', '/api/user/', undefined, { 'next-action': 'x' })).status).toBe(400);
    expect((await request(`http://${web.host}/api/user/`, { headers: { host: 'evil.test' } })).statusCode).toBe(421);
  });

  it('gives a file of a record as an attachment in which nothing runs', async () => {
    const path = new File(['<script>alert(1)</script>'], 'page.txt');
    const { body } = await w.form('editor', '/api/layerdatafile/', { layer_data: w.ids.record, path });
    const b = createBrowser(web);
    await b.signIn('editor');
    const { status, headers } = await b.send('GET', body.path);
    expect([status, headers['x-content-type-options'], headers['content-type']]).toEqual([
      200,
      'nosniff',
      'text/plain',
    ]);
    expect(headers['content-disposition']).toMatch(/^attachment;/);
    expect(headers['content-security-policy']).toContain('sandbox');
  });
});

/** These bring an upstream of their own: what else stands behind says nothing to them. */
const alone = describe.skipIf(behind.upstream === 'other');

alone('an upstream that misbehaves', () => {
  const ask = async (answer: Parameters<typeof startRogue>[0]) => {
    const rogue = await startRogue(answer);
    const other = await startWebAt(rogue.origin);
    try {
      return await createBrowser(other).send('GET', '/api/userconfig/get_customer_config/');
    } finally {
      await other.close();
      await rogue.close();
    }
  };

  it('G51 is reported honestly: redirects, strange pages, errors, silence', async () => {
    expect((await ask((_q, s) => s.writeHead(302, { location: 'http://evil.test' }).end())).status).toBe(502);
    const page = await ask((_q, s) => s.writeHead(200, { 'content-type': 'text/html' }).end('<b>hello</b>'));
    expect([page.status, page.text.includes('hello')]).toEqual([502, false]);
    for (const status of [400, 406, 412, 429, 441, 442, 503]) {
      const passed = await ask((_q, s) =>
        s.writeHead(status, { 'content-type': 'application/json' }).end('{"detail":"d","code":1}'),
      );
      expect([passed.status, passed.json.detail]).toEqual([status, 'd']);
    }
    const webWithoutUpstream = await startWebAt('http://127.0.0.1:1');
    const answer = await createBrowser(webWithoutUpstream).send('GET', '/api/captcha/');
    expect([answer.status, answer.json.detail]).toEqual([503, expect.stringContaining('راه‌اندازی')]);
    await webWithoutUpstream.close();
  });

  it('passes on which part of a file is wanted, and which one came', async () => {
    const ranges: unknown[] = [];
    const rogue = await startRogue((q, s) => {
      ranges.push(q.headers.range, q.headers['if-range']);
      s.writeHead(206, { 'content-type': 'image/tiff', 'content-disposition': 'attachment', 'content-range': 'bytes 2-4/9', 'accept-ranges': 'bytes', 'content-length': '3' }).end('cde'); // biome-ignore format: one answer
    });
    const signed = await startWeb(w);
    const person = createBrowser(signed);
    await person.signIn('editor');
    const other = await startWebAt(rogue.origin, { hosts: new Set([signed.host]), keys: signed.config.keys });
    const cookie = cookieHeader(person.jar);
    const part = await request(`http://${other.host}/api/layer/1/raster_original/`, { headers: { host: signed.host, cookie, range: 'bytes=2-4', 'if-range': '"a"' } }); // biome-ignore format: one call
    const { headers } = part;
    expect([part.statusCode, await part.body.text(), headers['content-range'], headers['accept-ranges']]).toEqual([206, 'cde', 'bytes 2-4/9', 'bytes']); // biome-ignore format: one line
    expect(ranges).toEqual(['bytes=2-4', '"a"']);
    await other.close();
    await signed.close();
    await rogue.close();
  });

  it('never makes half an answer look whole', async () => {
    const half = (type: string, length: number) =>
      ask((_q, s) => { s.writeHead(200, { 'content-type': type, 'content-length': String(length) }); s.write('{"half":'); setTimeout(() => s.destroy(), 50); }); // biome-ignore format: one line
    // What is short has not begun when it breaks off, and is told as any other failure; what is long breaks off too.
    const short = await half('application/json', 100);
    expect([short.status, short.json.detail]).toEqual([502, expect.stringContaining(' ')]);
    await expect(half('application/json', 100_000)).rejects.toThrow();
  });

  it('is cut off when it says nothing', async () => {
    const started = Date.now();
    expect((await ask(() => {})).status).toBe(504);
    expect(Date.now() - started).toBeLessThan(13_000);
  });

  it('keeps the session when refreshing fails because nobody answers', async () => {
    const other = await startWeb(w, {}, () => Date.now() + clock);
    const b = createBrowser(other);
    await b.signIn('editor');
    other.config.upstream = 'unused';
    await other.close();
    const dead = await startWebAt(
      'http://127.0.0.1:1',
      { hosts: new Set([other.host]), keys: other.config.keys },
      () => Date.now() + 45_000,
    );
    const answer = await request(`http://${dead.host}/api/user/`, {
      headers: { host: other.host, cookie: cookieHeader(b.jar) },
    });
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['set-cookie']).toBeUndefined();
    await dead.close();
  });
});

/** A browser that is signed in, and a web server with the same keys before an upstream that counts and hashes what it is sent. */
async function startSender(limits: Parameters<typeof startWebAt>[4] = {}) {
  const hash = createHash('sha256');
  const got = { size: 0, first: 0, last: 0, sum: () => hash.digest('hex') };
  const rogue = await startRogue((q, s) => {
    q.on('data', (d: Buffer) => {
      hash.update(d);
      got.size += d.length;
      got.last = Date.now();
      got.first ||= got.last;
    });
    q.on('end', () => s.setHeader('content-type', 'application/json').end('{}'));
  });
  const signed = await startWeb(w);
  const b = createBrowser(signed);
  await b.signIn('editor');
  const to = { hosts: new Set([signed.host]), keys: signed.config.keys };
  const other = await startWebAt(rogue.origin, to, undefined, undefined, limits);
  const headers = {
    host: signed.host,
    origin: `http://${signed.host}`,
    'x-csrftoken': b.csrf,
    cookie: cookieHeader(b.jar),
    'content-type': 'application/octet-stream',
  };
  return {
    got,
    send: async (body: Readable, more: Record<string, string> = {}) =>
      (await request(`http://${other.host}/api/layer_upload/`, { method: 'POST', headers: { ...headers, ...more }, body, headersTimeout: 0, bodyTimeout: 0 })).statusCode, // biome-ignore format: one call
    close: async () => {
      for (const one of [other, signed, rogue]) await one.close();
    },
  };
}

alone('G38 large uploads', () => {
  it.each([
    [12_000_000, true],
    [12_000_000, false],
    [200_000_000, false],
  ])('of %d bytes arrive whole, with their length told (%s) or in chunks, and are not kept', async (bytes, detail) => {
    // biome-ignore format: one line
    const { got, send, close } = await startSender();
    const chunk = randomBytes(1_000_003);
    const expected = createHash('sha256');
    async function* body() {
      for (let left = bytes; left > 0; left -= chunk.length) {
        const part = chunk.subarray(0, Math.min(left, chunk.length));
        expected.update(part);
        yield part;
      }
    }
    const before = process.memoryUsage().rss;
    let peak = before;
    const watch = setInterval(() => { peak = Math.max(peak, process.memoryUsage().rss); }, 20); // biome-ignore format: one line
    const status = await send(Readable.from(body()), detail ? { 'content-length': String(bytes) } : {});
    clearInterval(watch);
    expect([status, got.size, got.sum()]).toEqual([200, bytes, expected.digest('hex')]);
    expect(peak - before).toBeLessThan(150 * 1024 * 1024);
    await close();
  });

  /** The slowest line that is served, 1 kB a second, or so many times faster. */
  async function* slowly(seconds: number, times: number, hash: ReturnType<typeof createHash>) {
    for (const until = Date.now() + seconds * 1000; Date.now() < until; ) {
      const part = randomBytes(100 * times);
      hash.update(part);
      yield part;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  // The deadlines of callers made twenty times shorter: what lives through 20 seconds here lives through 400 with the true ones.
  it('that are slow live, far beyond every deadline of a silent sender', async () => {
    const { got, send, close } = await startSender({ bodyMs: LIMITS.bodyMs / 20, headersMs: LIMITS.headersMs / 20, takeMs: LIMITS.takeMs / 20 }); // biome-ignore format: one call
    const hash = createHash('sha256');
    const status = await send(Readable.from(slowly(20, 20, hash)));
    expect([status, got.sum()]).toEqual([200, hash.digest('hex')]);
    expect(got.last - got.first).toBeGreaterThan(19_000);
    await close();
  });

  it.skipIf(process.env.SLOW !== '1')(
    'that take 400 seconds live with the true deadlines',
    { timeout: 500_000 },
    async () => {
      // biome-ignore format: one line
      const { got, send, close } = await startSender();
      const hash = createHash('sha256');
      const status = await send(Readable.from(slowly(400, 1, hash)));
      expect([status, got.sum()]).toEqual([200, hash.digest('hex')]);
      expect(got.last - got.first).toBeGreaterThan(399_000);
      await close();
    },
  );
});
