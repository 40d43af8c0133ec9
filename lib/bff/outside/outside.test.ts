// The outside door of the web process before an upstream that says what came to it: what passes, what stays, and under which names.
import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { inBytes, startRogue, startWebAt, type Web } from '../../../testing/web';
import { createBadKeys } from './bad-keys';

const KEY = `pht_Ab3dEf7h_${'k'.repeat(43)}`;
const ITEMS = '/ogc/collections/layer_7/items';
let rogue: Awaited<ReturnType<typeof startRogue>>;
let web: Web;
let clock = 0;
let came: { method: string; url: string; headers: IncomingHttpHeaders; body: string }[] = [];
let says: { status: number; headers: Record<string, string>; body?: string; reason?: string };

beforeAll(async () => {
  rogue = await startRogue(async (q, s) => {
    let body = '';
    for await (const part of q) body += part;
    came.push({ method: q.method ?? '', url: q.url ?? '', headers: q.headers, body });
    if (says.reason) s.statusMessage = says.reason;
    s.writeHead(says.status, says.headers).end(says.body);
  });
  web = await startWebAt(rogue.origin, {}, () => Date.now() + clock);
});
afterAll(async () => {
  await web.close();
  await rogue.close();
});
beforeEach(() => {
  came = [];
  clock += 3_600_000;
  says = { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' };
});

async function send(path: string, headers: Record<string, string> = {}, method = 'GET', body?: string, at = web) {
  const answer = await request(`http://${at.host}${path}`, {
    method: method as 'GET',
    headers: { host: at.host, ...headers },
    ...(body === undefined ? {} : { body }),
  });
  return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
}

describe('the outside door', () => {
  it('T1 writes Location and Allow in this very case, whatever the upstream calls them', async () => {
    says = {
      status: 201,
      headers: { location: 'http://h/ogc/collections/layer_7/items/5', allow: 'GET', etag: '"1"' },
    };
    const raw = await inBytes(
      web.port,
      `POST ${ITEMS} HTTP/1.1\r\nHost: ${web.host}\r\nContent-Type: application/geo+json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
    );
    expect(raw).toContain('HTTP/1.1 201 ');
    expect(raw).toContain('\r\nLocation: http://h/ogc/collections/layer_7/items/5\r\n');
    expect(raw).toContain('\r\nAllow: GET\r\n');
    expect(raw).not.toMatch(/\r\n(?:location|allow):/);
  });

  it('sends on what means something, and neither cookies nor claims', async () => {
    const headers = { authorization: 'Basic eDp5', 'x-api-key': 'k', accept: 'text/html', 'content-crs': 'x', 'if-match': '"1"', cookie: '__Host-Http-gis=1', origin: 'http://evil.test', 'x-forwarded-proto': 'https', 'x-forwarded-for': '1.2.3.4', 'sec-fetch-site': 'cross-site', 'content-type': 'application/merge-patch+json' }; // biome-ignore format: one list
    says.headers['set-cookie'] = 'a=b';
    const { status, headers: back } = await send(`${ITEMS}/5`, headers, 'PATCH', '{"a":1}');
    expect(status).toBe(200);
    expect(back['set-cookie']).toBeUndefined();
    expect(came[0]).toMatchObject({ method: 'PATCH', url: `${ITEMS}/5`, body: '{"a":1}' });
    expect(came[0]?.headers).toMatchObject({ authorization: 'Basic eDp5', 'x-api-key': 'k', accept: 'text/html', 'content-crs': 'x', 'if-match': '"1"', 'content-type': 'application/merge-patch+json', 'x-forwarded-proto': 'http', 'x-forwarded-host': web.host, 'x-forwarded-for': '127.0.0.1' }); // biome-ignore format: one list
    for (const name of ['cookie', 'origin', 'sec-fetch-site']) expect(came[0]?.headers[name]).toBeUndefined();
  });

  it('gives back every type of the door, the reason phrase, and no redirect or strange page', async () => {
    for (const type of [
      'application/geo+json',
      'application/problem+json',
      'application/schema+json',
      'application/vnd.oai.openapi+json;version=3.0',
      'application/vnd.mapbox-vector-tile',
      'text/csv; charset=utf-8',
      'text/html; charset=utf-8',
    ]) {
      // biome-ignore format: one list
      says = { status: 200, headers: { 'content-type': type, 'content-security-policy': "default-src 'none'; style-src 'sha256-x'", 'content-crs': '<x>' }, body: 'b' }; // biome-ignore format: one line
      const { status, headers, text } = await send(ITEMS);
      expect([status, headers['content-type'], headers['content-crs'], text]).toEqual([200, type, '<x>', 'b']);
      expect(String(headers['content-security-policy']).includes('sha256')).toBe(type.startsWith('text/html'));
      expect(headers['access-control-allow-origin']).toBe('*');
    }
    says = { status: 302, headers: { location: 'http://evil.test/' } };
    expect((await send(ITEMS)).status).toBe(502);
    says = { status: 200, headers: { 'content-type': 'text/javascript' }, body: 'x' };
    expect((await send(ITEMS)).status).toBe(502);
    says = { status: 400, headers: { 'content-type': 'application/problem+json' }, reason: 'pop must be at least 0', body: '{}' }; // biome-ignore format: one line
    expect(await inBytes(web.port, `GET ${ITEMS} HTTP/1.1\r\nHost: ${web.host}\r\nConnection: close\r\n\r\n`)).toContain('HTTP/1.1 400 pop must be at least 0\r\n'); // biome-ignore format: one line
  });

  it('refuses by the allow-list before the upstream is asked, as problem+json', async () => {
    for (const [path, method, status, allow] of [
      ['/ogc/nothing', 'GET', 404, undefined],
      [`${ITEMS}?apikey=x`, 'GET', 400, undefined],
      ['/ogc', 'POST', 405, 'GET, HEAD, OPTIONS'],
      [`/ogc/t/${KEY}/collections/layer_7/items`, 'POST', 405, 'GET, HEAD, OPTIONS'],
    ] as const) {
      const answer = await send(path, {}, method);
      expect([path, answer.status, answer.headers.allow]).toEqual([path, status, allow]);
      expect(answer.headers['content-type']).toBe('application/problem+json');
    }
    expect((await send(ITEMS, {}, 'POST', 'x'.repeat(2 * 1024 * 1024 + 1))).status).toBe(413);
    expect(came).toEqual([]);
  });

  it('answers a preflight itself, the same for every layer and record', async () => {
    const ask = { origin: 'http://map.test', 'access-control-request-method': 'PATCH' };
    const [one, other] = [await send(`${ITEMS}/5`, ask, 'OPTIONS'), await send('/ogc/collections/layer_8/items/x', ask, 'OPTIONS')]; // biome-ignore format: one line
    expect([one.status, one.headers['access-control-allow-methods']]).toEqual([204, 'GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE']); // biome-ignore format: one line
    const rest = ({ 'x-request-id': _, date: __, 'server-timing': ___, ...headers }: Record<string, unknown>) => headers; // biome-ignore format: one line
    expect(rest(one.headers)).toEqual(rest(other.headers));
    expect(came).toEqual([]);
    says = { status: 200, headers: { allow: 'GET' } };
    expect((await send(`${ITEMS}/5`, { ...ask, authorization: 'Basic eDp5' }, 'OPTIONS')).headers.allow).toBe('GET');
  });

  it('lets an address try thirty wrong keys a minute, and right ones always', async () => {
    expect((await send(ITEMS, { 'x-api-key': 'right' })).status).toBe(200);
    says = { status: 401, headers: { 'content-type': 'application/problem+json', 'www-authenticate': 'Basic realm="Pahneh"' }, body: '{}' }; // biome-ignore format: one line
    for (let i = 0; i < 30; i++) expect((await send(ITEMS, { 'x-api-key': `wrong ${i}` })).status).toBe(401);
    came = [];
    const refused = await send(ITEMS, { 'x-api-key': 'wrong 31' });
    expect([refused.status, refused.headers['retry-after'], came]).toEqual([429, '60', []]);
    expect((await send(`/ogc/t/${KEY}`)).status).toBe(429);
    // Who was let in a moment ago is not shut out by a neighbour.
    says = { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' };
    expect((await send(ITEMS, { 'x-api-key': 'right' })).status).toBe(200);
    clock += 61_000;
    expect((await send(ITEMS, { 'x-api-key': 'wrong 32' })).status).toBe(200);
  });

  it('counts a key that was taken back as wrong', () => {
    const keys = createBadKeys(() => 0);
    keys.accepted('k');
    expect(keys.isGood('k')).toBe(true);
    keys.refused('k', '10.0.0.1');
    expect(keys.isGood('k')).toBe(false);
  });

  it('is shut where keys would travel in clear, and says https behind a trusted proxy', async () => {
    const hosts = new Set(['gis.test']);
    const at = { host: 'gis.test' };
    const plain = await startWebAt(rogue.origin, { hosts });
    expect((await send('/ogc', at, 'GET', undefined, plain)).status).toBe(404);
    expect((await send('/ogc', { ...at, 'x-forwarded-proto': 'https' }, 'GET', undefined, plain)).status).toBe(404);
    const open = await startWebAt(rogue.origin, { hosts, plainHttp: true });
    expect((await send('/ogc', at, 'GET', undefined, open)).status).toBe(200);
    const behind = await startWebAt(rogue.origin, { hosts, trustedProxies: new Set(['127.0.0.1']) });
    expect((await send('/ogc', { ...at, 'x-forwarded-proto': 'http' }, 'GET', undefined, behind)).status).toBe(404);
    came = [];
    expect((await send('/ogc', { ...at, 'x-forwarded-proto': 'https' }, 'GET', undefined, behind)).status).toBe(200);
    expect(came[0]?.headers['x-forwarded-proto']).toBe('https');
    await Promise.all([plain.close(), open.close(), behind.close()]);
  });

  it('writes no key anywhere, also where the upstream breaks', async () => {
    const lines: string[] = [];
    const spy = vi.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
    const broken = await startWebAt('http://127.0.0.1:1', {}, () => Date.now());
    const answers = [
      await send(`/ogc/t/${KEY}/collections`, {}, 'GET', undefined, broken),
      await send('/ogc', { authorization: `Bearer ${KEY}` }, 'GET', undefined, broken),
      await send(`/ogc/t/${KEY}/nothing`),
      await send('/ogc', { 'x-api-key': KEY }),
    ];
    spy.mockRestore();
    await broken.close();
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 404, 200]);
    for (const text of [
      ...lines,
      ...answers.map((a) => a.text + JSON.stringify(a.headers)),
      JSON.stringify(web.events),
    ])
      expect(text).not.toContain(KEY.slice(4));
  });
});
