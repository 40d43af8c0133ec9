// Databases of the schemas that are in use, filled by plain SQL and brought to the newest: nothing is lost, and the product answers for it.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createDatabase } from '../../../testing/database-server';
import { ENGINE } from '../../../testing/world';
import { buildBackend } from '../../app';
import { openSession } from '../../areas/session/tokens';
import { readConfig } from '../../config';
import { DEMO_CONFIG } from '../../seed/demo';
import { openEmbedded } from '../embedded';
import type { Engine } from '../engine';
import { compareMigrations, migrateUp } from '../migrate';
import { openServer } from '../server';

interface Release {
  version: string;
  /** The last migrations of what was published under that version, the oldest first. */
  schemas: string[];
}
const RELEASES: Release[] = JSON.parse(readFileSync(new URL('released.json', import.meta.url), 'utf8'));
const SCHEMAS = RELEASES.flatMap(({ schemas }) => schemas);

/** Indexes that upgrades may build over all records, and why that is short: each reads the rows once and holds few of them. */
const INDEXES: Record<string, string> = {
  record_waiting: 'partial: work that waits',
  record_deleted: 'partial: what is in the trash',
  record_queue: 'partial: work that waits',
  record_sent_back: 'partial: what was sent back',
  record_returned: 'partial: what was sent back',
};

const BOX = 'POLYGON((51 35,52 35,52 36,51 36,51 35))';
const PLACES = ['POINT(51.39 35.7)', 'LINESTRING(51.4 35.7,51.7 32.6)', BOX];
const FORM = [{ name: 'name', label: 'نام', type: 'text', required: true }];

/** An empty database with the migrations up to one. */
async function openAt(last: string) {
  const database = ENGINE === 'server' ? await createDatabase(null) : null;
  const engine = database ? openServer(database.url) : await openEmbedded({ dir: null, template: null });
  await migrateUp(engine, last);
  return {
    engine,
    async close() {
      await engine.close();
      await database?.drop();
    },
  };
}

