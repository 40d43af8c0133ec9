// The guards around the embedded engine: one process a folder, nothing acknowledged is lost, a stuck statement ends, GEOS failures are seen.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { createEngine, ENGINES } from '../../testing/world';
import { openEmbedded } from './embedded';
import { copyText, tableName } from './engine';
import { withScope } from './scope';

const folders: string[] = [];
const createFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'pahneh-db-'));
  folders.push(folder);
  return folder;
};
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
const template = process.env.TEST_TEMPLATE ?? null;

it('refuses a folder that another living process holds, and takes over from a dead one', async () => {
  const folder = createFolder();
  writeFileSync(join(folder, 'embedded.lock'), '999999999 1');
  const engine = await openEmbedded({ dir: join(folder, 'db'), template });
  await expect(
    new Promise<string>((resolve) => {
      const other = spawn(process.execPath, [
        '--liftoff-only',
        '--import',
        'tsx',
        '-e',
        `import('./backend/db/embedded.ts').then(m => m.openEmbedded({ dir: ${JSON.stringify(join(folder, 'db'))}, template: null })).then(() => console.log('opened'), (e) => console.log(e.message)).then(() => process.exit(0))`,
      ]);
      let text = '';
      other.stdout.on('data', (d: Buffer) => (text += d));
      other.on('exit', () => resolve(text.trim()));
    }),
  ).resolves.toBe(`DATA_IN_USE ${process.pid}`);
  // A program of the command line says so in one line.
  const { DATABASE_URL: _, ...env } = process.env;
  const plans = spawnSync(process.execPath, ['--import', 'tsx', 'backend/areas/subscription/run.ts'], {
    env: { ...env, DATA_DIR: folder },
    encoding: 'utf8',
  });
  expect([plans.status, plans.stdout, plans.stderr]).toEqual([
    1,
    '',
    `the data in ${folder} are in use (process ${process.pid}): stop the product first, then run this again\n`,
  ]);
  await engine.close();
});

it('has every acknowledged row after a sudden death, and no half transaction', async () => {
  const folder = createFolder();
  const dir = join(folder, 'db');
  const script = `
    import { openEmbedded } from './backend/db/embedded.ts';
    import { sql } from 'kysely';
    const e = await openEmbedded({ dir: ${JSON.stringify(dir)}, template: ${JSON.stringify(template)} });
    await sql\`create table pairs (n int, half int)\`.execute(e.db);
    for (let n = 1; ; n++) {
      await e.db.transaction().execute(async (tx) => { await sql\`insert into pairs values (\${n}, 1)\`.execute(tx); await sql\`insert into pairs values (\${n}, 2)\`.execute(tx); });
      console.log(n);
    }`;
  const child = spawn(process.execPath, ['--liftoff-only', '--import', 'tsx', '--input-type=module', '-e', script]);
  let acknowledged = 0;
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (d: Buffer) => {
      acknowledged = Number(d.toString().trim().split('\n').at(-1));
      if (acknowledged >= 40) child.kill('SIGKILL');
    });
    child.on('exit', () => resolve());
  });
  const engine = await openEmbedded({ dir, template: null });
  const { rows } = await sql<{
    n: number;
    halves: number;
  }>`select n, count(*)::int as halves from pairs group by n order by n`.execute(engine.db);
  expect(acknowledged).toBeGreaterThanOrEqual(40);
  expect(rows.length).toBeGreaterThanOrEqual(acknowledged);
  expect(rows.every((r) => r.halves === 2)).toBe(true);
  await engine.close();
});

