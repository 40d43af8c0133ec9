// One-time codes on both engines: what a code opens, for how long, how often, and what is told to whom.
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addressKey } from '../../../contract/address-key';
import { createKeyDocument, nextAddress, nextPhone, visitors } from '../../../testing/codes';
import { gapByChance, median, widestGap } from '../../../testing/random';
import { recordStatements } from '../../../testing/statements';
import { CAPTCHA, createWorld, ONE_ENGINE, PASSWORD, type TestWorld } from '../../../testing/world';
import * as make from '../../seed/builders';
import { countWithin } from './attempts';

const FRESH = 'Clear-Water-7';
const HOUR = 3_600_000;
/** After this a code may be sent again, and the first one still lives. */
const RESEND_MS = 61_000;
const persian = (text: string) => text.replace(/\d/g, (d) => '۰۱۲۳۴۵۶۷۸۹'[Number(d)] as string);
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('addresses', () => {
  it('of one household count as one', () => {
    expect(addressKey('::ffff:10.1.2.3')).toBe(addressKey('10.1.2.3'));
    expect(addressKey('2001:db8:0:7::1')).toBe(addressKey('2001:0db8:0:7:aaaa:bbbb:cccc:dddd'));
    expect(addressKey('2001:db8:0:8::1')).not.toBe(addressKey('2001:db8:0:7::1'));
    expect(addressKey('::1')).toBe('0:0:0:0');
  });
});

