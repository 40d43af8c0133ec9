// The files of deploy/: units start what the build makes, settings are those that the programs know, and nginx lets through what it must.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../backend/config';
import { readWebConfig } from '../lib/config/env';
import { HOST, hasNginx, startBalancer } from './cluster/balancer';
import { freePort } from './postgres.mjs';

const read = (name: string) => readFileSync(join('deploy', name), 'utf8');
const units = readdirSync('deploy').filter((name) => name.endsWith('.service'));
const has = (command: string, option: string) => spawnSync(command, [option]).status === 0;

describe('the settings', () => {
  const names = [...read('pahneh.env').matchAll(/^([A-Z_]+)=(.*)$/gm)].map(
    ([, name = '', value = '']) => [name, value] as const,
  );

  it('are read by both programs once the keys are filled in as the comments say', () => {
    const key = Buffer.from(Array.from({ length: 32 }, (_, i) => i * 5)).toString('base64');
    const env = {
      ...Object.fromEntries(names),
      SECRET_KEY: key,
      SESSION_KEYS: `k1:${Buffer.from(key, 'base64').toString('base64url')}`,
    };
    expect(readConfig(env)).toMatchObject({ dataDir: '/var/lib/pahneh', secretKey: key });
    expect(readWebConfig(env)).toMatchObject({
      health: { port: 3001 },
      hosts: new Set(['gis.example.ir']),
      trustedProxies: new Set(['127.0.0.1']),
    });
  });

  it('are all explained in README.md', () => {
    const readme = readFileSync('README.md', 'utf8');
    expect(names.filter(([name]) => !readme.includes(`\`${name}\``))).toEqual([]);
  });
});

