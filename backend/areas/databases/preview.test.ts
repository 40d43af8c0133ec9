// Looking at a foreign table before a layer is made of it: hostile names, filters, keys, and databases that are slow or say no.
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, type ServerDatabase } from '../../../testing/database-server';
import { createWorld, ENGINE, type TestWorld } from '../../../testing/world';
import { conditionOf, type Filter, statement } from './foreign-filter';
import type { Table } from './foreign-tables';

const SERVER = process.env.TEST_DATABASE_URL;
const EVIL = 'a"; drop table victim; --';

it('a filter writes names as quoted identifiers and values as parameters alone', () => {
  const table: Table = { schema: 's', table: 't', type: 0, srid: null, is3d: false, rows: null, has_key: false, keys: [], geometry: null, key: [], zoneless: [], fields: [] }; // biome-ignore format: one table
  fc.assert(
    fc.property(
      fc.string({ minLength: 1, maxLength: 63 }),
      fc.string({ minLength: 1, maxLength: 50 }),
      (name, value) => {
        const one = { ...table, fields: [{ name, type: 'text' as const }] };
        const { text, values } = statement(conditionOf(one, { field: name, is: 'contains', value: `☃${value}` }));
        expect(text).toContain(`"${name.replaceAll('"', '""')}"`);
        expect(text).not.toContain('☃');
        expect(values.some((v) => String(v).includes('☃'))).toBe(true);
      },
    ),
  );
});

