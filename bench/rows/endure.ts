// Row: what a day too hard does. `overload`: a thousand connections that ask without a pause. `soak`: fifty calls a second for
// SOAK_MINUTES with faults in between. Backend and web process are processes of their own, whose memory and files are looked at from outside.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { Agent, request } from 'undici';
import { openSession } from '../../backend/areas/session/tokens';
import { faultProxy } from '../../testing/fault-proxy';
import { atMost, type Line, ms, seconds } from '../report';
import { freePort, NO_POSTGRES, type ServerSide, type Stage } from '../stage';
import { tilePath } from '../tile-list';
import { signedIn } from '../web-call';

const CONNECTIONS = Number(process.env.OVERLOAD_CONNECTIONS ?? 1000);
const OVERLOAD_MS = Number(process.env.OVERLOAD_SECONDS ?? 30) * 1000;
const RECOVERY_LIMIT_MS = 10_000;
const MINUTES = Number(process.env.SOAK_MINUTES ?? 10);
const PER_SECOND = 50;
/** A twelfth of the time lies between two faults: five minutes of an hour. */
const FAULT_MS = (MINUTES * 60_000) / 12;
const FAULT_LASTS_MS = 2000;
/** Memory settles before it is compared. */
const WARM_UP = 0.3;
const SLOPE_LIMIT_MB = 1;

const memoryOf = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
const filesOf = (pid: number) => readdirSync(`/proc/${pid}/fd`).length;

/** Starts a program and resolves with it when it says that it is ready. */
function program(stage: Stage, file: string, env: Record<string, string>): Promise<ChildProcess & { pid: number }> {
  const child = spawn(process.execPath, ['--import', 'tsx', file], {
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production', LOG: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  }) as ChildProcess & { pid: number };
  stage.ends(() => void child.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${file} ended with code ${code}`)));
    child.stdout?.on('data', (text: Buffer) => /^ready/m.test(text.toString()) && resolve(child));
  });
}

/** Backend and web process on a layer of the stage, a proxy between them that can be spoilt, and a way to ask as somebody signed in. */
async function product(stage: Stage, side: ServerSide) {
  const layer = await stage.points(Math.min(stage.rows, 300_000));
  const [backendPort, webPort] = [await freePort(), await freePort()];
  const at = new URL(side.url);
  at.pathname = side.database;
  const backend = await program(stage, 'backend/server.ts', {
    DATABASE_URL: at.href,
    DATA_DIR: join(stage.folder, 'endure'),
    BACKEND_PORT: String(backendPort),
  });
  const proxy = await faultProxy(`http://127.0.0.1:${backendPort}`);
  stage.ends(proxy.close);
  const secret = randomBytes(32);
  const host = `127.0.0.1:${webPort}`;
  const web = await program(stage, 'testing/web-process.ts', {
    PORT: String(webPort),
    HOSTS: host,
    UPSTREAM_URL: proxy.origin,
    SESSION_KEYS: `a:${secret.toString('base64')}`,
  });
  const { access } = await openSession(side.engine.db, layer.account, new Date(), 86_400);
  const headers = await signedIn({ keys: [{ kid: 'a', secret: new Uint8Array(secret) }] } as never, host, access);
  const near = (id: number) => `/api/layerdata/?layer=${layer.id}&limit=25&offset=${(id % 40) * 25}`;
  const paths = [
    (n: number) => tilePath(layer.id, { z: 10, x: 650 + (n % 12), y: 400 + (n % 9) }),
    near,
    (n: number) => `/api/layerdata/?layer=${layer.id}&limit=5&search=${encodeURIComponent(`نام ${n % 500}`)}`,
    () => '/api/layer/?limit=20',
    () => '/api/message/check/',
  ];
  return {
    host,
    headers,
    backend,
    web,
    proxy,
    path: (n: number) => (paths[n % paths.length] as (n: number) => string)(n),
  };
}
type Product = Awaited<ReturnType<typeof product>>;

/** The status of one call; 0 where the connection failed. */
async function statusOf({ host, headers, path }: Product, n: number, dispatcher: Agent): Promise<number> {
  try {
    const { statusCode, body } = await request(`http://${host}${path(n)}`, { headers, dispatcher, signal: AbortSignal.timeout(60_000) }); // biome-ignore format: one call
    await body.dump();
    return statusCode;
  } catch {
    return 0;
  }
}

async function* overload(all: Product): AsyncGenerator<Line> {
  const agent = new Agent({ connections: CONNECTIONS, pipelining: 1 });
  const counted = new Map<number, number>();
  const until = performance.now() + OVERLOAD_MS;
  let n = 0;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() < until) {
        const status = await statusOf(all, n++, agent);
        counted.set(status, (counted.get(status) ?? 0) + 1);
      }
    }),
  );
  void agent.destroy();
  const ended = performance.now();
  const one = new Agent({ connections: 1 });
  // Recovered: ten calls in a row succeed, each within a second.
  for (let row = 0; row < 10 && performance.now() - ended < 60_000; ) {
    const from = performance.now();
    row = (await statusOf(all, n++, one)) < 300 && performance.now() - from < 1000 ? row + 1 : 0;
  }
  const recovery = performance.now() - ended;
  const summary = [...counted].sort(([a], [b]) => a - b).map(([status, count]) => `${status || 'broken'}: ${count}`).join(', '); // biome-ignore format: one line
  const strange = [...counted].filter(([status]) => ![200, 204, 429, 502, 503, 504].includes(status)).reduce((sum, [, count]) => sum + count, 0); // biome-ignore format: one line
  yield { name: `overload: ${CONNECTIONS} connections for ${seconds(OVERLOAD_MS)}, answers`, value: summary, beside: 'served, or refused with 429, 502, 503, 504' }; // biome-ignore format: one line
  yield { name: 'overload: other answers, broken connections', value: String(strange), beside: 'limit 0' }; // biome-ignore format: one line
  yield { name: 'overload: programs that ended', value: String([all.backend, all.web].filter((p) => p.exitCode !== null).length), beside: 'limit 0' }; // biome-ignore format: one line
  yield { name: 'overload: until ten calls in a row are quick again', value: ms(recovery), beside: `limit ${seconds(RECOVERY_LIMIT_MS)}`, ratio: recovery / RECOVERY_LIMIT_MS, target: atMost(1) }; // biome-ignore format: one line
}

