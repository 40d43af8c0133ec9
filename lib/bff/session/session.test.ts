// Goals 1, 2, 3, 5, 8, 9, 11 and 12: the sealed session cannot be forged, kept, revived or overlooked.
import fc from 'fast-check';
import { CompactEncrypt, EncryptJWT, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readKeyDocument } from '../../../contract/access';
import { rows } from '../../../contract/index';
import { tileTemplate } from '../../../contract/ogc';
import messages from '../../../messages/fa/bff.json';
import { createKeyDocument, nextPhone, visitors } from '../../../testing/codes';
import {
  behind,
  createBrowser,
  createKey,
  createSession,
  startRogue,
  startWeb,
  startWebAt,
  type Web,
} from '../../../testing/web';
import { CAPTCHA, createWorld, ENGINE, PASSWORD, type TestWorld } from '../../../testing/world';
import { type Ask, type Upstream, UpstreamFailure } from '../upstream/upstream';
import { COOKIES, type CookieName, clearCookie, type Session, seal, sealSession, sessionOf, unseal } from './seal';
import { createSessions } from './sessions';

const MINUTE = 60_000;
/** Says nothing of what stands behind: once is enough. */
const once = it.skipIf(behind.upstream === 'other');
let w: TestWorld;
let web: Web;
const clock = 0;
const pathOf = (path: string) => `/api/${path.replace(/:\w+/g, '7')}`;

beforeAll(async () => {
  w = await createWorld(ENGINE, { captcha: 'auto' });
  web = await startWeb(w, {}, () => Date.now() + clock);
});
afterAll(async () => {
  await web.close();
  await w.close();
});

const ask = async (at: Web, path: string, cookie: string, headers: Record<string, string> = {}) => {
  const answer = await request(`http://${at.host}${path}`, { headers: { host: at.host, cookie, ...headers } });
  return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
};

describe('G1 cookies', () => {
  it('are for this host, https and the server alone, and fit with a hundred permissions', async () => {
    const many = Array.from({ length: 100 }, (_, i) => `custom_permission_${i}`);
    const line = await sealSession(web.config, web.host, (await createSession(web, { p: many })).session);
    const b = createBrowser(web);
    const { headers } = await b.signIn('super');
    const all = [line, ...[headers['set-cookie'] ?? []].flat(), ...Object.values(COOKIES).map(clearCookie)];
    expect(all.length).toBe(9);
    for (const one of all) {
      const [pair, ...flags] = one.split('; ');
      expect(pair).toMatch(/^__Host-Http-gis_[sipb]=/);
      expect(flags.filter((f) => !f.startsWith('Max-Age=')).sort()).toEqual(['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure']); // biome-ignore format: one line
      expect((pair ?? '').length).toBeLessThanOrEqual(3_830);
    }
  });

  once('that would not fit are not made at all', async () => {
    const many = Array.from({ length: 600 }, (_, i) => `custom_permission_${i}`);
    await expect(createSession(web, { p: many })).rejects.toThrow('does not fit');
  });
});

once(
  'a browser in which somebody signed in keeps its way in while strangers at the same address fail at her name',
  async () => {
    const [hers, stranger] = [createBrowser(web), createBrowser(web)];
    expect((await hers.signIn('viewer')).status).toBe(200);
    for (let i = 0; i < 5; i++) expect((await stranger.signIn('viewer', 'wrong')).status).toBe(401);
    expect((await stranger.signIn('viewer')).status).toBe(429);
    expect((await hers.signIn('viewer')).status).toBe(200);
    // A browser is known for the names of those who signed in in it, or one's own account would open fresh counters for others' names.
    expect((await stranger.signIn('editor')).status).toBe(200);
    expect((await stranger.signIn('viewer')).status).toBe(429);
    // Nobody is known by saying so.
    expect((await hers.signIn('editor')).status).toBe(200);
    const { json } = await stranger.send('GET', '/api/captcha/');
    const claimed = await stranger.send('POST', '/api/atoken/', { username: 'viewer', password: PASSWORD, captcha_key: json.captcha_key, captcha_value: CAPTCHA, otp: (await createKeyDocument()).document }, { 'x-csrftoken': json.login_xsrf, 'x-known-browser': 'b'.repeat(32) }); // biome-ignore format: one call
    expect(claimed.status).toBe(429);
    await w.engine.db.deleteFrom('attempt').execute();
  },
);

