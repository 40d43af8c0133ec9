// PgBouncer between the product and its database, set up as docs/scaling.md says, and wrongly.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrateUp } from '../../backend/db/migrate';
import { withScope } from '../../backend/db/scope';
import { openServer } from '../../backend/db/server';
import { createDatabase, queryServer, type ServerDatabase } from '../../testing/database-server';
import { hasPooler, startPooler } from '../cluster/pooler';
import { checkDatabase } from './services';

const [, IGNORED = ''] = /^ignore_startup_parameters = (.*)$/m.exec(readFileSync('docs/scaling.md', 'utf8')) ?? [];
const LIMITS = [...readFileSync('docs/scaling.md', 'utf8').matchAll(/^alter role pahneh (set .*);$/gm)].map(
  ([, set]) => set,
);
const USER = 'behind_pooler';
const isThere = Boolean(process.env.TEST_DATABASE_URL) && hasPooler();

describe.skipIf(!isThere)('PgBouncer', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pahneh-pooler-'));
  const ends: (() => unknown)[] = [];
  let database: ServerDatabase;
  beforeAll(async () => {
    database = await createDatabase();
    await queryServer(`create role ${USER} login superuser`);
  });
  afterAll(async () => {
    for (const end of ends) await end();
    await database.drop();
    await queryServer(`drop role ${USER}`);
    rmSync(folder, { recursive: true, force: true });
  });

  /** Starts one that ignores these parameters; answers the database's address through it. */
  async function start(name: string, ignored: string): Promise<string> {
    const { hostname, port, pathname } = new URL(database.url);
    const pooler = await startPooler({
      folder,
      name,
      user: USER,
      databases: { '*': `host=${hostname} port=${port}` },
      settings: ['default_pool_size = 4', ...(ignored ? [`ignore_startup_parameters = ${ignored}`] : [])],
    });
    ends.push(() => pooler.process.kill());
    const url = `postgres://${USER}@127.0.0.1:${pooler.port}${pathname}`;
    await expect
      .poll(async () => (await checkDatabase(url))[0]?.text, { timeout: 10_000 })
      .not.toContain('ECONNREFUSED');
    return url;
  }
  const linesOf = async (url: string) => (await checkDatabase(url)).filter(({ topic, text }) => topic === 'database' && !text.includes('fsync')); // biome-ignore format: one call

  it('that refuses our start parameters, or a role without limits, is told', async () => {
    expect(
      await linesOf(await start('strict', 'statement_timeout,lock_timeout,idle_in_transaction_session_timeout')),
    ).toMatchObject([{ level: 'fail', text: expect.stringContaining('unsupported startup parameter: options') }]);
    expect(await linesOf(await start('unlimited', IGNORED))).toMatchObject([
      { level: 'warn', text: 'no statement ends by itself' },
    ]);
  });

  it('serves more callers than it has connections, each transaction whole, with the limits of the role', async () => {
    expect(LIMITS).toHaveLength(4);
    for (const limit of LIMITS) await queryServer(`alter role ${USER} ${limit}`);
    const url = await start('pooler', IGNORED);
    expect((await linesOf(url)).every(({ level }) => level === 'ok')).toBe(true);
    const engine = openServer(url);
    ends.push(() => engine.close());
    const owned = (i: number) =>
      withScope({ requestId: `pooler-${i}`, seconds: i % 2 ? 5 : 60 }, () =>
        engine.db.transaction().execute(async (tx) => {
          await sql`select set_config('pahneh.mine', ${String(i)}::text, true)`.execute(tx);
          await sql`select pg_sleep(0.02)`.execute(tx);
          const { rows } = await sql<{ mine: string; limit: string }>`select current_setting('pahneh.mine') as mine, current_setting('statement_timeout') as limit`.execute(tx); // biome-ignore format: one question
          return rows[0];
        }),
      );
    const all = await Promise.all(Array.from({ length: 40 }, (_, i) => owned(i)));
    expect(all).toEqual(Array.from({ length: 40 }, (_, i) => ({ mine: String(i), limit: '1min' })));
  });

  it('keeps no lock of a start: whoever starts next does not wait', async () => {
    const engine = openServer(await start('starts', IGNORED));
    ends.push(() => engine.close());
    const busy = { isOver: false };
    // Others take turns, so that two statements of a caller seldom meet the same connection.
    const others = Array.from({ length: 8 }, async () => {
      while (!busy.isOver) await sql`select pg_sleep(0.001)`.execute(engine.db);
    });
    for (let i = 0; i < 5; i++) await migrateUp(engine);
    busy.isOver = true;
    await Promise.all(others);
    const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`.execute(engine.db); // biome-ignore format: one question
    expect(rows).toEqual([]);
  });
});