describe.each(ONE_ENGINE)('one-time codes on the %s engine', (kind) => {
  let w: TestWorld;
  let v: ReturnType<typeof visitors>;
  let ahead = 0;
  const clock = () => new Date(Date.now() + ahead);
  beforeAll(async () => {
    w = await createWorld(kind, {}, clock);
    v = visitors(w);
  });
  afterAll(() => w.close());

  let phone = '';
  beforeEach(async () => {
    phone = nextPhone();
    await v.prove('viewer', phone);
  });

  const ask = (number = phone, ip?: string) => v.post('atoken/otp-login/', { phone: number }, ip);
  const bring = async (token: string, otp: string, more: object = {}, ip?: string) =>
    v.post('atoken/otp-login/', { phone, otp, resend_token: token, jwt_otp: (await createKeyDocument()).document, ...more }, ip); // biome-ignore format: one call
  const sessions = async (username: string) =>
    (
      await w.engine.db
        .selectFrom('session as s')
        .innerJoin('account as a', 'a.id', 's.account_id')
        .select('s.id')
        .where('a.username', '=', username)
        .where('s.revoked_at', 'is', null)
        .execute()
    ).length;
  /** A flow with its code. */
  async function flow() {
    const { status, body } = await ask();
    expect([status, Object.keys(body).sort()]).toEqual([200, ['expire_seconds', 'phone', 'resend_token']]);
    return { token: body.resend_token as string, code: await v.code(phone), body };
  }

  it('sign in once, in either script, with the number in any notation', async () => {
    const { token, code, body } = await flow();
    expect([body.phone, body.expire_seconds]).toEqual([`${phone.slice(0, 4)}*****${phone.slice(-2)}`, 120]);
    const entered = await bring(token, persian(code), { phone: `+98 ${persian(phone.slice(1))}` });
    expect(entered.status).toBe(200);
    const me = await v.as(entered.body.access);
    expect((await me('GET', 'user/')).body.username).toBe('viewer');
    expect((await bring(token, code)).status).toBe(400);
    const rows = await w.engine.db.selectFrom('one_time_code').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(code);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('open one session, however many bring them at once', async () => {
    const { token, code } = await flow();
    const before = await sessions('viewer');
    const all = await Promise.all(Array.from({ length: 4 }, () => bring(token, code)));
    expect(all.map((a) => a.status).sort()).toEqual([200, 400, 400, 400]);
    expect((await sessions('viewer')) - before).toBe(1);
  });

  it('are good for five tries, also when these come at once', async () => {
    const { token, code } = await flow();
    const guesses = await Promise.all(Array.from({ length: 8 }, () => bring(token, other(code))));
    expect(guesses.map((a) => a.status)).toEqual(Array(8).fill(400));
    expect((await bring(token, code)).status).toBe(400);
    const row = await w.engine.db.selectFrom('one_time_code').select('tries').orderBy('began', 'desc').executeTakeFirst(); // biome-ignore format: one question
    expect(row?.tries).toBe(5);
    const second = await flow();
    for (let i = 0; i < 4; i++) expect((await bring(second.token, other(second.code))).status).toBe(400);
    expect((await bring(second.token, second.code)).status).toBe(200);
  });

  it('end after two minutes', async () => {
    const early = await flow();
    ahead += 119_000;
    expect((await bring(early.token, early.code)).status).toBe(200);
    const late = await flow();
    ahead += 121_000;
    expect((await bring(late.token, late.code)).status).toBe(400);
  });

  it('are bound to their flow: its token, its number, its purpose', async () => {
    const { token, code } = await flow();
    const stranger = nextPhone();
    await v.prove('editor', stranger);
    const theirs = (await ask(stranger)).body.resend_token;
    for (const more of [
      { resend_token: undefined },
      { resend_token: theirs },
      { resend_token: 'x' },
      { phone: stranger },
    ])
      expect([more, (await bring(token, code, more)).status]).toEqual([more, 400]);
    const reset = { phone, otp: code, resend_token: token, new_password: FRESH, new_password2: FRESH };
    expect((await v.post('atoken/reset-password/', reset)).status).toBe(400);
    const otp = (await createKeyDocument()).document;
    expect((await v.post('atoken/', { resend_token: token, verify_code: code, otp })).status).toBe(401);
    expect((await bring(token, code, { jwt_otp: undefined })).status).toBe(400);
    expect((await bring(token, code)).status).toBe(200);
  });

  it('are replaced by the next one', async () => {
    const first = await flow();
    const resend = (resend_token: string) => v.post('atoken/two-factor/resend/', { resend_token });
    const next = await resend(first.token);
    expect([next.status, Object.keys(next.body).sort()]).toEqual([200, ['expire_seconds', 'phone', 'resend_token']]);
    const code = await v.code(phone);
    for (const [
      token,
      input,
    ] of [[first.token, first.code], [first.token, code], [next.body.resend_token, first.code === code ? other(code) : first.code]] as const) // biome-ignore format: three pairs
      expect((await bring(token, input)).status).toBe(400);
    expect((await resend(first.token)).status).toBe(400);
    // Two at once: one flow has one token.
    const two = await Promise.all([resend(next.body.resend_token), resend(next.body.resend_token)]);
    expect(two.map((a) => a.status).sort()).toEqual([200, 400]);
    const last = two.find((a) => a.status === 200)?.body.resend_token;
    ahead += 130_000;
    const again = await resend(last);
    expect(again.status).toBe(200);
    expect((await bring(again.body.resend_token, await v.code(phone))).status).toBe(200);
    expect((await resend(again.body.resend_token)).status).toBe(400);
    ahead += HOUR;
    const old = await flow();
    ahead += 16 * 60_000;
    expect((await resend(old.token)).status).toBe(400);
    expect((await resend('nothing')).status).toBe(400);
  });

  it('go out five times an hour to a number, and ten times an hour for an address', async () => {
    for (let i = 0; i < 5; i++) expect((await ask()).status).toBe(200);
    const refused = await ask(`0098${phone.slice(1)}`);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60']);
    expect(await v.messages(phone)).toHaveLength(5);
    ahead += HOUR - 60_000;
    expect((await ask()).status).toBe(429);
    ahead += 61_000;
    expect((await ask()).status).toBe(200);
    const ip = nextAddress();
    for (let i = 0; i < 10; i++) expect((await ask(nextPhone(), ip)).status).toBe(200);
    expect((await ask(nextPhone(), ip)).status).toBe(429);
    // What is refused uses nothing up.
    ahead += HOUR + 1000;
    expect((await ask(nextPhone(), ip)).status).toBe(200);
  });

  it('count exactly where many come at once', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, () => ask()));
    expect(all.filter((a) => a.status === 200)).toHaveLength(5);
    expect(all.filter((a) => a.status === 429)).toHaveLength(7);
    const passed = await Promise.all(
      Array.from({ length: 20 }, () => countWithin(w.engine.db, 'test', 7, HOUR, clock())),
    );
    expect(passed.filter(Boolean)).toHaveLength(7);
  });

  it('are off for a day after fifteen wrong ones, and the password still opens', async () => {
    for (let round = 0; round < 3; round++) {
      const { token, code } = await flow();
      for (let i = 0; i < 5; i++) expect((await bring(token, other(code))).status).toBe(400);
    }
    const off = await ask();
    expect([off.status, off.headers['retry-after']]).toEqual([429, '60']);
    expect((await v.post('atoken/reset-password/', { phone })).status).toBe(429);
    expect((await v.signIn('viewer')).status).toBe(200);
    ahead += 23 * HOUR;
    expect((await ask()).status).toBe(429);
    ahead += 1.1 * HOUR;
    const { token, code } = await flow();
    expect((await bring(token, code)).status).toBe(200);
  });

  it('are off also while a right one is under way', async () => {
    const open = await flow();
    for (let round = 0; round < 3; round++) {
      const { token, code } = await flow();
      for (let i = 0; i < 5; i++) await bring(token, other(code));
    }
    expect((await bring(open.token, open.code)).status).toBe(429);
  });

  it('say nothing about who has an account', async () => {
    const unknown = nextPhone();
    const shape = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
      status,
      Object.fromEntries(Object.entries(body).map(([key, value]) => [key, typeof value === 'string' ? value.replaceAll(/[\d\w-]{43}|\d\d$/g, '') : value])), // biome-ignore format: one line
    ];
    for (const path of ['atoken/otp-login/', 'atoken/reset-password/']) {
      const [existing, nobody] = [await v.post(path, { phone }), await v.post(path, { phone: unknown })];
      expect(shape(nobody)).toEqual(shape(existing));
      const second = { otp: '000000', ...(path.includes('reset') ? { new_password: FRESH, new_password2: FRESH } : { jwt_otp: (await createKeyDocument()).document }) }; // biome-ignore format: one body
      const tried = [
        await v.post(path, { phone, resend_token: existing.body.resend_token, ...second }),
        await v.post(path, { phone: unknown, resend_token: nobody.body.resend_token, ...second }),
      ];
      expect(shape(tried[1] as never)).toEqual(shape(tried[0] as never));
      const resent = await Promise.all([existing, nobody].map((a) => v.post('atoken/two-factor/resend/', { resend_token: a.body.resend_token }))); // biome-ignore format: one list
      expect(shape(resent[1] as never)).toEqual(shape(resent[0] as never));
    }
    expect(await v.messages(unknown)).toEqual([]);
    expect((await v.messages(phone)).length).toBe(4);
  });

  it('are answered byte for byte alike, headers as well, whether the account is there or not', async () => {
    const locked = `locked ${phone}`;
    const id = await make.createPerson(w.engine, w.ids.customer, { username: locked, password: PASSWORD });
    await w.engine.db.updateTable('account').set({ locked: true }).where('id', '=', id).execute();
    const { document: key } = await createKeyDocument();
    const { statements, stop } = recordStatements(w.engine);
    // What is shown of both numbers is the same.
    const unknown = `${phone.slice(0, 4)}7${phone.slice(5)}`;
    async function answerTo(path: string, payload: object) {
      const headers = { host: 'localhost', 'x-forwarded-for': nextAddress() };
      statements.length = 0;
      const answer = await w.backend.app.inject({ method: 'POST', url: `/api/${path}`, payload, headers });
      // Messages go out behind the answer, for whom there is one; the queue of jobs looks around by its own clock.
      const statementTexts = statements.filter((one) => !/\bsms\b|\bupdate job\b/.test(one));
      const token = /"resend_token":"([^"]+)"/.exec(answer.payload)?.[1] ?? '';
      const { date, 'x-request-id': id, ...rest } = answer.headers;
      return {
        token,
        told: [answer.statusCode, rest, answer.payload.replace(token, '*'.repeat(token.length)), statementTexts],
      };
    }
    const answers: Record<string, unknown[][]> = {};
    async function addAnswer(what: string, path: string, payload: object) {
      const answer = await answerTo(path, payload);
      answers[what] = [...(answers[what] ?? []), answer.told];
      return answer.token;
    }
    for (const number of [phone, unknown]) {
      const resend = (resend_token: string, what: string) =>
        addAnswer(`${what}, sent again`, 'atoken/two-factor/resend/', { resend_token });
      for (const [path, rest] of [
        ['atoken/otp-login/', { jwt_otp: key }],
        ['atoken/reset-password/', { new_password: FRESH, new_password2: FRESH }],
      ] as const) {
        const resend_token = await addAnswer(path, path, { phone: number });
        await addAnswer(`${path} with a code`, path, { phone: number, otp: '000000', resend_token, ...rest });
        await addAnswer(`${path} with half a code`, path, { phone: number, otp: '000', resend_token, ...rest });
        await resend(resend_token, path);
      }
      const resend_token = await addAnswer('sign-up', 'users/signup/', form(number));
      await addAnswer('sign-up with a code', 'users/signup/', { ...form(number), verify_code: '000000', resend_token, jwt_otp: key }); // biome-ignore format: one call
      await resend(resend_token, 'sign-up');
    }
    for (const username of ['viewer', locked, 'no-such-person', '0'.repeat(150)]) {
      const captcha = (await w.call('nobody', 'GET', '/api/captcha/')).body.captcha_key;
      await addAnswer('sign-in', 'atoken/', { username, password: 'x', captcha_key: captcha, captcha_value: CAPTCHA, otp: key }); // biome-ignore format: one call
      await addAnswer('side door', 'discount/', { code: 'NONE', plan: 2, username, password: 'x' });
    }
    stop();
    for (const [what, [first, ...others]] of Object.entries(answers))
      for (const one of others) expect([what, ...one]).toEqual([what, ...(first as unknown[])]);
    expect(Object.keys(answers)).toHaveLength(13);
  });

  const form = (number: string) => ({ username: 'nobody has this', password: FRESH, confirm_password: FRESH, first_name: 'مینا', email: 'mina@example.ir', phone: number }); // biome-ignore format: one form
  /** Calls that begin with a number, or go on with the token of such a call; and how often they are asked. */
  const TIMED: { what: string; often: number; path: string; resends?: true; body(number: string): object }[] = [
    { what: 'a sign-in', often: 40, path: 'atoken/otp-login/', body: (number) => ({ phone: number }) },
    { what: 'a reset', often: 15, path: 'atoken/reset-password/', body: (number) => ({ phone: number }) },
    { what: 'a sign-up', often: 15, path: 'users/signup/', body: form },
    { what: 'a sign-in, sent again', often: 15, path: 'atoken/otp-login/', resends: true, body: (number) => ({ phone: number }) }, // biome-ignore format: one call
    { what: 'a sign-up, sent again', often: 15, path: 'users/signup/', resends: true, body: form },
  ];
  it.each(TIMED)(
    'take as long for a number that nobody has: $what',
    async ({ what, often, path, resends, body }) => {
      // SLOW=1 asks often enough to compare how the times are spread; the first five warm up.
      const n = process.env.SLOW === '1' ? 400 : often;
      const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
      for (let i = 0; i < n + 5; i++) {
        // The budget of all together is for an hour.
        if (i % 20 === 19) ahead += HOUR;
        await v.prove('viewer', phone);
        for (const who of i % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
          const number = who === 'known' ? phone : nextPhone();
          const ask = () => v.post(path, body(number));
          const resend_token = resends && (await ask()).body.resend_token;
          if (resends) ahead += RESEND_MS;
          // The message of the call before leaves behind its answer; it shall be gone.
          if (n === 400) await pause(20);
          const from = performance.now();
          const { status } = await (resends ? v.post('atoken/two-factor/resend/', { resend_token }) : ask());
          if (i >= 5) times[who].push(performance.now() - from);
          expect(status).toBe(200);
        }
        phone = nextPhone();
      }
      // Fifteen times on a busy computer tell only of work that is left out; how the times are spread is for SLOW=1.
      const [knownMs, unknownMs] = [median(times.known), median(times.unknown)];
      const limitMs = n < 400 ? 20 + Math.min(knownMs, unknownMs) / 2 : 5 + Math.min(knownMs, unknownMs) / 4;
      expect(Math.abs(knownMs - unknownMs)).toBeLessThan(limitMs);
      if (n < 400) return;
      const gap = widestGap(times.known, times.unknown);
      console.info(`${what}: medians ${knownMs.toFixed(2)} and ${unknownMs.toFixed(2)} ms, gap ${gap}`);
      expect.soft(gap).toBeLessThan(gapByChance(n));
    },
    600_000,
  );

  it('give a new password, which ends every session and leaves two-factor on', async () => {
    const path = 'atoken/reset-password/';
    await v.prove('viewer', nextPhone());
    await v.prove('regional', phone, true);
    const inside = await v.post(path, { phone });
    const code = await v.code(phone);
    const give = (more: object = {}) =>
      v.post(path, { phone, otp: code, resend_token: inside.body.resend_token, new_password: FRESH, new_password2: FRESH, ...more }); // biome-ignore format: one call
    for (const more of [{ new_password2: 'different' }, { new_password: '12345678', new_password2: '12345678' }, { new_password: 'abcdefgh', new_password2: 'abcdefgh' }, { new_password: phone, new_password2: phone }, { new_password: 'regional', new_password2: 'regional' }, { otp: other(code) }]) // biome-ignore format: one list
      expect([more, (await give(more)).status]).toEqual([more, 400]);
    const all = await Promise.all([give(), give()]);
    expect(all.map((a) => a.status).sort()).toEqual([200, 400]);
    expect(await sessions('regional')).toBe(0);
    expect((await v.signIn('regional', PASSWORD)).status).toBe(401);
    expect((await v.signIn('regional', FRESH)).body).toEqual(expect.objectContaining({ phone: expect.stringContaining('*') })); // biome-ignore format: one line
    const row = await w.engine.db.selectFrom('account').select('two_factor').where('username', '=', 'regional').executeTakeFirst(); // biome-ignore format: one question
    expect(row?.two_factor).toBe(true);
  });

  it('open nothing that is locked or deleted', async () => {
    const { token, code } = await flow();
    await w.engine.db.updateTable('account').set({ locked: true }).where('username', '=', 'viewer').execute();
    expect((await bring(token, code)).body.code).toBe(412);
    await w.engine.db.updateTable('account').set({ locked: false }).where('username', '=', 'viewer').execute();
    await w.engine.db.updateTable('account').set({ deleted_at: clock() }).where('username', '=', 'viewer').execute();
    expect((await bring(token, code)).status).toBe(400);
    await w.engine.db.updateTable('account').set({ deleted_at: null }).where('username', '=', 'viewer').execute();
    expect((await bring(token, code)).status).toBe(200);
  });

  it('go to no number that was not proved, and none that is no number', async () => {
    await w.engine.db.updateTable('account').set({ proved_phone: null }).where('username', '=', 'viewer').execute();
    expect((await ask()).status).toBe(200);
    expect(await v.messages(phone)).toEqual([]);
    for (const number of ['', '0912', 'x'.repeat(11), '0912345678', 5])
      expect((await ask(number as string)).status).toBe(400);
  });

  it('are of public hosts alone', async () => {
    const elsewhere = visitors(w, 'other.test');
    const form = { username: 'x', password: FRESH, confirm_password: FRESH, first_name: 'x', email: 'x@x.ir', phone };
    for (const [
      path,
      body,
    ] of [['atoken/otp-login/', { phone }], ['atoken/reset-password/', { phone }], ['users/signup/', form]] as const) // biome-ignore format: three pairs
      expect([path, (await elsewhere.post(path, body)).status]).toEqual([path, 404]);
  });

  it('are refused in a sentence by a server that sends no messages', async () => {
    w.config.smsMayWait = false;
    const said = await ask();
    expect([said.status, said.body.code]).toEqual([503, 503]);
    w.config.smsMayWait = true;
  });

  it('cannot be asked for by everybody together beyond the budget', async () => {
    await w.engine.db.deleteFrom('attempt').where('key', '=', 'send:all').execute();
    w.config.smsPerHour = 3;
    for (const expected of [200, 200, 200, 429]) expect((await ask(nextPhone())).status).toBe(expected);
    // Whoever has a right password is not kept out by strangers.
    await v.prove('viewer', phone, true);
    expect((await v.signIn('viewer')).body.resend_token).toEqual(expect.any(String));
    w.config.smsPerHour = 1000;
  });
});
