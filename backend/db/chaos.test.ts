// A server whose connections break under writers: no acknowledged row is lost, none is half written, the pool recovers.
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FaultProxy, faultProxy } from '../../testing/fault-proxy';
import { createWorld, type TestWorld } from '../../testing/world';
import { REQUEST_CONNECTIONS, WORK_CONNECTIONS } from './server';

const WRITERS = 20;
const CHAOS_MS = process.env.SLOW === '1' ? 60_000 : 6000;
/** So long nobody listens where the server was. */
const AWAY_MS = process.env.SLOW === '1' ? 10_000 : 2500;
const RECOVERY_MS = 5000;
const KILL_EVERY_MS = 150;
const POOL = REQUEST_CONNECTIONS + WORK_CONNECTIONS;

describe.skipIf(!process.env.TEST_DATABASE_URL)('a server that ends connections', () => {
  let w: TestWorld;
  let killer: pg.Client;
  let database: string;
  /** What lies between the pool and the server: without it a server that all tests share would have to be stopped. */
  let line: FaultProxy;
  beforeAll(async () => {
    const direct = new URL(process.env.TEST_DATABASE_URL ?? '');
    line = await faultProxy(`http://${direct.host}`);
    const through = new URL(direct);
    through.port = String(line.port);
    process.env.TEST_DATABASE_URL = through.href;
    w = await createWorld('server');
    process.env.TEST_DATABASE_URL = direct.href;
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(w.engine.db);
    database = rows[0]?.name ?? '';
    killer = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });
    await killer.connect();
    await w.token('editor');
  });
  afterAll(async () => {
    await killer.end();
    await w.close();
    await line.close();
  });

  const connections = async () =>
    (await killer.query<{ pid: number }>('select pid from pg_stat_activity where datname = $1', [database])).rows;
  const create = (name: string) =>
    w.call(
      'editor',
      'POST',
      '/api/layerdata/',
      { layer: w.ids.spare, value: { name }, geometry: { type: 'Point', coordinates: [51.4, 35.7] } },
      { 'idempotency-key': `chaos-${name.replace(' ', '-')}` },
    );

  it(
    'keeps every acknowledged write while backends are terminated at random',
    async () => {
      let on = true;
      let kills = 0;
      const failed: number[] = [];
      const unsure: string[] = [];
      const acked = new Map<number, string>();
      const writer = async (who: number) => {
        for (let n = 0; on; n++) {
          const name = `w${who}-${n}`;
          const { status, body } = await create(name);
          if (status === 200) acked.set(body.id, name);
          else {
            failed.push(status);
            unsure.push(name);
          }
        }
      };
      const writers = Array.from({ length: WRITERS }, (_, who) => writer(who));
      for (const end = Date.now() + CHAOS_MS; Date.now() < end; await pause(KILL_EVERY_MS)) {
        const there = await connections();
        const victim = there[Math.floor(Math.random() * there.length)];
        if (!victim) continue;
        await killer.query('select pg_terminate_backend($1)', [victim.pid]);
        kills++;
      }
      on = false;
      await Promise.all(writers);
      console.info(`${kills} connections ended, ${acked.size} records acknowledged, ${failed.length} refused`);
      expect(kills).toBeGreaterThan(10);
      expect(acked.size).toBeGreaterThan(50);
      // A connection serves one call at a time, or a look-up that some calls share.
      expect(failed.length).toBeLessThanOrEqual(2 * kills);
      // The share hangs on how fast the computer writes: it is measured where there is time.
      if (process.env.SLOW === '1') expect(failed.length / (acked.size + failed.length)).toBeLessThan(0.05);
      expect(failed.every((status) => status >= 500)).toBe(true);

      const { rows } = await sql<{ id: number; name: string; steps: number }>`
      select n.id::float8 as id, n.value->>'name' as name, (select count(*)::int from record_log l where l.record_id = n.id and l.action = 'create') as steps
        from record n where n.layer_id = ${w.ids.spare}::int order by n.id`.execute(w.engine.db);
      const nameById = new Map(rows.map((row) => [row.id, row.name]));
      expect([...acked].filter(([id, name]) => nameById.get(id) !== name)).toEqual([]);
      // What the database took without being able to say so is whole as well, and no more than the calls that failed.
      expect(rows.filter((row) => row.steps !== 1)).toEqual([]);
      expect(rows.length - acked.size).toBeLessThanOrEqual(failed.length);
      // Asked once more under their keys, all are there, and each once.
      for (const name of unsure) expect((await create(name)).status).toBe(200);
      const names = await sql<{ name: string }>`select value->>'name' as name from record where layer_id = ${w.ids.spare}::int`.execute(w.engine.db); // biome-ignore format: one query
      expect(names.rows.map((row) => row.name).sort()).toEqual([...acked.values(), ...unsure].sort());
      const layer = await w.call('super', 'GET', `/api/layer/${w.ids.spare}/`);
      expect(layer.body.record_count).toBe(names.rows.length);
    },
    CHAOS_MS + 60_000,
  );

  it('recovers at once, also when all its connections have gone', async () => {
    await killer.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [database]);
    const start = Date.now();
    while ((await create('after')).status !== 200) expect(Date.now() - start).toBeLessThan(5000);
    const all = await Promise.all(Array.from({ length: 60 }, (_, n) => create(`after ${n}`)));
    expect(all.filter(({ status }) => status !== 200)).toEqual([]);
    // One that was ended is listed until its process is gone.
    await expect.poll(async () => (await connections()).length, { timeout: 5000 }).toBeLessThanOrEqual(POOL);
  });

  it(
    'says so while no server is there, loses nothing that was acknowledged, and is back at once',
    async () => {
      const acked: string[] = [];
      const refused: { status: number; headers: Record<string, unknown>; body: { detail?: string } }[] = [];
      let on = true;
      const writers = Array.from({ length: 8 }, async (_, who) => {
        for (let n = 0; on; n++) {
          const answer = await create(`away ${who}-${n}`);
          if (answer.status === 200) acked.push(`away ${who}-${n}`);
          else {
            refused.push(answer);
            await pause(50);
          }
        }
      });
      await pause(500);
      await line.refuse();
      await pause(AWAY_MS);
      expect((await w.call('editor', 'GET', '/readyz')).status).toBe(503);
      const before = acked.length;
      await line.listen();
      const back = Date.now();
      while (acked.length === before) {
        expect(Date.now() - back).toBeLessThan(RECOVERY_MS);
        await pause(20);
      }
      on = false;
      await Promise.all(writers);
      expect([before > 0, refused.length > 8]).toEqual([true, true]);
      // Whoever was refused was told what happened and when to come again.
      expect(refused.filter(({ status, headers, body }) => status !== 503 || headers['retry-after'] !== '5' || !body.detail?.includes(' '))).toEqual([]); // biome-ignore format: one condition
      const { rows } = await sql<{ name: string }>`select value->>'name' as name from record where layer_id = ${w.ids.spare}::int`.execute(w.engine.db); // biome-ignore format: one query
      const names = new Set(rows.map(({ name }) => name));
      expect(acked.filter((name) => !names.has(name))).toEqual([]);
      await expect.poll(async () => (await connections()).length, { timeout: RECOVERY_MS }).toBeLessThanOrEqual(POOL);
    },
    AWAY_MS + 40_000,
  );
});