/** Inserts one row, without the columns that the schema of then has not yet. */
async function insert({ db }: Engine, table: string, values: Record<string, unknown>): Promise<void> {
  const { rows } = await sql<{ name: string }>`select attname as name from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`.execute(db); // biome-ignore format: one statement
  const names = rows.map(({ name }) => name).filter((name) => name in values);
  await sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.id(name)))}) values (${sql.join(names.map((name) => values[name]))})`.execute(db); // biome-ignore format: one statement
}

/** A customer, a region, a person with a role, and a layer of each kind of place with a record. */
async function fill(engine: Engine): Promise<void> {
  const { db } = engine;
  await insert(engine, 'customer', { host: 'localhost', config: JSON.stringify(DEMO_CONFIG) });
  await insert(engine, 'account', { customer_id: 1, username: 'super', password_hash: 'x', first_name: 'مینا', is_superuser: true, name_key: 'super', search: 'super مینا' }); // biome-ignore format: one row
  await insert(engine, 'role', { customer_id: 1, name: 'همه', modules: '{1,2,3,4,5,6,7,8,9,10,11}', name_key: 'همه' });
  await insert(engine, 'account_role', { account_id: 1, role_id: 1 });
  await insert(engine, 'region', { customer_id: 1, label: 'تهران', geom: `SRID=4326;${BOX}` });
  await insert(engine, 'region_part', { region_id: 1, geom: `SRID=4326;${BOX}` });
  await insert(engine, 'account_region', { account_id: 1, region_id: 1 });
  for (const [i, place] of PLACES.entries()) {
    const layer = i + 1;
    await sql`create table ${sql.table(`record_${layer}`)} partition of record for values in (${sql.lit(layer)})`.execute(db); // biome-ignore format: one statement
    await insert(engine, 'layer', { customer_id: 1, owner_id: 1, label: `لایه ${layer}`, type: layer, config: JSON.stringify({ form: FORM }), record_count: 2, search: `لایه ${layer}`, label_key: `لایه ${layer}` }); // biome-ignore format: one row
    for (const status of [3, 1])
      await insert(engine, 'record', { layer_id: layer, status, geom: `SRID=4326;${place}`, value: JSON.stringify({ name: `عارضه ${layer}` }), search: `عارضه ${layer}`, creator_id: 1 }); // biome-ignore format: one row
  }
}

const recordsOf = async ({ db }: Engine) =>
  (await sql`select layer_id, id, status, st_asewkt(geom) as place, value, search, creator_id, created, version from record order by id`.execute(db)).rows; // biome-ignore format: one statement

/** The files of the tables of records: another one after an upgrade has been written anew, while everybody waited. */
const filesOf = async ({ db }: Engine) =>
  (await sql`select relname, relfilenode from pg_class where relkind = 'r' and relname ~ '^record_[0-9]+$' order by 1`.execute(db)).rows; // biome-ignore format: one statement

const indexesOf = async ({ db }: Engine) =>
  (await sql<{ name: string }>`select indexrelid::regclass::text as name from pg_index where indrelid = 'record'::regclass`.execute(db)).rows.map(({ name }) => name); // biome-ignore format: one statement

/** What the product answers to the person of that database. */
async function askFor(engine: Engine) {
  const folder = mkdtempSync(join(tmpdir(), 'pahneh-upgrade-'));
  const backend = await buildBackend(engine, readConfig({ DATA_DIR: folder, LOG: 'silent' }));
  try {
    const { access } = await openSession(engine.db, 1, new Date(), 600);
    const headers = { host: 'localhost', authorization: `Bearer ${access}` };
    const ask = async (url: string) => {
      const response = await backend.app.inject({ url, headers });
      return { status: response.statusCode, text: response.body };
    };
    return {
      records: await Promise.all(PLACES.map((_, i) => ask(`/api/layerdata/?layer=${i + 1}&limit=9`))),
      others: await Promise.all(['/api/layer/', '/api/region/', '/api/users/'].map(ask)),
    };
  } finally {
    await backend.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('the list of schemas', () => {
  it('has each release of the changelog, and ends with the newest migration', async () => {
    const versions = [...readFileSync('CHANGELOG.md', 'utf8').matchAll(/^## (\S+) - /gm)].map(([, version]) => version);
    expect(RELEASES.map(({ version }) => version)).toEqual(versions.reverse());
    expect(SCHEMAS).toEqual([...SCHEMAS].sort());
    const { engine, close } = await openAt(SCHEMAS.at(-1) ?? '');
    expect(await compareMigrations(engine)).toEqual({ missing: [], unknown: [] });
    await close();
  });
});

/** Tables of which there may be millions of rows. */
const LARGE = ['record', 'record_log', 'audit', 'track_point', 'message'];
const LIMIT_MS = 1000;

describe('whoever reads', () => {
  it('is not shut out by a migration while it reads or writes all rows of a large table', () => {
    const folder = new URL('../migrations/', import.meta.url);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
    expect(files.length).toBeGreaterThan(60);
    for (const name of files) {
      const [, up = ''] = readFileSync(new URL(name, folder), 'utf8').split('export async function up');
      const [work = ''] = up.split('export async function down');
      for (const table of LARGE) {
        const [, after = ''] = work.split(new RegExp(`alter table ${table}\\b|drop index ${table}_\\w+`));
        expect([name, table, new RegExp(`index [\\w$.{}()]+ on ${table}\\b|update ${table}\\b`).test(after)]).toEqual([name, table, false]); // biome-ignore format: one line
      }
    }
  });

  it.skipIf(ENGINE !== 'server')(
    'waits no second behind an upgrade that waits for somebody who reads long',
    async () => {
      const { engine, close } = await openAt(SCHEMAS[0] ?? '');
      try {
        await fill(engine);
        let end = () => {};
        const reading = engine.db.transaction().execute(async (tx) => {
          await sql`select 1 from record`.execute(tx);
          await new Promise<void>((resolve) => {
            end = resolve;
          });
        });
        const upgrade = migrateUp(engine);
        const waits: number[] = [];
        for (const until = Date.now() + 3 * LIMIT_MS; Date.now() < until; ) {
          const start = performance.now();
          await sql`select value from record where id = 1`.execute(engine.db);
          waits.push(performance.now() - start);
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
        expect(Math.max(...waits)).toBeLessThan(LIMIT_MS);
        expect((await compareMigrations(engine)).missing).toContain(SCHEMAS.at(-1));
        end();
        await Promise.all([reading, upgrade]);
        expect(await compareMigrations(engine)).toEqual({ missing: [], unknown: [] });
      } finally {
        await close();
      }
    },
  );
});

// A database costs the embedded engine many times what it costs a server: there the oldest alone, unless there is time.
describe.each(ENGINE === 'server' || process.env.SLOW ? SCHEMAS : SCHEMAS.slice(0, 1))('a database of %s', (last) => {
  it('is brought to the newest schema without a loss or a rewrite of records, and served', async () => {
    const { engine, close } = await openAt(last);
    try {
      await fill(engine);
      const before = { records: await recordsOf(engine), files: await filesOf(engine) };
      const indexes = await indexesOf(engine);
      expect([before.records.length, before.files.length]).toEqual([6, 3]);

      await migrateUp(engine);
      expect({ records: await recordsOf(engine), files: await filesOf(engine) }).toEqual(before);
      const more = (await indexesOf(engine)).filter((name) => !indexes.includes(name));
      expect(more.filter((name) => !(name in INDEXES))).toEqual([]);

      const { records, others } = await askFor(engine);
      expect(records.map(({ status, text }) => [status, JSON.parse(text).count])).toEqual(PLACES.map(() => [200, 2]));
      records.forEach(({ text }, i) => void expect(text).toContain(`عارضه ${i + 1}`));
      expect(others.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(others.map(({ text }, i) => text.includes(['لایه 3', 'تهران', 'super'][i] ?? '?'))).toEqual([true, true, true]); // biome-ignore format: one line
    } finally {
      await close();
    }
  });
});
