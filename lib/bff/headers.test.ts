// Goals 85 to 87 and 92: what every answer of the web process says to browsers, and what the files for browsers do not say.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NextRequest } from 'next/server';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rows } from '../../contract/index';
import { tileTemplate } from '../../contract/ogc';
import { routes } from '../../lib/routes/table';
import { createKey, createSession, startRogue, startWebAt, type Web } from '../../testing/web';
import { COMMON_HEADERS } from './policy';

const HOST = 'gis.test';
let rogue: Awaited<ReturnType<typeof startRogue>>;
let web: Web;
let middleware: (request: NextRequest) => Promise<Response>;
beforeAll(async () => {
  rogue = await startRogue((q, s) => {
    const kind = q.url?.startsWith('/geoserver/') ? 'application/x-protobuf' : 'application/json';
    s.setHeader('content-type', kind).end('{}');
  });
  web = await startWebAt(rogue.origin);
  const key = Buffer.from(createKey('a', 1).secret).toString('base64url');
  Object.assign(process.env, { HOSTS: HOST, SESSION_KEYS: `a:${key}` });
  ({ middleware } = await import('../../middleware'));
});
afterAll(async () => {
  await web.close();
  await rogue.close();
});

/** The directives of a policy by name. */
const directives = (policy: string) =>
  new Map(
    policy.split(';').map((part) => {
      const [name = '', ...values] = part.trim().split(/\s+/);
      return [name, values] as const;
    }),
  );
const page = (path: string, headers: Record<string, string> = {}) =>
  middleware(new NextRequest(`http://${HOST}${path}`, { headers: { host: HOST, ...headers } }));

describe('G85 headers', () => {
  it('stand on each call, refusal, tile, return and page', async () => {
    const me = await createSession(web);
    const requests: [string, string, Record<string, string>][] = [
      ...rows.flatMap(({ row }) => {
        const path = `/api/${row.path.replace(/:\w+/g, '7')}`;
        return [[row.method, path, {}], [row.method, path, { cookie: me.cookie }]] as [string, string, Record<string, string>][]; // biome-ignore format: one line
      }),
      ['GET', tileTemplate(1).replace(/\{\w\}/g, '1'), { cookie: me.cookie }],
      ['GET', '/pay/return/zarinpal?Authority=A1', {}],
      ['GET', '/api/nothing/', {}],
      ['GET', '/api/%00/', {}],
      ['GET', '/_next/image', {}],
      ['GET', '/signin', {}],
      ['GET', '/signin', { host: 'evil.test' }],
      ['GET', '/api/user/', { host: 'evil.test' }],
    ];
    for (const [method, path, headers] of requests) {
      const answer = await request(`http://${web.host}${path}`, { method: method as 'GET', headers: { host: web.host, ...headers } }); // biome-ignore format: one call
      await answer.body.dump();
      const said = answer.headers;
      const is = (name: string) => [path, name, said[name]];
      const data = path !== '/signin';
      for (const [name, value] of Object.entries(COMMON_HEADERS))
        expect(is(name)).toEqual([path, name, data && name === 'referrer-policy' ? 'no-referrer' : value]);
      if (data) expect(String(said['content-security-policy'])).toContain("default-src 'none'");
      expect(said.server ?? said['x-powered-by']).toBeUndefined();
      // Goal 92: each answer has a number of its own.
      expect(String(said['x-request-id'])).toMatch(/^[0-9a-f-]{36}$/);
    }
    expect(requests.length).toBeGreaterThan(300);
    expect(COMMON_HEADERS).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'x-frame-options': 'DENY',
      'strict-transport-security': 'max-age=31536000',
    });
  });

  it('of pages let only our own scripts run, for everybody and every screen', async () => {
    for (const { path } of Object.values(routes)) {
      const answer = await page(path.replace(/:\w+/g, '7'));
      const policy = directives(answer.headers.get('content-security-policy') ?? '');
      const script = policy.get('script-src') ?? [];
      expect([path, script.filter((v) => !v.startsWith("'nonce-"))]).toEqual([path, ["'self'", "'strict-dynamic'"]]);
      expect(script.filter((v) => /^'nonce-[A-Za-z0-9+/]{22}=='$/.test(v))).toHaveLength(1);
      for (const [name, values] of [
        ['default-src', ["'self'"]],
        ['worker-src', ["'self'"]],
        ['object-src', ["'none'"]],
        ['base-uri', ["'none'"]],
        ['frame-ancestors', ["'none'"]],
        ['form-action', ["'none'"]],
      ] as const)
        expect([path, name, policy.get(name)]).toEqual([path, name, values]);
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
    }
    expect((await middleware(new NextRequest('http://evil.test/signin', { headers: { host: 'evil.test' } }))).status).toBe(421); // biome-ignore format: one line
  });

  it('are not said differently by the framework', async () => {
    const { default: config } = (await import('../../next.config.mjs')) as { default: { headers(): Promise<{ source: string; headers: { key: string; value: string }[] }[]>; poweredByHeader: boolean; productionBrowserSourceMaps: boolean } }; // biome-ignore format: one type
    const all = (await config.headers()).find((entry) => entry.source === '/(.*)')?.headers ?? [];
    for (const { key, value } of all) expect([key, (COMMON_HEADERS as Record<string, string>)[key.toLowerCase()]]).toEqual([key, value]); // biome-ignore format: one line
    expect([config.poweredByHeader, config.productionBrowserSourceMaps]).toEqual([false, false]);
  });
});

