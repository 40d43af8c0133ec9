// Foreign databases: what may be reached, what is told of it, and layers that follow a table and keep their records' ids.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, type ServerDatabase } from '../../../testing/database-server';
import { waitForJob as ended } from '../../../testing/wait-for-job';
import { createWorld, ONE_ENGINE, type TestWorld } from '../../../testing/world';
import { isPublic, resolveAddress } from '../../remote-address';
import { openVault } from '../../vault';

const SERVER = process.env.TEST_DATABASE_URL;
const refusal = (host: string, resolve?: (h: string) => Promise<string[]>, allowed: string[] = []) =>
  resolveAddress(host, new Set(allowed), ['own.example'], resolve).then(
    (address) => address,
    (error: { wording?: string }) => error.wording,
  );

describe('addresses', () => {
  it.each([
    '127.0.0.1',
    '127.1',
    '0x7f000001',
    '2130706433',
    '017700000001',
    '0x7f.1',
    '0',
    '0.0.0.0',
    'localhost',
    'LOCALHOST',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    '[::1]',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    'fd00::1',
    'fe80::1',
    'ff02::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'a@127.0.0.1',
    '127.0.0.1#@example.com',
    'example.com/x',
    'exa mple.com',
    '/var/run/postgresql',
    '',
    '.',
    'own.example',
  ])('%j is refused in the words of a database that does not answer', async (host) => {
    // biome-ignore format: a list
    expect(await refusal(host)).toBe('dbUnreachable');
  });

  it('a name is looked up once, and its address is the one to connect to', async () => {
    let lookups = 0;
    const rebinding = async () => [lookups++ === 0 ? '93.184.216.34' : '127.0.0.1'];
    expect(await refusal('db.example.com', rebinding)).toBe('93.184.216.34');
    expect(lookups).toBe(1);
    expect(await refusal('db.example.com', rebinding)).toBe('dbUnreachable');
  });

  it('one closed address of several is enough, unless the operator lists the name or all addresses', async () => {
    const mixed = async () => ['93.184.216.34', '10.0.0.1'];
    expect(await refusal('db.example.com', mixed)).toBe('dbUnreachable');
    expect(await refusal('db.example.com', mixed, ['db.example.com'])).toBe('93.184.216.34');
    expect(await refusal('db.example.com', async () => ['10.0.0.1'], ['10.0.0.1'])).toBe('10.0.0.1');
  });

  it('no private IPv4 address is public, in whatever form of IPv6', () => {
    fc.assert(
      fc.property(fc.constantFrom(10, 127, 0), fc.nat(255), fc.nat(255), fc.nat(255), (a, b, c, d) => {
        const hex = (n: number) => n.toString(16).padStart(2, '0');
        const tail = `${hex(a)}${hex(b)}:${hex(c)}${hex(d)}`;
        return ![`${a}.${b}.${c}.${d}`, `::ffff:${tail}`, `::${tail}`, `64:ff9b::${tail}`, `2002:${tail}::`].some(
          isPublic,
        );
      }),
    );
    expect(isPublic('93.184.216.34') && isPublic('2606:2800:220:1::1')).toBe(true);
  });
});

it('a sealed password opens only with its key, for its owner, and unchanged', () => {
  const config = (n: number) => ({ secretKey: Buffer.alloc(32, n).toString('base64'), dataDir: '/nowhere' });
  const vault = openVault(config(1));
  fc.assert(fc.property(fc.string(), (text) => vault.open(vault.seal(text, 'a'), 'a') === text));
  const sealed = vault.seal('secret', 'a');
  expect(vault.seal('secret', 'a')).not.toBe(sealed);
  expect(() => vault.open(sealed, 'b')).toThrow();
  expect(() => openVault(config(2)).open(sealed, 'a')).toThrow();
  const bytes = Buffer.from(sealed, 'base64');
  bytes.writeUInt8(bytes.readUInt8(14) ^ 1, 14);
  expect(() => vault.open(bytes.toString('base64'), 'a')).toThrow();
});

