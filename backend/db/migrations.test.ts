// Migrations up, down and up again on a seeded database: the schema comes back to the letter, and what stays loses nothing.
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedExamples } from '../../testing/examples';
import { createEngine, createWorld, ENGINES, ONE_ENGINE, type TestWorld } from '../../testing/world';
import { placeActs } from '../areas/activity/places';
import { partition } from '../geo/tiles';
import type { Engine } from './engine';
import { MIGRATIONS, migrateDown, migrateUp } from './migrate';

/** How many steps down are tried: few and many, since each way passes every migration above it; all where there is time. */
const WAYS = Array.from({ length: MIGRATIONS - 1 }, (_, i) => i + 1).filter(
  (steps) => process.env.SLOW || [1, 2, 4, 8, 16, MIGRATIONS - 1].includes(steps),
);

/** Of our own schema: what belongs to an extension or to the book of migrations is left out. */
const ours = (oid: RawBuilder<unknown>, catalogue: string) =>
  sql`not exists (select 1 from pg_depend d where d.objid = ${oid} and d.classid = ${catalogue}::regclass and d.deptype = 'e')`;
const table = sql`c.relnamespace = current_schema()::regnamespace and c.relname not like 'kysely%' and ${ours(sql`c.oid`, 'pg_class')}`;

/** All that the catalogue says of the schema, one line each. */
async function schemaOf(engine: Engine): Promise<string[]> {
  const queries: RawBuilder<{ line: string }>[] = [
    sql`select 'relation ' || c.relkind::text || ' ' || c.relname || ' ' || coalesce(pg_get_partkeydef(c.oid), '') || coalesce(pg_get_expr(c.relpartbound, c.oid), '') || coalesce(array_to_string(c.reloptions, ','), '') as line
      from pg_class c where c.relkind in ('r', 'p', 'v', 'm', 'S') and ${table}`,
    // By name: a column that came later stands last, wherever it stood before.
    sql`select 'column ' || c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || case when a.attnotnull then ' not null' else '' end
        || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') || a.attgenerated::text || a.attidentity::text || coalesce(' collate ' || o.collname, '') as line
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum left join pg_collation o on o.oid = a.attcollation
      where c.relkind in ('r', 'p', 'v') and ${table}`,
    sql`select 'constraint ' || c.relname || ' ' || k.conname || ' ' || pg_get_constraintdef(k.oid) as line
      from pg_constraint k join pg_class c on c.oid = k.conrelid where ${table}`,
    sql`select 'index ' || c.relname || ' ' || pg_get_indexdef(c.oid) as line from pg_class c join pg_index i on i.indexrelid = c.oid where ${table} and ${ours(sql`i.indrelid`, 'pg_class')}`,
    sql`select 'trigger ' || pg_get_triggerdef(t.oid) as line from pg_trigger t join pg_class c on c.oid = t.tgrelid where not t.tgisinternal and ${table}`,
    sql`select 'function ' || pg_get_functiondef(p.oid) as line from pg_proc p where p.prokind in ('f', 'p') and p.pronamespace = current_schema()::regnamespace and ${ours(sql`p.oid`, 'pg_proc')}`,
    sql`select 'collation ' || l.collname || ' ' || l.collprovider::text as line from pg_collation l where l.collnamespace = current_schema()::regnamespace`,
    sql`select 'type ' || t.typname as line from pg_type t where t.typtype in ('e', 'd', 'r') and t.typnamespace = current_schema()::regnamespace and ${ours(sql`t.oid`, 'pg_type')}`,
  ];
  const lines: string[] = [];
  for (const ask of queries) lines.push(...(await ask.execute(engine.db)).rows.map((row) => row.line));
  return lines.sort();
}

/** Every row of every table as JSON, by table. */
async function contentOf(engine: Engine): Promise<Map<string, Record<string, unknown>[]>> {
  const { rows: tables } = await sql<{ relname: string }>`
    select c.relname from pg_class c where c.relkind in ('r', 'p') and not c.relispartition and ${table} order by 1`.execute(
    engine.db,
  );
  const all = new Map<string, Record<string, unknown>[]>();
  for (const { relname } of tables) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`select to_jsonb(t) as row from ${sql.table(relname)} t`.execute(engine.db); // biome-ignore format: one statement
    all.set(relname, rows.map(({ row }) => row)); // biome-ignore format: one line
  }
  return all;
}