once(
  'an address without a session that asks too fast is told to wait, and those who are signed in are not',
  async () => {
    const start = Date.now();
    const still = await startWeb(w, {}, () => start);
    const b = createBrowser(still);
    await b.signIn('viewer');
    const pictures = await Promise.all(
      Array.from({ length: 60 }, () => createBrowser(still).send('GET', '/api/captcha/')),
    );
    const refused = pictures.filter((p) => p.status === 429);
    expect(refused.length).toBeGreaterThan(15);
    expect([refused[0]?.headers['retry-after'], refused[0]?.json.detail]).toEqual(['1', messages.busy]);
    const cheap = await Promise.all(Array.from({ length: 6 }, () => createBrowser(still).send('GET', '/api/userconfig/get_customer_config/'))); // biome-ignore format: one line
    expect(cheap.filter((c) => c.status === 429).length).toBeGreaterThan(0);
    expect((await b.send('GET', '/api/user/')).status).toBe(200);
    await still.close();
  },
);

describe('G2 seals', () => {
  /** The names of the cookies that an answer takes away. */
  const cookiesOf = (headers: { 'set-cookie'?: string | string[] }) =>
    [headers['set-cookie'] ?? []].flat().filter((line) => line.includes('Max-Age=0')).map((line) => line.split('=')[0]); // biome-ignore format: one line

  once(
    'with any one bit changed open nothing',
    async () => {
      const { cookie } = await createSession(web);
      const good = cookie.split('; ')[0]?.split('=')[1] ?? '';
      const parts = good.split('.');
      let tried = 0;
      for (const [p, part] of parts.entries()) {
        const bytes = Buffer.from(part, 'base64url');
        for (let bit = 0; bit < bytes.length * 8; bit++) {
          const changed = Buffer.from(bytes);
          changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7));
          const text = parts.map((q, i) => (i === p ? changed.toString('base64url') : q)).join('.');
          if ((await unseal(web.config, COOKIES.session, web.host, text)) !== null)
            expect(`part ${p}, bit ${bit}`).toBe('refused');
          tried++;
        }
      }
      expect(tried).toBeGreaterThan(2500);
      expect(await unseal(web.config, COOKIES.session, web.host, good)).not.toBeNull();
    },
    60_000,
  );

  it('that somebody made otherwise open nothing, throw nothing, and are taken away', async () => {
    const { session, cookie } = await createSession(web);
    const idle = cookie.split('; ')[1] ?? '';
    const content = { c: session };
    const secret = web.config.keys[0]?.secret as Uint8Array;
    const rsa = await generateKeyPair('RSA-OAEP-256');
    const jwe = (header: object, key: Uint8Array | CryptoKey) =>
      new EncryptJWT(content)
        .setProtectedHeader({ kid: 'a', typ: 'gis_s+jwt', ...header } as never)
        .setAudience(web.host)
        .setIssuedAt()
        .setExpirationTime('1h')
        .encrypt(key);
    const b64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const base = async (name: CookieName, host: string, seconds = 60, keys = web.config.keys) =>
      seal({ ...web.config, keys }, name, host, session as never, seconds);
    const good = await base(COOKIES.session, web.host);
    const forged: [string, string][] = [
      ['sealed by the master key itself', await jwe({ alg: 'dir', enc: 'A256GCM' }, secret)],
      ['RSA', await jwe({ alg: 'RSA-OAEP-256', enc: 'A256GCM' }, rsa.publicKey)],
      ['a password', await jwe({ alg: 'PBES2-HS256+A128KW', enc: 'A256GCM' }, new TextEncoder().encode('x'.repeat(16)))], // biome-ignore format: one line
      ['another cipher', await jwe({ alg: 'dir', enc: 'A128CBC-HS256' }, secret)],
      ['signed only', await new SignJWT(content as never).setProtectedHeader({ alg: 'HS256', kid: 'a' }).setAudience(web.host).sign(secret)], // biome-ignore format: one line
      ['no algorithm', `${b64({ alg: 'none', typ: 'gis_s+jwt' })}.${b64({ c: session, aud: web.host })}.`],
      ['packed', await new CompactEncrypt(Buffer.from(JSON.stringify(content))).setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: 'a' }).encrypt(secret)], // biome-ignore format: one line
      ['another host', await base(COOKIES.session, 'other.test')],
      ['another purpose', await base(COOKIES.pre, web.host)],
      ['an unknown key', await base(COOKIES.session, web.host, 60, [createKey('z', 7)])],
      ['the name of a key with another secret', await base(COOKIES.session, web.host, 60, [createKey('a', 7)])],
      ['expired', await base(COOKIES.session, web.host, -10)],
      ['too long', good + 'A'.repeat(4000)],
      ['half', good.slice(0, good.length / 2)],
      ['one part less', good.split('.').slice(0, 4).join('.')],
      ['one part more', `${good}.AAAA`],
      ['nothing', ''],
      ['rubbish', '%%%{}"'],
      ['twice', `${good}; ${COOKIES.session}=${good}`],
      ['of another session than the idle stamp', (await createSession(web)).cookie.split('; ')[0]?.split('=')[1] ?? ''],
    ];
    web.events.length = 0;
    const stands = await ask(web, '/api/payment/none/', `${COOKIES.session}=${good}; ${idle}`);
    expect([stands.status, cookiesOf(stands.headers), web.events]).toEqual([404, [], []]);
    const classes = new Set<string>();
    for (const [name, text] of forged) {
      web.events.length = 0;
      const { status, headers } = await ask(web, '/api/user/', `${COOKIES.session}=${text}; ${idle}`);
      expect([name, status, cookiesOf(headers)]).toEqual([name, 401, [COOKIES.session, COOKIES.idle]]);
      // The operator hears of each one once: what kind it was, and nothing of what it held.
      const [line] = web.events;
      expect([name, web.events.length, line?.ip, line?.request]).toEqual([
        name,
        1,
        '127.0.0.1',
        headers['x-request-id'],
      ]);
      expect(JSON.stringify(line)).not.toMatch(/editor|upstream-|eyJ/);
      classes.add(line?.why ?? '');
      expect((await ask(web, tileTemplate(1).replace(/\{\w\}/g, '1'), `${COOKIES.session}=${text}; ${idle}`)).status).toBe(401); // biome-ignore format: one line
    }
    expect([...classes].sort()).toEqual(
      ['algorithm', 'changed', 'expired', 'form', 'host', 'key', 'pair', 'twice'].sort(),
    );
  });
});