describe.skipIf(!SERVER)('a table of a foreign database', () => {
  let w: TestWorld;
  let foreign: pg.Client;
  let database: ServerDatabase;
  let arcsde: number;
  const at = () => new URL(database.url);
  const connection = (more = {}) => ({ label: 'x', host: at().hostname, port: Number(at().port), database: database.name, username: at().username, password: 'x', ...more }); // biome-ignore format: one line

  beforeAll(async () => {
    database = await createDatabase(null);
    foreign = new pg.Client({ connectionString: database.url });
    await foreign.connect();
    await foreign.query(`create extension postgis; create table victim (i int); insert into victim values (1);
      create table hostile ("${EVIL.replaceAll('"', '""')}" text, "select" int, "MixedCase" text not null unique, "نام ستون" text, at timestamp, day date, ok boolean, "__proto__" text, geom geometry(Point, 4326));
      insert into hostile select case when i = 3 then '%_''' else 'يك ' || i end, i, 'M' || i, 'چاه ' || i, '2024-05-18 10:00:00', '2024-05-18'::date + i, i % 2 = 0, 'p', st_setsrid(st_makepoint(51 + i * 0.01, 35), 4326) from generate_series(1, 30) i;
      create table nowhere (id int primary key, geom geometry(Point)); insert into nowhere select i, st_makepoint(500000 + i, 3900000) from generate_series(1, 5) i;
      create table huge (id int primary key, geom geometry(Polygon, 4326)); insert into huge select 1, st_buffer(st_setsrid(st_makepoint(51, 35), 4326), 0.1, 20000);
      create table nulls (code text, twin text, geom geometry(Geometry, 4326)); insert into nulls values ('a', 'x', 'SRID=4326;POINT(51 35)'), (null, 'x', null), ('b', 'x', 'SRID=4326;LINESTRING(51 35, 52 36)');
      create view slow as select i, pg_sleep(0.6)::text as slept from generate_series(1, 1000) i;
      create view seen as select "select" as id, "نام ستون" as name from hostile;
      create table locked (i int); revoke all on locked from public; create role clerk login; grant usage on schema public to clerk; analyze`);
    w = await createWorld(ENGINE, { databaseHosts: new Set([at().hostname]) });
    arcsde = (await w.call('super', 'POST', '/api/arcsde/', connection())).body.id;
  });
  afterAll(async () => {
    await w.close();
    await foreign.query('drop owned by clerk; drop role clerk').catch(() => {});
    await foreign.end();
    await database.drop();
  });

  const preview = async (table: string, more: object = {}, as = 'editor') =>
    w.call(as, 'POST', '/api/databaselayer/preview/', { arcsde, schema: 'public', table, ...more }, { 'accept-language': 'en' }); // biome-ignore format: one call
  const passing = async (where: Filter) => {
    const { status, body } = await preview('hostile', { where });
    expect(status).toBe(200);
    return body.rows.map(({ values }: { values: Record<string, string> }) => Number(values.select));
  };

  it('is told to whoever builds layers without where its connection leads', async () => {
    const { body } = await w.call('editor', 'GET', '/api/arcsde/');
    expect(body.results).toEqual([{ id: arcsde, label: 'x', state: 'new' }]);
    expect((await w.call('editor', 'GET', `/api/arcsde/${arcsde}/`)).status).toBe(403);
    expect((await w.call('editor', 'POST', '/api/databaselayer/', { id: arcsde })).status).toBe(200);
    expect((await w.call('editor', 'GET', '/api/arcsde/')).body.results[0].state).toBe('ok');
    expect((await w.call('super', 'GET', '/api/arcsde/')).body.results[0]).toMatchObject({ host: at().hostname });
  });

  it('shows its first rows, whatever its columns are called', async () => {
    const { status, body } = await preview('hostile');
    expect([status, body.rows.length, body.total]).toEqual([200, 20, 30]);
    expect(body.rows[0]).toEqual({
      values: { [EVIL]: 'يك 1', select: '1', MixedCase: 'M1', 'نام ستون': 'چاه 1', at: '2024-05-18 10:00:00', day: '2024-05-19', ok: 'false' }, // biome-ignore format: one row
      kind: 1,
      geometry: { type: 'Point', coordinates: [expect.closeTo(51.01, 8), 35] },
    });
    expect(body.extent).toEqual([expect.closeTo(51.01, 8), 35, expect.closeTo(51.2, 8), 35]);
    expect((await foreign.query('select * from victim')).rowCount).toBe(1);
  });

  it('lets a system be chosen where it has none, and shows large shapes small', async () => {
    expect((await preview('nowhere')).body.rows[0]).toMatchObject({ kind: 1, geometry: null });
    const { body } = await preview('nowhere', { srid: 32639 });
    expect(body.rows[0].geometry.coordinates[0]).toBeCloseTo(51, 3);
    expect(body.extent).toEqual([500_001, 3_900_000, 500_005, 3_900_000]);
    const huge = (await preview('huge')).body.rows[0];
    expect([huge.kind, huge.geometry.type.startsWith('Multi') ? 4 : 5, JSON.stringify(huge).length < 500]).toEqual([3, expect.any(Number), true]); // biome-ignore format: one line
    expect((await preview('nulls')).body.rows.map((r: { kind: number }) => r.kind)).toEqual([1, null, 2]);
  });

  it.each<[Filter, number[]]>([
    [{ field: EVIL, is: 'contains', value: 'یک 5' }, [5]],
    [{ field: EVIL, is: 'eq', value: "%_'" }, [3]],
    [{ field: 'MixedCase', is: 'starts', value: 'm1' }, [1, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]],
    [{ field: 'MixedCase', is: 'ends', value: '30' }, [30]],
    [{ field: 'MixedCase', is: 'eq', value: "m1' or true --" }, []],
    [{ field: 'MixedCase', is: 'in', value: ['M2', 'm3'] }, [2, 3]],
    [{ field: 'select', is: 'between', value: ['۲۸', 29] }, [28, 29]],
    [{ field: 'day', is: 'le', value: '2024-05-20' }, [1, 2]],
    [{ field: 'at', is: 'ne', value: '2024-05-18' }, []],
    [{ and: [{ field: 'ok', is: 'eq', value: true }, { not: { field: 'select', is: 'gt', value: 4 } }] }, [2, 4]],
    [
      {
        or: [
          { field: 'select', is: 'eq', value: 7 },
          { field: 'select', is: 'ge', value: 30 },
        ],
      },
      [7, 30],
    ],
    [
      {
        and: [
          { field: 'نام ستون', is: 'not_empty' },
          { field: 'select', is: 'lt', value: 2 },
        ],
      },
      [1],
    ],
    [{ or: [] }, []],
  ])('filters %j', async (where, expected) => {
    expect(await passing(where)).toEqual(expected);
  });

  it('refuses a filter or a key that makes no sense, with the field', async () => {
    for (const where of [
      { field: 'gone', is: 'eq', value: 1 },
      { field: 'select', is: 'eq', value: 'many' },
      { field: 'ok', is: 'contains', value: 'true' },
      { field: 'day', is: 'eq', value: 'yesterday' },
      { column: 'id', is: 'eq', value: 1 },
    ])
      expect([where, (await preview('hostile', { where })).status]).toEqual([where, 400]);
    const keys = async (table: string, key: string) => {
      const { status, body } = await preview(table, { key });
      return status === 200 ? 'ok' : Object.keys(body.fields ?? { none: '' });
    };
    expect(await keys('hostile', 'MixedCase')).toBe('ok');
    expect(await keys('seen', 'id')).toBe('ok');
    expect(await keys('nulls', 'code')).toEqual(['key']);
    expect(await keys('nulls', 'twin')).toEqual(['key']);
    expect(await keys('hostile', 'gone')).not.toBe('ok');
    const start = await w.call('editor', 'POST', '/api/layershape/from_arcsde/', { arcsde, schema: 'public', table: 'nulls', label: 'x', type: 1, key: 'twin' }); // biome-ignore format: one call
    expect([start.status, Object.keys(start.body.fields)]).toEqual([400, ['key']]);
  });

  it('that answers slowly ends in time, with what to do', async () => {
    const begin = Date.now();
    const { status, body } = await preview('slow');
    expect([status, body.detail]).toEqual([400, expect.stringContaining('did not answer in the time allowed')]);
    expect(Date.now() - begin).toBeLessThan(12_000);
    // What can be shown is shown, also where counting the rest takes too long.
    await foreign.query('create or replace view slow as select i, pg_sleep(case when i > 20 then 6 else 0 end)::text as slept from generate_series(1, 1000) i'); // biome-ignore format: one query
    const part = await preview('slow', { where: { field: 'slept', is: 'empty' } });
    expect([part.status, part.body.rows.length, part.body.total]).toEqual([200, 20, null]);
  });

  it('is tried step by step', async () => {
    const trial = async (more: object) => {
      const { label: _, ...unsaved } = connection(more);
      const { status, body } = await w.call('super', 'POST', '/api/arcsde/test/', unsaved, { 'accept-language': 'en' });
      expect(status).toBe(200);
      return body;
    };
    expect(await trial({})).toMatchObject({ failed: null, tables: 8 });
    expect((await trial({ port: 65_000 })).failed.step).toBe('connect');
    expect((await trial({ host: '10.0.0.1' })).failed.step).toBe('address');
    expect((await trial({ username: 'no_such' })).failed.step).toBe('sign_in');
    expect((await trial({ database: 'no_such' })).failed).toEqual({ step: 'database', detail: expect.stringContaining('Check the name') }); // biome-ignore format: one line
    const bare = await createDatabase(null);
    expect(await trial({ database: bare.name })).toMatchObject({ failed: { step: 'postgis' }, tables: 0 });
    await bare.drop();
    const clerk = await trial({ username: 'clerk' });
    expect(clerk).toMatchObject({ failed: null, tables: 0 });
    const other = (await w.call('super', 'POST', '/api/arcsde/', connection({ label: 'clerk', username: 'clerk' }))).body.id; // biome-ignore format: one line
    const { status, body } = await preview('locked', { arcsde: other });
    expect([status, body.detail]).toEqual([400, expect.stringContaining('permission')]);
    await w.call('super', 'PATCH', `/api/arcsde/${other}/`, { username: 'no_such' });
    expect((await preview('locked', { arcsde: other })).status).toBe(400);
    const listed = (await w.call('editor', 'GET', '/api/arcsde/')).body.results;
    expect(listed.find(({ id }: { id: number }) => id === other).state).toBe('failed');
  });

  it('stands in a list of 5,000', async () => {
    await foreign.query('create schema many');
    await foreign.query("do $$ begin for i in 1..5000 loop execute format('create table many.t%s (id int primary key, name text)', i); end loop; end $$"); // biome-ignore format: one query
    const { status, body } = await w.call('editor', 'POST', '/api/databaselayer/', { id: arcsde });
    expect([status, body.filter(({ schema }: { schema: string }) => schema === 'many').length]).toEqual([200, 5000]);
  });
});
