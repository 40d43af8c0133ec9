// Indexes of large tables are made beside those who write, once for all who ask, and anew where a process ended in the middle.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Field } from '../../../contract/schemas/form';
import { createWorld, FORM, type TestWorld } from '../../../testing/world';
import { ensureFieldIndexes, fieldIndexes } from './field-index';

// The embedded engine has no statements beside others.
describe.skipIf(!process.env.TEST_DATABASE_URL)('an index beside others', () => {
  let w: TestWorld;
  let table = '';
  beforeAll(async () => {
    w = await createWorld('server');
    table = `record_${w.ids.layer}`;
  });
  afterAll(() => w?.close());
  const [, population, founded] = FORM as [Field, Field, Field];
  const ask = (...fields: Field[]) => ensureFieldIndexes(w.engine, table, fields, 0);
  const list = async () => (await fieldIndexes(w.engine.db, table, FORM)).map(({ field, serves }) => [field, serves]).sort(); // biome-ignore format: one line

  it('is made while somebody writes, who waits for nothing', async () => {
    let asking: Promise<unknown> | undefined;
    await w.engine.db.transaction().execute(async (tx) => {
      const write = () => sql`update record set version = version where layer_id = ${w.ids.layer}::int`.execute(tx);
      await write();
      asking = Promise.all([ask(population), ask(population)]);
      for (let i = 0; i < 20; i++) await write();
    });
    await asking;
    expect(await list()).toEqual([['population', true]]);
  });

  it('is answered without when it takes long, and goes on', async () => {
    const start = performance.now();
    await w.engine.db.transaction().execute(async (tx) => {
      await sql`update record set version = version where layer_id = ${w.ids.layer}::int`.execute(tx);
      // Whoever makes it waits for this transaction.
      await ask(founded);
      expect(performance.now() - start).toBeGreaterThan(3000);
      expect((await list()).find(([field]) => field === 'founded')).not.toEqual(['founded', true]);
    });
    await expect.poll(list, { timeout: 10_000 }).toEqual([['founded', true], ['population', true]]); // biome-ignore format: one list
  });

  it('is made anew where it was left half made', async () => {
    await sql`update pg_index set indisvalid = false where indexrelid = (select indexrelid from pg_index i join pg_class c on c.oid = i.indexrelid
      where indrelid = ${table}::text::regclass and c.relname ~ '_by_' limit 1)`.execute(w.engine.db);
    expect((await list()).map(([, serves]) => serves).sort()).toEqual([false, true]);
    await ask(population, founded);
    expect((await list()).map(([, serves]) => serves)).toEqual([true, true]);
  });
});