it('G3 a sign-in begins anew: what the browser held before has no power, and sign-ins share nothing', async () => {
  const sessionOf = async (b: ReturnType<typeof createBrowser>) =>
    (await unseal(web.config, COOKIES.session, web.host, b.jar.get(COOKIES.session))) as Session;
  const b = createBrowser(web);
  const captcha = await b.send('GET', '/api/captcha/');
  const early = b.jar.get(COOKIES.pre) ?? '';
  await b.signIn('viewer');
  expect(b.jar.has(COOKIES.pre)).toBe(false);
  const first = await sessionOf(b);
  // The token and cookie from before the sign-in are not those of the session.
  b.jar.set(COOKIES.pre, early);
  const old = await b.send('POST', '/api/layerdata/', {}, { 'x-csrftoken': captcha.json.login_xsrf });
  expect([old.status, first.csrf === captcha.json.login_xsrf]).toEqual([403, false]);
  expect((await ask(web, '/api/user/', `${COOKIES.pre}=${early}`)).status).toBe(401);
  // A session that somebody slipped in is replaced whole.
  await b.signIn('editor');
  const second = await sessionOf(b);
  expect(second.uname).toBe('editor');
  for (const key of ['sid', 'csrf', 'at', 'rt'] as const) expect(second[key]).not.toBe(first[key]);
  // The same after a one-time code, and after another password.
  const v = visitors(w);
  const phone = nextPhone();
  await v.prove('editor', phone);
  const c = createBrowser(web);
  const { json } = await c.send('GET', '/api/captcha/');
  const send = (body: unknown) => c.send('POST', '/api/atoken/otp-login/', body, { 'x-csrftoken': json.login_xsrf });
  expect((await send({ phone })).status).toBe(200);
  expect((await send({ phone, otp: await v.code(phone), jwt_otp: (await createKeyDocument()).document })).status).toBe(
    200,
  );
  const third = await sessionOf(c);
  expect([third.uname, c.jar.has(COOKIES.pre), new Set([first.sid, second.sid, third.sid]).size]).toEqual(['editor', false, 3]); // biome-ignore format: one line
});

