// Two-factor and the own number on both engines, and the counters of passwords, also where a password comes by a side door.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKeyDocument, nextAddress, nextPhone, visitors } from '../../../testing/codes';
import { createWorld, ONE_ENGINE, PASSWORD, type TestWorld } from '../../../testing/world';

const FRESH = 'Clear-Water-7';
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe.each(ONE_ENGINE)('two-factor on the %s engine', (kind) => {
  let w: TestWorld;
  let v: ReturnType<typeof visitors>;
  let ahead = 0;
  beforeAll(async () => {
    w = await createWorld(kind, {}, () => new Date(Date.now() + ahead));
    v = visitors(w);
  });
  afterAll(() => w.close());

  const second = async (token: string | undefined, verify_code: string) =>
    v.post('atoken/', { resend_token: token, verify_code, otp: (await createKeyDocument()).document });
  const account = (username: string) =>
    w.engine.db.selectFrom('account').selectAll().where('username', '=', username).executeTakeFirstOrThrow();

  it('gives nothing for a password alone, and access for the code that follows', async () => {
    const phone = nextPhone();
    await v.prove('viewer', phone, true);
    const { body, status } = await v.signIn('viewer');
    expect([status, body]).toEqual([200, { phone: `${phone.slice(0, 4)}*****${phone.slice(-2)}`, resend_token: expect.any(String), expire_seconds: 120 }]); // biome-ignore format: one line
    const code = await v.code(phone);
    expect([(await second(body.resend_token, other(code))).status, (await second(undefined, code)).status]).toEqual([401, 401]); // biome-ignore format: one line
    // Half a sign-in is no key to anything else.
    const elsewhere = { phone, otp: code, resend_token: body.resend_token };
    expect((await v.post('atoken/otp-login/', { ...elsewhere, jwt_otp: (await createKeyDocument()).document })).status).toBe(400); // biome-ignore format: one call
    expect((await v.post('atoken/reset-password/', { ...elsewhere, new_password: FRESH, new_password2: FRESH })).status).toBe(400); // biome-ignore format: one call
    expect((await w.call('nobody', 'GET', '/api/user/', undefined, { authorization: `Bearer ${body.resend_token}` })).status).toBe(401); // biome-ignore format: one call
    const again = await v.post('atoken/two-factor/resend/', { resend_token: body.resend_token });
    const fresh = await v.code(phone);
    const both = await Promise.all([second(again.body.resend_token, fresh), second(again.body.resend_token, fresh)]);
    expect(both.map((a) => a.status).sort()).toEqual([200, 401]);
    const me = await v.as(both.find((a) => a.status === 200)?.body.access);
    expect((await me('GET', 'user/')).body).toMatchObject({ username: 'viewer', two_factor: true, phone_proved: true });
    // No password is kept, and none may come along.
    const otp = (await createKeyDocument()).document;
    expect((await v.post('atoken/', { username: 'viewer', password: PASSWORD, verify_code: code, otp })).status).toBe(400); // biome-ignore format: one call
  });

  it('lets nobody in by the telephone alone, and tells it only there', async () => {
    const phone = nextPhone();
    await v.prove('viewer', phone, true);
    const codeFlow = await v.post('atoken/otp-login/', { phone });
    expect(codeFlow.status).toBe(200);
    expect(await v.code(phone)).toBe('none');
    expect(await v.messages(phone)).toHaveLength(1);
    // A code that went out before two-factor was turned on opens nothing either.
    const later = nextPhone();
    await v.prove('viewer', later, false);
    const flow = (await v.post('atoken/otp-login/', { phone: later })).body.resend_token;
    await v.prove('viewer', later, true);
    const brought = await v.post('atoken/otp-login/', { phone: later, otp: await v.code(later), resend_token: flow, jwt_otp: (await createKeyDocument()).document }); // biome-ignore format: one call
    expect(brought.status).toBe(400);
  });

  it('is out of reach of strangers who use a number up', async () => {
    const phone = nextPhone();
    await v.prove('editor', phone, true);
    for (let round = 0; round < 5; round++) {
      const token = (await v.post('atoken/reset-password/', { phone })).body.resend_token;
      const guess = { phone, otp: '000000', resend_token: token, new_password: FRESH, new_password2: FRESH };
      for (let i = 0; i < 5; i++) await v.post('atoken/reset-password/', guess);
    }
    expect((await v.post('atoken/reset-password/', { phone })).status).toBe(429);
    const { body } = await v.signIn('editor');
    expect((await second(body.resend_token, await v.code(phone))).status).toBe(200);
  });

  it('asks for no more than fifteen wrong codes in a day', async () => {
    const phone = nextPhone();
    await v.prove('regional', phone, true);
    for (let round = 0; round < 3; round++) {
      const { body } = await v.signIn('regional');
      const code = await v.code(phone);
      for (let i = 0; i < 5; i++) expect((await second(body.resend_token, other(code))).status).toBe(401);
    }
    expect((await v.signIn('regional')).status).toBe(429);
    ahead += 24.1 * 3_600_000;
    const { body } = await v.signIn('regional');
    expect((await second(body.resend_token, await v.code(phone))).status).toBe(200);
  });

  it('ends what was begun when the password changes', async () => {
    const phone = nextPhone();
    await v.prove('viewer', phone, true);
    const { body } = await v.signIn('viewer');
    const { id } = await account('viewer');
    expect((await w.call('super', 'PUT', `/api/users/${id}/`, { password: FRESH })).status).toBe(200);
    expect((await second(body.resend_token, await v.code(phone))).status).toBe(401);
  });

  it('says so where a number can get no message', async () => {
    await w.engine.db.updateTable('account').set({ two_factor: true, phone: '123' }).where('username', '=', 'editor').execute(); // biome-ignore format: one statement
    expect((await v.signIn('editor')).body.code).toBe(412);
    await w.engine.db.updateTable('account').set({ two_factor: false }).where('username', '=', 'editor').execute();
  });

  describe('in the profile', () => {
    const put = (body: unknown) => w.call('super', 'PUT', '/api/user/', body);
    const prove = (body: unknown) => w.call('super', 'POST', '/api/user/phone/', body);

    it('needs a proved number and the password, and moves only to another proved one', async () => {
      const phone = nextPhone();
      const current_password = PASSWORD;
      expect((await put({ phone, current_password })).body).toMatchObject({ phone, phone_proved: false });
      expect((await put({ two_factor: true })).status).toBe(400);
      expect((await put({ two_factor: true, current_password })).body.code).toBe(412);
      expect([(await prove({ phone })).status, (await prove({ phone, current_password: 'wrong' })).status]).toEqual([400, 400]); // biome-ignore format: one line
      const began = await prove({ phone, current_password });
      expect([began.status, began.body.expire_seconds]).toEqual([200, 120]);
      const { resend_token } = began.body;
      const code = await v.code(phone);
      expect((await prove({ phone, resend_token, verify_code: other(code) })).status).toBe(400);
      expect((await prove({ phone: nextPhone(), resend_token, verify_code: code })).status).toBe(400);
      // Somebody else's session does not use the flow.
      expect((await w.call('editor', 'POST', '/api/user/phone/', { phone, resend_token, verify_code: code })).status).toBe(400); // biome-ignore format: one call
      const proved = await prove({ phone: `+98${phone.slice(1)}`, resend_token, verify_code: code });
      expect(proved.body).toMatchObject({ phone, phone_proved: true, two_factor: false });
      expect((await put({ two_factor: true, current_password })).body.two_factor).toBe(true);
      const next = nextPhone();
      expect((await put({ phone: next, current_password })).body.code).toBe(412);
      const moved = await prove({ phone: next, current_password });
      const done = await prove({ phone: next, resend_token: moved.body.resend_token, verify_code: await v.code(next) });
      expect(done.body).toMatchObject({ phone: next, phone_proved: true, two_factor: true });
      expect((await put({ two_factor: false })).status).toBe(400);
      expect((await put({ two_factor: false, current_password })).body.two_factor).toBe(false);
      expect((await put({ phone: nextPhone(), current_password })).body.phone_proved).toBe(false);
    });

    it('takes no number that proves to be somebody else’s, and no change of the own by the list of people', async () => {
      const phone = nextPhone();
      await v.prove('regional', phone);
      const { resend_token } = (await prove({ phone, current_password: PASSWORD })).body;
      const refused = await prove({ phone, resend_token, verify_code: await v.code(phone) });
      expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['phone']]);
      const { id } = await account('super');
      for (const body of [{ phone: nextPhone() }, { email: 'new@example.ir' }])
        expect((await w.call('super', 'PUT', `/api/users/${id}/`, body)).body.code).toBe(412);
    });

    it('sends no stranger more messages than anybody could', async () => {
      const phone = nextPhone();
      const current_password = PASSWORD;
      ahead += 3_700_000;
      await w.engine.db
        .updateTable('session')
        .set({ access_until: new Date(Date.now() + 1e9) })
        .execute();
      for (let i = 0; i < 5; i++) expect((await v.post('atoken/otp-login/', { phone })).status).toBe(200);
      expect((await prove({ phone, current_password })).status).toBe(429);
    });

    it('is lost with the number', async () => {
      const { id } = await account('regional');
      await v.prove('regional', nextPhone(), true);
      const body = (await w.call('super', 'PUT', `/api/users/${id}/`, { phone: '09120000000' })).body;
      expect([body.two_factor, body.phone_proved]).toEqual([true, false]);
      const none = (await w.call('super', 'PUT', `/api/users/${id}/`, { phone: '' })).body;
      expect([none.two_factor, none.phone_proved]).toEqual([false, false]);
    });
  });
});

