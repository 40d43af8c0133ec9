// Commits that wait for a replica: one that no replica has confirmed is never told as saved, since a failover would lose it.
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPostgres, startPostgres, startReplica } from '../../../scripts/postgres.mjs';
import { refusalOf } from '../../http/mount';
import type { Engine } from '../engine';
import { withScope } from '../scope';
import { openServer } from '../server';

const isThere = Boolean(process.env.TEST_DATABASE_URL) && findPostgres() !== null;
const START_MS = 60_000;

describe.skipIf(!isThere)('a commit (needs TEST_DATABASE_URL and the programs of PostgreSQL)', () => {
  const ends: (() => unknown)[] = [];
  let primary: Awaited<ReturnType<typeof startPostgres>>;
  let replica: Awaited<ReturnType<typeof startReplica>>;
  let engine: Engine;
  beforeAll(async () => {
    primary = await startPostgres();
    ends.push(() => primary.stop());
    replica = await startReplica(primary.url);
    ends.push(() => replica.stop());
    await ask('create table saved (n int)');
    await ask("alter system set synchronous_standby_names = '*'");
    await ask('select pg_reload_conf()');
    engine = openServer(primary.url);
    ends.push(() => engine.close());
  }, START_MS);
  afterAll(async () => {
    // Commits that still wait end with their server.
    primary.crash();
    for (const end of ends.reverse()) await end();
  }, START_MS);

  async function ask(statement: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: primary.url });
    await client.connect();
    const { rows } = await client.query(statement).finally(() => client.end());
    return rows;
  }
  const inTransaction = (n: number) =>
    withScope({ requestId: 'unconfirmed', seconds: 5 }, () =>
      engine.db.transaction().execute((tx) => sql`insert into saved values (${n}::int)`.execute(tx)),
    );
  const alone = (n: number) =>
    withScope({ requestId: 'unconfirmed', seconds: 5 }, () => sql`insert into saved values (${n}::int)`.execute(engine.db)); // biome-ignore format: one statement

  it('that a replica has is saved; one that none has is refused as unknown, and the connection serves on', async () => {
    const isSynchronous = () => ask(`select 1 from pg_stat_replication where sync_state = 'sync'`);
    await expect.poll(isSynchronous, { timeout: 10_000 }).toHaveLength(1);
    await inTransaction(1);
    replica.kill();
    const waiting = `select pid from pg_stat_activity where wait_event = 'SyncRep'`;
    const ended = expect.poll(() => ask(waiting), { timeout: 10_000 }).toHaveLength(2).then(() => ask(`select pg_cancel_backend(pid) from (${waiting}) w`)); // biome-ignore format: one act
    const errors = await Promise.all([inTransaction(2), alone(3)].map((write) => write.then(() => 'saved', (error) => error))); // biome-ignore format: one list
    await ended;
    for (const error of errors) {
      expect(error).toMatchObject({ code: '08007' });
      const { status, more } = refusalOf(error);
      expect([status, more.retryAfter]).toEqual([503, 5]);
    }
    replica.start();
    await expect.poll(isSynchronous, { timeout: 20_000 }).toHaveLength(1);
    for (let n = 4; n < 8; n++) await inTransaction(n);
    expect(await ask('select count(*)::int as count from saved')).toEqual([{ count: 7 }]);
  });
});