it('G86 a nonce is made here, once for each page, whatever the browser sends', async () => {
  const nonces = new Set<string>();
  const planted = "script-src 'nonce-planted'";
  for (let i = 0; i < 10_000; i++) {
    const { headers } = await page('/signin', { 'content-security-policy': planted, 'x-nonce': 'planted' });
    const said = headers.get('content-security-policy') ?? '';
    const nonce = /'nonce-([^']+)'/.exec(said)?.[1] ?? '';
    // What the page is drawn with is what the browser is told.
    expect(headers.get('x-middleware-request-x-nonce')).toBe(nonce);
    expect(headers.get('x-middleware-request-content-security-policy')).toBe(said);
    expect(said.includes('planted') || nonce === '').toBe(false);
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(10_000);
});

const BUILT = ['.next', '.next-test'].map((folder) => join(folder, 'static')).filter(existsSync);
const SECRETS = ['SESSION_KEYS', 'UPSTREAM_URL', 'DATABASE_URL', 'S3_SECRET', 'ZARINPAL_MERCHANT', '__Host-Http-gis', 'postgres://', 'node_modules/undici', 'sourceMappingURL=data:']; // biome-ignore format: a list
/** What a file for browsers says that it should not. */
const secretsIn = (name: string, text: string) => [...(name.endsWith('.map') ? ['a map'] : []), ...SECRETS.filter((secret) => text.includes(secret))]; // biome-ignore format: one line

describe('G87 files for browsers', () => {
  it.skipIf(BUILT.length === 0)('carry no secret, no name of a setting and no source map', () => {
    for (const folder of BUILT)
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }).filter((e) => e.isFile())) {
        const name = join(entry.parentPath, entry.name);
        expect([name, secretsIn(name, readFileSync(name, 'latin1'))]).toEqual([name, []]);
      }
  });

  it('are looked through with eyes that see', () => {
    expect(secretsIn('a.js', 'x;//# sourceMappingURL=data:application/json,{}')).toEqual(['sourceMappingURL=data:']);
    expect(secretsIn('a.js.map', '{"sources":["SESSION_KEYS"]}')).toEqual(['a map', 'SESSION_KEYS']);
    expect(secretsIn('a.js', 'let a=1')).toEqual([]);
  });
});