once(
  'G5 keys change one instance at a time, and nobody is signed out who holds a living key',
  async () => {
    const [a, b, c] = [createKey('a', 1), createKey('b', 77), createKey('c', 177)];
    const rogue = await startRogue((_q, s) => void s.setHeader('content-type', 'application/json').end('{}'));
    const hosts = new Set(['gis.test']);
    const one = await startWebAt(rogue.origin, { hosts, keys: [a] });
    // The second instance has the new key already: it opens both, and seals with the new one.
    const two = await startWebAt(rogue.origin, { hosts, keys: [b, a] });
    const at = { host: 'gis.test' };
    const people = await Promise.all(Array.from({ length: 200 }, () => createSession({ ...one, ...at })));
    for (const { cookie } of people) for (const web of [one, two]) expect((await ask(web, '/api/user/', cookie, at)).status).toBe(200); // biome-ignore format: one line
    const moved = await Promise.all(
      people.slice(0, 100).map(({ session }) => createSession({ ...two, ...at }, session)),
    );
    const three = await startWebAt(rogue.origin, { hosts, keys: [c, b] });
    const statuses = async (list: { cookie: string }[]) => new Set(await Promise.all(list.map(async (p) => (await ask(three, '/api/user/', p.cookie, at)).status))); // biome-ignore format: one line
    expect([...(await statuses(moved))]).toEqual([200]);
    // Without the old key its seals are nothing.
    expect([...(await statuses(people))]).toEqual([401]);
    for (const web of [one, two, three]) await web.close();
    await rogue.close();
  },
  60_000,
);

describe('G8 what is private', () => {
  it('is kept by nobody, whatever the upstream says, and no cookie stands on a file or a tile', async () => {
    let type = 'application/json';
    const rogue = await startRogue((q, s) => {
      if (q.url === '/api/token/refresh/')
        return void s.writeHead(503, { 'content-type': 'application/json' }).end('{}');
      s.writeHead(200, { 'content-type': type, 'cache-control': 'public, max-age=31536000', 'set-cookie': 'a=b' });
      s.end('{}');
    });
    // The idle stamp is old, so each answer that may would bring a new one.
    const at = await startWebAt(rogue.origin);
    const me = await createSession(at, {}, Date.now() - 5 * MINUTE);
    for (const { name, row } of rows) {
      type = row.gives && row.gives !== 'json' ? 'image/png' : 'application/json';
      const answer = await request(`http://${at.host}${pathOf(row.path)}`, {
        method: row.method,
        headers: { host: at.host, cookie: me.cookie, origin: `http://${at.host}`, 'x-csrftoken': me.csrf, 'content-type': 'application/json' }, // biome-ignore format: one line
        ...(row.method === 'GET' ? {} : { body: '{}' }),
      });
      await answer.body.dump();
      const cookies = [answer.headers['set-cookie'] ?? []].flat();
      expect([name, answer.headers['cache-control']]).toEqual([name, 'private, no-store']);
      expect([name, cookies.some((c) => c.startsWith('a='))]).toEqual([name, false]);
      if (row.gives === 'stream' || row.gives === 'blob') expect([name, cookies]).toEqual([name, []]);
    }
    type = 'application/x-protobuf';
    const tile = await ask(at, tileTemplate(1).replace(/\{\w\}/g, '1'), me.cookie);
    expect([tile.status, tile.headers['cache-control'], tile.headers['set-cookie']]).toEqual([200, 'private, no-store', undefined]); // biome-ignore format: one line
    await at.close();
    await rogue.close();
  });

  it('of a real tile is kept by the own browser at most', async () => {
    const b = createBrowser(web);
    await b.signIn('editor');
    const { status, headers } = await b.send('GET', tileTemplate(w.ids.layer).replace('{z}', '5').replace('{x}', '20').replace('{y}', '12')); // biome-ignore format: one line
    expect([status, String(headers['cache-control']).startsWith('private')]).toEqual([200, true]);
  });
});