/** What of `before` has its place in `after` still, and what is there; two lists that must be the same. */
function expectContentPreserved(
  before: Awaited<ReturnType<typeof contentOf>>,
  after: Awaited<ReturnType<typeof contentOf>>,
) {
  const text = (rows: readonly Record<string, unknown>[], columns: readonly string[]) =>
    rows.map((row) => JSON.stringify(columns.map((column) => row[column]))).sort();
  const [had, has]: [string[], string[]] = [[], []];
  for (const [name, rows] of after) {
    const old = before.get(name);
    if (!old?.length) continue;
    const columns = Object.keys(rows[0] ?? {})
      .filter((column) => column in (old[0] as object))
      .sort();
    had.push(name, ...text(old, rows.length ? columns : Object.keys(old[0] as object).sort()));
    has.push(name, ...text(rows, columns));
  }
  return { had, has };
}

describe.each(ENGINES)('migrations on the %s engine', (kind) => {
  it('leave nothing behind on their way down, and make the same again', async () => {
    const engine = await createEngine(kind);
    try {
      const schema = await schemaOf(engine);
      expect(schema.length).toBeGreaterThan(300);
      for (let n = 0; n < MIGRATIONS; n++) await migrateDown(engine);
      // The Persian order of the embedded engine is made before the first migration.
      expect((await schemaOf(engine)).filter((line) => !line.startsWith(`collation ${engine.collation}`))).toEqual([]);
      await migrateUp(engine);
      expect(await schemaOf(engine)).toEqual(schema);
    } finally {
      await engine.close();
    }
  });
});

