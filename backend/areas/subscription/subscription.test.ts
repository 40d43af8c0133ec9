// Buying and its abuses, on both engines, against a provider that runs as a process of its own and speaks the real protocol.
import { type ChildProcess, spawn } from 'node:child_process';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dayAt } from '../../../contract/dates';
import { nextAddress, visitors } from '../../../testing/codes';
import { createWorld, ONE_ENGINE, PASSWORD, type TestWorld } from '../../../testing/world';
import * as make from '../../seed/builders';
import { gatewaysOf } from './handlers';
import { orderPurchase as buy, reconcile } from './pay';
import { startTrial } from './service';
import { usage } from './store';
import { noteUsage } from './usage-days';

const PRICE = 2_750_000;
const DAY_MS = 86_400_000;

async function provider(): Promise<{ base: string; child: ChildProcess }> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'backend/gateway/server.ts'], {
    env: { ...process.env, SANDBOX_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const base = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error('the provider did not start')));
    child.stdout?.on('data', (text) => {
      const address = /^ready (\S+)/.exec(String(text))?.[1];
      if (address) resolve(address);
    });
  });
  return { base, child };
}

let gateway: Awaited<ReturnType<typeof provider>>;
beforeAll(async () => {
  gateway = await provider();
});
afterAll(() => void gateway.child.kill('SIGTERM'));
const verifications = async () =>
  ((await (await fetch(`${gateway.base}/healthz`)).json()) as { verified: number }).verified;

/** What a payer does on the provider's page; answers where his browser is sent. */
async function onPage(redirect: string, act: 'pay' | 'cancel'): Promise<URL> {
  expect((await fetch(redirect)).status).toBe(200);
  const answer = await fetch(redirect, { method: 'POST', body: new URLSearchParams({ act }), redirect: 'manual' });
  expect(answer.status).toBe(303);
  return new URL(answer.headers.get('location') ?? '');
}

