// Goals 6, 7, 14, 15, 16 and 48 to 51: which requests get through to the upstream, and as what.
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { request } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rows } from '../../contract/index';
import { tileTemplate } from '../../contract/ogc';
import { createSession, inBytes, startRogue, startWebAt, type Web } from '../../testing/web';
import { targetOf } from './guard';
import { COOKIES, sealPre } from './session/seal';

interface Seen {
  method: string;
  url: string;
  headers: Record<string, unknown>;
  body: string;
}
let requests: Seen[] = [];
let rogue: Awaited<ReturnType<typeof startRogue>>;
let web: Web;
let pages = 0;
let me: Awaited<ReturnType<typeof createSession>>;
let other: typeof me;

beforeAll(async () => {
  rogue = await startRogue(async (q, s) => {
    const parts = await q.toArray().catch(() => null);
    if (!parts) return;
    const body = Buffer.concat(parts).toString();
    requests.push({ method: q.method ?? '', url: q.url ?? '', headers: q.headers, body });
    s.setHeader('set-cookie', 'upstream=1; Path=/')
      .setHeader('server', 'upstream/1.0')
      .setHeader('x-powered-by', 'upstream')
      .setHeader('via', 'x')
      .setHeader('access-control-allow-origin', '*')
      .setHeader('x-upstream-path', '/srv')
      .setHeader('location', 'http://evil.test')
      .setHeader('content-type', 'application/json')
      .end('{}');
  });
  web = await startWebAt(rogue.origin, {}, undefined, async (_, response) => {
    pages++;
    response.setHeader('content-type', 'text/html').end('a page');
  });
  [me, other] = [await createSession(web), await createSession(web)];
});
afterAll(async () => {
  await web.close();
  await rogue.close();
});
beforeEach(() => {
  requests = [];
  pages = 0;
});

const send = async (method: string, path: string, headers: Record<string, string>, body?: string) => {
  const answer = await request(`http://${web.host}${path}`, { method: method as 'GET', headers: { host: web.host, ...headers }, ...(body === undefined ? {} : { body }) }); // biome-ignore format: one call
  return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
};
const unsafe = rows.filter(({ row }) => row.method !== 'GET');
const tilePath = tileTemplate(1).replace(/\{[zxy]\}/g, '1');
const pathOf = (path: string) => `/api/${path.replace(/:\w+/g, '7')}`;

