// Signing up on a public host, on both engines: what is made, for whom, and what cannot be slipped in.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MODULES, PERMS } from '../../../contract/catalogue';
import { createKeyDocument, nextPhone, visitors } from '../../../testing/codes';
import { createWorld, ONE_ENGINE, type TestWorld } from '../../../testing/world';

const SECRET = 'Clear-Water-7';
let nth = 0;

describe.each(ONE_ENGINE)('signing up on the %s engine', (kind) => {
  let w: TestWorld;
  let v: ReturnType<typeof visitors>;
  let ahead = 0;
  beforeAll(async () => {
    w = await createWorld(kind, {}, () => new Date(Date.now() + ahead));
    v = visitors(w);
  });
  afterAll(() => w.close());

  const createForm = (more: Record<string, unknown> = {}) => ({
    username: `newcomer ${++nth}`,
    password: SECRET,
    confirm_password: SECRET,
    first_name: 'مینا',
    email: 'mina@example.ir',
    phone: nextPhone(),
    ...more,
  });
  type Form = ReturnType<typeof createForm>;
  const post = (body: unknown) => v.post('users/signup/', body);
  const finish = async (form: Form, token: string, code: string, more: Record<string, unknown> = {}) =>
    post({ ...form, verify_code: code, resend_token: token, jwt_otp: (await createKeyDocument()).document, ...more });
  /** Goes through both calls. */
  async function join(form: Form) {
    const { body } = await post(form);
    return finish(form, body.resend_token, await v.code(form.phone));
  }
  const count = async (table: 'customer' | 'account' | 'role' | 'session') =>
    (await w.engine.db.selectFrom(table).select('id').execute()).length;

  it('makes a customer with a trial, whose first user holds all that there is in it', async () => {
    const form = createForm({ phone: '۰۹۱۲ ۹۹۹ ۹۹ ۹۹', username: 'مینا' });
    const first = await post(form);
    expect([first.status, first.body]).toEqual([200, { resend_token: expect.any(String), phone: '0912*****99', expire_seconds: 120 }]); // biome-ignore format: one line
    expect(await w.engine.db.selectFrom('account').select('id').where('first_name', '=', 'مینا').execute()).toEqual([]);
    const { status, body } = await finish(form, first.body.resend_token, await v.code('09129999999'));
    expect(status).toBe(200);
    const me = await v.as(body.access);
    const user = (await me('GET', 'user/')).body;
    expect(user).toMatchObject({ username: 'مینا', first_name: 'مینا', email: form.email, phone: '09129999999', phone_proved: true, two_factor: false, is_signed_up: true, is_superuser: true }); // biome-ignore format: one line
    expect(user.modules.map((m: { modules__id: number }) => m.modules__id)).toEqual([...MODULES]);
    expect(user.custom_perms).toEqual([...PERMS].sort());
    expect([user.current_plan, user.plan_remaining_days]).toEqual([expect.any(String), 15]);
    expect((await me('GET', 'userconfig/get_customer_config/')).body.name).toBe('مینا');
    expect((await w.call('nobody', 'GET', '/api/userconfig/get_customer_config/')).body.name).not.toBe('مینا');
    // Nothing of others is seen, and nothing of his by others.
    expect((await me('GET', 'layer/')).body.results ?? (await me('GET', 'layer/')).body).toEqual([]);
    expect((await me('GET', `layer/${w.ids.layer}/`)).status).toBe(404);
    expect((await me('GET', 'users/')).body.count).toBe(1);
    expect((await w.call('super', 'GET', `/api/users/${user.id}/`)).status).toBe(404);
    // Work can begin.
    expect((await me('POST', 'layergroup/', { label: 'first' })).status).toBeLessThan(400);
    expect((await v.signIn('مینا', SECRET)).status).toBe(200);
    const account = await w.engine.db
      .selectFrom('account')
      .selectAll()
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow();
    expect(account.password_hash).toMatch(/^\$argon2id\$/);
    expect(account.customer_id).not.toBe(w.ids.customer);
    const left = await w.engine.db
      .selectFrom('one_time_code')
      .select('payload')
      .where('purpose', '=', 'signup')
      .execute();
    expect(left.map((row) => row.payload)).toEqual([null]);
  });

  it('happens once for a code, however often it comes at once', async () => {
    const form = createForm();
    const { body } = await post(form);
    const code = await v.code(form.phone);
    const [customers, accounts] = [await count('customer'), await count('account')];
    const all = await Promise.all(Array.from({ length: 4 }, () => finish(form, body.resend_token, code)));
    expect(all.map((a) => a.status).sort()).toEqual([200, 400, 400, 400]);
    expect([await count('customer'), await count('account')]).toEqual([customers + 1, accounts + 1]);
    expect((await finish(form, body.resend_token, code)).status).toBe(400);
  });

  it('tells a taken name, and of two who want one gives it to the first', async () => {
    for (const username of ['viewer', 'VIEWER', ' viewer ']) {
      const conflict = await post(createForm({ username }));
      expect([conflict.status, Object.keys(conflict.body.fields)]).toEqual([400, ['username']]);
    }
    // The name of another host is free here.
    expect((await post(createForm({ username: 'stranger' }))).status).toBe(200);
    const [one, two] = [createForm({ username: 'wanted' }), createForm({ username: 'wanted' })];
    const tokens = await Promise.all([one, two].map(async (form) => (await post(form)).body.resend_token));
    const customers = await count('customer');
    const codes = [await v.code(one.phone), await v.code(two.phone)];
    const done = await Promise.all([finish(one, tokens[0], codes[0] as string), finish(two, tokens[1], codes[1] as string)]); // biome-ignore format: one line
    expect(done.map((a) => a.status).sort()).toEqual([200, 400]);
    expect(Object.keys(done.find((a) => a.status === 400)?.body.fields)).toEqual(['username']);
    expect(await count('customer')).toBe(customers + 1);
    // The code of the slower one still serves: not with another name, which is another form.
    const slower = done[0]?.status === 400 ? { form: one, token: tokens[0], code: codes[0] } : { form: two, token: tokens[1], code: codes[1] }; // biome-ignore format: one line
    expect((await finish({ ...slower.form, username: 'other' }, slower.token, slower.code as string)).status).toBe(400);
  });

  it('keeps names apart among all customers of the host', async () => {
    const form = createForm({ username: 'landlord' });
    const { access } = (await join(form)).body;
    const tenant = (username: string) => v.form(access, 'users/', { username, password: SECRET });
    expect(Object.keys((await tenant('viewer')).body.fields)).toEqual(['username']);
    expect((await tenant('tenant')).status).toBe(200);
    expect((await w.form('super', '/api/users/', { username: 'Tenant', password: SECRET })).status).toBe(400);
    expect((await v.signIn('tenant', SECRET)).status).toBe(200);
  });

  it('tells only its owner that a number has an account', async () => {
    const form = createForm();
    await join(form);
    const again = createForm({ phone: `+98${form.phone.slice(1)}` });
    const { status, body } = await post(again);
    expect([status, Object.keys(body).sort()]).toEqual([200, ['expire_seconds', 'phone', 'resend_token']]);
    expect(await v.code(form.phone)).toBe('none');
    const accounts = await count('account');
    for (const code of ['000000', 'none']) expect((await finish(again, body.resend_token, code)).status).toBe(400);
    const resent = await v.post('atoken/two-factor/resend/', { resend_token: body.resend_token });
    expect([resent.status, await v.code(form.phone)]).toEqual([200, 'none']);
    expect(await count('account')).toBe(accounts);
    // Both begun before either was finished: one number, one account.
    const phone = nextPhone();
    const [one, two] = [createForm({ phone }), createForm({ phone })];
    const first = (await post(one)).body.resend_token;
    const firstCode = await v.code(phone);
    const second = (await post(two)).body.resend_token;
    const secondCode = await v.code(phone);
    expect((await finish(one, first, firstCode)).status).toBe(200);
    const late = await finish(two, second, secondCode);
    expect([late.status, Object.keys(late.body.fields)]).toEqual([400, ['phone']]);
  });

  it('makes what was asked for first, and nothing that is slipped in', async () => {
    for (const key of ['is_superuser', 'customer', 'customer_id', 'groups', 'modules', 'is_signed_up', 'two_factor', 'phone_proved', 'plan', 'payload', 'host', 'public_host', 'constructor']) // biome-ignore format: one list
      expect([key, (await post(createForm({ [key]: 1 }))).status]).toEqual([key, 400]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    const form = createForm();
    const { resend_token } = (await post(form)).body;
    const code = await v.code(form.phone);
    for (const more of [{ username: 'another' }, { email: 'other@example.ir' }, { first_name: 'دیگری' }, { password: `${SECRET}x`, confirm_password: `${SECRET}x` }]) // biome-ignore format: one list
      expect([more, (await finish(form, resend_token, code, more)).status]).toEqual([more, 400]);
    expect((await finish(form, resend_token, code, { phone: `0098${form.phone.slice(1)}` })).status).toBe(200);
  });

  it('refuses forms that are not in order before anything is sent', async () => {
    const bad = [{ password: 'short', confirm_password: 'short' }, { confirm_password: 'different' }, { password: '12345678', confirm_password: '12345678' }, { password: 'abcdefgh', confirm_password: 'abcdefgh' }, { phone: '0912' }, { phone: 'telephone 1' }, { email: 'x' }, { first_name: ' ' }, { username: '\u200c' }, { username: 'a\u202eb' }, { username: 'x'.repeat(151) }]; // biome-ignore format: one list
    for (const more of bad) {
      const form = createForm(more);
      expect([more, (await post(form)).status]).toEqual([more, 400]);
      expect(await v.messages(String(form.phone))).toEqual([]);
    }
    const own = createForm();
    const number = { ...own, password: own.phone, confirm_password: own.phone };
    expect(Object.keys((await post(number)).body.fields)).toEqual(['password']);
  });

  it('waits for its code no longer than the code lives', async () => {
    const form = createForm();
    const { resend_token } = (await post(form)).body;
    const code = await v.code(form.phone);
    ahead += 121_000;
    expect((await finish(form, resend_token, code)).status).toBe(400);
    const again = await v.post('atoken/two-factor/resend/', { resend_token });
    expect((await finish(form, again.body.resend_token, await v.code(form.phone))).status).toBe(200);
  });
});
