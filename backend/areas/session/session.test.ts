// Captchas, refresh tokens and rights as time goes by, on both engines.
import { decode } from 'fast-png';
import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyDocument, openAccess, readKeyDocument } from '../../../contract/access';
import { createKeyDocument, nextAddress, nextPhone, visitors } from '../../../testing/codes';
import { gapByChance, lowerQuartile, random, widestGap } from '../../../testing/random';
import { CAPTCHA, createWorld, ENGINE, ONE_ENGINE, PASSWORD, type TestWorld } from '../../../testing/world';
import { ALL, getCallerById, NONE } from '../../identity/caller';
import { openSession, renewSession } from './tokens';

describe.each(ONE_ENGINE)('sessions on the %s engine', (kind) => {
  let w: TestWorld;
  let ahead = 0;
  beforeAll(async () => {
    w = await createWorld(kind, {}, () => new Date(Date.now() + ahead));
  });
  afterAll(() => w.close());

  const key = async () => {
    const { publicKey, privateKey } = await generateKeyPair('RSA-OAEP-256', { extractable: true });
    return { otp: keyDocument(await exportJWK(publicKey)), privateKey, publicKey };
  };
  // Making a key takes longer than all the rest of a sign-in.
  const ownKey = key();
  const signIn = async (body: Record<string, unknown>, ip = nextAddress(), headers: Record<string, string> = {}) => {
    const { otp, privateKey } = await ownKey;
    const captcha = (await w.call('nobody', 'GET', '/api/captcha/')).body;
    const filled = { username: 'viewer', password: PASSWORD, captcha_key: captcha.captcha_key, captcha_value: CAPTCHA, otp, ...body }; // biome-ignore format: one body
    const answer = await w.call('nobody', 'POST', '/api/atoken/', filled, { 'x-forwarded-for': ip, ...headers });
    return {
      ...answer,
      open: () => openAccess(answer.body.access, privateKey) as Promise<{ token: string; refresh: string }>,
      captcha,
    };
  };

  it('takes each captcha once, and tells a wrong one from a wrong password', async () => {
    const first = await signIn({});
    expect(first.status).toBe(200);
    expect((await signIn({ captcha_key: first.captcha.captcha_key })).status).toBe(406);
    expect((await signIn({ captcha_value: '00000' })).status).toBe(406);
    expect((await signIn({ captcha_value: '۱۲۳۴۵' })).status).toBe(200);
    const [wrong, unknown] = [
      await signIn({ password: 'x' }),
      await signIn({ username: 'no-such-person', password: 'x' }),
    ];
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(wrong.body).toEqual(unknown.body);
  });

  it('makes a name wait where it failed, longer each time, and nowhere else', async () => {
    const ip = nextAddress();
    const browserHeaders = { 'x-known-browser': 'b'.repeat(32) };
    const wrong = () => signIn({ password: 'x' }, ip);
    for (let i = 0; i < 5; i++) expect((await wrong()).status).toBe(401);
    for (const seconds of [30, 60, 120]) {
      const refused = await signIn({}, ip);
      expect([refused.status, Math.abs(Number(refused.headers['retry-after']) - seconds) <= 2]).toEqual([429, true]);
      expect(refused.body.detail).toMatch(/^[^0-9]*[۰-۹]+[^0-9]*$/);
      ahead += seconds * 1000;
      expect((await wrong()).status).toBe(401);
    }
    // The owner elsewhere, or at the same address in a browser that knows her, does not notice.
    expect((await signIn({})).status).toBe(200);
    expect((await signIn({}, ip, browserHeaders)).status).toBe(200);
    // What says that it is a known browser has counters too.
    for (let i = 0; i < 5; i++) await signIn({ password: 'x' }, ip, browserHeaders);
    expect((await signIn({}, ip, browserHeaders)).status).toBe(429);
    ahead += 86_400_000;
    expect((await signIn({}, ip)).status).toBe(200);
  });

  it('looks at no more passwords than one after the other would get, however many come at once', async () => {
    const ip = nextAddress();
    const all = await Promise.all(
      Array.from({ length: 12 }, () => signIn({ username: 'regional', password: 'x' }, ip)),
    );
    expect(all.map((a) => a.status).sort()).toEqual([...Array(5).fill(401), ...Array(7).fill(429)]);
  });

  it('withstands an attack of many addresses that solve every captcha, and lets the owner in', async () => {
    let looked = 0;
    const addresses = Array.from({ length: 5 }, nextAddress);
    for (let minute = 0; minute < 10; minute++) {
      for (const ip of addresses)
        for (let tries = 0; tries < 2; tries++)
          if ((await signIn({ username: 'editor', password: `guess ${minute}` }, ip)).status === 401) looked++;
      ahead += 60_000;
    }
    // 5 at once and then after 30 s, 1, 2 and 4 minutes: 9 guesses an address in ten minutes at most.
    expect(looked).toBeLessThanOrEqual(addresses.length * 9);
    expect((await signIn({ username: 'editor' })).status).toBe(200);
  });

  // The counters are the same statements on both engines; ten minutes of guesses are long.
  it.runIf(kind === 'embedded')(
    'withstands fifty addresses that solve every captcha and guess passwords and codes of a thousand numbers',
    async () => {
      const victims = ['viewer', 'editor', 'regional'];
      const v = visitors(w);
      const numbers = Array.from({ length: 1000 }, nextPhone);
      for (const [i, name] of victims.entries()) await v.prove(name, numbers[i] as string);
      const addresses = Array.from({ length: 50 }, nextAddress);
      const { otp: jwt_otp } = await ownKey;
      const any = random(94);
      const one = <T>(of: readonly T[]) => of[Math.floor(any() * of.length)] as T;
      const digits = () => String(Math.floor(any() * 1e6)).padStart(6, '0');
      const won: unknown[] = [];
      const heard = new Set<number>();
      const note = ({ status, body }: { status: number; body: unknown }) => {
        heard.add(status);
        if (status < 400) won.push(body);
      };
      for (let minute = 0; minute < 10; minute++) {
        for (let i = 0; i < 6; i++) note(await signIn({ username: one(victims), password: `guess ${digits()}` }, one(addresses))); // biome-ignore format: one call
        for (let i = 0; i < 10; i++) {
          // Every other one aims at a number that opens something.
          const phone = i % 2 ? one(numbers) : one(numbers.slice(0, victims.length));
          const ip = one(addresses);
          const path = i % 4 < 2 ? 'atoken/otp-login/' : 'atoken/reset-password/';
          const rest = i % 4 < 2 ? { jwt_otp } : { new_password: 'Clear-Water-7', new_password2: 'Clear-Water-7' };
          const { status, body } = await v.post(path, { phone }, ip);
          if (status !== 200) heard.add(status);
        else for (let n = 0; n < 2; n++) note(await v.post(path, { phone, otp: digits(), resend_token: body.resend_token, ...rest }, ip)); // biome-ignore format: one call
        }
        ahead += 60_000;
      }
      expect(won).toEqual([]);
      // Guesses were looked at, and codes were refused to numbers that had too many.
      expect([...heard].sort()).toEqual([400, 401, 429]);
      for (const number of numbers.slice(0, victims.length)) expect((await v.messages(number)).length).toBeLessThanOrEqual(5); // biome-ignore format: one line
      for (const username of victims) expect([username, (await signIn({ username })).status]).toEqual([username, 200]);
    },
    60_000,
  );

  it('shows a captcha as a raster picture, says it aloud, and writes nothing for one that is only asked for', async () => {
    const rows = () => w.engine.db.selectFrom('attempt').select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow(); // biome-ignore format: one question
    const before = await rows();
    const pictures = await Promise.all(Array.from({ length: 5 }, async () => (await w.call('nobody', 'GET', '/api/captcha/')).body)); // biome-ignore format: one line
    expect(await rows()).toEqual(before);
    const [{ captcha_key: captchaKey, captcha_image: image }] = pictures;
    const { width, height, data } = decode(Buffer.from(image.split('base64,')[1], 'base64'));
    expect([image.slice(0, 22), width, height, new Set(data).size > 50]).toEqual([
      'data:image/png;base64,',
      180,
      60,
      true,
    ]);
    expect(new Set(pictures.map((p) => p.captcha_image)).size).toBe(5);
    const sound = (lang: string, id = captchaKey) => w.backend.app.inject({ url: `/api/captcha/sound/?key=${encodeURIComponent(id)}&lang=${lang}` }); // biome-ignore format: one call
    const [fa, again, en] = [await sound('fa'), await sound('fa'), await sound('en')];
    for (const { rawPayload, headers } of [fa, again, en])
      expect([headers['content-type'], rawPayload.subarray(0, 4).toString(), rawPayload.length > 20_000]).toEqual(['audio/wav', 'RIFF', true]); // biome-ignore format: one line
    expect(fa.rawPayload.equals(again.rawPayload)).toBe(false);
    for (const bad of ['x', captchaKey.slice(0, -4), captchaKey.replace(/^..../, 'AAAA')]) expect((await sound('fa', bad)).statusCode).toBe(404); // biome-ignore format: one line
    ahead += 121_000;
    expect((await sound('fa')).statusCode).toBe(404);
    expect((await signIn({ captcha_key: captchaKey })).status).toBe(406);
  });

  it('takes as long for a name that nobody has', async () => {
    const { otp } = await key();
    const times: Record<'viewer' | 'no-such-person', number[]> = { viewer: [], 'no-such-person': [] };
    // SLOW=1 asks often enough to compare how the times are spread.
    const n = process.env.SLOW === '1' ? 400 : 20;
    for (let i = 0; i < n; i++)
      for (const username of (['viewer', 'no-such-person'] as const).toSorted(() => (i % 2 ? -1 : 1))) {
        const captcha = (await w.call('nobody', 'GET', '/api/captcha/')).body;
        const from = performance.now();
        const refused = await w.call('nobody', 'POST', '/api/atoken/', { username, password: 'x', captcha_key: captcha.captcha_key, captcha_value: CAPTCHA, otp }, { 'x-forwarded-for': nextAddress() }); // biome-ignore format: one call
        times[username].push(performance.now() - from);
        expect(refused.status).toBe(401);
      }
    const [knownTime, unknown] = [lowerQuartile(times.viewer), lowerQuartile(times['no-such-person'])];
    // Twenty times on a busy computer tell only of work that is left out; how the times are spread is for SLOW=1.
    const [room, share] = n < 400 ? [10, 2] : [5, 4];
    expect(Math.abs(knownTime - unknown)).toBeLessThan(room + Math.min(knownTime, unknown) / share);
    if (n < 400) return;
    const gap = widestGap(times.viewer, times['no-such-person']);
    console.info(`sign-in: lower quartiles ${knownTime.toFixed(2)} and ${unknown.toFixed(2)} ms, gap ${gap}`);
    expect(gap).toBeLessThan(gapByChance(n));
  }, 600_000);

  it('refuses keys that are weak, private or not keys', async () => {
    const { publicKey } = await generateKeyPair('RSA-OAEP-256', { modulusLength: 4096, extractable: true });
    const { privateKey } = await key();
    const documents = [
      keyDocument(await exportJWK(publicKey)),
      btoa(JSON.stringify(await exportJWK(privateKey))),
      btoa('{"kty":"EC"}'),
      btoa('[]'),
      'x'.repeat(200),
    ];
    for (const otp of documents) {
      expect(readKeyDocument(otp)).toBeNull();
      expect((await signIn({ otp })).status).toBe(400);
    }
  });

  it('rotates refresh tokens: the same answer within the grace time, the end after it', async () => {
    const { db } = w.engine;
    const start = new Date();
    const first = await openSession(db, 2, start, 60);
    const at = (seconds: number) => new Date(start.getTime() + seconds * 1000);
    const [one, two] = await Promise.all([
      renewSession(db, first.refresh, at(1), 60),
      renewSession(db, first.refresh, at(1), 60),
    ]);
    expect(one?.tokens).toEqual(two?.tokens);
    // Twice the time that a web process waits for an exchange, which may have been lost on its way back.
    expect((await renewSession(db, first.refresh, at(22), 60))?.tokens).toEqual(one?.tokens);
    expect(await renewSession(db, first.refresh, at(30), 60)).toBeNull();
    // The reuse has ended the session, for the thief and for the owner.
    expect(await renewSession(db, one?.tokens.refresh ?? '', at(31), 60)).toBeNull();
    expect(await renewSession(db, 'x'.repeat(43), at(31), 60)).toBeNull();
  });

  it('are written down: who came in, who was refused, who rests, and a token that came twice', async () => {
    const id = async (username: string) => (await w.engine.db.selectFrom('account').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id; // biome-ignore format: one question
    const lines = async (account: number | null, since: number) => (await w.engine.db.selectFrom('audit').select(['call', 'object', 'status']).where('account_id', account === null ? 'is' : '=', account).where('id', '>', since).orderBy('id').execute()).map((l) => [l.call, l.object, l.status]); // biome-ignore format: one question
    const last = async () => Number((await w.engine.db.selectFrom('audit').select('id').orderBy('id', 'desc').executeTakeFirst())?.id ?? 0); // biome-ignore format: one question
    const editor = await id('editor');
    let since = await last();
    const { refresh } = await (await signIn({ username: 'editor' })).open();
    const ip = nextAddress();
    for (let i = 0; i < 5; i++) await signIn({ username: 'editor', password: 'x' }, ip);
    const wrong = Array(4).fill(['session.signIn', '', 401]);
    expect(await lines(editor, since)).toEqual([['session.signIn', '', 200], ...wrong, ['session.signIn', 'rest', 429], ['session.signIn', '', 401]]); // biome-ignore format: one line
    since = await last();
    await renewSession(w.engine.db, refresh, new Date(Date.now() - 60_000), 60);
    const again = await w.call('nobody', 'POST', '/api/token/refresh/', { otp: (await key()).otp }, { authorization: `Bearer ${refresh}` }); // biome-ignore format: one call
    expect([again.status, await lines(editor, since)]).toEqual([401, [['session.refresh', 'reuse', 401]]]);
  });

  it('gives nobody a right on what another customer has, whoever owns it', async () => {
    const { id } = await w.engine.db.selectFrom('account').select('id').where('username', '=', 'super').executeTakeFirstOrThrow(); // biome-ignore format: one question
    const caller = await getCallerById(w.engine.db, id);
    const layer = { id: w.ids.layer, owner_id: id, customer_id: w.ids.customer };
    expect([caller?.rightsOn(layer), caller?.rightsOn({ ...layer, customer_id: w.ids.customer + 1 })]).toEqual([
      ALL,
      NONE,
    ]);
  });

  it('ends at a lock within a second, and at sign-out at once', async () => {
    const { token } = await (await signIn({})).open();
    const me = { authorization: `Bearer ${token}` };
    const { body } = await w.call('nobody', 'GET', '/api/user/', undefined, me);
    expect(body.username).toBe('viewer');
    await w.engine.db.updateTable('account').set({ locked: true }).where('username', '=', 'viewer').execute();
    await new Promise((r) => setTimeout(r, 1100));
    expect((await w.call('nobody', 'GET', '/api/user/', undefined, me)).status).toBe(401);
    expect((await signIn({})).body.code).toBe(412);
    await w.engine.db.updateTable('account').set({ locked: false }).where('username', '=', 'viewer').execute();
    const again = { authorization: `Bearer ${(await (await signIn({})).open()).token}` };
    expect((await w.call('nobody', 'POST', '/api/user/1/logout/', {}, again)).status).toBe(403);
    expect((await w.call('nobody', 'POST', `/api/user/${body.id}/logout/`, {}, again)).status).toBe(200);
    expect((await w.call('nobody', 'GET', '/api/user/', undefined, again)).status).toBe(401);
  });

  it('ends on this device alone, or on all of them where that is asked', async () => {
    const open = async () => ({ authorization: `Bearer ${(await (await signIn({})).open()).token}` });
    const [first, second, third] = [await open(), await open(), await open()];
    const { body } = await w.call('nobody', 'GET', '/api/user/', undefined, first);
    const out = (query: string, as: typeof first) =>
      w.call('nobody', 'POST', `/api/user/${body.id}/logout/${query}`, {}, as);
    const status = async (as: typeof first) => (await w.call('nobody', 'GET', '/api/user/', undefined, as)).status;
    expect((await out('', first)).status).toBe(200);
    expect([await status(first), await status(second)]).toEqual([401, 200]);
    expect((await out('?everywhere=true', second)).status).toBe(200);
    expect([await status(second), await status(third)]).toEqual([401, 401]);
  });
});

describe('a captcha that is asked for only after failures', () => {
  let w: TestWorld;
  beforeAll(async () => {
    w = await createWorld(ENGINE, { captcha: 'auto' });
  });
  afterAll(() => w.close());
  const prepare = async (ip: string) => (await w.call('nobody', 'GET', '/api/captcha/prepare/', undefined, { 'x-forwarded-for': ip })).body.captcha_required; // biome-ignore format: one call
  const signIn = async (username: string, password: string, ip: string, more: object = {}) => {
    const { document: otp } = await createKeyDocument();
    return w.call('nobody', 'POST', '/api/atoken/', { username, password, otp, ...more }, { 'x-forwarded-for': ip });
  };
  const solved = async () => ({ captcha_key: (await w.call('nobody', 'GET', '/api/captcha/')).body.captcha_key, captcha_value: CAPTCHA }); // biome-ignore format: one answer

  it('is asked of whoever failed, who is told so, and not of the owner elsewhere', async () => {
    const [mine, other] = [nextAddress(), nextAddress()];
    const first = await signIn('viewer', 'x', mine);
    expect([first.status, first.body.captcha_required]).toEqual([401, true]);
    expect((await signIn('viewer', PASSWORD, mine)).status).toBe(406);
    expect((await signIn('viewer', PASSWORD, other)).status).toBe(200);
    expect((await signIn('viewer', PASSWORD, mine, await solved())).status).toBe(200);
    expect((await signIn('viewer', PASSWORD, mine)).status).toBe(200);
  });

  it('is asked of an address, or at a name, with three failures', async () => {
    const ip = nextAddress();
    expect(await prepare(ip)).toBe(false);
    for (const name of ['a', 'b', 'c']) await signIn(name, 'x', ip);
    expect([await prepare(ip), await prepare(nextAddress())]).toEqual([true, false]);
    expect((await signIn('viewer', PASSWORD, ip)).status).toBe(406);
    for (let i = 0; i < 3; i++) await signIn('editor', 'x', nextAddress());
    expect((await signIn('editor', PASSWORD, nextAddress())).status).toBe(406);
    expect((await signIn('editor', PASSWORD, nextAddress(), await solved())).status).toBe(200);
  });
});