it('brings of PostGIS what is used, and nothing that would be unpacked and compiled for nobody', async () => {
  const engine = await openEmbedded({ dir: null, template });
  const { rows } = await sql<{ name: string }>`
    select name from pg_available_extensions where name like 'postgis%'`.execute(engine.db);
  expect(rows).toEqual([{ name: 'postgis' }]);
  // A place in Tehran by UTM zone 39: the database of coordinate systems is there.
  const { rows: places } = await sql<{ x: number }>`
    select round(st_x(st_transform(st_setsrid(st_makepoint(51.39, 35.7), 4326), 32639)))::int as x`.execute(engine.db);
  expect(places[0]?.x).toBeCloseTo(535_283, -2);
  await engine.close();
});

it('rolls back, hands the connection on, and keeps its place after a failed statement', async () => {
  const engine = await openEmbedded({ dir: null, template });
  await expect(
    engine.db.transaction().execute(async (tx) => {
      await tx.insertInto('customer').values({ host: 'a', config: '{}' }).execute();
      await sql`select 1/0`.execute(tx);
    }),
  ).rejects.toMatchObject({ code: '22012' });
  const all = await Promise.all(
    Array.from({ length: 20 }, (_, i) => sql<{ i: number }>`select ${i}::int as i`.execute(engine.db)),
  );
  expect(all.map((r) => r.rows[0]?.i)).toEqual(Array.from({ length: 20 }, (_, i) => i));
  expect(await engine.db.selectFrom('customer').selectAll().execute()).toEqual([]);
  await engine.close();
});

it('ends a statement that runs away, and serves the next one with all data there', async () => {
  const engine = await openEmbedded({ dir: join(createFolder(), 'db'), template, statementSeconds: 1 });
  await sql`create table kept (n int)`.execute(engine.db);
  await sql`insert into kept values (1)`.execute(engine.db);
  const runaway = engine.db.transaction().execute(async (tx) => {
    await sql`insert into kept values (2)`.execute(tx);
    await sql`select count(*) from generate_series(1, 1000000000) a`.execute(tx);
  });
  const behind = sql<{ n: number }>`select n from kept`.execute(engine.db);
  await expect(runaway).rejects.toMatchObject({ code: '57014' });
  expect((await behind).rows).toEqual([{ n: 1 }]);
  await engine.close();
});

it('ends the statement of a caller who has left, keeps its thread, and never ends the statement that comes next', async () => {
  const engine = await openEmbedded({ dir: null, template });
  const endless = sql`select count(*) from generate_series(1, 1000000000) a`;
  for (let turn = 0; turn < 10; turn++) {
    const leaving = new AbortController();
    const scope = { requestId: 'leaving-1', seconds: 30, signal: leaving.signal };
    const left = withScope(scope, () => endless.execute(engine.db));
    const next = withScope({ requestId: 'staying-1', seconds: 30 }, () =>
      sql<{ n: number }>`select count(*)::int as n from generate_series(1, 2000) a`.execute(engine.db),
    );
    setTimeout(() => leaving.abort(), 5 + turn);
    await expect(left).rejects.toMatchObject({ code: '57014' });
    expect((await next).rows).toEqual([{ n: 2000 }]);
  }
  await engine.close();
});

it('ends a statement at the deadline of its request, in memory too', async () => {
  const engine = await openEmbedded({ dir: null, template });
  await expect(
    withScope({ requestId: 'deadline-1', seconds: 0.2 }, () =>
      sql`select count(*) from generate_series(1, 1000000000) a`.execute(engine.db),
    ),
  ).rejects.toMatchObject({ code: '57014' });
  expect((await sql<{ n: number }>`select 1 as n`.execute(engine.db)).rows).toEqual([{ n: 1 }]);
  await engine.close();
});

it('lets short statements of others go before a heavy one, which then comes again', async () => {
  const engine = await openEmbedded({ dir: null, template });
  const heavy = withScope({ requestId: 'heavy-001', seconds: 30, heavy: true }, () =>
    sql<{ n: number }>`select count(*)::int as n from generate_series(1, 6000000) a`.execute(engine.db),
  );
  const ends: string[] = [];
  heavy.then(() => ends.push('heavy'));
  await new Promise((resolve) => setTimeout(resolve, 50));
  await withScope({ requestId: 'light-001', seconds: 5 }, () => sql`select 1`.execute(engine.db));
  ends.push('light');
  expect((await heavy).rows).toEqual([{ n: 6_000_000 }]);
  expect(ends).toEqual(['light', 'heavy']);
  await engine.close();
});