describe('the units', () => {
  it('start programs that are there, as a user of their own, with the settings of one file', () => {
    const build = readFileSync('scripts/build.mjs', 'utf8');
    for (const unit of units) {
      const text = read(unit);
      const [, program = ''] = /node (?:--import tsx )?([\w./]+)/.exec(text) ?? [];
      const isThere = existsSync(program) || build.includes(program.replace(/^dist\//, '').replace(/\.mjs$/, ''));
      expect([unit, isThere, text.includes('User=pahneh'), text.includes('EnvironmentFile=/etc/pahneh.env')]).toEqual([
        unit,
        true,
        true,
        true,
      ]);
    }
  });

  it.skipIf(!has('systemd-analyze', '--version'))('are understood by systemd', () => {
    const { stderr } = spawnSync('systemd-analyze', ['verify', ...units.map((name) => join('deploy', name)), 'deploy/pahneh-backup.timer'], { encoding: 'utf8' }); // biome-ignore format: one call
    // On a computer without the product its programs are not there to be run, and without systemd nothing runs at all.
    expect(
      stderr
        .split('\n')
        .filter((line) => /Unknown|Invalid|Missing|parse|ignoring/i.test(line) && line.includes('pahneh')),
    ).toEqual([]);
  });
});

describe('the containers', () => {
  interface Service {
    image?: string;
    build?: { context: string; dockerfile: string };
    environment: Record<string, string>;
    volumes: string[];
    ports?: string[];
    depends_on?: Record<string, { condition: string }>;
    healthcheck: { test: string[] };
  }
  const { services, volumes } = parse(read('compose.yaml')) as { services: Record<string, Service>; volumes: object };
  const file = readFileSync('deploy/Containerfile', 'utf8');
  const { product, database } = services as Record<'product' | 'database', Service>;

  it('have settings that the programs know, each of them explained, and none with a value that opens something', () => {
    const image = Object.fromEntries([...file.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value])); // biome-ignore format: one line
    const readme = readFileSync('README.md', 'utf8');
    for (const name of [...Object.keys(product.environment), ...Object.keys(image)])
      expect([name, readme.includes(`\`${name}\``)]).toEqual([name, true]);
    const named = new Set(JSON.stringify(services).match(/(?<=\$\{)[A-Z_]+/g));
    const settings = [...read('compose.env').matchAll(/^([A-Z_]+)=(.*)$/gm)];
    expect(new Set(settings.map(([, name]) => name))).toEqual(named);
    expect(settings.filter(([, name = '', value]) => /PASSWORD|KEY/.test(name) && value !== '')).toEqual([]);
    const key = Buffer.from(Array.from({ length: 32 }, (_, i) => i * 5));
    const filled = { DATABASE_PASSWORD: 'p', HOSTS: 'gis.example.ir', TRUSTED_PROXIES: '10.0.0.1', SECRET_KEY: key.toString('base64') }; // biome-ignore format: one line
    const environment = Object.fromEntries(Object.entries(product.environment).map(([name, value]) => [name, value.replace(/\$\{([A-Z_]+)[^}]*\}/g, (_, one: keyof typeof filled) => filled[one])])); // biome-ignore format: one line
    const env = { ...image, ...environment };
    expect(readConfig(env)).toMatchObject({ dataDir: '/var/lib/pahneh', databaseUrl: 'postgres://pahneh:p@database:5432/pahneh' }); // biome-ignore format: one line
    expect(readWebConfig({ ...env, SESSION_KEYS: `k1:${key.toString('base64url')}` })).toMatchObject({
      host: '0.0.0.0',
      health: { port: 3001, host: '127.0.0.1' },
      hosts: new Set(['gis.example.ir']),
      trustedProxies: new Set(['10.0.0.1']),
    });
  });

  it('start what is there, keep what is to be kept, and open one port to this computer alone', () => {
    const context = join('deploy', product.build?.context ?? '');
    expect(join(context, product.build?.dockerfile ?? '')).toBe('deploy/Containerfile');
    const [, program = ''] = /^CMD \["node", "([^"]+)"\]$/m.exec(file) ?? [];
    expect(existsSync(program)).toBe(true);
    expect(product.ports).toEqual(['127.0.0.1:3000:3000']);
    expect(database.ports).toBeUndefined();
    expect(product.depends_on?.database?.condition).toBe('service_healthy');
    // Here and not in the image: the form of images that Podman makes has no place for it.
    expect(product.healthcheck.test.join(' ')).toContain(`127.0.0.1:${/HEALTH_PORT=(\d+)/.exec(file)?.[1]}/readyz`);
    expect(file).not.toMatch(/^HEALTHCHECK/m);
    const mounts = [product, database].flatMap((one) => one.volumes.map((text) => text.split(':')));
    expect(new Set(mounts.map(([name]) => name))).toEqual(new Set(Object.keys(volumes)));
    expect(mounts).toContainEqual(['data', /DATA_DIR=(\S+)/.exec(file)?.[1]]);
    // Images by their short names: where they come from is the operator's choice.
    for (const name of [/^FROM (\S+)/m.exec(file)?.[1], database.image])
      expect(name).toMatch(/^[a-z]+(\/[a-z]+)?:[\w.-]+$/);
  });

  it('are built from what a clone holds: nothing that is made or kept here gets in', () => {
    const out = readFileSync('.dockerignore', 'utf8').split('\n');
    for (const name of ['.git', 'data', 'dist', 'node_modules', 'out']) expect(out).toContain(name);
  });
});

