// Goals 52, 53 and 55: who comes back from paying is led by what the server knows, and a browser is sent to a card provider only.
import { sql } from 'kysely';
import { request } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTrial } from '../../backend/areas/subscription/service';
import { sandbox } from '../../backend/gateway/sandbox';
import { behind, createBrowser, createSession, startRogue, startWeb, startWebAt, type Web } from '../../testing/web';
import { createWorld, ONE_ENGINE, type TestWorld } from '../../testing/world';
import { COOKIES } from './session/seal';

const HOST = 'localhost';
const AGAIN_MS = 3_100;

/** What a browser sends that comes from another site: no cookie, no token, a foreign origin. A form makes it a POST. */
async function arrive(web: Web, path: string, { form, host = HOST }: { form?: string; host?: string } = {}) {
  const answer = await request(`http://${web.host}${path}`, {
    method: form === undefined ? 'GET' : 'POST',
    headers: {
      host,
      origin: 'https://pay.example',
      'sec-fetch-site': 'cross-site',
      ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(form === undefined ? {} : { body: form }),
  });
  await answer.body.dump();
  return { status: answer.statusCode, to: String(answer.headers.location), headers: answer.headers };
}

describe.each(ONE_ENGINE)('coming back from paying, on the %s engine', (kind) => {
  let w: TestWorld;
  let web: Web;
  const shop = sandbox();
  beforeAll(async () => {
    const base = await shop.listen({ host: '127.0.0.1', port: 0 });
    w = await createWorld(kind, { gateways: [{ name: 'sandbox', base, merchant: 'shop' }] });
    web = await startWeb(w, { hosts: new Set([HOST, 'other.test']) });
  });
  afterAll(async () => {
    await web.close();
    await w.close();
    await shop.close();
  });
  beforeEach(async () => {
    await sql`delete from subscription`.execute(w.engine.db);
    await w.engine.db.updateTable('purchase').set({ state: 'failed' }).where('state', '=', 'pending').execute();
    await startTrial(w.engine.db, w.ids.customer, new Date());
  });

  const plans = async () => (await sql<{ n: number }>`select count(*)::int as n from subscription where purchase_id is not null`.execute(w.engine.db)).rows[0]?.n; // biome-ignore format: one line
  const newest = async () => (await w.call('super', 'GET', '/api/purchase/')).body.results[0];
  async function ordered(): Promise<URL> {
    const b = createBrowser(web, HOST);
    await b.signIn('super');
    // A session speaks for itself: a name and password beside it are not even looked at.
    const { status, json } = await b.send('POST', '/api/order/', { plan: 2, payment_gateway: 'sandbox', username: 'stranger', password: 'x' }); // biome-ignore format: one call
    expect(status).toBe(200);
    return new URL(json.redirect_to);
  }
  /** Pays, or cancels, on the provider's page; answers the address to which the provider sends the payer back. */
  async function atProvider(page: URL, act: 'pay' | 'cancel'): Promise<URL> {
    const answer = await fetch(page, { method: 'POST', body: new URLSearchParams({ act }), redirect: 'manual' });
    return new URL(answer.headers.get('location') ?? '');
  }

  it('G53 leads a real payment to its result, by GET and by a form from another site, without a cookie, exactly once', async () => {
    for (const byForm of [false, true]) {
      const before = (await plans()) ?? 0;
      const back = await atProvider(await ordered(), 'pay');
      const there = byForm
        ? await arrive(web, back.pathname, { form: back.searchParams.toString() })
        : await arrive(web, back.pathname + back.search);
      const { id, state } = await newest();
      expect([there.status, there.to, state]).toEqual([303, `/app/purchase_successful/${id}`, 'paid']);
      expect([there.headers['cache-control'], there.headers['referrer-policy'], there.headers['set-cookie']]).toEqual([
        'private, no-store',
        'no-referrer',
        undefined,
      ]);
      expect(await plans()).toBe(before + 1);
      // The page's own call needs no session either, and names nobody.
      const said = await request(`http://${web.host}/api/payment/${id}/`, { headers: { host: HOST } });
      expect([said.statusCode, await said.body.json()]).toEqual([200, { id, state: 'paid', host: HOST }]);
      await sql`delete from subscription`.execute(w.engine.db);
      await startTrial(w.engine.db, w.ids.customer, new Date());
    }
  });

  it('G52 gives nothing for a return that is made up', async () => {
    const page = await ordered();
    const authority = page.pathname.split('/').at(-1) ?? '';
    const { id } = await newest();
    const open = `/app/purchase_failed/${id}`;
    // "OK" in an address proves nothing: the payment is open, and its page asks the server.
    const forged = await Promise.all(Array.from({ length: 30 }, (_, i) => arrive(web, `/pay/return/sandbox?Authority=${authority}&Status=OK`, i % 2 ? {} : { form: `token=${authority}&Status=OK&Amount=1` }))); // biome-ignore format: one list
    expect(new Set(forged.map((a) => `${a.status} ${a.to}`))).toEqual(new Set([`303 ${open}`]));
    const unknown = '303 /app/purchase_failed/unknown';
    const cases: [string, string?][] = [
      ['/pay/return/sandbox?Authority=S00000000000000000000&Status=OK'],
      ['/pay/return/zarinpal?Authority=x'],
      ['/pay/return/sandbox'],
      ['/pay/return/sandbox', 'Status=OK'],
      [`/pay/return/sandbox?Authority=${authority}&authority=another`],
      [`/pay/return/sandbox?Authority=${authority}`, 'token=another'],
      ['/pay/return/sandbox?Authority=%3Cscript%3E'],
      [`/pay/return/sandbox?Authority=${'x'.repeat(101)}`],
    ];
    for (const [path, form] of cases) {
      const { status, to } = await arrive(web, path, form === undefined ? {} : { form });
      expect([path, `${status} ${to}`]).toEqual([path, unknown]);
    }
    expect((await arrive(web, '/pay/return/sandbox', { form: 'x'.repeat(17_000) })).status).toBe(413);
    expect((await arrive(web, `/pay/return/sandbox?Authority=${authority}`, { host: 'evil.test' })).status).toBe(421);
    expect((await arrive(web, '/pay/return/a%2fb?Authority=x')).status).toBe(400);
    expect((await arrive(web, '/pay/return/a/b?Authority=x')).status).toBe(404);
    expect((await request(`http://${web.host}/pay/return/sandbox`, { method: 'DELETE', headers: { host: HOST } })).statusCode).toBe(405); // biome-ignore format: one call
    expect(await plans()).toBe(0);
    // On another host of ours the payer is redirected to the host of the purchase.
    expect((await arrive(web, `/pay/return/sandbox?Authority=${authority}`, { host: 'other.test' })).to).toBe(
      `http://${HOST}${open}`,
    );
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    const back = await atProvider(page, 'cancel');
    expect((await arrive(web, back.pathname + back.search.replace('NOK', 'OK'))).to).toBe(open);
    expect([await plans(), (await newest()).state === 'paid']).toEqual([0, false]);
  });
});

describe.skipIf(behind.upstream === 'other')('what an upstream says of a payment', () => {
  /** A deployment before an upstream that gives one answer to every call. */
  async function inFrontOf(body: unknown, { status = 200, listens = '127.0.0.1' } = {}) {
    const bodies: string[] = [];
    const rogue = await startRogue(async (q, s) => {
      for await (const part of q) bodies.push(String(part));
      s.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    const web = await startWebAt(rogue.origin, { host: listens });
    return { web, seen: bodies, close: async () => { await web.close(); await rogue.close(); } }; // biome-ignore format: one line
  }
  const order = async (redirect_to: unknown, listens?: string) => {
    const { web, close } = await inFrontOf({ redirect_to, captcha_key: 'x' }, listens ? { listens } : {});
    try {
      const b = createBrowser(web);
      const { json } = await b.send('GET', '/api/captcha/');
      const body = { plan: 2, payment_gateway: 'x', username: 'a', password: 'b' };
      const answer = await b.send('POST', '/api/order/', body, { 'x-csrftoken': json.login_xsrf });
      return { answer, host: web.host, had: b.jar.has(COOKIES.pre) };
    } finally {
      await close();
    }
  };

  it('never hears a name and password that come beside a session', async () => {
    const { web, seen: bodies, close } = await inFrontOf({ redirect_to: 'https://pay.example/start/1' });
    const { cookie, csrf } = await createSession(web);
    const body = JSON.stringify({ plan: 2, payment_gateway: 'x', username: 'NAME-CANARY', password: 'WORD-CANARY' });
    for (const path of ['/api/order/', '/api/discount/'])
      await request(`http://${web.host}${path}`, { method: 'POST', headers: { host: web.host, origin: `http://${web.host}`, 'x-csrftoken': csrf, 'content-type': 'application/json', cookie }, body }).then((a) => a.body.dump()); // biome-ignore format: one call
    expect([bodies.length, bodies.join().includes('"plan":2'), bodies.join().includes('CANARY')]).toEqual([
      2,
      true,
      false,
    ]);
    await close();
  });

  it('G55 sends nobody anywhere but to a provider of the deployment, or to its own page of a result', async () => {
    const good: [string, string?][] = [['https://pay.example/start/1'], ['http://127.0.0.1:8002/pg/StartPay/1']];
    for (const [to] of good) expect([(await order(to)).answer.status, (await order(to)).answer.json.redirect_to]).toEqual([200, to]); // biome-ignore format: one line
    const bad: [unknown, string?][] = [
      ['javascript:alert(1)'],
      ['JaVaScRiPt://pay.example/%0aalert(1)'],
      ['data:text/html,x'],
      ['http://pay.example/start/1'],
      ['https://evil.test/start/1'],
      ['https://pay.example.evil.test/'],
      ['https://pay.example@evil.test/'],
      ['https://user:pw@pay.example/'],
      ['https://pay.example:8443/'],
      ['https:\\\\evil.test'],
      ['//pay.example/'],
      ['/pg/StartPay/1'],
      [''],
      [null],
      [{ href: 'https://pay.example/' }],
      ['ftp://127.0.0.1/'],
      // A provider on loopback is for whoever runs everything on one computer.
      ['http://127.0.0.1:8002/pg/StartPay/1', '0.0.0.0'],
      ['http://localhost:8002/pg/StartPay/1', '10.0.0.1'],
    ];
    for (const [to, listens] of bad) {
      const { answer } = await order(to, listens);
      expect([to, answer.status, answer.text.includes('evil')]).toEqual([to, 502, false]);
    }
  });

  it('G55 takes a free plan to the page of its result only', async () => {
    const { web, close } = await inFrontOf({});
    const { paymentAddress } = await import('./payment');
    expect(paymentAddress(web.config, `http://${web.host}/app/purchase_successful/abc`)).toBe(`http://${web.host}/app/purchase_successful/abc`); // biome-ignore format: one line
    expect(paymentAddress(web.config, `http://${web.host}/app/home`)).toBeNull();
    expect(paymentAddress(web.config, `http://${web.host}/app/purchase_successful/../home`)).toBeNull();
    await close();
  });

  it('G52 is passed on only as far as it is in order', async () => {
    const cases: [unknown, number, string][] = [
      [{ id: 'abc', state: 'paid', host: 'evil.test' }, 200, '/app/purchase_successful/abc'],
      [{ id: '../../signin', state: 'paid', host: 'x' }, 200, '/app/purchase_failed/unknown'],
      [{ id: 'abc', state: 'free', host: 'x' }, 200, '/app/purchase_failed/unknown'],
      [{ id: 'abc', state: 'paid', host: 'x' }, 500, '/app/purchase_failed/unknown'],
      [{ detail: 'no', code: 404 }, 404, '/app/purchase_failed/unknown'],
    ];
    for (const [body, status, page] of cases) {
      const { web, seen: bodies, close } = await inFrontOf(body, { status });
      const { to } = await arrive(web, '/pay/return/zarinpal?Authority=A1&Status=OK&evil=1', { host: web.host });
      expect([body, to]).toEqual([body, page]);
      expect(bodies).toEqual(['{"gateway":"zarinpal","authority":"A1"}']);
      await close();
    }
    const dead = await startWebAt('http://127.0.0.1:1');
    const { status, to } = await arrive(dead, '/pay/return/zarinpal?Authority=A1', { host: dead.host });
    expect([status, to]).toEqual([303, '/app/purchase_failed/unknown']);
    await dead.close();
  });
});