describe.each(ONE_ENGINE)('plans and paying on the %s engine', (kind) => {
  let w: TestWorld;
  let time: Date | null = null;
  beforeAll(async () => {
    w = await createWorld(
      kind,
      { gateways: [{ name: 'sandbox', base: gateway.base, merchant: 'shop' }] },
      () => time ?? new Date(),
    );
    for (const name of ['super', 'editor', 'viewer', 'stranger']) await w.token(name);
  });
  afterAll(() => w.close());
  beforeEach(async () => {
    time = null;
    await sql`delete from subscription`.execute(w.engine.db);
    await w.engine.db
      .updateTable('purchase')
      .set({ state: 'failed', created: new Date(0) })
      .where('state', '<>', 'paid')
      .execute();
    await startTrial(w.engine.db, w.ids.customer, new Date());
  });
  afterEach(() => {
    time = null;
  });

  const at = async (days: number) => {
    time = new Date(Date.now() + days * DAY_MS);
    await w.engine.db
      .updateTable('session')
      .set({ access_until: new Date(Date.now() + 400 * DAY_MS) })
      .execute();
    await new Promise((r) => setTimeout(r, 1050));
  };
  const order = (as: string, body: Record<string, unknown> = {}) =>
    w.call(as, 'POST', '/api/order/', { plan: 2, payment_gateway: 'sandbox', ...body });
  const returned = (authority: string, gatewayName = 'sandbox') =>
    w.call('nobody', 'POST', '/api/payment/return/', { gateway: gatewayName, authority });
  const current = async () => (await w.call('super', 'GET', '/api/plan/current_plan/')).body;
  const paidPlans = async () => (await sql<{ n: number }>`select count(*)::int as n from subscription where purchase_id is not null`.execute(w.engine.db)).rows[0]?.n; // biome-ignore format: one line
  const unbalanced = async () => (await sql`select purchase_id from ledger group by purchase_id having sum(amount) <> 0`.execute(w.engine.db)).rows; // biome-ignore format: one line
  const code = (values: Record<string, unknown>) =>
    w.engine.db.insertInto('discount').values({ percent: null, amount: null, plan_id: null, until: null, uses: null, ...values } as never).execute(); // biome-ignore format: one line
  const afterAsking = () => new Promise((r) => setTimeout(r, 3100));

  it('lists plans to anybody, and tells what is used of one', async () => {
    const plans = (await w.call('nobody', 'GET', '/api/plan/')).body;
    expect(plans.map((p: { id: number }) => p.id)).toEqual([1, 2, 3, 4]);
    expect(plans[1]).toMatchObject({ price: PRICE, duration: 30 });
    const used = await current();
    expect(used).toMatchObject({ days_total: 15, days_used: 0, layers_total: 10, layers_used: 5, disk_total: 512 });
    expect(used.disk_used).toBeGreaterThan(0);
    expect((await w.call('viewer', 'GET', '/api/user/')).body).toMatchObject({ current_plan: plans[0].label, current_plan_days: 15, plan_remaining_days: 15, reserved_plan: null }); // biome-ignore format: one line
    await sql`delete from subscription`.execute(w.engine.db);
    expect(await current()).toMatchObject({ days_total: 0, layers_total: 0, disk_total: 0, layers_used: 5 });
    expect((await w.call('viewer', 'GET', '/api/user/')).body).toMatchObject({ current_plan: null, plan_remaining_days: null }); // biome-ignore format: one line
    expect((await order('super')).body).toMatchObject({ code: 412 });
  });

  it('notes each day what is used of a plan, for ninety days, and tells its own organisation alone', async () => {
    const history = async (as: string) => (await w.call(as, 'GET', '/api/plan/usage_history/')).body;
    const note = (days: number) => noteUsage({ engine: w.engine, now: () => new Date(Date.now() + days * DAY_MS) });
    await sql`update subscription set ends = now() + interval '200 days'`.execute(w.engine.db);
    await note(0);
    await note(0);
    const { disk_used } = await current();
    const today = dayAt(new Date());
    expect(await history('viewer')).toEqual([{ date: today, disk_used, layers_used: 5 }]);
    expect(await history('stranger')).toEqual([]);
    await note(89);
    expect((await history('viewer')).map(({ date }: { date: string }) => date)).toEqual([today, dayAt(Date.now() + 89 * DAY_MS)]); // biome-ignore format: one line
    await note(90);
    expect((await history('viewer')).map(({ date }: { date: string }) => date)).toEqual([89, 90].map((days) => dayAt(Date.now() + days * DAY_MS))); // biome-ignore format: one line
    // Whose plan has ended is noted no more.
    await note(201);
    expect(await history('viewer')).toEqual([]);
  });

  it('gives a plan for a payment, once, however often its return is played', async () => {
    const bought = await order('super');
    expect(bought.status).toBe(200);
    const { redirect_to } = bought.body;
    expect(new URL(redirect_to).origin).toBe(gateway.base);
    const back = await onPage(redirect_to, 'pay');
    expect(`${back.origin}${back.pathname}`).toBe('http://localhost/pay/return/sandbox');
    const authority = back.searchParams.get('Authority') ?? '';
    const before = await verifications();
    const answers = await Promise.all(Array.from({ length: 50 }, () => returned(authority)));
    expect(answers.every((a) => a.status === 200)).toBe(true);
    expect((await returned(authority)).body.state).toBe('paid');
    expect((await verifications()) - before).toBe(1);
    expect(await paidPlans()).toBe(1);
    expect(await unbalanced()).toEqual([]);
    const booked = await sql<{ account: string; amount: number }>`select account, amount::float8 as amount from ledger order by id desc limit 2`.execute(w.engine.db); // biome-ignore format: one line
    expect(Object.fromEntries(booked.rows.map((r) => [r.account, r.amount]))).toEqual({ 'gateway:sandbox': PRICE, sales: -PRICE }); // biome-ignore format: one line
    // The trial makes room at once.
    expect(await current()).toMatchObject({ days_total: 30, days_used: 0, layers_total: 20 });
    const { id } = (await returned(authority)).body;
    expect((await w.call('nobody', 'GET', `/api/payment/${id}/`)).body).toEqual({
      id,
      state: 'paid',
      host: 'localhost',
    });
    expect((await w.call('nobody', 'GET', '/api/payment/00000000/')).status).toBe(404);
    const list = (await w.call('super', 'GET', '/api/purchase/')).body;
    expect(list.results[0]).toMatchObject({ id, amount: PRICE, state: 'paid' });
    expect((await w.call('stranger', 'GET', '/api/purchase/')).body.count).toBe(0);
  });

  it('gives nothing for a return that was forged', async () => {
    const { redirect_to } = (await order('super')).body;
    const authority = new URL(redirect_to).pathname.split('/').at(-1) ?? '';
    // Not paid: whatever the browser says.
    expect((await returned(authority)).body.state).toBe('pending');
    for (const [
      wrong,
      name,
    ] of [['S000000000000', 'sandbox'], [authority, 'zarinpal'], [`${authority}'`, 'sandbox'], [authority.toLowerCase(), 'sandbox']]) // biome-ignore format: a list
      expect([wrong, (await returned(wrong as string, name)).status]).toEqual([wrong, 404]);
    for (const body of [{ gateway: 'sandbox' }, { gateway: 'sandbox', authority, amount: 1 }, { gateway: 'sandbox', authority: { $ne: '' } }]) // biome-ignore format: a list
      expect((await w.call('nobody', 'POST', '/api/payment/return/', body)).status).toBe(400);
    // Another amount than the one that was opened: the provider knows.
    await onPage(redirect_to, 'pay');
    await w.engine.db
      .updateTable('purchase')
      .set({ amount: 1000, price: 1000 })
      .where('authority', '=', authority)
      .execute();
    await afterAsking();
    expect((await returned(authority)).body.state).toBe('failed');
    expect(await paidPlans()).toBe(0);
    expect(await current()).toMatchObject({ days_total: 15 });
  });

  it('takes a cancelled payment as unpaid, and gives it up when its time is over', async () => {
    const { redirect_to } = (await order('super')).body;
    const back = await onPage(redirect_to, 'cancel');
    expect(back.searchParams.get('Status')).toBe('NOK');
    const authority = back.searchParams.get('Authority') ?? '';
    expect((await returned(authority)).body.state).toBe('pending');
    await at(1);
    expect((await returned(authority)).body.state).toBe('failed');
    expect(await paidPlans()).toBe(0);
  });

  it('lets whoever cancelled buy again at once, with the same code, and still takes what was paid late', async () => {
    await code({ code: 'AGAIN', percent: 10, uses: 1 });
    const first = (await order('super', { discount_code: 'again' })).body.redirect_to;
    // The same order is the same purchase until its payer has come back.
    expect((await order('super', { discount_code: 'again' })).body.redirect_to).toBe(first);
    const authority = (await onPage(first, 'cancel')).searchParams.get('Authority') ?? '';
    expect((await returned(authority)).body.state).toBe('pending');
    const second = await order('super', { discount_code: 'again' });
    expect([second.status, second.body.redirect_to === first]).toEqual([200, false]);
    expect((await onPage(second.body.redirect_to, 'pay')).searchParams.get('Status')).toBe('OK');
    const gateways = gatewaysOf(w.config);
    const later = () => new Date(Date.now() + 3 * 60_000);
    expect(await reconcile({ engine: w.engine, now: later }, gateways)).toBe(2);
    expect(await paidPlans()).toBe(1);
    expect(await unbalanced()).toEqual([]);
  });

  it('is one purchase at a double click, from however many tabs', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => order('editor')));
    expect(new Set(answers.map((a) => a.status))).toEqual(new Set([200]));
    expect(new Set(answers.map((a) => a.body.redirect_to)).size).toBe(1);
    const { rows } = await sql`select id from purchase where state = 'pending'`.execute(w.engine.db);
    expect(rows.length).toBe(1);
  });

  it('settles what nobody came back for, and gives up what nobody paid', async () => {
    const paid = (await order('super')).body.redirect_to;
    await onPage(paid, 'pay');
    await order('editor', { plan: 3 });
    const gateways = gatewaysOf(w.config);
    expect(await reconcile({ engine: w.engine, now: () => new Date() }, gateways)).toBe(0);
    const later = (minutes: number) => () => new Date(Date.now() + minutes * 60_000);
    expect(await reconcile({ engine: w.engine, now: later(3) }, gateways)).toBe(2);
    expect(await paidPlans()).toBe(1);
    expect(await reconcile({ engine: w.engine, now: later(40) }, gateways)).toBe(1);
    expect(await reconcile({ engine: w.engine, now: later(80) }, gateways)).toBe(0);
    expect(await unbalanced()).toEqual([]);
  });

  it('takes nothing when the provider is gone, and frees the code', async () => {
    await code({ code: 'ONCE', percent: 10, uses: 1 });
    const dead = await createWorld(kind, {
      gateways: [{ name: 'zarinpal', base: 'http://127.0.0.1:9', merchant: 'x' }],
    });
    await startTrial(dead.engine.db, dead.ids.customer, new Date());
    const answer = await dead.call('super', 'POST', '/api/order/', { plan: 2, payment_gateway: 'zarinpal' });
    expect([answer.status, answer.body.code]).toEqual([502, 502]);
    const { rows } = await sql<{ state: string }>`select state from purchase`.execute(dead.engine.db);
    expect(rows).toEqual([{ state: 'failed' }]);
    expect((await dead.call('super', 'POST', '/api/order/', { plan: 2, payment_gateway: 'sandbox' })).status).toBe(400);
    await dead.close();
  });

  it('lets a code be used as often as it says, by how many so ever at once', async () => {
    await code({ code: 'SINGLE', percent: 20, uses: 1, plan_id: 2 });
    const answer = await w.call('super', 'POST', '/api/discount/', { code: ' single ', plan: 2 });
    expect(answer.body).toEqual({ new_price: PRICE * 0.8, discount: PRICE * 0.2 });
    expect((await w.call('super', 'POST', '/api/discount/', { code: 'single', plan: 3 })).status).toBe(400);
    const people = ['super', 'editor', 'viewer'];
    const answers = await Promise.all(
      Array.from({ length: 9 }, (_, i) => order(people[i % 3] as string, { discount_code: 'Single' })),
    );
    const won = answers.filter((a) => a.status === 200);
    expect(new Set(won.map((a) => a.body.redirect_to)).size).toBe(1);
    expect(won.length).toBeLessThanOrEqual(3);
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from purchase where discount_code = 'SINGLE' and state <> 'failed'`.execute(w.engine.db); // biome-ignore format: one line
    expect(rows[0]?.n).toBe(1);
    const back = await onPage(won[0]?.body.redirect_to, 'pay');
    expect((await returned(back.searchParams.get('Authority') ?? '')).body.state).toBe('paid');
    expect(await unbalanced()).toEqual([]);
    expect((await w.call('nobody', 'POST', '/api/discount/', { code: 'SINGLE', plan: 2 })).status).toBe(401);
    // Guessing codes ends within the minute.
    const guesses = [];
    for (let i = 0; i < 12; i++)
      guesses.push((await w.call('viewer', 'POST', '/api/discount/', { code: `X${i}`, plan: 2 })).status);
    expect(guesses.at(-1)).toBe(429);
  });

  it('gives a single use to one of fifty calls of five customers', async () => {
    await code({ code: 'RACE', percent: 20, uses: 1 });
    const gateway = gatewaysOf(w.config).get('sandbox');
    if (!gateway) throw new Error('no gateway');
    const people = await Promise.all(
      Array.from({ length: 5 }, async (_, i) => {
        const customer = await make.createCustomer(w.engine, `race${i}.test`, {});
        await startTrial(w.engine.db, customer, new Date());
        const names = ['a', 'b'];
        return Promise.all(names.map(async (username) => ({ customer, account: await make.createPerson(w.engine, customer, { username, password: PASSWORD }) }))); // biome-ignore format: one line
      }),
    );
    const buyers = people.flat().flatMap((person) => Array.from({ length: 5 }, () => person));
    const world = { engine: w.engine, now: () => new Date() };
    const answers = await Promise.allSettled(buyers.map((person) => buy(world, { ...person, plan: 2, code: 'race', gateway, host: 'localhost' }, () => 'plan'))); // biome-ignore format: one line
    expect(buyers).toHaveLength(50);
    // The winner's own double clicks are the same purchase.
    const won = answers.flatMap((a, i) =>
      a.status === 'fulfilled' ? [{ to: a.value, account: buyers[i]?.account }] : [],
    );
    expect([new Set(won.map(({ to }) => to)).size, new Set(won.map(({ account }) => account)).size]).toEqual([1, 1]);
    const said = answers.flatMap((a) => (a.status === 'rejected' ? [a.reason.wording] : []));
    expect(new Set(said)).toEqual(new Set(['discountUnknown']));
    const { rows } = await sql`select id from purchase where discount_code = 'RACE'`.execute(w.engine.db);
    expect(rows).toHaveLength(1);
  });

  it('keeps no code that gives money back, and asks no price below nothing', async () => {
    for (const values of [{ percent: -5 }, { percent: 0 }, { percent: 101 }, { percent: 2 ** 31 }, { amount: -1 }, { amount: 0 }, { percent: 10, amount: 10 }, {}, { percent: 10, uses: -1 }]) // biome-ignore format: one list
      await expect(code({ code: `BAD${JSON.stringify(values)}`, ...values })).rejects.toThrow();
    await code({ code: 'MORE', amount: PRICE * 10, uses: 1 });
    const price = await w.call('editor', 'POST', '/api/discount/', { code: 'more', plan: 2 }, { 'x-forwarded-for': nextAddress() }); // biome-ignore format: one call
    expect(price.body).toEqual({ new_price: 0, discount: PRICE });
    for (const more of [{ price: 1 }, { amount: -1 }, { discount: PRICE }])
      expect([more, (await order('editor', more)).status]).toEqual([more, 400]);
    expect((await order('editor', { discount_code: 'more' })).status).toBe(200);
    const { rows } = await sql`select 1 from purchase where amount < 0 or price < 0`.execute(w.engine.db);
    expect([rows, await unbalanced()]).toEqual([[], []]);
  });

  it('needs no provider where a code takes all off', async () => {
    await code({ code: 'GIFT', percent: 100, uses: 1 });
    const answer = await order('super', { plan: 3, discount_code: 'gift' });
    expect(answer.body.redirect_to).toMatch(/^http:\/\/localhost\/app\/purchase_successful\/[\w-]{22}$/);
    expect(await current()).toMatchObject({ days_total: 60 });
    expect(await unbalanced()).toEqual([]);
  });

  it('reserves what is bought while a paid plan runs, and one at most', async () => {
    const buy = async () => {
      const back = await onPage((await order('super')).body.redirect_to, 'pay');
      return (await returned(back.searchParams.get('Authority') ?? '')).body.state;
    };
    expect([await buy(), await buy()]).toEqual(['paid', 'paid']);
    const user = (await w.call('super', 'GET', '/api/user/')).body;
    expect(user.reserved_plan).toBe(user.current_plan);
    expect(user.plan_remaining_days).toBe(60);
    expect((await order('super')).body.code).toBe(412);
  });

  it('lets a person try ten codes in a minute, from however many addresses', async () => {
    const tries = await Promise.all(Array.from({ length: 25 }, (_, i) => w.call('viewer', 'POST', '/api/discount/', { code: `NONE${i}`, plan: 2 }, { 'x-forwarded-for': `10.9.0.${i}` }))); // biome-ignore format: one list
    // Some were used up before.
    const looked = tries.filter((t) => t.status !== 429);
    expect([looked.length > 0, looked.length <= 10, looked.every((t) => t.status === 400)]).toEqual([true, true, true]);
  });

  it('never changes the ledger', async () => {
    for (const change of [sql`update ledger set amount = 0`, sql`delete from ledger`, sql`truncate ledger`])
      await expect(change.execute(w.engine.db)).rejects.toThrow(/never changed/);
  });

  it('takes a name and password under the counters of the sign-in', async () => {
    const visitor = (password: string) =>
      w.call('nobody', 'POST', '/api/order/', { plan: 2, payment_gateway: 'sandbox', username: 'regional', password });
    expect((await visitor(PASSWORD)).status).toBe(200);
    const wrong = [];
    for (let i = 0; i < 12; i++) wrong.push((await visitor(`wrong ${i}`)).status);
    expect(wrong).not.toContain(200);
    expect(wrong.slice(-1)).toEqual([406]);
    expect((await visitor(PASSWORD)).status).not.toBe(200);
    // A session counts, and not what came along with it.
    expect((await order('super', { username: 'regional', password: 'wrong' })).status).toBe(200);
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from session s join account a on a.id = s.account_id where a.username = 'regional'`.execute(w.engine.db); // biome-ignore format: one line
    expect(rows[0]?.n).toBe(0);
  });

  it('counts a wrong password of a purchase or a code as one of the sign-in', async () => {
    const people = visitors(w);
    const body = { order: { plan: 2, payment_gateway: 'sandbox' }, discount: { code: 'X', plan: 2 } };
    /** Sign-ins with a wrong password until one has to wait. */
    const until = async (username: string, ip: string) => {
      for (let n = 0; n < 20; n++) if ((await people.signIn(username, 'wrong', ip)).status === 429) return n;
      return null;
    };
    const free = await until('nobody-0', nextAddress());
    expect(free).toBeGreaterThan(1);
    for (const [door, other] of [
      ['order', 'discount'],
      ['discount', 'order'],
    ] as const) {
      // biome-ignore format: one line
      const [ip, username] = [nextAddress(), `nobody-${door}`];
      const through = async (at: 'order' | 'discount', password: string) => (await people.post(`${at}/`, { ...body[at], username, password }, ip)).status; // biome-ignore format: one call
      expect([door, await through(door, 'wrong'), await through(other, 'wrong'), await through(door, 'wrong')]).toEqual([door, 401, 406, 406]); // biome-ignore format: one line
      expect([door, await until(username, ip)]).toEqual([door, (free ?? 0) - 1]);
    }
    // And what the sign-in has counted closes both, to the right password as well.
    const ip = nextAddress();
    await until('viewer', ip);
    for (const door of ['order', 'discount'] as const)
      expect([door, (await people.post(`${door}/`, { ...body[door], username: 'viewer', password: PASSWORD }, ip)).status]).toEqual([door, 406]); // biome-ignore format: one line
  });

  it('lets people see, export and pay after the end, and change nothing', async () => {
    const record = { layer: w.ids.layer, geometry: { type: 'Point', coordinates: [51, 35] }, value: { name: 'تازه' } };
    expect((await w.call('super', 'POST', '/api/layerdata/', record)).status).toBe(200);
    await at(15.1);
    const refused = await w.call('super', 'POST', '/api/layerdata/', record);
    expect([refused.status, refused.body.code]).toEqual([403, 412]);
    expect((await w.upload('super', 'a.csv', 'a,b\n1,2')).code).toBe(412);
    expect((await w.call('super', 'GET', `/api/layerdata/?layer=${w.ids.layer}`)).status).toBe(200);
    expect((await w.call('super', 'POST', `/api/export_token/${w.ids.layer}/`, { format: 'csv' })).status).toBe(200);
    expect((await w.call('super', 'GET', '/api/user/')).body).toMatchObject({
      current_plan: null,
      plan_remaining_days: 0,
    });
    const back = await onPage((await order('super')).body.redirect_to, 'pay');
    expect((await returned(back.searchParams.get('Authority') ?? '')).body.state).toBe('paid');
    await new Promise((r) => setTimeout(r, 1050));
    expect((await w.call('super', 'POST', '/api/layerdata/', record)).status).toBe(200);
  });

  it('makes no layer more than the plan has, also when two come at once', async () => {
    await w.engine.db.updateTable('subscription').set({ layer_limit: 6 }).execute();
    const make = () => w.call('super', 'POST', `/api/copylayer/`, { layer: w.ids.spare, label: 'نسخه' });
    const answers = await Promise.all([make(), make(), make()]);
    expect(answers.map((a) => a.status).sort()).toEqual([200, 403, 403]);
    expect(answers.find((a) => a.status === 403)?.body.detail).toContain('۶');
    expect((await current()).layers_used).toBe(6);
  });

  it('takes no file, copy or import in that the plan has no room for', async () => {
    const { bytes } = await usage(w.engine.db, w.ids.customer);
    const megabytes = Math.ceil(bytes / 2 ** 20) + 1;
    await w.engine.db.updateTable('subscription').set({ disk_limit: megabytes }).execute();
    const attach = (size: number) =>
      w.form('super', '/api/layerdatafile/', {
        layer_data: w.ids.record,
        path: new File([`a${'b'.repeat(size)}`], 'a.txt'),
      });
    expect((await attach(1000)).status).toBe(200);
    const large = await attach(2_200_000);
    expect([large.status, large.body.code]).toEqual([403, 412]);
    const layers = async () => (await w.call('super', 'GET', '/api/layer/?limit=1')).body.count;
    const before = await layers();
    const lines = Array.from({ length: 40_000 }, (_, i) => `${'نام '.repeat(8)}${i},51.${i},35.${i}`);
    const upload = await w.upload('super', 'big.csv', ['name,lon,lat', ...lines].join('\n'));
    const dataset = upload.datasets[0];
    const order = { file_id: upload.file_id, dataset: dataset.name, type: 1, label: 'بزرگ', srid: 4326, fields: [{ source: 'name', label: 'name', type: 'text' }] }; // biome-ignore format: one order
    let job = (await w.call('super', 'POST', '/api/layer_import/', order)).body;
    for (let i = 0; i < 300 && (job.state === 'waiting' || job.state === 'running'); i++) {
      await new Promise((r) => setTimeout(r, 100));
      job = (await w.call('super', 'GET', `/api/job/${job.id}/`)).body;
    }
    expect(job).toMatchObject({ state: 'failed' });
    expect(job.error.code ?? job.error).toMatch(/planFull|فضای طرح/);
    expect(await layers()).toBe(before);
    await w.engine.db.updateTable('subscription').set({ disk_limit: 100 }).execute();
    expect((await attach(1_200_000)).status).toBe(200);
    await w.engine.db.updateTable('subscription').set({ disk_limit: 1 }).execute();
    expect((await w.call('super', 'POST', '/api/copylayer/', { layer: w.ids.layer, label: 'نسخه' })).status).toBe(403);
    expect(await layers()).toBe(before);
  });
});