describe('G6 forged requests', () => {
  type Headers = Record<string, string>;
  const ours = (): Headers => ({ origin: `http://${web.host}`, 'sec-fetch-site': 'same-origin', 'x-csrftoken': me.csrf, cookie: me.cookie, 'content-type': 'application/json' }); // biome-ignore format: one line
  const without = (...names: string[]): Headers =>
    Object.fromEntries(Object.entries(ours()).filter(([name]) => !names.includes(name)));
  const forgeries = (): [string, Headers][] => [
    ['no token', without('x-csrftoken')],
    ['an empty token', { ...ours(), 'x-csrftoken': '' }],
    ['a wrong token', { ...ours(), 'x-csrftoken': 'x'.repeat(me.csrf.length) }],
    ['a token with one letter more', { ...ours(), 'x-csrftoken': `${me.csrf}x` }],
    ["another session's token", { ...ours(), 'x-csrftoken': other.csrf }],
    ['a foreign origin', { ...ours(), origin: 'https://evil.test' }],
    ['the origin null', { ...ours(), origin: 'null' }],
    ['a sibling subdomain', { ...ours(), origin: `http://sibling.${web.host}` }],
    ['another port', { ...ours(), origin: 'http://127.0.0.1:1' }],
    ['an origin that only begins as ours', { ...ours(), origin: `http://${web.host}.evil.test` }],
    ['no origin', without('origin')],
    ['a referrer in place of the origin', { ...without('origin'), referer: `http://${web.host}/app/home` }],
    ['cross-site', { ...ours(), 'sec-fetch-site': 'cross-site' }],
    ['same-site', { ...ours(), 'sec-fetch-site': 'same-site' }],
    ['typed by hand', { ...ours(), 'sec-fetch-site': 'none' }],
    ['a plain text form', { cookie: me.cookie, origin: 'https://evil.test', 'sec-fetch-site': 'cross-site', 'content-type': 'text/plain' }], // biome-ignore format: one line
    ['an old browser with a form', { cookie: me.cookie, 'content-type': 'application/x-www-form-urlencoded' }],
    ['no headers', { cookie: me.cookie }],
  ];

  it('are refused for each of the unsafe calls, and nothing of them reaches the upstream', async () => {
    expect(unsafe.length).toBeGreaterThan(100);
    for (const { name, row } of unsafe)
      for (const [forgery, headers] of forgeries()) {
        const { status, text } = await send(row.method, pathOf(row.path), headers, '{}');
        expect([name, forgery, status, JSON.parse(text).code]).toEqual([name, forgery, 403, 412]);
      }
    expect(requests).toEqual([]);
  });

  it('are refused before a sign-in as well, with the token of another browser', async () => {
    const pre = async (csrf: string) => (await sealPre(web.config, web.host, { csrf })).split(';')[0] as string;
    const cookie = await pre('mine'.repeat(8));
    for (const { name, row } of unsafe.filter((r) => r.row.needs === 'public' && r.row.session !== 'renews')) {
      for (const token of ['', 'his_'.repeat(8), me.csrf])
        expect([name, (await send(row.method, pathOf(row.path), { ...ours(), cookie, 'x-csrftoken': token }, '{}')).status]).toEqual([name, 403]); // biome-ignore format: one line
      // The right token alone does not do without its cookie.
      expect((await send(row.method, pathOf(row.path), { ...without('cookie'), 'x-csrftoken': 'mine'.repeat(8) }, '{}')).status).toBe(403); // biome-ignore format: one line
    }
    expect(requests).toEqual([]);
  });

  it('are told from our own page, also where the browser says nothing of sites', async () => {
    for (const headers of [ours(), without('sec-fetch-site')])
      for (const { name, row } of unsafe) {
        const { status } = await send(row.method, pathOf(row.path), headers, '{}');
        expect([name, status === 403]).toEqual([name, false]);
      }
    expect(requests.length).toBeGreaterThan(unsafe.length);
  });

  it('cannot be made out of reading calls: another site may not even ask', async () => {
    for (const { name, row } of rows.filter((r) => r.row.method === 'GET'))
      expect([name, (await send('GET', pathOf(row.path), { cookie: me.cookie, 'sec-fetch-site': 'cross-site' })).status]).toEqual([name, 403]); // biome-ignore format: one line
    expect((await send('GET', tilePath, { cookie: me.cookie, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect(requests).toEqual([]);
  });
});

it('G7 gives no other origin leave, on any call', async () => {
  for (const { name, row } of rows)
    for (const method of ['OPTIONS', 'GET']) {
      const headers = { cookie: me.cookie, origin: 'https://evil.test', 'access-control-request-method': row.method };
      const answer = await send(method, pathOf(row.path), headers);
      const said = Object.keys(answer.headers).filter((h) => h.startsWith('access-control'));
      expect([name, method, said, method === 'OPTIONS' ? answer.status : 405]).toEqual([name, method, [], 405]);
    }
});

describe('side doors', () => {
  const raw = (line: string, headers: Record<string, string> = {}) => {
    const all = { host: web.host, cookie: me.cookie, connection: 'close', ...headers };
    return inBytes(web.port, `${line}\r\n${Object.entries(all).map(([k, v]) => `${k}: ${v}\r\n`).join('')}\r\n`); // biome-ignore format: one line
  };
  const statusOf = (text: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0);

  it('G15 are refused before any page and any call', async () => {
    for (const path of ['/api/user/', '/app/home', '/signin', '/']) {
      for (const [name, value] of [
        ['next-action', 'a'.repeat(40)],
        ['next-resume', '1'],
        ['x-middleware-subrequest', 'middleware:middleware:middleware:middleware:middleware'],
        ['x-middleware-subrequest', 'src/middleware'],
        ['x-middleware-rewrite', 'http://evil.test/'],
      ] as const)
        expect([path, name, (await send('GET', path, { cookie: me.cookie, [name]: value })).status]).toEqual([path, name, 400]); // biome-ignore format: one line
      for (const [line, headers, status] of [
        [`GET ${path} HTTP/1.1`, { connection: 'upgrade', upgrade: 'websocket', 'sec-websocket-key': 'x' }, 400],
        [`GET http://127.0.0.1:1${path} HTTP/1.1`, {}, 400],
        [`GET http://127.0.0.1:1${path} HTTP/1.1`, { connection: 'upgrade', upgrade: 'websocket' }, 400],
        [`TRACE ${path} HTTP/1.1`, {}, 405],
        ['CONNECT 127.0.0.1:22 HTTP/1.1', {}, 405],
        [`GET ${path} HTTP/1.1`, { upgrade: 'h2c', connection: 'upgrade, http2-settings', 'http2-settings': '' }, 400],
      ] as const)
        expect([line, statusOf(await raw(line, headers))]).toEqual([line, status]);
    }
    expect([requests, pages]).toEqual([[], 0]);
  });

  it('G16 the picture service of the framework is not there', async () => {
    for (const query of ['', '?url=%2Fbase%2Fx.png&w=64&q=75', '?url=http%3A%2F%2Fevil.test%2Fa.avif&w=64&q=75', `?url=%2F${'a'.repeat(4000)}&w=99999&q=1`]) // biome-ignore format: one list
      expect([query.slice(0, 30), (await send('GET', `/_next/image${query}`, {})).status]).toEqual([query.slice(0, 30), 404]); // biome-ignore format: one line
    expect(pages).toBe(0);
  });

  it('G14 what a page is asked for, nobody outside can claim', async () => {
    let headersAtUpstream: Record<string, unknown> = {};
    const rogueWeb = await startWebAt(rogue.origin, {}, undefined, async (q, s) => {
      headersAtUpstream = { ...q.headers };
      s.end();
    });
    const lies = {
      'x-middleware-next': '1',
      'x-middleware-set-cookie': 'a=b',
      'x-invoke-path': '/app/home',
      'x-invoke-status': '200',
      'x-matched-path': '/app/home',
      'x-nextjs-data': '1',
      'x-now-route-matches': '1=home',
      'x-vercel-id': 'x',
      'x-original-url': '/app/home',
      'x-rewrite-url': '/app/home',
      'x-request-id': 'mine',
    };
    const answer = await request(`http://${rogueWeb.host}/signin?a=1`, { headers: { host: rogueWeb.host, ...lies } });
    await answer.body.dump();
    const passedOn = Object.keys(lies).filter((name) => name in headersAtUpstream);
    expect(passedOn).toEqual(['x-request-id']);
    // Goal 92: the number of a request is ours, and the answer tells it.
    expect(headersAtUpstream['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.headers['x-request-id']).toBe(headersAtUpstream['x-request-id']);
    await rogueWeb.close();
  });
});

describe('G48 addresses', () => {
  const hostile = ['..', '.', '%2e%2e', '%2F', '%5c', '\\', '%00', ';a=b', '//', '%', '%zz', '%25', '\u0001', '~', '*', '@evil.test', 'é', ':8001', '#', ' ']; // biome-ignore format: a list

  it('lead only to rows of the table, whatever is put into them', () => {
    const paths = rows.map(({ row }) => row.path);
    fc.assert(
      fc.property(
        fc.constantFrom(...paths),
        fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'PROPFIND'),
        fc.array(fc.tuple(fc.nat(40), fc.oneof(fc.constantFrom(...hostile), fc.string({ maxLength: 6 }))), { maxLength: 3 }), // biome-ignore format: one line
        fc.constantFrom('/api/', '/api', '/API/', '/api/../', '/geoserver/', '/pay/return/', '//api/', ''),
        (path, method, additions, start) => {
          let url = start + path.replace(/:\w+/g, '7');
          for (const [at, text] of additions) url = url.slice(0, at) + text + url.slice(at);
          const target = targetOf(method, url);
          if (target.to === 'nowhere') return [400, 404, 405, 414].includes(target.status);
          if (target.to === 'outside') return url.startsWith('/ogc');
          if (target.to === 'payment') return /^[a-z0-9_-]{1,50}$/.test(target.gateway);
          if (target.to === 'tiles') return /^\/geoserver\/[\w./-]*(\?|$)/.test(target.path) && !target.path.split('?')[0]?.includes('..'); // biome-ignore format: one line
          return (
            target.named.row.method === method &&
            /^\/api\/[A-Za-z0-9_\-/]+\/$/.test(target.path) &&
            !target.path.includes('//')
          );
        },
      ),
      { numRuns: 5000 },
    );
  });

  it('in a disguise are refused, and the upstream never hears of them', async () => {
    const cases: [string, string, number][] = [
      ['GET', '/api/layer/..%2f..%2fadmin/', 400],
      ['GET', '/api/layer/%2e%2e/user/', 400],
      ['GET', '/api/layer/../user/', 400],
      ['GET', '/api/layer/%00', 400],
      ['GET', '/api/layer/%zz/', 404],
      ['GET', '/api/layer/%252e/', 400],
      ['GET', '/api/layer\\user/', 400],
      ['GET', '/api/layer/;x=1/', 400],
      ['GET', '/api//user/', 400],
      ['GET', '/api/', 404],
      ['GET', '/api/admin/', 404],
      ['GET', '/api/user/extra/deep/path/', 404],
      ['GET', '/api/constructor/', 404],
      ['GET', '/api/__proto__/', 404],
      ['DELETE', '/api/user/', 405],
      ['PROPFIND', '/api/user/', 405],
      ['GET', `/api/user/?x=${'y'.repeat(50_000)}`, 414],
      ['GET', '/geoserver/web/', 404],
      ['GET', '/geoserver/rest/workspaces', 404],
      ['GET', '/geoserver/wfs?SERVICE=WFS&REQUEST=GetFeature', 404],
      ['POST', tilePath, 404],
    ];
    for (const [method, path, status] of cases) {
      const said = await inBytes(web.port, `${method} ${path} HTTP/1.1\r\nhost: ${web.host}\r\ncookie: ${me.cookie}\r\nconnection: close\r\n\r\n`); // biome-ignore format: one line
      expect([path.slice(0, 60), /^HTTP\/1\.1 (\d+)/.exec(said)?.[1]]).toEqual([path.slice(0, 60), String(status)]);
    }
    expect([requests, pages]).toEqual([[], 0]);
  });
});

it('says of a body that is too long that it is, told or in parts, every time', async () => {
  const headers = { origin: `http://${web.host}`, 'sec-fetch-site': 'same-origin', 'x-csrftoken': me.csrf, cookie: me.cookie, 'content-type': 'application/json' }; // biome-ignore format: one line
  const long = Buffer.alloc(3 * 1024 * 1024, 'x');
  const post = async (body: Buffer | AsyncIterable<Buffer>) => {
    const answer = await request(`http://${web.host}/api/layerdata_query/`, { method: 'POST', headers: { host: web.host, ...headers }, body: body instanceof Buffer ? body : Readable.from(body) }); // biome-ignore format: one call
    const text = await answer.body.text();
    return [answer.statusCode, JSON.parse(text).code];
  };
  const parts = async function* () {
    for (let at = 0; at < long.length; at += 65_536) yield long.subarray(at, at + 65_536);
  };
  for (let i = 0; i < 10; i++) {
    expect(await post(long)).toEqual([413, 413]);
    expect(await post(parts())).toEqual([413, 413]);
  }
  expect(requests).toEqual([]);
  const right = JSON.stringify({ a: 'x'.repeat(1024 * 1024) });
  expect((await post(Buffer.from(right)))[0]).toBe(200);
  expect(requests[0]?.body.length).toBe(right.length);
});

it('knows no host but its own, and no address that is no text, wherever it leads', async () => {
  for (const path of [
    '/',
    '/signin',
    '/_next/static/x.js',
    '/fonts/x.woff2',
    '/icon.svg',
    '/api/user/',
    '/geoserver/wms',
  ]) {
    const said = await inBytes(web.port, `GET ${path} HTTP/1.1\r\nhost: evil.test\r\nconnection: close\r\n\r\n`);
    expect([path, /^HTTP\/1\.1 (\d+)/.exec(said)?.[1]]).toEqual([path, '421']);
  }
  for (const path of ['/app/%zz', '/app/%', '/_next/%ff%fe', '/%c3%28?a=b']) {
    const said = await inBytes(web.port, `GET ${path} HTTP/1.1\r\nhost: ${web.host}\r\nconnection: close\r\n\r\n`);
    expect([path, /^HTTP\/1\.1 (\d+)/.exec(said)?.[1]]).toEqual([path, '400']);
  }
  expect([requests, pages]).toEqual([[], 0]);
  expect((await send('GET', '/app/%D8%A7?q=%zz', {})).status).toBe(200);
});

it('G49 passes on what means something, in both directions, and nothing else', async () => {
  const claims = {
    authorization: 'Bearer mine',
    'x-user': 'root',
    'x-client-ip': '9.9.9.9',
    'x-real-ip': '9.9.9.9',
    forwarded: 'for=9.9.9.9',
    'x-forwarded-for': '9.9.9.9',
    'x-forwarded-host': 'evil.test',
    'x-forwarded-proto': 'https',
    'sec-username': 'root',
    'sec-roles': 'ADMIN',
    te: 'trailers',
    trailer: 'x',
    'proxy-authorization': 'Basic x',
    'proxy-connection': 'keep-alive',
    referer: 'https://evil.test',
    'user-agent': 'x',
    __proto__x: 'x',
    'x-request-id': 'mine',
    range: 'bytes=0-1',
  };
  const { status, headers } = await send('GET', '/api/user/', { ...claims, cookie: `${me.cookie}; a=b` });
  expect(status).toBe(200);
  const [passed] = requests;
  expect(Object.keys(passed?.headers ?? {}).sort()).toEqual(['authorization', 'connection', 'host', 'x-forwarded-for', 'x-forwarded-host', 'x-request-id']); // biome-ignore format: one line
  expect([passed?.headers.authorization, passed?.headers['x-forwarded-for'], passed?.headers['x-forwarded-host']]).toEqual(['Bearer upstream-access', '127.0.0.1', web.host]); // biome-ignore format: one line
  // Beside a session and without one: credentials of the caller never take its place.
  await send('GET', '/api/userconfig/get_customer_config/', { ...claims, cookie: `${me.cookie}; a=b` });
  await send('GET', '/api/userconfig/get_customer_config/', claims);
  const [, beside, without] = requests;
  expect([beside?.headers.authorization, beside?.headers.cookie]).toEqual(['Bearer upstream-access', undefined]);
  expect([without?.headers.authorization, without?.headers['proxy-authorization'], without?.headers.cookie]).toEqual([undefined, undefined, undefined]); // biome-ignore format: one line
  expect(passed?.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  expect(headers['x-request-id']).toBe(passed?.headers['x-request-id']);
  for (const name of ['server', 'x-powered-by', 'via', 'set-cookie', 'x-upstream-path', 'location'])
    expect([name, headers[name]]).toEqual([name, undefined]);
  // A line break in a value never becomes a header.
  const split = await inBytes(web.port, `GET /api/user/ HTTP/1.1\r\nhost: ${web.host}\r\ncookie: ${me.cookie}\r\naccept: a\rx-evil: 1\r\nconnection: close\r\n\r\n`); // biome-ignore format: one line
  expect(split).toMatch(/^HTTP\/1\.1 400/);
  // Two cookies of one name are nobody's.
  const tossed = `${me.cookie}; ${COOKIES.session}=tossed`;
  expect((await send('GET', '/api/user/', { cookie: tossed })).status).toBe(401);
});

describe('G50 requests in requests', () => {
  const host = () => `host: ${web.host}\r\ncookie: ${me.cookie}\r\n`;
  const hidden = () => `GET /api/layer/?hidden=1 HTTP/1.1\r\n${host()}\r\n`;
  const attempts = (): [string, string | string[]][] => [
    ['both lengths', `POST /api/user/ HTTP/1.1\r\n${host()}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${hidden()}`], // biome-ignore format: one line
    ['two lengths', `POST /api/user/ HTTP/1.1\r\n${host()}content-length: 0\r\ncontent-length: 40\r\n\r\n${hidden()}`],
    ['a list of lengths', `POST /api/user/ HTTP/1.1\r\n${host()}content-length: 0, 40\r\n\r\n${hidden()}`],
    ['a signed length', `POST /api/user/ HTTP/1.1\r\n${host()}content-length: +0\r\n\r\n${hidden()}`],
    ['two codings', `POST /api/user/ HTTP/1.1\r\n${host()}transfer-encoding: chunked\r\ntransfer-encoding: identity\r\n\r\n0\r\n\r\n${hidden()}`], // biome-ignore format: one line
    [
      'a strange coding',
      `POST /api/user/ HTTP/1.1\r\n${host()}transfer-encoding: xchunked\r\n\r\n0\r\n\r\n${hidden()}`,
    ],
    ['a space before the colon', `POST /api/user/ HTTP/1.1\r\n${host()}content-length : 40\r\n\r\n${hidden()}`],
    ['a folded header', `POST /api/user/ HTTP/1.1\r\n${host()}transfer-encoding:\r\n chunked\r\ncontent-length: 3\r\n\r\n0\r\n\r\n${hidden()}`], // biome-ignore format: one line
    ['a bad size of a part', `POST /api/user/ HTTP/1.1\r\n${host()}transfer-encoding: chunked\r\n\r\n0x5\r\nabcde\r\n0\r\n\r\n${hidden()}`], // biome-ignore format: one line
    ['a size too large', `POST /api/user/ HTTP/1.1\r\n${host()}transfer-encoding: chunked\r\n\r\nfffffffffffffffff\r\n${hidden()}`], // biome-ignore format: one line
    ['no host', 'GET /api/user/ HTTP/1.1\r\n\r\n'],
    ['two hosts', `GET /api/user/ HTTP/1.1\r\n${host()}host: evil.test\r\n\r\n`],
    ['a zero in a header', `GET /api/user/ HTTP/1.1\r\n${host()}x: a\0b\r\n\r\n`],
    ['a bare line feed', `GET /api/user/ HTTP/1.1\nhost: ${web.host}\n\n`],
  ];

  it('are refused, and the connection ends with them', async () => {
    for (const [name, text] of attempts()) {
      const said = await inBytes(web.port, text);
      const statuses = [...said.matchAll(/HTTP\/1\.1 (\d+)/g)].map((m) => m[1]);
      expect([name, statuses.length, statuses[0]?.startsWith('4')]).toEqual([name, 1, true]);
    }
    expect(requests).toEqual([]);
  });

  it('of a body that nobody read: the answer comes early and the connection ends', async () => {
    for (const path of ['/api/nothing/', '/api/user/', '/pay/return/x/y'])
      for (const headers of [`content-length: ${hidden().length}\r\n`, 'transfer-encoding: chunked\r\n']) {
        const said = await inBytes(web.port, [`POST ${path} HTTP/1.1\r\n${host()}${headers}\r\n`, hidden()]);
        expect([path, [...said.matchAll(/HTTP\/1\.1 \d+/g)].length]).toEqual([path, 1]);
        expect(said.toLowerCase()).toContain('connection: close');
      }
    expect(requests).toEqual([]);
  });

  it('leave a sound connection sound: two in a row get an answer each', async () => {
    const ours = `origin: http://${web.host}\r\nx-csrftoken: ${me.csrf}\r\ncontent-type: application/json\r\n`;
    const one = `POST /api/layerdata/ HTTP/1.1\r\n${host()}${ours}content-length: 2\r\n\r\n{}`;
    const said = await inBytes(web.port, `${one}GET /api/user/ HTTP/1.1\r\n${host()}connection: close\r\n\r\n`);
    expect([...said.matchAll(/HTTP\/1\.1 \d+/g)].length).toBe(2);
    expect(requests.map((s) => [s.url, s.body])).toEqual([['/api/layerdata/', '{}'], ['/api/user/', '']]); // biome-ignore format: one line
  });
});

it('G51 an upstream that was taken over sends nobody away, sets no cookie and shows no page', async () => {
  const HTML = '<script>alert(1)</script>';
  let evil: (s: ServerResponse) => void = () => {};
  const poisoned = await startRogue((_q, s) => evil(s));
  const at = await startWebAt(poisoned.origin);
  const session = await createSession(at);
  const file = rows.find(({ row }) => row.gives === 'stream' && row.method === 'GET')?.row.path ?? '';
  const cases: [string, typeof evil][] = [
    ...[301, 302, 303, 307, 308].map((status) => [`${status}`, (s) => s.writeHead(status, { location: 'http://evil.test/' }).end()] as [string, typeof evil]), // biome-ignore format: one line
    ['a page', (s) => s.writeHead(200, { 'content-type': 'text/html' }).end(HTML)],
    ['a page with leave to run', (s) => s.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': "script-src 'unsafe-inline'" }).end(HTML)], // biome-ignore format: one line
    ['an error page', (s) => s.writeHead(500, { 'content-type': 'text/html' }).end(HTML)],
    ['large headers', (s) => s.writeHead(200, { 'content-type': 'application/json', 'x-large': 'x'.repeat(100_000) }).end('{}')], // biome-ignore format: one line
    ['no HTTP', (s) => void s.socket?.end('SSH-2.0-OpenSSH\r\n')],
  ];
  for (const path of ['/api/user/', tilePath, pathOf(file)])
    for (const [name, how] of cases) {
      evil = (s) => {
        if (s.socket) s.setHeader('set-cookie', 'evil=1');
        how(s);
      };
      const answer = await request(`http://${at.host}${path}`, { headers: { host: at.host, cookie: session.cookie } });
      const text = await answer.body.text();
      expect([path, name, answer.statusCode >= 500]).toEqual([path, name, true]);
      expect([text.includes('script'), answer.headers.location, answer.headers['set-cookie']]).toEqual([false, undefined, undefined]); // biome-ignore format: one line
    }
  await at.close();
  await poisoned.close();
});
