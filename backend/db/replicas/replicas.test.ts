// A real primary and real streaming replicas: where reads land, that they see what was written, and what happens when a replica fails.
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPostgres, startPostgres, startReplica } from '../../../scripts/postgres.mjs';
import type { Engine } from '../engine';
import { withScope } from '../scope';
import { openServer } from '../server';
import type { Replicas } from './replicas';

const isThere = Boolean(process.env.TEST_DATABASE_URL) && findPostgres() !== null;
const LIMITS = { lookMs: 30, maxLagMs: 300, restMs: 100 };
const START_MS = 60_000;

describe.skipIf(!isThere)('replicas (needs TEST_DATABASE_URL and the programs of PostgreSQL)', () => {
  const ends: (() => unknown)[] = [];
  let primary: Awaited<ReturnType<typeof startPostgres>>;
  let one: Awaited<ReturnType<typeof startReplica>>;
  let two: Awaited<ReturnType<typeof startReplica>>;
  beforeAll(async () => {
    primary = await startPostgres();
    ends.push(() => primary.stop());
    one = await startReplica(primary.url);
    ends.push(() => one.stop());
    two = await startReplica(primary.url);
    ends.push(() => two.stop());
    await query(primary.url, 'create table record_1 (id int primary key, n int not null)');
    await query(primary.url, 'insert into record_1 values (1, 0)');
  }, START_MS);
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  }, START_MS);

  async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query(statement).finally(() => client.end());
    return rows;
  }
  /** The database with these replicas, when all of them are read from. */
  async function open(...of: { url: string }[]) {
    const lines: string[] = [];
    const engine = openServer(primary.url, {
      readUrls: of.map(({ url }) => url),
      report: (line) => lines.push(line),
      limits: LIMITS,
    });
    ends.push(() => engine.close());
    const replicas = engine.replicas as Replicas;
    await until(() => replicas.states().every(({ isIn }) => isIn));
    return { engine, replicas, lines };
  }
  const until = (test: () => boolean) => expect.poll(test, { timeout: 10_000, interval: 10 }).toBe(true);
  const reads = (replicas: Replicas) => replicas.states().map((state) => state.reads);
  const inScope = <T>(work: () => Promise<T>, replica = true) =>
    withScope({ requestId: 'replica-test', seconds: 5, replica }, work);
  const read = async ({ db }: Engine) => {
    const { rows } = await inScope(() => sql<{ n: number; port: number }>`select n, inet_server_port() as port from record_1`.execute(db)); // biome-ignore format: one question
    return rows[0] as { n: number; port: number };
  };
  const write = ({ db }: Engine, n: number) => inScope(() => sql`update record_1 set n = ${n}::int`.execute(db));
  const portOf = ({ url }: { url: string }) => Number(new URL(url).port);

  it('answer reads of calls that may, in turn, and nothing else', async () => {
    const { engine, replicas } = await open(one, two);
    await until(() => replicas.states().every(({ lagMs }) => lagMs === 0));
    const ports = new Set<number>();
    for (let i = 0; i < 10; i++) ports.add((await read(engine)).port);
    expect(ports).toEqual(new Set([portOf(one), portOf(two)]));
    const before = reads(replicas);
    expect(before.every((count) => count > 0)).toBe(true);
    const port = sql<{ port: number }>`select inet_server_port() as port from record_1`;
    const elsewhere = [
      await inScope(() => port.execute(engine.db), false),
      await inScope(() => engine.db.transaction().execute((tx) => port.execute(tx))),
      await inScope(() => sql<{ port: number }>`select inet_server_port() as port`.execute(engine.db)),
      await inScope(() => sql<{ port: number }>`select inet_server_port() as port from record_1 for update`.execute(engine.db)), // biome-ignore format: one question
    ];
    expect(elsewhere.map(({ rows }) => rows[0]?.port)).toEqual(Array(4).fill(portOf(primary)));
    expect(reads(replicas)).toEqual(before);
  });

  it('show what was written just before, also while one does not replay', async () => {
    const { engine, replicas } = await open(one);
    for (let i = 1; i <= 200; i++) {
      if (i === 80) await query(one.url, 'select pg_wal_replay_pause()');
      if (i === 100) await query(one.url, 'select pg_wal_replay_resume()');
      await write(engine, i);
      expect((await read(engine)).n).toBe(i);
    }
    expect(reads(replicas)[0]).toBeGreaterThan(50);
    expect(replicas.primaryReads().behind).toBeGreaterThan(0);
  });
});