it('keeps pieces of a load out of the transactions of others', async () => {
  const engine = await openEmbedded({ dir: null, template });
  await sql`create table loaded (n int)`.execute(engine.db);
  let load: Promise<number> | undefined;
  await expect(
    engine.db.transaction().execute(async (tx) => {
      load = engine.copy('loaded', ['n'], Readable.from([Buffer.from('1\n')]));
      await new Promise((resolve) => setTimeout(resolve, 50));
      await sql`select 1/0`.execute(tx);
    }),
  ).rejects.toMatchObject({ code: '22012' });
  expect(await load).toBe(1);
  expect((await sql<{ n: number }>`select n from loaded`.execute(engine.db)).rows).toEqual([{ n: 1 }]);
  await engine.close();
});

it('makes a checkpoint once its log has grown, and none before', async () => {
  const redo = async (engine: Awaited<ReturnType<typeof openEmbedded>>) =>
    (await sql<{ lsn: string }>`select redo_lsn::text as lsn from pg_control_checkpoint()`.execute(engine.db)).rows[0]
      ?.lsn;
  for (const [logBytes, isReclaimed] of [
    [1, true],
    [2 ** 40, false],
  ] as const) {
    const engine = await openEmbedded({ dir: join(createFolder(), 'db'), template, logBytes });
    const before = await redo(engine);
    await sql`create table grown as select generate_series(1, 1000) as n`.execute(engine.db);
    await expect
      .poll(async () => (await redo(engine)) !== before, { timeout: isReclaimed ? 10_000 : 100, interval: 500 })
      .toBe(isReclaimed)
      .catch((error) => {
        if (isReclaimed) throw error;
      });
    if (!isReclaimed) {
      await new Promise((resolve) => setTimeout(resolve, 3000));
      expect(await redo(engine)).toBe(before);
    }
    await engine.close();
  }
});

it('makes a checkpoint in the midst of a long load', async () => {
  const engine = await openEmbedded({ dir: join(createFolder(), 'db'), template, logBytes: 1 });
  const { db } = engine;
  await sql`create table loaded (n int)`.execute(db);
  const lsn = async () =>
    (await sql<{ l: string }>`select redo_lsn::text as l from pg_control_checkpoint()`.execute(db)).rows[0]?.l;
  const before = await lsn();
  let during = before;
  async function* chunks() {
    for (let i = 0; i < 70; i++) {
      yield Buffer.from(`${i}\n`);
      if (i === 69) during = await lsn();
    }
  }
  expect(await engine.copy('loaded', ['n'], chunks())).toBe(70);
  expect(during).not.toBe(before);
  await engine.close();
});

it.each(ENGINES)('sorts Persian as people expect on the %s engine', async (kind) => {
  const engine = await createEngine(kind);
  const { rows } = await sql<{
    t: string;
  }>`select t from unnest(array['ی','ه','و','ک','گ','پ','ب','آ']) t order by t collate ${sql.id(engine.collation)}`.execute(
    engine.db,
  );
  expect(rows.map((r) => r.t).join('')).toBe('آبپکگوهی');
  await engine.close();
});

it('writes COPY text that comes back the same, and takes only table names of its own making', () => {
  expect(copyText('a\tb\nc\\d\r\0')).toBe('a\\tb\\nc\\\\d\\r');
  expect(copyText(null)).toBe('\\N');
  expect(tableName('record_12')).toBe('record_12');
  for (const bad of ['record_1; drop table x', 'Record', '1a', '']) expect(() => tableName(bad)).toThrow();
});
