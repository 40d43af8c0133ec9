// Row: what a JSON call costs through Next's route handlers, where the web process has been built.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { readWebConfig } from '../../lib/config/env';
import { load } from '../load';
import { atMost, type Line, ms } from '../report';
import { freePort, NO_POSTGRES, type Stage } from '../stage';
import { signedIn } from '../web-call';
import { ADDED_MS } from './web';

const NAME = 'a JSON call through a route handler, added p50, one client';
const PROGRAM = 'dist/web.mjs';
const READY_MS = 60_000;

/** Starts the built web process and waits for its word. */
async function webProcess(stage: Stage, env: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, [PROGRAM], {
    env: { ...process.env, NODE_ENV: 'production', ...env } as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  stage.ends(() => child.kill('SIGKILL'));
  let text = '';
  await new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('the web process was not ready in time')), READY_MS);
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      if (!/^(ready|failed) /m.test(text)) return;
      clearTimeout(late);
      if (/^ready /m.test(text)) resolve();
      else reject(new Error(text.trim()));
    });
    child.once('exit', () => reject(new Error(`the web process stopped: ${text.trim()}`)));
  });
}

export async function* run(stage: Stage): AsyncGenerator<Line> {
  if (!existsSync(PROGRAM) || !existsSync('.next/BUILD_ID'))
    return yield { name: NAME, value: '', beside: 'the web process is not built (npm run build)' };
  const side = await stage.server();
  if (!side) return yield { name: NAME, value: '', beside: NO_POSTGRES };
  const { app } = side.world.backend;
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const port = await freePort();
  const host = `127.0.0.1:${port}`;
  const env = { PORT: String(port), UPSTREAM_URL: origin, HOSTS: host, SESSION_KEYS: `bench:${randomBytes(32).toString('base64url')}` }; // biome-ignore format: one line
  await webProcess(stage, env);
  const token = await side.world.token('super');
  const cookies = await signedIn(readWebConfig(env), host, token);
  const one = { connections: 1, paths: ['/api/layer/?limit=5'], seconds: 3 };
  await load({ ...one, origin: `http://${host}`, headers: cookies });
  const direct = await load({ ...one, origin, headers: { host: 'localhost', authorization: `Bearer ${token}` } });
  const through = await load({ ...one, origin: `http://${host}`, headers: cookies });
  const added = through.p50 - direct.p50;
  const beside = `${ADDED_MS} ms; the backend directly: ${ms(direct.p50)}`;
  yield { name: NAME, value: ms(added), beside, ratio: added / ADDED_MS, target: atMost(1) };
}
