// A move between the two kinds of database: every row, index and number goes along, whatever ends it in between.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'; // biome-ignore format: one line
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, type ServerDatabase } from '../../testing/database-server';
import { programArgs } from '../../testing/programs/program';
import { type S3Server, startS3Server } from '../../testing/s3-server';
import { FORM } from '../../testing/world';
import { connect } from '../db/connect';
import type { Engine } from '../db/engine';
import { ensureFieldIndexes } from '../db/indexes/field-index';
import { withScope } from '../db/scope';
import { engineIn, obstacleOf, privateHome } from '../private/choice.mjs';
import * as make from '../seed/builders';
import { seedDemo } from '../seed/demo';
import { move } from './move';

const HERE = !process.env.TEST_DATABASE_URL;
const RECORDS = 2_000;

/** Every table with its rows in one order, and every index without the words that differ by engine. */
async function pictureOf(engine: Engine): Promise<Record<string, string>> {
  // A busy machine is slow, and nobody waits.
  const scope = { requestId: 'move', seconds: 60 };
  return withScope(scope, () =>
    engine.db.connection().execute(async (db) => {
      await sql`set timezone = 'Asia/Tehran'`.execute(db);
      const { rows: tables } = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'spatial_ref_sys'`.execute(
        db,
      );
      const picture: Record<string, string> = {};
      for (const { name } of tables) {
        const { rows } = await sql<{ all: string }>`
        select count(*) || ' ' || coalesce(sum(('x' || left(md5(to_jsonb(x)::text), 15))::bit(60)::bigint), 0) as all from ${sql.table(name)} x`.execute(
          db,
        );
        picture[name] = rows[0]?.all ?? '';
      }
      const { rows: indexes } = await sql<{ name: string; text: string }>`
      select indexname as name, indexdef as text from pg_indexes where schemaname = 'public'`.execute(db);
      for (const { name, text } of indexes)
        picture[`index ${name}`] = text.replace(/COLLATE ("fa-x-icu"|fa)/g, 'COLLATE fa');
      const { rows: keys } = await sql<{ name: string; text: string }>`
      select conrelid::regclass::text || ' ' || conname as name, pg_get_constraintdef(oid) as text from pg_constraint where contype in ('f', 'c')`.execute(
        db,
      );
      for (const { name, text } of keys) picture[`rule ${name}`] = text;
      const { rows: triggers } = await sql<{ name: string; state: string }>`
      select tgrelid::regclass::text || ' ' || tgname as name, tgenabled::text as state from pg_trigger where not tgisinternal`.execute(
        db,
      );
      for (const { name, state } of triggers) picture[`trigger ${name}`] = state;
      return picture;
    }),
  );
}

/** The settings of a move. */
const settingsOf = (databaseUrl: string | null, dataDir: string, s3: S3Server['config'] | null = null) => ({
  engine: databaseUrl ? ('server' as const) : (engineIn(dataDir) ?? 'embedded'),
  databaseUrl,
  dataDir,
  template: process.env.TEST_TEMPLATE ?? '',
  s3,
});

describe.skipIf(HERE)('a move (needs a PostgreSQL server)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pahneh-move-'));
  const template = process.env.TEST_TEMPLATE ?? '';
  const databases: ServerDatabase[] = [];
  const ends: (() => Promise<void>)[] = [];
  const first = join(folder, 'first');
  let before: Record<string, string>;
  const opened = (url: string | null, dataDir: string) =>
    connect({ url, dir: url ? null : join(dataDir, 'db'), template });
  const createEmpty = async () => {
    const database = await createDatabase();
    databases.push(database);
    return database.url;
  };

  beforeAll(async () => {
    const engine = await opened(null, first);
    await seedDemo(engine, { only: 'IR' });
    const { id: customer } = await engine.db.selectFrom('customer').select('id').executeTakeFirstOrThrow();
    const { id: owner } = await engine.db.selectFrom('account').select('id').executeTakeFirstOrThrow();
    const layer = await make.createLayer(engine, {
      customer,
      owner,
      label: 'بزرگ',
      type: 1,
      form: FORM,
      records: Array.from({ length: RECORDS }, (_, i) => ({
        geometry: { type: 'Point' as const, coordinates: [51 + (i % 997) / 1000, 35 + i / 100_000] },
        value: { name: `یک\tخط\nو\\${i}`, population: i },
      })),
    });
    await ensureFieldIndexes(engine, `record_${layer}`, FORM);
    before = await pictureOf(engine);
    await engine.close();
  });
  afterAll(async () => {
    for (const end of ends) await end();
    for (const database of databases) await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs the command and ends it after so many of its lines; answers what it wrote. */
  const run = async (
    target: string,
    databaseUrl: string,
    dataDir: string,
    lines = Number.POSITIVE_INFINITY,
    more: NodeJS.Dict<string> = {},
  ) => {
    const program = await programArgs('backend/backup/run-move.ts');
    return new Promise<string>((resolve) => {
      const child = spawn(process.execPath, [...program, target], {
        env: { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, TEMPLATE: template, ...more },
      });
      let said = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          said += text;
          if (said.split('\n').length > lines) child.kill('SIGKILL');
        });
      child.once('close', () => resolve(said));
    });
  };

  const PAPER = randomBytes(3000);
  it('goes to a server and back with every row, index and rule, whatever ends it in between', async () => {
    const databaseUrl = await createEmpty();
    expect(await run('server', databaseUrl, first, 3)).not.toContain('compared');
    const parts: number[] = [];
    mkdirSync(join(first, 'storage', 'files', '1'), { recursive: true });
    for (const name of ['a', 'b']) writeFileSync(join(first, 'storage', 'files', '1', name), PAPER);
    const store = await startS3Server({ lenient: true });
    ends.push(() => store.close());
    const there = settingsOf(databaseUrl, first, store.config);
    const { rows, files } = await move(there, 'server', (done, total) => parts.push(done / total));
    expect(rows).toBeGreaterThan(RECORDS);
    expect([parts.at(-1), files]).toEqual([1, 2]);
    const server = await opened(databaseUrl, first);
    expect(await pictureOf(server)).toEqual(before);
    await expect(move(there, 'server')).rejects.toThrow('stop the product first');
    const { id: customer } = await server.db.selectFrom('customer').select('id').executeTakeFirstOrThrow();
    const owner = await make.createPerson(server, customer, { username: 'after', password: 'Test-Password-1' });
    await make.createLayer(server, { customer, owner, label: 'پس از آن', type: 1, form: FORM, records: [{ geometry: { type: 'Point', coordinates: [51, 35] }, value: { name: 'الف' } }] }); // biome-ignore format: one layer
    const later = await pictureOf(server);
    await server.close();
    await expect(move(there, 'server')).rejects.toThrow('not empty');
    await expect(move(there, 'embedded')).rejects.toThrow('exists already');

    const second = join(folder, 'second');
    expect(await run('embedded', databaseUrl, second, 3)).not.toContain('compared');
    expect(existsSync(join(second, 'db'))).toBe(false);
    const { bucket: S3_BUCKET, endpoint: S3_ENDPOINT, key: S3_KEY, secret: S3_SECRET } = store.config;
    expect(
      await run('embedded', databaseUrl, second, undefined, { S3_BUCKET, S3_ENDPOINT, S3_KEY, S3_SECRET }),
    ).toMatch(/100 % of \d+ MB: \w+\n\d+ rows in \d+ tables and 2 files, compared/);
    expect(readdirSync(second)).not.toContain('move');
    for (const name of ['a', 'b']) expect(readFileSync(join(second, 'storage', 'files', '1', name))).toEqual(PAPER);
    const embedded = await opened(null, second);
    expect(await pictureOf(embedded)).toEqual(later);
    await make.createPerson(embedded, customer, { username: 'at-home', password: 'Test-Password-1' });
    await embedded.close();
  });

  it.skipIf(obstacleOf(folder))(
    'goes into a private cluster and back, what it leaves put aside',
    async () => {
      // PostgreSQL's own user passes through it.
      chmodSync(folder, 0o755);
      const dataDir = join(folder, 'third');
      cpSync(first, dataDir, { recursive: true });
      expect(await run('private', '', dataDir, 3, { DATABASE_URL: undefined })).not.toContain('compared');
      expect(engineIn(dataDir)).toBe('embedded');
      // A cluster of before, and one that was in its place when the move was ended.
      mkdirSync(join(privateHome(dataDir), 'cluster'), { recursive: true });
      const { rows } = await move(settingsOf(null, dataDir), 'private');
      const places = readdirSync(dataDir).filter((name) => /^(db|private)/.test(name));
      const names = places.map((name) => name.replace(/-until-.*/, ' of before'));
      expect([engineIn(dataDir), names.sort()]).toEqual(['private', ['db of before', 'private', 'private of before']]);
      await expect(move(settingsOf(null, dataDir), 'private')).rejects.toThrow('there already');
      // The move compares each row; how they lie there is looked at above.
      expect(await move(settingsOf(null, dataDir), 'embedded')).toMatchObject({ rows });
      expect(engineIn(dataDir)).toBe('embedded');
    },
    240_000,
  );

  it('refuses a row that came otherwise than it was, and leaves nothing behind', async () => {
    const databaseUrl = await createEmpty();
    const server = await opened(databaseUrl, first);
    // Half seconds are rounded there.
    await sql`alter table account alter column created type timestamptz(0)`.execute(server.db);
    await server.close();
    await expect(move(settingsOf(databaseUrl, first), 'server')).rejects.toThrow('the table account differs');
    const again = await opened(databaseUrl, first);
    expect(await again.db.selectFrom('account').select('id').execute()).toEqual([]);
    await again.close();
  });

  it('says what is missing', async () => {
    await expect(move(settingsOf(null, first), 'server')).rejects.toThrow('set DATABASE_URL');
    const databaseUrl = await createEmpty();
    await expect(move(settingsOf(databaseUrl, join(folder, 'none')), 'server')).rejects.toThrow('there is no database');
    expect(await run('elsewhere', databaseUrl, first)).toContain('npm run move -- server');
  });
});
