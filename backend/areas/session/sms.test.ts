// Messages on their way out: to a real server over HTTP, once, again after a failure, never too late, and read by nobody else.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { nextPhone, visitors } from '../../../testing/codes';
import { createWorld, ONE_ENGINE, type TestWorld } from '../../../testing/world';
import { readConfig } from '../../config';
import { BACKOFF_MS, enqueue, MAX_ATTEMPTS, removeOldMessages, sendQueued } from './sms';
import { providerOf } from './sms-providers';

interface Asked {
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** A provider on a port of its own, which answers as it is told. */
async function startProvider() {
  const requests: Asked[] = [];
  let answer: (request: Asked) => { status: number; body: string; after?: number } = () => ({
    status: 200,
    body: '{}',
  });
  const server: Server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const one = { url: request.url ?? '', headers: request.headers, body };
    requests.push(one);
    const reply = answer(one);
    setTimeout(() => response.writeHead(reply.status).end(reply.body), reply.after ?? 0);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: requests,
    says(next: typeof answer) {
      answer = next;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
type Provider = Awaited<ReturnType<typeof startProvider>>;

const KEY = 'k3y-of-the-provider';
const soon = async (right: () => boolean) => {
  for (let i = 0; i < 100 && !right(); i++) await new Promise((r) => setTimeout(r, 50));
};

describe('the providers', () => {
  let provider: Provider;
  beforeAll(async () => {
    provider = await startProvider();
  });
  afterAll(() => provider.close());
  beforeEach(() => provider.asked.splice(0));
  const gateway = (name: 'kavenegar' | 'json') =>
    providerOf({ provider: name, url: provider.url, key: KEY, sender: '1000' });

  it('Kavenegar is asked as it wants, and its own status counts', async () => {
    provider.says(() => ({ status: 200, body: '{"return":{"status":200,"message":"ok"},"entries":[]}' }));
    await gateway('kavenegar').send({ id: 7, to: '989123456789', text: 'کد: 123456' });
    const [one] = provider.asked;
    expect(one?.url).toBe(`/v1/${KEY}/sms/send.json`);
    expect(Object.fromEntries(new URLSearchParams(one?.body))).toEqual({ receptor: '09123456789', message: 'کد: 123456', localid: '7', sender: '1000' }); // biome-ignore format: one line
    await gateway('kavenegar').send({ id: 8, to: '491701234567', text: 'x' });
    expect(new URLSearchParams(provider.asked[1]?.body).get('receptor')).toBe('00491701234567');
    for (const [status, body, kind] of [
      [200, '{"return":{"status":418}}', 'kavenegar 418'],
      [411, '{"return":{"status":411}}', 'kavenegar 411'],
      [502, '<html>', 'http 502'],
      [200, 'null', 'http 200'],
      [200, '{}', 'http 200'],
    ] as const) {
      // biome-ignore format: one list
      provider.says(() => ({ status, body }));
      await expect(gateway('kavenegar').send({ id: 1, to: '989123456789', text: 'x' })).rejects.toThrow(kind);
    }
  });

  it('any other takes JSON with the key in its header', async () => {
    provider.says(() => ({ status: 202, body: '' }));
    await gateway('json').send({ id: 7, to: '989123456789', text: 'x' });
    expect(provider.asked[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(JSON.parse(provider.asked[0]?.body ?? '')).toEqual({
      id: '7',
      to: '+989123456789',
      text: 'x',
      from: '1000',
    });
    provider.says(() => ({ status: 302, body: '' }));
    await expect(gateway('json').send({ id: 7, to: '989123456789', text: 'x' })).rejects.toThrow('http 302');
  });

  it('that cannot be reached are told by kind alone, without the key', async () => {
    const nowhere = providerOf({ provider: 'kavenegar', url: 'http://127.0.0.1:1', key: KEY, sender: '' });
    const error = await nowhere.send({ id: 1, to: '989123456789', text: '123456' }).catch((e: Error) => e);
    expect(String((error as Error).message)).toMatch(/^network/);
    expect(`${(error as Error).message} ${(error as Error).stack}`).not.toMatch(/k3y|123456(?!789)/);
  });

  it('are named by the configuration, which says what is missing', () => {
    expect(readConfig({}).sms).toBeNull();
    expect(readConfig({ SMS_PROVIDER: 'kavenegar', SMS_KEY: 'a'.repeat(40) }).sms?.url).toBe(
      'https://api.kavenegar.com',
    );
    expect(() => readConfig({ SMS_PROVIDER: 'kavenegar' })).toThrow('SMS_KEY');
    expect(() => readConfig({ SMS_PROVIDER: 'json' })).toThrow('SMS_URL');
    expect([...readConfig({}).publicHosts]).toEqual(['localhost']);
    expect([...readConfig({ DATABASE_URL: 'postgres://x' }).publicHosts]).toEqual([]);
    expect([...readConfig({ PUBLIC_HOSTS: 'Trial.Example.ir:443, 127.0.0.1:3000' }).publicHosts]).toEqual(['trial.example.ir', 'localhost']); // biome-ignore format: one line
    expect([readConfig({}).smsMayWait, readConfig({ DATABASE_URL: 'postgres://x' }).smsMayWait]).toEqual([true, false]);
  });
});

describe.each(ONE_ENGINE)('the outbox on the %s engine', (kind) => {
  let w: TestWorld;
  let provider: Provider;
  let ahead = 0;
  const now = () => new Date(Date.now() + ahead);
  beforeAll(async () => {
    provider = await startProvider();
    w = await createWorld(kind, {}, now);
  });
  afterAll(async () => {
    await w.close();
    await provider.close();
  });
  beforeEach(async () => {
    provider.asked.splice(0);
    provider.says(() => ({ status: 200, body: '{}' }));
    await w.engine.db.deleteFrom('sms').execute();
  });
  const gateway = () => providerOf({ provider: 'json', url: provider.url, key: KEY, sender: '' });
  const go = () => sendQueued({ engine: w.engine, now }, gateway());
  const write = (text: string, seconds = 120, goes = true) =>
    enqueue(w.engine.db, { customer: w.ids.customer, phone: '989123456789', text, purpose: 'signin', created: now(), until: new Date(now().getTime() + seconds * 1000) }, goes); // biome-ignore format: one call
  const rows = () => w.engine.db.selectFrom('sms').selectAll().orderBy('id').execute();

  it('sends each message once, also from two processes, and keeps no text', async () => {
    for (let i = 0; i < 15; i++) await write(`code ${i}`);
    provider.says(() => ({ status: 200, body: '{}', after: 50 }));
    const counts = await Promise.all([go(), go(), go()]);
    await go();
    expect(counts.reduce((a, b) => a + b)).toBe(15);
    expect(new Set(provider.asked.map((one) => JSON.parse(one.body).text)).size).toBe(15);
    expect(provider.asked).toHaveLength(15);
    expect((await rows()).map((row) => [row.text, row.sent_at !== null])).toEqual(Array(15).fill(['', true]));
  });

  it('tries again after a while, three times in all, under the same number', async () => {
    await write('again');
    provider.says(() => ({ status: 500, body: '' }));
    expect(await go()).toBe(0);
    expect(await go()).toBe(0);
    expect(provider.asked).toHaveLength(1);
    ahead += BACKOFF_MS + 1;
    await go();
    provider.says(() => ({ status: 200, body: '{}' }));
    ahead += BACKOFF_MS * 2 + 1;
    expect(await go()).toBe(1);
    expect(new Set(provider.asked.map((one) => JSON.parse(one.body).id)).size).toBe(1);
    await write('never', 3600);
    provider.says(() => ({ status: 500, body: '' }));
    for (let i = 0; i < 6; i++) {
      await go();
      ahead += 60_000;
    }
    const last = (await rows()).at(-1);
    expect([last?.attempts, last?.text, last?.error, last?.sent_at]).toEqual([MAX_ATTEMPTS, '', 'http 500', null]);
  });

  it('sends nothing to a number that nobody has, and empties its text in time', async () => {
    await write('to nobody', 120, false);
    expect(await go()).toBe(0);
    expect(provider.asked).toEqual([]);
    ahead += 121_000;
    await go();
    expect((await rows()).map((row) => [row.text, row.error, row.sent_at])).toEqual([['', 'nobody', null]]);
  });

  it('takes over what a process left behind when it died', async () => {
    await write('orphan');
    const died = new Date(now().getTime() + 20_000);
    await w.engine.db.updateTable('sms').set({ attempts: 1, lease_until: died }).execute();
    expect(await go()).toBe(0);
    ahead += 21_000;
    expect(await go()).toBe(1);
  });

  it('sends nothing that is too late, and forgets', async () => {
    await write('late');
    ahead += 121_000;
    expect(await go()).toBe(0);
    expect((await rows()).map((row) => [row.text, row.error])).toEqual([['', 'late']]);
    await write('waits');
    ahead += 121_000;
    await removeOldMessages({ engine: w.engine, now });
    expect((await rows()).map((row) => row.text)).toEqual(['', '']);
    ahead += 31 * 86_400_000;
    await removeOldMessages({ engine: w.engine, now });
    expect(await rows()).toEqual([]);
    expect(await w.engine.db.selectFrom('attempt').select('key').execute()).toEqual([]);
  });

  it('goes out behind the answer, however slow the provider is', async () => {
    w.config.sms = { provider: 'json', url: provider.url, key: KEY, sender: '' };
    const v = visitors(w);
    const phone = nextPhone();
    await v.prove('viewer', phone);
    provider.says(() => ({ status: 200, body: '{}', after: 1500 }));
    const from = performance.now();
    expect((await v.post('atoken/otp-login/', { phone })).status).toBe(200);
    expect(performance.now() - from).toBeLessThan(1000);
    await soon(() => provider.asked.length > 0);
    expect(JSON.parse(provider.asked[0]?.body ?? '{}')).toMatchObject({ to: `+98${phone.slice(1)}`, text: expect.stringMatching(/\d{6}/) }); // biome-ignore format: one line
    expect((await v.post('atoken/otp-login/', { phone: nextPhone() })).status).toBe(200);
    // Nothing is sent twice, or to nobody.
    await new Promise((r) => setTimeout(r, 2500));
    expect((await rows()).map((row) => [row.error, row.sent_at !== null])).toEqual([[null, true], ['nobody', false]]); // biome-ignore format: one line
    expect(provider.asked).toHaveLength(1);
    w.config.sms = null;
  });

  it('is read out where nobody sends it, with the number hidden, if somebody is to hear it', async () => {
    const heard: string[] = [];
    w.config.onUnsentSms = (line) => heard.push(line);
    const v = visitors(w);
    const phone = nextPhone();
    await v.prove('viewer', phone);
    await v.post('atoken/otp-login/', { phone });
    await v.post('atoken/otp-login/', { phone: nextPhone() });
    expect(heard).toEqual([expect.stringContaining(await v.code(phone))]);
    expect(heard[0]).toContain(`${phone.slice(0, 4)}*****`);
    expect(heard[0]).not.toContain(phone);
  });
});