// The SQL of a step is the same on both.
describe.each(ONE_ENGINE)('migrations over data on the %s engine', (kind) => {
  let w: TestWorld;
  beforeAll(async () => {
    w = await createWorld(kind);
    await seedExamples(w);
    // Accounts that are gone, as those of keys are written, had another name before 0007.
    await sql`delete from account where deleted_at is not null`.execute(w.engine.db);
    // Before 0073 they are items of people: tested below.
    await sql`delete from question`.execute(w.engine.db);
    // Before 0096 messages carry nothing, and the bytes of it are taken off.
    await sql`delete from chat_file`.execute(w.engine.db);
    // Before 0077 no key is a person's: tested below.
    await sql`delete from publish_key where personal`.execute(w.engine.db);
  });
  afterAll(() => w.close());

  it('go down by few steps and by many and up again, and what stays loses nothing', async () => {
    const schema = await schemaOf(w.engine);
    for (const steps of WAYS) {
      // Or its chore does it while we compare.
      await placeActs(w);
      const before = await contentOf(w.engine);
      for (let n = 0; n < steps; n++) await migrateDown(w.engine);
      const down = await contentOf(w.engine);
      const { had, has } = expectContentPreserved(before, down);
      expect(has.length).toBeGreaterThan(20);
      expect([steps, has]).toEqual([steps, had]);
      await migrateUp(w.engine);
      expect([steps, await schemaOf(w.engine)]).toEqual([steps, schema]);
      const again = expectContentPreserved(down, await contentOf(w.engine));
      expect([steps, again.has]).toEqual([steps, again.had]);
    }
  });

  it.runIf(kind === 'server')('wait for whoever reads for longer than a statement may', async () => {
    const reader = w.engine.db.transaction().execute(async (tx) => {
      await sql`lock table arrival in access share mode`.execute(tx);
      await sql`select pg_sleep(4)`.execute(tx);
    });
    await sql`select pg_sleep(0.2)`.execute(w.engine.db);
    const countSteps = async () =>
      (await sql`select 1 from kysely_migration where name = '0097-arrival-storage'`.execute(w.engine.db)).rows.length;
    while ((await countSteps()) > 0) await migrateDown(w.engine);
    await reader;
    await migrateUp(w.engine);
  });

  it('take keys of people away, and leave none to be a key of a program', async () => {
    const { db } = w.engine;
    const { id: layer } = (await w.form('super', '/api/layer/', { label: 'منتشر', type: 0, form: [] })).body;
    const services = { features: true, tiles: false, csv: true };
    const writes = { add: false, edit: false, delete: false };
    const settings = { access: 'key', description: '', licence: '', attribution: '', hidden_fields: [], only_approved: false, time_field: null, writes, services }; // biome-ignore format: one body
    expect((await w.call('super', 'PUT', `/api/publish/${layer}/`, settings)).status).toBe(200);
    const key = { label: 'x', layers: [{ layer, ...writes }], days: 9, addresses: [], in_address: false };
    for (let n = 0; n < 2; n++) expect((await w.call('super', 'POST', '/api/own_key/', key)).status).toBe(200);
    await w.call('super', 'POST', '/api/publish_key/', { ...key, label: 'برنامه', regions: [] });
    while ((await sql`select 1 from kysely_migration where name = '0077-personal-keys'`.execute(db)).rows.length > 0)
      await migrateDown(w.engine);
    expect((await sql`select label from publish_key`.execute(db)).rows).toEqual([{ label: 'برنامه' }]);
    await migrateUp(w.engine);
    expect((await sql`select label, personal from publish_key`.execute(db)).rows).toEqual([{ label: 'برنامه', personal: false }]); // biome-ignore format: one line
  });

  it('put saved questions among the items of their people, and back', async () => {
    const { db } = w.engine;
    const saved = async () => (await sql`select account_id, label, address, audience from question`.execute(db)).rows;
    const items = async () =>
      (await sql`select account_id, label, data from user_item where type = 'statistics'`.execute(db)).rows;
    const { id: owner } = await db.selectFrom('account').select('id').where('username', '=', 'viewer').executeTakeFirstOrThrow(); // biome-ignore format: one statement
    await sql`
        insert into question (customer_id, account_id, label, address, audience) values
          (${w.ids.customer}::int, ${owner}::int, 'شمار', 'layer=1&by=~kind', 'all')`.execute(db);
    while ((await sql`select 1 from kysely_migration where name = '0073-questions'`.execute(db)).rows.length > 0)
      await migrateDown(w.engine);
    expect(await items()).toEqual([{ account_id: owner, label: 'شمار', data: { address: 'layer=1&by=~kind' } }]);
    await migrateUp(w.engine);
    // Whom it was shared with is not among what an item says.
    expect(await saved()).toEqual([{ account_id: owner, label: 'شمار', address: 'layer=1&by=~kind', audience: 'own' }]);
    expect(await items()).toEqual([]);
    await sql`delete from question`.execute(db);
  });

  it("take away indexes that are named by a field's place in its form", async () => {
    const { db } = w.engine;
    const table = partition(w.ids.layer);
    const countIndexSteps = async () =>
      (await sql`select 1 from kysely_migration where name = '0034-field-indexes'`.execute(db)).rows.length;
    while ((await countIndexSteps()) > 0) await migrateDown(w.engine);
    await sql`create index ${sql.id(`${table}_sort_0`)} on ${sql.table(table)} (id) where deleted_at is null`.execute(db); // biome-ignore format: one line
    await migrateUp(w.engine);
    const { rows } = await sql`select 1 from pg_indexes where indexname like ${'%\\_sort\\_%'}::text`.execute(db);
    expect(rows).toEqual([]);
  });

  it('make objects of the choices of forms, and change no value', async () => {
    const { db } = w.engine;
    const isUp = async () =>
      (await sql`select 1 from kysely_migration where name = '0037-choices'`.execute(db)).rows.length > 0;
    const records = async () => (await sql`select id, value, search, version from record order by id`.execute(db)).rows;
    const form = (choices: unknown) => [{ name: 'a', label: 'a', type: 'text' }, { name: 'k', label: 'k', type: 'choice', required: true, choices }]; // biome-ignore format: one form
    while (await isUp()) await migrateDown(w.engine);
    const before = await records();
    await sql`update layer set config = jsonb_set(config, '{form}', ${JSON.stringify(form(['چاه', 'b']))}::jsonb) where id = ${w.ids.spare}::int`.execute(db); // biome-ignore format: one statement
    await migrateUp(w.engine);
    const { rows } = await sql<{
      form: unknown;
    }>`select config->'form' as form from layer where id = ${w.ids.spare}::int`.execute(db);
    expect(rows[0]?.form).toEqual(form([{ value: 'چاه', label: 'چاه' }, { value: 'b', label: 'b' }])); // biome-ignore format: one line
    expect(await records()).toEqual(before);
  });

  it('are served again afterwards', async () => {
    const { status, body } = await w.call('super', 'GET', `/api/layerdata/?layer=${w.ids.layer}&limit=1`);
    expect([status, body.count > 0]).toEqual([200, true]);
  });
});
