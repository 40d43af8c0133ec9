// A signed-in browser's headers for the web process, sealed here so that no sign-in is part of a measurement.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { COOKIES, seal } from '../lib/bff/session/seal';
import type { WebConfig } from '../lib/config/env';

/** Milliseconds that a session lasts: longer than any row. */
const LASTS = 12 * 3600_000;

/** Headers of a call by somebody whose upstream token is `token`. */
export async function signedIn(config: WebConfig, host: string, token: string): Promise<Record<string, string>> {
  const now = Date.now();
  const sid = `bench-${token.slice(0, 12)}`;
  const session = { sid, uid: 1, uname: 'bench', m: [1, 2, 3, 4], p: [], su: true, at: token, rt: 'none', until: now + LASTS, abs: now + LASTS, csrf: 'bench', gen: 1 }; // biome-ignore format: one session
  const sealed = await seal(config, COOKIES.session, host, session, LASTS / 1000);
  const idle = await seal(config, COOKIES.idle, host, { sid, seen: now }, LASTS / 1000);
  return { host, cookie: `${COOKIES.session}=${sealed}; ${COOKIES.idle}=${idle}` };
}

/** Starts the web process apart from this one, before a backend at `origin`. Its keys are those of `startWebAt`. */
export async function startWebProcess(origin: string): Promise<{ host: string; close(): void }> {
  const child = fork(new URL('./web-worker.ts', import.meta.url), [origin], { execArgv: ['--import', 'tsx'] });
  const [port] = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => Promise.reject(new Error('the web process ended')))]); // biome-ignore format: one race
  return { host: `127.0.0.1:${port}`, close: () => child.disconnect() };
}
