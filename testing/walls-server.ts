// The product as the tests of the walls want it: two web processes behind one address, a third one whose pages have lost their
// middleware, and a backend with a person for each right. Its line to the backend is slow while tokens are short.
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { appendFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { startTrial } from '../backend/areas/subscription/service';
import { faultProxy } from './fault-proxy';
import { PASSWORD } from './people';
import { roundRobin } from './round-robin';
import { template } from './template';
import { OTHER_HOST, portsFrom, refreshesAt, SHORT_SECONDS } from './walls';
import { createWorld } from './world';

const ports = portsFrom(Number(process.argv[2]));
const TRIAL_OVER_DAYS = 16;
const LATE_MS = 800;

process.env.TEST_TEMPLATE = await template();
const world = await createWorld('embedded', { captcha: 'auto', gateways: [] });
const others = await sql<{ id: number }>`update customer set host = ${OTHER_HOST} where host = 'other.test' returning id`.execute(world.engine.db); // biome-ignore format: one query
await startTrial(world.engine.db, others.rows[0]?.id as number, new Date(Date.now() - TRIAL_OVER_DAYS * 86_400_000));

/** One person for each module, one for the statistics, one to be locked: made by the backend's own calls. */
async function people(): Promise<void> {
  const createPerson = async (username: string, role: object) => {
    const group = await world.call('super', 'POST', '/api/group/', { name: username, ...role });
    const user = await world.form('super', '/api/users/', { username, password: PASSWORD, groups: group.body.id });
    if (user.status !== 200) throw new Error(`${username}: ${JSON.stringify([group.body, user.body])}`);
  };
  for (const { id } of (await world.call('super', 'GET', '/api/module/')).body) await createPerson(`module${id}`, { modules: [id] }); // biome-ignore format: one loop
  await createPerson('statistics', { custom_perms: ['create_statistics'] });
  await createPerson('locked', { modules: [1] });
}
await people();

await world.backend.app.listen({ host: '127.0.0.1', port: 0 });
const log = refreshesAt(ports.address);
mkdirSync('out', { recursive: true });
writeFileSync(log, '');
/** A line for each exchange of tokens: when it began and ended, whose token it was (a few letters of its hash), and what came of it. */
const counted = await roundRobin([(world.backend.app.server.address() as AddressInfo).port], 0, (near, back) => {
  if (!near.url?.startsWith('/api/token/refresh/')) return;
  const began = Date.now();
  const whose = createHash('sha256').update(near.headers.authorization ?? '').digest('hex').slice(0, 8); // biome-ignore format: one line
  back.once('close', () => appendFileSync(log, `${began} ${Date.now()} ${whose} ${back.statusCode}\n`));
});
const line = await faultProxy(`http://127.0.0.1:${counted.port}`);

// The same build without its middleware: what remains are the pages' own walls.
const BARE = 'out/bare-build';
rmSync(BARE, { recursive: true, force: true });
cpSync('.next-test', BARE, {
  recursive: true,
  filter: (path) => !/\.next-test\/(?:cache|diagnostics|trace)/.test(path),
});
for (const name of ['functions-config-manifest.json', 'middleware-manifest.json']) {
  const path = join(BARE, 'server', name);
  const manifest = JSON.parse(readFileSync(path, 'utf8'));
  delete manifest.functions?.['/_middleware'];
  Object.assign(manifest, 'middleware' in manifest ? { middleware: {}, sortedMiddleware: [] } : {});
  writeFileSync(path, JSON.stringify(manifest));
}
for (const name of ['middleware.js', 'middleware'])
  rmSync(join(BARE, 'server', name), { recursive: true, force: true });

const key = `t:${randomBytes(32).toString('base64url')}`;
const hosts = [`localhost:${ports.address}`, `localhost:${ports.bare}`, `${OTHER_HOST}:${ports.address}`].join(',');
const start = (port: number, build: string) =>
  new Promise<ChildProcess>((resolve, reject) => {
    const child = spawn(process.execPath, ['dist/web.mjs'], {
      env: { ...process.env, NODE_ENV: 'production', NEXT_DIST: build, PORT: String(port), HOSTS: hosts, PUBLIC_HOSTS: '', UPSTREAM_URL: line.origin, SESSION_KEYS: key }, // biome-ignore format: one list
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child.stdout?.on('data', (text) => String(text).startsWith('ready ') && resolve(child));
    child.once('exit', (code) => reject(new Error(`a web process stopped with ${code}`)));
  });
const webs = [await start(ports.one, '.next-test'), await start(ports.two, '.next-test'), await start(ports.bare, BARE)]; // biome-ignore format: one list
const balancer = await roundRobin([ports.one, ports.two], ports.address);

// SIGUSR2: from now on tokens are short and the line is slow; again: no longer.
const usual = world.config.accessSeconds;
let late: NodeJS.Timeout | undefined;
process.on('SIGUSR2', () => {
  const short = world.config.accessSeconds === usual;
  world.config.accessSeconds = short ? SHORT_SECONDS : usual;
  clearInterval(late);
  line.faults = [];
  if (short) late = setInterval(() => { line.faults = [{ kind: 'latency', ms: Math.random() * LATE_MS }]; }, 300); // biome-ignore format: one line
});
const stop = async () => {
  for (const web of webs) web.kill('SIGTERM');
  await balancer.close();
  await line.close();
  await counted.close();
  await world.close();
  process.exit(0);
};
process.on('SIGTERM', () => void stop());
process.on('disconnect', () => void stop());
process.stdout.write('ready\n');
