// The index of a layer's text follows its rows: made when it is missing or was left half made, told in the job, and searches are right without it.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Job } from '../../../../contract/schemas/upload';
import { createWorld, type TestWorld } from '../../../../testing/world';
import { partition } from '../../../geo/tiles';
import { indexText, indexTexts } from './text-index';

// The embedded engine has no statements beside others.
describe.skipIf(!process.env.TEST_DATABASE_URL)('the index of a text', () => {
  let w: TestWorld;
  let table = '';
  const run = (text: string) => sql.raw(text).execute(w.engine.db);
  const isThere = async () =>
    (await sql`select 1 from pg_index where indexrelid = to_regclass(${`${table}_search`}::text) and indisvalid`.execute(w.engine.db)).rows.length === 1; // biome-ignore format: one question
  const job = async () => ((await w.call('super', 'GET', '/api/job/')).body as Job[]).find(({ id }) => id === 'in');
  beforeAll(async () => {
    w = await createWorld('server');
    table = partition(w.ids.layer);
    await sql`insert into job (id, account_id, kind, state, label, "order", layer_id) select 'in', id, 'import', 'done', 'in', '{}', ${w.ids.layer}::int from account where username = 'super'`.execute(w.engine.db); // biome-ignore format: one statement
  });
  afterAll(() => w?.close());

  it('is made where it is missing, and the job tells of it until then', async () => {
    await run(`drop index ${table}_search`);
    expect(await isThere()).toBe(false);
    expect((await job())?.text_follows).toBe(true);
    await indexTexts(w);
    expect(await isThere()).toBe(true);
    expect((await job())?.text_follows).toBe(false);
  });

  it('is made anew where somebody ended in the middle of it', async () => {
    await run(`update pg_index set indisvalid = false where indexrelid = '${table}_search'::regclass`);
    await indexText(w.engine, table);
    expect(await isThere()).toBe(true);
  });

  it('is made while a row is being written, and by two at once', async () => {
    await run(`drop index ${table}_search`);
    const write = (db: typeof w.engine.db) => sql`update record set version = version where layer_id = ${w.ids.layer}::int`.execute(db); // biome-ignore format: one statement
    let making: Promise<unknown> | undefined;
    await w.engine.db.transaction().execute(async (tx) => {
      await write(tx);
      making = Promise.allSettled([indexText(w.engine, table), indexText(w.engine, table)]);
      // Whoever makes the index waits for this transaction; nobody waits for the index.
      for (let i = 0; i < 20; i++) await write(tx);
    });
    await making;
    await indexTexts(w);
    expect(await isThere()).toBe(true);
  });
});
