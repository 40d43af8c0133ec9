// A database brought back to a moment, as docs/operating.md says: a copy of the cluster, its log kept since, and all of the product as it was then.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { archiveLog, findPostgres, startPostgres, takeBase } from '../../scripts/postgres.mjs';
import { migrateUp } from '../db/migrate';
import { openServer } from '../db/server';
import * as make from '../seed/builders';
import { DEMO_CONFIG } from '../seed/demo';

const ends: (() => unknown)[] = [];
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

const FORM = [{ name: 'name', label: 'name', type: 'text' as const }];
const records = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ geometry: { type: 'Point' as const, coordinates: [51 + i / 1000, 35] }, value: { name: `n${i}` } })); // biome-ignore format: one line

it.skipIf(!findPostgres())(
  'is as it was at a moment between two writes',
  async () => {
    const primary = await startPostgres();
    ends.push(() => primary.stop());
    const ask = async (text: string, url = primary.url) => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      try {
        return (await client.query(text)).rows;
      } finally {
        await client.end();
      }
    };
    const archive = mkdtempSync(join(tmpdir(), 'pahneh-archive-'));
    ends.push(() => rmSync(archive, { recursive: true, force: true }));
    await archiveLog({ archive, control: primary.control, ask });
    const engine = openServer(primary.url);
    await migrateUp(engine);
    const customer = await make.createCustomer(engine, 'localhost', DEMO_CONFIG);
    const owner = await make.createPerson(engine, customer, { username: 'one', password: 'Test-Password-1' });
    const layer = (label: string, count: number) =>
      make.createLayer(engine, { customer, owner, label, type: 1, form: FORM, records: records(count) });
    await layer('before the copy', 10);
    const base = await takeBase(primary.url);
    ends.push(() => base.stop());
    await layer('before the moment', 20);
    const state = (db = engine.db) =>
      sql<{ label: string; n: number; sum: string }>`
        select l.label, count(*)::int as n, md5(string_agg(r::text, ';' order by r.id)) as sum
          from layer l join record r on r.layer_id = l.id group by 1 order by 1`
        .execute(db)
        .then(({ rows }) => rows);
    const then = await state();
    const [{ now: moment }] = (await ask('select clock_timestamp()::text as now')) as [{ now: string }];
    // What was a mistake.
    await sql`delete from record where (value->>'name') = 'n3'`.execute(engine.db);
    await layer('after the moment', 5);
    expect(await state()).not.toEqual(then);
    await engine.close();
    const [{ piece }] = (await ask('select pg_walfile_name(pg_current_wal_lsn()) as piece')) as [{ piece: string }];
    await ask('select pg_switch_wal()');
    const last = async () =>
      String((await ask('select last_archived_wal as last from pg_stat_archiver'))[0]?.last ?? '');
    await expect.poll(async () => (await last()) >= piece, { timeout: 20_000 }).toBe(true);
    const url = await base.startAt(moment, archive);
    // Until then it is still on its way to the moment.
    await expect
      .poll(async () => (await ask('select pg_is_in_recovery() as is', url))[0]?.is, { timeout: 20_000 })
      .toBe(false);
    const restored = openServer(url);
    ends.push(() => restored.close());
    expect((await state(restored.db)).map(({ label, n }) => [label, n])).toEqual([['before the copy', 10], ['before the moment', 20]]); // biome-ignore format: one list
    expect(await state(restored.db)).toEqual(then);
    // It is a primary of its own, and takes writes.
    await sql`update layer set label = label`.execute(restored.db);
  },
  120_000,
);
