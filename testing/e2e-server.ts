// The whole product for browser tests: the backend of a test world, and the built web process in front of it.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { template } from './template';
import { aWorld } from './world';

const port = process.argv[2] ?? '3199';
process.env.TEST_TEMPLATE = await template();
const world = await aWorld('embedded');
await world.backend.app.listen({ host: '127.0.0.1', port: 0 });
const upstream = `http://127.0.0.1:${(world.backend.app.server.address() as AddressInfo).port}`;
const web = spawn(process.execPath, ['dist/web.mjs'], {
  env: {
    ...process.env,
    NODE_ENV: 'production',
    NEXT_DIST: '.next-test',
    PORT: port,
    UPSTREAM_URL: upstream,
    SESSION_KEYS: `t:${randomBytes(32).toString('base64url')}`,
  },
  stdio: 'inherit',
});
const stop = async () => {
  web.kill('SIGTERM');
  await world.close();
  process.exit(0);
};
web.on('exit', () => void stop());
process.on('SIGTERM', () => void stop());
process.on('SIGINT', () => void stop());