describe.each(ONE_ENGINE)('passwords on the %s engine', (kind) => {
  let w: TestWorld;
  let v: ReturnType<typeof visitors>;
  let ahead = 0;
  beforeAll(async () => {
    w = await createWorld(kind, {}, () => new Date(Date.now() + ahead));
    v = visitors(w);
  });
  afterAll(() => w.close());
  let ip = nextAddress();
  const door = (username: string, password: string) =>
    v.post('discount/', { code: 'NONE', plan: 2, username, password }, ip);
  const signIn = (username: string, password?: string) => v.signIn(username, password, ip);

  it('are counted together at the sign-in and at the side door, whose answers tell no names', async () => {
    // The code is unknown: what is answered is about the discount, so the password was right.
    expect((await door('editor', PASSWORD)).status).toBe(400);
    const sessions = await w.engine.db.selectFrom('session').select('id').execute();
    for (const name of ['editor', 'no-such-person'])
      expect([(await door(name, 'wrong')).status, (await door(name, 'wrong')).status, (await door(name, PASSWORD)).status]).toEqual([401, 406, 406]); // biome-ignore format: one line
    const existing = (await door('editor', PASSWORD)).body;
    expect((await door('no-such-person', PASSWORD)).body).toEqual(existing);
    for (let i = 0; i < 4; i++) expect((await signIn('editor', 'wrong')).status).toBe(401);
    expect((await signIn('editor')).status).toBe(429);
    for (let i = 0; i < 4; i++) expect((await signIn('no-such-person', 'wrong')).status).toBe(401);
    expect((await signIn('no-such-person')).status).toBe(429);
    ahead += 16 * 60_000;
    expect((await signIn('no-such-person', 'wrong')).status).toBe(401);
    expect((await signIn('editor')).status).toBe(200);
    expect((await door('editor', PASSWORD)).status).toBe(400);
    const after = await w.engine.db.selectFrom('session').select('id').execute();
    expect(after.length - sessions.length).toBe(1);
  });

  it('pass the counters one by one, also when they come at once', async () => {
    ip = nextAddress();
    const all = await Promise.all(Array.from({ length: 8 }, (_, i) => door('viewer', `wrong ${i}`)));
    expect(all.map((a) => a.status).filter((s) => s === 401)).toHaveLength(1);
    expect(all.map((a) => a.status).filter((s) => s === 406)).toHaveLength(7);
    const more = await Promise.all(Array.from({ length: 20 }, (_, i) => signIn('viewer', `wrong ${i}`)));
    expect(more.map((a) => a.status).filter((s) => s === 401)).toHaveLength(4);
  });

  it('that belong to two-factor open no side door', async () => {
    ip = nextAddress();
    await v.prove('regional', nextPhone(), true);
    expect((await door('regional', PASSWORD)).status).toBe(406);
  });

  it('stand against an attack of many addresses on many numbers, and the victim still gets in', async () => {
    const victim = nextPhone();
    await v.prove('super', victim);
    const numbers = [victim, ...Array.from({ length: 99 }, nextPhone)];
    const addresses = Array.from({ length: 50 }, nextAddress);
    const otp = (await createKeyDocument()).document;
    let seed = 7;
    const random = (n: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return seed % n;
    };
    const captcha = (await w.call('nobody', 'GET', '/api/captcha/')).body.captcha_key;
    const won: unknown[] = [];
    let attempts = 0;
    // Ten minutes in steps of ten seconds: each step codes are asked for and guessed, and passwords tried.
    for (let step = 0; step < 60; step++) {
      ahead += 10_000;
      for (let i = 0; i < 6; i++) {
        const ip = addresses[random(50)] as string;
        const phone = step % 2 ? victim : (numbers[random(100)] as string);
        const began = await v.post('atoken/otp-login/', { phone }, ip);
        attempts++;
        for (let guess = 0; began.status === 200 && guess < 6; guess++) {
          const tried = await v.post('atoken/otp-login/', { phone, otp: String(random(1_000_000)).padStart(6, '0'), jwt_otp: otp, resend_token: began.body.resend_token }, ip); // biome-ignore format: one call
          if (tried.status === 200) won.push(tried.body);
        }
        const password = await v.post('atoken/', { username: 'super', password: `guess ${random(1e6)}`, captcha_key: captcha, captcha_value: String(random(1e5)), otp }, ip); // biome-ignore format: one call
        if (password.status === 200) won.push(password.body);
      }
    }
    expect(won).toEqual([]);
    expect(attempts).toBe(360);
    expect((await v.messages(victim)).length).toBeLessThanOrEqual(5);
    expect((await v.signIn('super')).status).toBe(200);
  });
});
