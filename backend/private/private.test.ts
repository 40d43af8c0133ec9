// The private cluster: which installation gets one and which line says so, and that no end of it stands in the way of the next start.
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { programArgs } from '../../testing/programs/program';
import { readConfig } from '../config';
import { chooseEngine, clusterOf, obstacleOf, privateHome, socketsOf, urlOf } from './choice.mjs';
import { endServer } from './cluster';
import { postgresUser } from './programs.mjs';

const folder = mkdtempSync(join(tmpdir(), 'pahneh-private-'));
// PostgreSQL's own user, as which it runs for root, passes through it.
chmodSync(folder, 0o755);
const dataDir = join(folder, 'data');
const home = privateHome(dataDir);
const obstacle = obstacleOf(dataDir);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const folderWith = (name: string, ...files: string[]) => {
  for (const file of ['', ...files]) mkdirSync(join(folder, name, file), { recursive: true });
  return join(folder, name);
};

describe('the choice of a database', () => {
  it('is a server, where DATABASE_URL names one', () => {
    const env = { DATABASE_URL: 'postgres://a@b/c', ENGINE: 'private' };
    expect(chooseEngine(env, folderWith('empty'))).toMatchObject({ engine: 'server' });
    expect(readConfig({ ...env, DATA_DIR: folder })).toMatchObject({ engine: 'server', databaseUrl: env.DATABASE_URL });
  });

  it('stays with the data that are there, and says how they are moved', () => {
    const embedded = folderWith('embedded', 'db');
    for (const env of [{}, { ENGINE: 'private' }])
      expect(chooseEngine(env, embedded)).toEqual({ engine: 'embedded', line: expect.stringMatching(obstacle ? /are in it$/ : /are in it; `npm run move -- private`/) }); // biome-ignore format: one line
    expect(readConfig({ ENGINE: 'private', DATA_DIR: embedded })).toMatchObject({
      engine: 'embedded',
      databaseUrl: null,
    });
    const there = folderWith('there', 'private/cluster');
    expect(readConfig({ ENGINE: 'embedded', DATA_DIR: there })).toMatchObject({ engine: 'private', databaseUrl: urlOf(privateHome(there)) }); // biome-ignore format: one line
    if (!obstacle) expect(chooseEngine({ ENGINE: 'embedded' }, there).line).toContain('`npm run move -- embedded`');
  });

  it('is what ENGINE says where there are none, and says why it cannot be', () => {
    expect(chooseEngine({ ENGINE: 'embedded' }, folderWith('empty')).engine).toBe('embedded');
    expect(() => chooseEngine({ ENGINE: 'other' }, folderWith('empty'))).toThrow('ENGINE: embedded or private');
    const long = folderWith('x'.repeat(100));
    expect(chooseEngine({}, long).engine).toBe('embedded');
    expect(() => chooseEngine({ ENGINE: 'private' }, long)).toThrow(obstacle ?? 'too long for a socket');
  });

  it('is a private cluster in an empty folder, where PostgreSQL with PostGIS is installed', () => {
    const { engine, line } = chooseEngine({}, folderWith('empty'));
    expect([engine, line]).toEqual(obstacle ? ['embedded', `database: built-in, since ${obstacle}`] : ['private', expect.stringContaining('is empty')]); // biome-ignore format: one line
    expect(chooseEngine({}, folderWith('used', 'storage')).engine).toBe('embedded');
  });
});

describe.skipIf(obstacle)('a private cluster (needs PostgreSQL with PostGIS on this computer)', () => {
  const children: ChildProcess[] = [];
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    await endServer(home);
  });

  /** The keeper as `npm start` runs it; its first line. */
  async function start(): Promise<{ child: ChildProcess; line: string; ended: Promise<unknown> }> {
    const child = spawn(process.execPath, await programArgs('backend/private/server.ts'), {
      env: { ...process.env, DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    children.push(child);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const line = await new Promise<string>((resolve) => child.stdout?.setEncoding('utf8').once('data', resolve));
    return { child, line: line.trim(), ended };
  }
  async function asking<T>(
    work: (ask: (text: string) => Promise<Record<string, unknown>[]>) => Promise<T>,
  ): Promise<T> {
    const client = new pg.Client({ connectionString: urlOf(home) });
    client.on('error', () => {});
    await client.connect();
    return work(async (text) => (await client.query(text)).rows).finally(() => client.end().catch(() => {}));
  }
  const first = () => Number(readFileSync(join(clusterOf(home), 'postmaster.pid'), 'utf8').split('\n')[0]);
  /** Writes rows until the server is gone; how many it has acknowledged. */
  const writeTo = (table: string) =>
    asking(async (ask) => {
      await ask(`create table ${table} (n int)`);
      for (let n = 0; ; n++)
        try {
          await ask(`insert into ${table} values (${n})`);
        } catch {
          return n;
        }
    });
  const rowsOf = (table: string) =>
    asking(async (ask) => Number((await ask(`select count(*) as n from ${table}`))[0]?.n));

  it('keeps every acknowledged row, whatever of it is killed, and starts again', async () => {
    mkdirSync(dataDir, { mode: 0o700 });
    // An initdb that was cut off.
    mkdirSync(join(home, 'cluster.1.part'), { recursive: true });
    const { child, line } = await start();
    expect(line).toBe(`ready ${urlOf(home)}`);
    expect(readdirSync(home)).not.toContain('cluster.1.part');
    // Nobody else reaches it.
    expect(await asking((ask) => ask('show listen_addresses'))).toEqual([{ listen_addresses: '' }]);
    for (const path of [home, socketsOf(home)]) expect([path, statSync(path).mode & 0o777]).toEqual([path, 0o700]);
    expect((await start()).line).toBe(`failed DATA_IN_USE ${child.pid}`);

    // The keeper alone: its server runs on, until the next start ends it.
    const writing = writeTo('one');
    await expect.poll(() => rowsOf('one').catch(() => 0)).toBeGreaterThan(20);
    child.kill('SIGKILL');
    const again = await start();
    expect(again.line).toBe(`ready ${urlOf(home)}`);
    const acknowledged = await writing;
    expect(await rowsOf('one')).toBeGreaterThanOrEqual(acknowledged);

    // All of it, as a computer that loses its power; its number then belongs to a process that has nothing to do with it.
    const writingToo = writeTo('two');
    await expect.poll(() => rowsOf('two').catch(() => 0)).toBeGreaterThan(20);
    again.child.kill('SIGKILL');
    process.kill(first(), 'SIGKILL');
    const acknowledgedToo = await writingToo;
    const stranger = spawn('sleep', ['60'], postgresUser() ?? {});
    children.push(stranger);
    const stale = readFileSync(join(clusterOf(home), 'postmaster.pid'), 'utf8').replace(/^\d+/, String(stranger.pid));
    writeFileSync(join(clusterOf(home), 'postmaster.pid'), stale);
    writeFileSync(join(socketsOf(home), '.s.PGSQL.5432.lock'), stale);
    const third = await start();
    expect(third.line).toBe(`ready ${urlOf(home)}`);
    expect(await rowsOf('two')).toBeGreaterThanOrEqual(acknowledgedToo);
    expect(await rowsOf('one')).toBeGreaterThanOrEqual(acknowledged);

    expect(stranger.signalCode).toBe(null);

    // The starter is gone: so is the keeper with its server.
    const pid = first();
    third.child.disconnect();
    await third.ended;
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });
});