describe('G9 whoever is put out', () => {
  const NEW = 'Entirely-New-Pass-9';
  const ways: [string, (id: number, own: ReturnType<typeof createBrowser>) => Promise<{ status: number }>][] = [
    ['by an administrator', async (id) => w.call('super', 'POST', `/api/user/${id}/logout/`)],
    ['by himself, everywhere', async (id, own) => own.send('POST', `/api/user/${id}/logout/?everywhere=true`, {})],
    ['by a lock', async (id) => w.call('super', 'POST', `/api/users/${id}/lock/`)],
    ['by another password', async (_id, own) => own.send('POST', '/api/user/1/set_password/', { old_password: PASSWORD, new_password: NEW, new_password2: NEW })], // biome-ignore format: one call
  ];
  it.each(ways)('%s is out on every device within a second', async (_name, act) => {
    const make = await import('../../../backend/seed/builders');
    const username = `out-${Math.random().toString(36).slice(2, 8)}`;
    const id = await make.createPerson(w.engine, w.ids.customer, { username, password: PASSWORD, roles: [] });
    const devices = [createBrowser(web), createBrowser(web), createBrowser(web)];
    for (const device of devices) expect((await device.signIn(username)).status).toBe(200);
    for (const device of devices) expect((await device.send('GET', '/api/user/')).status).toBe(200);
    const [own, ...others] = devices as [(typeof devices)[0], ...typeof devices];
    const done = await act(Number(id), own);
    expect([200, 204]).toContain(done.status);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    for (const device of others) expect((await device.send('GET', '/api/user/')).status).toBe(401);
    for (const device of others) {
      expect((await device.refresh()).status).toBe(401);
      expect(device.jar.has(COOKIES.session)).toBe(false);
    }
  });
});

describe('G12 the end of a session', () => {
  it('comes after 120 idle minutes to two seconds, for pages too', async () => {
    const { cookie } = await createSession(web, { abs: Date.now() + 1200 * MINUTE });
    const lives = async (ms: number) => (await sessionOf(web.config, web.host, cookie, Date.now() + ms)) !== null;
    expect([await lives(120 * MINUTE - 2000), await lives(120 * MINUTE + 2000)]).toEqual([true, false]);
  });

  it('is not put off by any call that runs by itself', async () => {
    const rogue = await startRogue((_q, s) => void s.setHeader('content-type', 'application/json').end('{}'));
    let later = 119 * MINUTE;
    const at = await startWebAt(rogue.origin, {}, () => Date.now() + later);
    const me = await createSession(at, { until: Date.now() + 900 * MINUTE, abs: Date.now() + 900 * MINUTE });
    const stamps = async (path: string, headers: Record<string, string> = {}) => {
      const answer = await ask(at, path, me.cookie, headers);
      return [answer.headers['set-cookie'] ?? []].flat().some((line) => line.startsWith(COOKIES.idle));
    };
    const polls = rows.filter(({ row }) => row.background && row.method === 'GET');
    expect(polls.length).toBeGreaterThan(0);
    for (const { name, row } of polls) expect([name, await stamps(pathOf(row.path))]).toEqual([name, false]);
    expect(await stamps(tileTemplate(1).replace(/\{\w\}/g, '1'))).toBe(false);
    expect(await stamps('/api/user/', { 'x-background': '1' })).toBe(false);
    expect(await stamps('/api/user/')).toBe(true);
    later = 120 * MINUTE + 2000;
    expect((await ask(at, '/api/user/', me.cookie)).status).toBe(401);
    await at.close();
    await rogue.close();
  });

  it('comes after twelve hours, however busy', async () => {
    const b = createBrowser(web);
    await b.signIn('editor');
    const began = Date.now();
    const unsealed = (await unseal(web.config, COOKIES.session, web.host, b.jar.get(COOKIES.session))) as Session;
    expect(Math.abs(unsealed.abs - began - 12 * 60 * MINUTE)).toBeLessThan(5000);
    const rogue = await startRogue((_q, s) => void s.setHeader('content-type', 'application/json').end('{}'));
    let now = unsealed.abs - 2000;
    const at = await startWebAt(rogue.origin, {}, () => now);
    const me = await createSession(
      at,
      { ...unsealed, until: unsealed.abs + MINUTE, due: unsealed.abs + MINUTE },
      unsealed.abs - MINUTE,
    );
    expect((await ask(at, '/api/user/', me.cookie)).status).toBe(200);
    now = unsealed.abs + 2000;
    expect((await ask(at, '/api/user/', me.cookie)).status).toBe(401);
    await at.close();
    await rogue.close();
  });
});