// Needs a PostgreSQL server beside our own engine: TEST_DATABASE_URL names one.
describe.skipIf(!SERVER).each(ONE_ENGINE)('a foreign database, seen from the %s engine', (kind) => {
  let w: TestWorld;
  let foreign: pg.Client;
  let database: ServerDatabase;
  const at = () => new URL(database.url);
  const connection = (more = {}) => ({
    label: 'بیرونی',
    host: at().hostname,
    port: Number(at().port),
    database: database.name,
    username: at().username,
    password: 'CANARY-PASSWORD',
    ...more,
  });

  beforeAll(async () => {
    database = await createDatabase(null);
    foreign = new pg.Client({ connectionString: database.url });
    await foreign.connect();
    await foreign.query(`create extension postgis; create schema "طرح";
      create table "طرح"."چاه‌ها" ("شناسه" bigint primary key, "نام" text, "عمق" numeric, "فعال" boolean, "تاریخ" date, "زمان" timestamptz, raw bytea, geom geometry(PointZ, 32639));
      insert into "طرح"."چاه‌ها" select i, 'چاه ' || i, i * 1.5, i % 2 = 0, '2024-05-18', '2024-05-18 10:00:00+03:30', 'x', st_setsrid(st_makepoint(500000 + i * 10, 3900000, i), 32639) from generate_series(1, 1200) i;
      update "طرح"."چاه‌ها" set "نام" = null where "شناسه" = 7;
      create table nokey (n int, geom geometry(Polygon, 4326)); insert into nokey select i, st_makeenvelope(51 + i * 0.001, 35, 51.0005 + i * 0.001, 35.001, 4326) from generate_series(1, 10) i;
      create table plain (code text, at timestamp); insert into plain values ('001', '2024-05-18 10:00:00'), ('۰۰۲', null);
      create table mixed (geom geometry(Geometry, 4326)); analyze`);
    w = await createWorld(kind, { log: 'warn', databaseHosts: new Set([at().hostname]) });
  });
  afterAll(async () => {
    await w.close();
    await foreign.end();
    await database.drop();
  });

  const finished = (id: string) => ended(w, id, 'super');
  let last = 0;
  const create = async () => (await w.call('super', 'POST', '/api/arcsde/', connection({ label: `بیرونی ${++last}` }))).body; // biome-ignore format: one call
  const records = async (layer: number) => {
    const { rows } = await foreignless(layer);
    return rows;
  };
  const foreignless = (layer: number) =>
    w.engine.db
      .selectFrom('record')
      .select(['id', 'value', 'version', 'deleted_at'])
      .where('layer_id', '=', layer)
      .orderBy('id')
      .execute()
      .then((rows) => ({ rows }));

  it('keeps the password to itself, sealed', async () => {
    const creation = await create();
    expect(JSON.stringify(creation)).not.toContain('CANARY');
    const page = await w.call('super', 'GET', '/api/arcsde/?limit=1000');
    expect(page.body.results).toContainEqual(creation);
    expect(creation.state).toBe('new');
    expect(JSON.stringify(page.body)).not.toMatch(/CANARY|secret|password/);
    const row = await w.engine.db
      .selectFrom('arcsde')
      .selectAll()
      .where('id', '=', creation.id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain('CANARY');
    expect(statSync(join(w.folder, 'secret.key')).mode & 0o777).toBe(0o600);
  });

  it('is for superusers of its own customer', async () => {
    const { id } = await create();
    for (const path of [`/api/arcsde/${id}/`]) {
      expect((await w.call('stranger', 'PATCH', path, { label: 'x' })).status).toBe(404);
      expect((await w.call('stranger', 'DELETE', path)).status).toBe(404);
    }
    expect((await w.call('stranger', 'POST', '/api/databaselayer/', { id })).status).toBe(404);
    expect((await w.call('stranger', 'GET', '/api/arcsde/')).body.results).toEqual([]);
    expect((await w.call('viewer', 'POST', '/api/databaselayer/', { id })).body.code).toBe(403);
  });

  it('is never sent a stored password at another place', async () => {
    const { id } = await create();
    const moved = await w.call('super', 'PATCH', `/api/arcsde/${id}/`, { host: 'evil.example' });
    expect([moved.status, Object.keys(moved.body.fields)]).toEqual([400, ['password']]);
    const renamed = await w.call('super', 'PATCH', `/api/arcsde/${id}/`, { label: 'نام تازه' });
    expect(renamed.body).toMatchObject({ id, label: 'نام تازه', host: at().hostname });
    expect((await w.call('super', 'POST', '/api/databaselayer/', { id })).status).toBe(200);
  });

  it('lists its tables with their fields, before it is saved as well', async () => {
    const { label: _, ...unsaved } = connection();
    const { body } = await w.call('super', 'POST', '/api/databaselayer/', unsaved);
    const wells = body.find((t: { table: string }) => t.table === 'چاه‌ها');
    expect(wells).toMatchObject({ schema: 'طرح', type: 1, srid: 32639, is3d: true, rows: 1200, has_key: true });
    expect(wells.fields.map((f: { name: string; type: string }) => `${f.name} ${f.type}`)).toEqual([
      'شناسه integer',
      'نام text',
      'عمق decimal',
      'فعال boolean',
      'تاریخ date',
      'زمان datetime',
    ]);
    expect(body.find((t: { table: string }) => t.table === 'plain')).toMatchObject({ type: 0, srid: null });
    expect(body.find((t: { table: string }) => t.table === 'mixed')).toMatchObject({ type: null });
    expect(body.map((t: { table: string }) => t.table)).not.toContain('spatial_ref_sys');
  });

  it('tells what is wrong without a word of the driver', async () => {
    const ask = async (more: object) => {
      const { status, body } = await w.call('super', 'POST', '/api/databaselayer/', connection(more), {
        'accept-language': 'en',
      });
      return [status, body.detail];
    };
    const unreachable = [400, 'The database cannot be reached. Check its address and port.'];
    expect(await ask({ database: 'no_such' })).toEqual([400, expect.stringContaining('Check the name')]);
    expect(await ask({ username: 'no_such' })).toEqual([400, expect.stringContaining('username')]);
    expect(await ask({ port: 1 })).toEqual([400, expect.stringContaining('port')]);
    expect(await ask({ port: 65_000 })).toEqual(unreachable);
    expect(await ask({ host: '127.0.0.2' })).toEqual(unreachable);
    expect(await ask({ host: '10.0.0.1' })).toEqual(unreachable);
  });

  it('becomes a layer in degrees, and is read again with the ids of its records', async () => {
    const { id: arcsde } = await create();
    const order = { arcsde, schema: 'طرح', table: 'چاه‌ها', label: 'چاه‌های بیرونی', fields: ['شناسه', 'نام', 'عمق', 'تاریخ', 'زمان', 'فعال'], group_layer: [w.ids.group], schedule: { every: 'manual', edits: 'theirs' } }; // biome-ignore format: one order
    const started = await w.call('super', 'POST', '/api/layershape/from_arcsde/', order);
    expect(started.body).toMatchObject({ kind: 'sync', file_id: null });
    const job = await finished(started.body.id);
    expect([job.state, job.error, job.imported]).toEqual(['done', null, 1200]);
    const layer = (await w.call('super', 'GET', `/api/layer/${job.layer}/`)).body;
    expect(layer).toMatchObject({ record_count: 1200, group_layer: [w.ids.group], label: 'چاه‌های بیرونی' });
    const page = await w.call('super', 'GET', `/api/layerdata/?layer=${job.layer}&limit=1&order=id`);
    expect(page.body.results[0]).toMatchObject({
      value: { شناسه: 1, نام: 'چاه 1', عمق: 1.5, فعال: false, تاریخ: '2024-05-18', زمان: '2024-05-18T06:30:00.000Z' },
    });
    // As PROJ 9 answers for 500010, 3900000 in EPSG:32639.
    const place = (await foreign.query('select st_x(g) as x, st_y(g) as y from (select st_transform(geom, 4326) as g from "طرح"."چاه‌ها" where "شناسه" = 1) s')).rows[0]; // biome-ignore format: one query
    const { coordinates } = page.body.results[0].geometry;
    expect(coordinates).toEqual([expect.closeTo(place.x, 8), expect.closeTo(place.y, 8), 1]);

    const before = await records(job.layer);
    const first = before.find((r) => r.value.شناسه === 1)?.id as number;
    const waiting = { authors: [7], at: '2026-01-01T00:00:00.000Z', files: true };
    await sql`update record set unconfirmed = ${JSON.stringify({ ...waiting, value: { نام: 'در انتظار' } })}::jsonb where id = ${first}::int`.execute(w.engine.db); // biome-ignore format: one query
    await foreign.query(`update "طرح"."چاه‌ها" set "نام" = 'تازه' where "شناسه" = 1; delete from "طرح"."چاه‌ها" where "شناسه" = 2;
      insert into "طرح"."چاه‌ها" select 5000, 'نو', 1, true, null, null, null, st_setsrid(st_makepoint(510000, 3900000, 1), 32639)`);
    const again = await w.call('super', 'POST', `/api/layershape/${job.layer}/sync_arcsde/`);
    expect(again.body).toMatchObject({ kind: 'sync', layer: job.layer });
    expect(await finished(again.body.id)).toMatchObject({ state: 'done', error: null, imported: 1200 });
    const after = await records(job.layer);
    const byKey = (rows: typeof after, key: number) => rows.find((r) => r.value.شناسه === key && !r.deleted_at);
    expect(byKey(after, 1)).toMatchObject({ id: byKey(before, 1)?.id, version: 2, value: { نام: 'تازه' } });
    expect(byKey(after, 3)).toEqual(byKey(before, 3));
    // An edit that waited is overtaken by the source; files that wait are not.
    const { rows } = await sql<{ unconfirmed: object }>`select unconfirmed from record where id = ${first}::int`.execute(w.engine.db); // biome-ignore format: one query
    expect(rows[0]?.unconfirmed).toEqual(waiting);
    expect(byKey(after, 2)).toBeUndefined();
    expect(byKey(after, 5000)).toBeDefined();
    const now = (await w.call('super', 'GET', `/api/layer/${job.layer}/`)).body;
    expect([now.record_count, now.rev > layer.rev]).toEqual([1200, true]);
    const log = await w.call('super', 'GET', `/api/layerdata/${byKey(before, 1)?.id}/log/`);
    if (log.status === 200) expect(JSON.stringify(log.body)).toContain('تازه');

    // What was gone comes back under its old id.
    await foreign.query(
      `insert into "طرح"."چاه‌ها" select 2, 'بازگشته', 1, true, null, null, null, st_setsrid(st_makepoint(510000, 3900000, 1), 32639)`,
    );
    const third = await w.call('super', 'POST', `/api/layershape/${job.layer}/sync_arcsde/`);
    expect((await finished(third.body.id)).state).toBe('done');
    expect(byKey(await records(job.layer), 2)?.id).toBe(byKey(before, 2)?.id);
    expect((await w.call('super', 'GET', `/api/layer/${job.layer}/`)).body.record_count).toBe(1201);
  });

  it('a table without a key keeps the ids of the rows that stay the same', async () => {
    const { id: arcsde } = await create();
    const order = { arcsde, schema: 'public', table: 'nokey', label: 'بی‌کلید' };
    const job = await finished((await w.call('super', 'POST', '/api/layershape/from_arcsde/', order)).body.id);
    expect([job.state, job.imported]).toEqual(['done', 10]);
    const before = await records(job.layer);
    await foreign.query('update nokey set n = 100 where n = 1; insert into nokey select * from nokey where n = 2');
    const sync = await w.call('super', 'POST', `/api/layershape/${job.layer}/sync_arcsde/`);
    expect((await finished(sync.body.id)).state).toBe('done');
    const after = (await records(job.layer)).filter((r) => !r.deleted_at);
    expect(after).toHaveLength(11);
    expect(after.filter((r) => before.some((b) => b.id === r.id))).toHaveLength(9);
  });

  it('a table without geometry becomes a table; one that mixes kinds wants a choice', async () => {
    const { id: arcsde } = await create();
    const job = await finished((await w.call('super', 'POST', '/api/layershape/from_arcsde/', { arcsde, schema: 'public', table: 'plain', label: 'جدول' })).body.id); // biome-ignore format: one call
    expect((await records(job.layer)).map((r) => r.value)).toEqual([
      // A moment without a zone is Tehran's.
      { code: '001', at: '2024-05-18T06:30:00.000Z' },
      { code: '۰۰۲', at: null },
    ]);
    const mixed = { arcsde, schema: 'public', table: 'mixed', label: 'x' };
    expect((await w.call('super', 'POST', '/api/layershape/from_arcsde/', mixed)).status).toBe(400);
    const none = await w.call('super', 'POST', '/api/layershape/from_arcsde/', { ...mixed, table: 'plain"; drop table plain; --' }); // biome-ignore format: one call
    expect([none.status, (await foreign.query('select count(*)::int as n from plain')).rows[0].n]).toEqual([400, 2]);
    expect((await w.call('super', 'POST', `/api/layershape/${w.ids.layer}/sync_arcsde/`)).status).toBe(400);
  });
});
