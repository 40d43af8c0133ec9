// Backend and web process as processes of their own, whose memory and files are looked at from outside, for days too hard.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type Agent, request } from 'undici';
import { openSession } from '../../../backend/areas/session/tokens';
import * as make from '../../../backend/seed/builders';
import { faultProxy } from '../../../testing/fault-proxy';
import type { Line } from '../../report';
import { freePort, NO_POSTGRES, type ServerSide, type Stage } from '../../stage';
import { tilePath } from '../../tile-list';
import { signedIn } from '../../web-call';

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
    // Soon full: from then on what grows is not tiles.
    TILE_MEMORY_MB: '8',
    SESSION_KEYS: `a:${secret.toString('base64')}`,
  });
  const keys = { keys: [{ kid: 'a', secret: new Uint8Array(secret) }] } as never;
  const browserOf = async (account: number) =>
    signedIn(keys, host, (await openSession(side.engine.db, account, new Date(), 86_400)).access);
  const headers = await browserOf(layer.account);
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
    /** People who may read and write the layer, each with a session. */
    async people(count: number) {
      const role = await make.createRole(side.engine, side.world.ids.customer, 'crowd', [4, 8, 15]);
      await make.createPermission(side.engine, role, layer.id, { view: true, add: true, edit: true, delete: true });
      const all: Record<string, string>[] = [];
      for (let i = 0; i < count; i++) {
        const person = { username: `crowd${i}`, password: 'Clear-Water-7', roles: [role] };
        all.push(await browserOf(await make.createPerson(side.engine, side.world.ids.customer, person)));
      }
      return all;
    },
    layer: layer.id,
    backend,
    web,
    proxy,
    path: (n: number) => (paths[n % paths.length] as (n: number) => string)(n),
  };
}
export type Product = Awaited<ReturnType<typeof product>>;

interface Call {
  method?: 'POST';
  body?: string;
  headers: Record<string, string>;
}

/** The call by which somebody saves one new point. */
export const saveCall = ({ host, layer }: Product, n: number, as: Record<string, string>) => ({
  method: 'POST' as const,
  body: JSON.stringify({ layer, geometry: { type: 'Point', coordinates: [51 + (n % 1000) / 1000, 35] }, value: { code: n } }), // biome-ignore format: one body
  headers: { ...as, origin: `http://${host}`, 'x-csrftoken': 'bench', 'content-type': 'application/json' },
});

/** The status of one call; 0 where the connection failed. */
export async function statusOf({ host }: Product, path: string, dispatcher: Agent, call: Call): Promise<number> {
  try {
    const { statusCode, body } = await request(`http://${host}${path}`, { ...call, dispatcher, signal: AbortSignal.timeout(60_000) }); // biome-ignore format: one call
    await body.dump();
    return statusCode;
  } catch {
    return 0;
  }
}

/** A row that is measured on the product. */
export const withProduct = (row: (side: ServerSide, all: Product) => AsyncGenerator<Line>) =>
  async function* (stage: Stage): AsyncGenerator<Line> {
    const side = await stage.server();
    if (!side) return yield { name: 'endurance', value: '', beside: NO_POSTGRES };
    yield* row(side, await product(stage, side));
  };