describe.skipIf(!hasNginx())('nginx', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pahneh-nginx-'));
  const ends: (() => void)[] = [() => rmSync(folder, { recursive: true, force: true })];
  afterAll(() => ends.reverse().forEach((end) => void end()));

  const bytesOf = async (stream: IncomingMessage) => {
    let bytes = 0;
    for await (const part of stream) bytes += (part as Buffer).length;
    return bytes;
  };

  /** A web process that is one in name: it tells what it receives, speaks slowly, or ends in the middle of a call. */
  async function startWeb() {
    const web = createServer(async (incoming, response) => {
      if (incoming.url === '/stream') {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write('data: one\n\n');
        return void setTimeout(() => response.end('data: two\n\n'), 1_500);
      }
      if (incoming.url?.endsWith('/dies/')) return void incoming.socket.destroy();
      response.end(JSON.stringify({ headers: incoming.headers, bytes: await bytesOf(incoming) }));
    });
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
    ends.push(
      () => web.close(),
      () => web.closeAllConnections(),
    );
    return (web.address() as AddressInfo).port;
  }

  /** nginx with the files of deploy/, before one web process that is there and one that is not. */
  async function start() {
    const balancer = await startBalancer(folder, [await freePort(), await startWeb()], [await startWeb()]);
    ends.push(() => void balancer.process.kill());
    const agent = new Agent({ connect: { rejectUnauthorized: false, servername: HOST } });
    ends.push(() => void agent.close());
    const ask = (path: string, options: object = {}) =>
      request(`https://127.0.0.1:${balancer.secure}${path}`, {
        dispatcher: agent,
        headers: { host: HOST },
        ...options,
      });
    return { ask, plain: balancer.plain, backends: balancer.backends };
  }
  let nginx: ReturnType<typeof start>;
  const started = () => {
    nginx ??= start();
    return nginx;
  };

  it('speaks TLS, names the client itself, and passes streams and large uploads as they come', async () => {
    const { ask, plain } = await started();
    const forged = {
      host: 'gis.example.ir',
      'x-forwarded-for': '6.6.6.6',
      'x-forwarded-host': 'evil.test',
      forwarded: 'for=6.6.6.6',
    };
    const { headers } = (await (await ask('/', { headers: forged })).body.json()) as {
      headers: Record<string, string>;
    };
    expect(headers).toMatchObject({
      host: 'gis.example.ir',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': 'gis.example.ir',
      'x-forwarded-proto': 'https',
    });
    expect(headers.forwarded).toBeUndefined();

    const began = Date.now();
    const stream = (await ask('/stream')).body;
    const [first] = await new Promise<[Buffer]>((resolve) => stream.once('data', (part: Buffer) => resolve([part])));
    expect([first.toString(), Date.now() - began < 1_200]).toEqual(['data: one\n\n', true]);
    stream.destroy();

    const body = Buffer.alloc(5 * 2 ** 20, 'x');
    const upload = (await (await ask('/api/layer_upload/', { method: 'POST', body })).body.json()) as { bytes: number };
    expect(upload.bytes).toBe(body.length);

    const { statusCode, headers: answer } = await request(`http://127.0.0.1:${plain}/app/home?x=1`, {
      headers: { host: 'gis.example.ir' },
    });
    expect([statusCode, answer.location]).toEqual([301, 'https://gis.example.ir/app/home?x=1']);
  });

  it('tells in words, as the product does, that a process ended in the middle of a write', async () => {
    const { ask, backends } = await started();
    const write = (path: string, language: string) =>
      ask(path, { method: 'POST', body: '{}', headers: { host: HOST, 'accept-language': language } });
    const call = await write('/api/dies/', 'en');
    expect([call.statusCode, call.headers['retry-after'], await call.body.json()]).toEqual([
      502,
      '5',
      { detail: 'The server could not be reached. Try again shortly.', code: 502 },
    ]);
    const page = await write('/dies/', 'fa');
    expect([page.statusCode, page.headers['content-type']]).toEqual([502, 'text/plain; charset=utf-8']);
    expect(await page.body.text()).toMatch(/^ارتباط با سرور برقرار نشد/);
    const { headers } = (await (await request(`http://127.0.0.1:${backends}/api/layer/`, { headers: { 'x-forwarded-for': '192.0.2.7', host: 'a.example:8000' } })).body.json()) as { headers: object }; // biome-ignore format: one call
    expect(headers).toMatchObject({ host: 'a.example:8000', 'x-forwarded-for': '192.0.2.7' });
  });
});
