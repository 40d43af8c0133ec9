// A loaded table becomes a layer's own without work in the commit: it brings every index that the partitions have.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWorld, ENGINE, type TestWorld } from '../../../../testing/world';
import { partition } from '../../../geo/tiles';
import { addKey, attach, indexStatements, makeStaging } from './partition';

let w: TestWorld;
beforeAll(async () => {
  w = await createWorld(ENGINE);
});
afterAll(() => w.close());

it('attaching a table makes no index', async () => {
  const { db } = w.engine;
  const table = partition(9_000);
  const indexes = async () =>
    (await sql`select indexrelid from pg_index where indrelid = ${table}::regclass order by 1`.execute(db)).rows;
  const options = async () =>
    (await sql`select reloptions from pg_class where oid = ${table}::regclass`.execute(db)).rows;
  await makeStaging(db, table, 9_000);
  // As a load does, which the server's own vacuuming must not hold up.
  await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(db);
  await addKey(db, table);
  for (const statement of indexStatements(table, { text: true })) await statement.execute(db);
  const before = await indexes();
  await attach(db, table, 9_000);
  expect(await indexes()).toEqual(before);
  expect(await options()).toEqual([{ reloptions: null }]);
});