once(
  'G11 whatever comes first: one exchange at a time, no life after a sign-out, and an old seal does no harm',
  async () => {
    const { publicKey, privateKey } = await generateKeyPair('RSA-OAEP-256', { extractable: true });
    const pair = { document: (await createKeyDocument()).document, key: privateKey };
    const { keyDocument } = await import('../../../contract/access');
    pair.document = keyDocument(await exportJWK(publicKey));
    expect(readKeyDocument(pair.document)).not.toBeNull();
    const base = (await createSession(web)).session;
    // Sealing and opening takes milliseconds: here what stands for the sealed answers is dealt out, and looked up.
    const dealt = Array.from({ length: 12 }, (_, i) => ({ token: `at-${i}`.padEnd(30, 'x'), refresh: `rt-${i}`.padEnd(30, 'x'), expires_in: 300, user_id: 1, username: 'editor', modules: '1', custom_perms: '', is_superuser: false })); // biome-ignore format: one line
    const opened = async (access: string) => dealt[Number(access)];
    type Step = 'renew' | 'renew with an old seal' | 'sign out' | 'look';
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.constantFrom<Step>('renew', 'renew', 'renew with an old seal', 'sign out', 'look'), { minLength: 2, maxLength: 7 }), // biome-ignore format: one line
        fc.array(fc.constantFrom('well', 'well', 'well', 'ended', 'down', 'gone'), { minLength: 12, maxLength: 12 }),
        async (s, steps, outcomes) => {
          let exchanges = 0;
          let running = 0;
          const up = {
            async ask(_: Ask) {
              const n = exchanges++;
              running++;
              expect(running).toBe(1);
              const outcome = outcomes[n] ?? 'well';
              await s.schedule(Promise.resolve(), `exchange ${n} ${outcome}`);
              running--;
              if (outcome === 'gone') throw new UpstreamFailure('network');
              const statusCode = { well: 200, ended: 401, down: 503 }[outcome];
              const body = outcome === 'well' ? { access: String(n) } : { detail: 'x', code: 1 };
              return { statusCode, headers: {}, body: Buffer.from(JSON.stringify(body)) }; // biome-ignore format: one line
            },
            async close() {},
          } as unknown as Upstream;
          const living = createSessions(up, { take: async () => pair }, opened, 10);
          let newest = base;
          let out = false;
          const actions = steps.map(async (step, i) => {
            await s.schedule(Promise.resolve(), `${i} ${step}`);
            if (step === 'sign out') {
              living.close(base.sid);
              out = true;
            } else if (step === 'look') {
              expect(living.current(base) === null).toBe(out);
            } else {
              const session = step === 'renew' ? newest : base;
              const before = living.current(session);
              if (!before) return expect(out).toBe(true);
              const renewal = await living.renew(before, 'id');
              // A sign-out that came while the exchange ran is the last word: no token and no cookie comes of it.
              if (out) expect(renewal).toEqual({ failed: expect.any(String) });
              if ('session' in renewal) {
                if (renewal.session.gen > newest.gen) newest = renewal.session;
              }
            }
          });
          await s.waitFor(Promise.all(actions));
          expect(exchanges).toBeLessThanOrEqual(steps.filter((x) => x.startsWith('renew')).length);
          if (out) for (const seal of [base, newest]) expect(living.current(seal)).toBeNull();
          // The oldest seal of a living session stands for its newest state.
          else expect(living.current(base)?.gen).toBe(newest.gen);
        },
      ),
      { numRuns: 5000 },
    );
  },
  120_000,
);
