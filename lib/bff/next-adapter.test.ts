// The second door says the same as the first one.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWorld, type TestWorld } from '../../testing/world';

let w: TestWorld;
let handleWithBff: (request: Request) => Promise<Response>;
beforeAll(async () => {
  w = await createWorld();
  const upstream = await w.backend.app.listen({ host: '127.0.0.1', port: 0 });
  Object.assign(process.env, { UPSTREAM_URL: upstream, SESSION_KEYS: `a:${randomBytes(32).toString('base64url')}`, HOSTS: 'localhost:3000' }); // biome-ignore format: one list
  ({ handleWithBff } = await import('./next-adapter'));
});
afterAll(async () => {
  await (await import('./instance')).getInstance().bff.close();
  await w.close();
});

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  handleWithBff(
    new Request(`http://localhost:3000${path}`, { method, headers: { host: 'localhost:3000', ...headers } }),
  );

it('answers calls, and refuses what the first door refuses', async () => {
  const config = await ask('/api/userconfig/get_customer_config/');
  expect(config.status).toBe(200);
  expect(((await config.json()) as { name: string }).name).not.toBe('');
  expect((await ask('/api/user/')).status).toBe(401);
  expect((await ask('/api/no-such-call/')).status).toBe(404);
  expect((await ask('/api/atoken/', {}, 'POST')).status).toBe(403);
  expect((await ask('/api/userconfig/get_customer_config/', { host: 'evil.test' })).status).toBe(421);
});

it('believes no header about who or what was asked', async () => {
  const claimed = await ask('/api/user/', { 'x-raw-url': '/api/userconfig/get_customer_config/', 'x-peer': '127.0.0.1', 'x-forwarded-host': 'localhost:3000' }); // biome-ignore format: one request
  expect(claimed.status).toBe(401);
});