/** Change for each ten minutes by the line of least squares; `at` in minutes. */
function slope(points: readonly { at: number; value: number }[]): number {
  const mean = (of: (p: { at: number; value: number }) => number) =>
    points.reduce((sum, p) => sum + of(p), 0) / points.length;
  const [x, y] = [mean((p) => p.at), mean((p) => p.value)];
  const [up, down] = [mean((p) => (p.at - x) * (p.value - y)), mean((p) => (p.at - x) ** 2)];
  return down ? (up / down) * 10 : 0;
}

async function* soak({ database }: ServerSide, all: Product): AsyncGenerator<Line> {
  const agent = new Agent({ connections: 64 });
  const counted = new Map<number, number>();
  const looked: { at: number; backend: number; web: number; files: number; connections: number }[] = [];
  const outside = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });
  await outside.connect();
  const connections = async () =>
    (await outside.query("select 1 from pg_stat_activity where datname = $1 and application_name = 'pahneh'", [database])).rowCount ?? 0; // biome-ignore format: one query
  const began = performance.now();
  const minutes = () => (performance.now() - began) / 60_000;
  let n = 0;
  let nextFault = FAULT_MS;
  let faults = 0;
  const open = new Set<Promise<void>>();
  let nextLook = 0;
  while (minutes() < MINUTES) {
    const call = statusOf(all, n++, agent).then((status) => void counted.set(status, (counted.get(status) ?? 0) + 1));
    open.add(call);
    void call.finally(() => open.delete(call));
    if (performance.now() - began > nextFault) {
      nextFault += FAULT_MS;
      // In turn: the database drops its connections, nobody listens at the backend's port, answers are late.
      const kind = faults++ % 3;
      if (kind === 0)
        await outside.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name = 'pahneh'", [database]); // biome-ignore format: one statement
      else if (kind === 1)
        void all.proxy.refuse().then(() => pause(FAULT_LASTS_MS)).then(() => all.proxy.listen()); // biome-ignore format: one line
      else {
        all.proxy.faults = [{ kind: 'latency', ms: 800 }];
        void pause(FAULT_LASTS_MS).then(() => {
          all.proxy.faults = [];
        });
      }
    }
    if (minutes() > nextLook) {
      nextLook += MINUTES / 120;
      looked.push({ at: minutes(), backend: memoryOf(all.backend.pid), web: memoryOf(all.web.pid), files: filesOf(all.backend.pid) + filesOf(all.web.pid), connections: await connections() }); // biome-ignore format: one look
    }
    await pause(Math.max(0, (n / PER_SECOND) * 1000 - (performance.now() - began)));
  }
  await Promise.all(open);
  void agent.destroy();
  await outside.end();
  const settled = looked.filter(({ at }) => at > MINUTES * WARM_UP);
  const total = [...counted.values()].reduce((a, b) => a + b, 0);
  const failed = [...counted]
    .filter(([status]) => status === 0 || status >= 400)
    .reduce((sum, [, count]) => sum + count, 0);
  yield { name: `soak: ${total} calls in ${MINUTES} minutes, ${faults} faults, refused or failed`, value: String(failed), beside: [...counted].sort(([a], [b]) => a - b).map(([status, count]) => `${status || 'broken'}: ${count}`).join(', ') }; // biome-ignore format: one line
  for (const who of ['backend', 'web'] as const) {
    const values = settled.map((look) => look[who]);
    const grown = slope(settled.map((look) => ({ at: look.at, value: look[who] })));
    yield { name: `soak: memory of the ${who} process after the first ${WARM_UP * 100} %`, value: `${grown.toFixed(2)} MB in ten minutes`, beside: `limit ${SLOPE_LIMIT_MB} MB; ${Math.min(...values).toFixed(0)} to ${Math.max(...values).toFixed(0)} MB`, ratio: Math.max(0, grown) / SLOPE_LIMIT_MB, target: atMost(1) }; // biome-ignore format: one line
  }
  for (const [what, of] of [
    ['open files', 'files'],
    ['connections of the database', 'connections'],
  ] as const) {
    const values = settled.map((look) => look[of]);
    yield {
      name: `soak: ${what}`,
      value: `${Math.min(...values)} to ${Math.max(...values)}`,
      beside: `at the end ${values.at(-1)}`,
    };
  }
}

const withProduct = (row: (side: ServerSide, all: Product) => AsyncGenerator<Line>) =>
  async function* (stage: Stage): AsyncGenerator<Line> {
    const side = await stage.server();
    if (!side) return yield { name: 'endurance', value: '', beside: NO_POSTGRES };
    yield* row(side, await product(stage, side));
  };
export const overloaded = { run: withProduct((_, all) => overload(all)) };
export const soaked = { run: withProduct(soak) };
