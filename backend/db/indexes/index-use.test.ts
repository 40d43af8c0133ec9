// Indexes that come by use go when nothing has used them for two months, and come back by the next use.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Field } from '../../../contract/schemas/form';
import { recordStatements } from '../../../testing/statements';
import { createWorld, ENGINES, FORM, type TestWorld } from '../../../testing/world';
import { ensureFieldIndexes } from './field-index';
import { dropUnusedIndexes } from './index-use';

const DAY_MS = 86_400_000;

describe.each(ENGINES)('indexes that nothing uses on the %s engine', (kind) => {
  let w: TestWorld;
  beforeAll(async () => {
    w = await createWorld(kind);
  });
  afterAll(() => w.close());

  const [name, population, founded] = FORM as [Field, Field, Field];
  const use = (...fields: Field[]) => ensureFieldIndexes(w.engine, `record_${w.ids.layer}`, fields);
  const indexes = async () =>
    (await sql<{ definition: string }>`select indexdef as definition from pg_indexes where indexname ~ ${`^record_${w.ids.layer}_by_`}::text order by indexname`.execute(w.engine.db)).rows.map(({ definition }) => /value ->> '(.*)'::text/.exec(definition)?.[1]).sort(); // biome-ignore format: one query
  const days = async () =>
    (await sql<{ ago: number }>`select current_date - used as ago from field_index_use order by 1`.execute(w.engine.db)).rows.map(({ ago }) => ago); // biome-ignore format: one query
  const setUse = (daysAgo: number) => sql`update field_index_use set used = current_date - ${daysAgo}::int`.execute(w.engine.db); // biome-ignore format: one statement
  const sweep = (later = 0) =>
    dropUnusedIndexes({ engine: w.engine, now: () => new Date(Date.now() + later * DAY_MS) });

  it('are dropped after their days, and made anew when they are asked for', async () => {
    await use(population, founded);
    expect([await indexes(), await days()]).toEqual([
      ['founded', 'population'],
      [0, 0],
    ]);
    expect(await sweep(59)).toBe(0);
    await setUse(59);
    expect([await sweep(), await days()]).toEqual([0, [59, 59]]);
    await setUse(61);
    expect([await sweep(), await indexes(), await days()]).toEqual([2, [], []]);
    await use(founded);
    expect(await indexes()).toEqual(['founded']);
  });

  it('have their days from when they are first seen', async () => {
    await sql`delete from field_index_use`.execute(w.engine.db);
    expect([await sweep(), await indexes(), await days()]).toEqual([0, ['founded'], [0]]);
  });

  it('are noted once a day, whatever is asked', async () => {
    await use(name);
    const record = recordStatements(w.engine);
    for (let i = 0; i < 3; i++) await use(name);
    record.stop();
    expect(record.statements.filter((statement) => statement.includes('field_index_use'))).toEqual([]);
    await setUse(61);
    // A note of an index that is gone with its layer goes too.
    await sql`insert into field_index_use (name, used) values ('record_999999_by_0000000000000000', current_date)`.execute(w.engine.db); // biome-ignore format: one statement
    expect([await sweep(), await indexes()]).toEqual([2, []]);
    expect(await days()).toEqual([0]);
    expect([await sweep(61), await days()]).toEqual([0, []]);
  });
});
