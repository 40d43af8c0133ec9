// Reports over real records, compared with what the same records say in JavaScript, on both engines.

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { choicesOf } from '../../../contract/fields/choice';
import { createWorld, ONE_ENGINE, PASSWORD, type TestWorld } from '../../../testing/world';
import * as make from '../../seed/builders';
import { placeActs } from '../activity/places';
import { foldActivity } from './sweep';

const FORM = [
  {
    name: 'نوع',
    label: 'نوع',
    type: 'choice' as const,
    choices: choicesOf('a', 'b', 'c'),
  },
  { name: 'n', label: 'n', type: 'integer' as const },
  { name: 'day', label: 'day', type: 'date' as const },
  { name: 'ok', label: 'ok', type: 'boolean' as const },
  { name: 'at', label: 'at', type: 'datetime' as const },
];
const COUNT = 300;
const value = (i: number) => ({
  نوع: ['a', 'b', 'c', ''][i % 4] as string,
  ...(i % 5 ? { n: i } : {}),
  day: new Date(Date.UTC(2024, 0, 1) + (i % 100) * 7 * 86_400_000).toISOString().slice(0, 10),
  ok: i % 3 === 0,
  // One minute before midnight in Tehran, and one after it.
  at: i % 2 ? '2024-05-01T20:29:00.000Z' : '2024-05-01T20:31:00.000Z',
});
const lon = (i: number) => 50 + (i % 30) / 10;

describe.each(ONE_ENGINE)('dashboards on the %s engine', (kind) => {
  let w: TestWorld;
  let layer: number;
  beforeAll(async () => {
    w = await createWorld(kind);
    const owner = (await w.call('super', 'GET', '/api/user/')).body.id;
    const records = Array.from({ length: COUNT }, (_, i) => ({
      geometry: { type: 'Point' as const, coordinates: [lon(i), 35.5] },
      value: value(i),
    }));
    layer = await make.createLayer(w.engine, {
      customer: w.ids.customer,
      owner,
      label: 'آمار',
      type: 1,
      form: FORM,
      records,
    });
  });
  afterAll(() => w.close());

  const stats = (body: Record<string, unknown>, as = 'super') =>
    w.call(as, 'POST', '/api/report/statistics/', { layer, ...body });
  const all = Array.from({ length: COUNT }, (_, i) => value(i));

  it('groups records and measures each group', async () => {
    const { status, body } = await stats({
      group_by: { field: 'نوع' },
      measures: [{ type: 'sum', field: 'n' }, { type: 'max', field: 'n' }, { type: 'distinct', field: 'day' }, { type: 'avg', field: 'n' }],
      sort_by: 0,
    }); // biome-ignore format: one question
    expect(status).toBe(200);
    const expected = ['a', 'b', 'c', null].map((key) => {
      const group = all.filter((v) => (v.نوع || null) === key);
      const numbers = group.flatMap((v) => (v.n === undefined ? [] : [v.n]));
      const sum = numbers.reduce((a, b) => a + b, 0);
      return { key, label: null, count: group.length, values: [sum, Math.max(...numbers), new Set(group.map((v) => v.day)).size, sum / numbers.length] }; // biome-ignore format: one line
    });
    const sorted = expected.sort((a, b) => (b.values[0] ?? 0) - (a.values[0] ?? 0));
    expect(body.groups.map((g: { key: string }) => g.key)).toEqual(sorted.map((g) => g.key));
    for (const [i, group] of sorted.entries()) {
      expect(body.groups[i].count).toBe(group.count);
      for (const [j, number] of group.values.entries()) expect(body.groups[i].values[j]).toBeCloseTo(number, 6);
    }
    expect(body).toMatchObject({ groups_total: 4, count: COUNT, capped: false });
  });

  it('puts days into Jalali months, filters by a tree, and limits', async () => {
    const months = (await stats({ group_by: { field: 'day', period: 'month' }, sort_by: 'key', ascending: true })).body;
    expect(months.groups.length).toBeGreaterThan(20);
    expect(months.groups[0].key).toBe('2023-12-22');
    expect(months.groups.reduce((n: number, g: { count: number }) => n + g.count, 0)).toBe(COUNT);
    const few = (await stats({ group_by: { field: 'ok' }, query: { field: 'n', is: 'lt', value: '۵۰' }, limit: 1 }))
      .body;
    const under = all.filter((v) => v.n !== undefined && v.n < 50);
    expect(few).toMatchObject({ count: under.length, groups_total: 2 });
    expect(few.groups).toEqual([{ key: false, label: null, count: under.filter((v) => !v.ok).length, values: [] }]);
    expect((await stats({})).body.groups).toEqual([{ key: null, label: null, count: COUNT, values: [] }]);
    const days = (await stats({ group_by: { field: 'at', period: 'day' }, sort_by: 'key', ascending: true })).body;
    expect(days.groups.map((g: { key: string }) => g.key)).toEqual(['2024-05-01', '2024-05-02']);
    const groups = (await stats({ group_by: { column: 'create_date', period: 'day' } })).body.groups;
    expect(groups).toHaveLength(1);
    expect((await stats({ group_by: { column: 'status' } })).body.groups[0]).toMatchObject({ key: 3, label: expect.any(String), count: COUNT }); // biome-ignore format: one line
  });

  it('tells regions apart, and never counts what a person may not see', async () => {
    const inside = Array.from({ length: COUNT }, (_, i) => lon(i)).filter((x) => x >= 51 && x <= 52).length;
    const byRegion = (await stats({ group_by: { column: 'region' } })).body;
    expect(byRegion.groups).toEqual([{ key: w.ids.region, label: 'تهران', count: inside, values: [] }]);
    expect((await stats({ regions: [w.ids.region] })).body.count).toBe(inside);
    expect((await stats({ regions: [999_999] })).status).toBe(404);
    const editing = (await sql<{ id: number }>`select id from role where name = 'editing'`.execute(w.engine.db)).rows[0]
      ?.id;
    await sql`update role set custom_perms = '{create_statistics}' where id = ${editing}`.execute(w.engine.db);
    await new Promise((r) => setTimeout(r, 1050));
    expect((await stats({}, 'regional')).status).toBe(404);
    await make.createPermission(w.engine, editing as number, layer, { view: true });
    await new Promise((r) => setTimeout(r, 1050));
    expect((await stats({}, 'regional')).body.count).toBe(inside);
    expect((await stats({}, 'editor')).body.count).toBe(COUNT);
    expect((await stats({}, 'viewer')).status).toBe(403);
    expect((await stats({}, 'stranger')).status).not.toBe(200);
  });

  it('counts every record in every region, however many there are of both', async () => {
    const [columns, many, far] = [13, 130, 101_000];
    const corner = (i: number) => [40 + (i % columns) / 2, 25 + Math.floor(i / columns) / 2] as const;
    const ids: number[] = [];
    for (let i = 0; i < many; i++) {
      const [x, y] = corner(i);
      const ring = [[x, y], [x + 0.5, y], [x + 0.5, y + 0.5], [x, y + 0.5], [x, y]]; // biome-ignore format: a box
      ids.push(await make.createRegion(w.engine, w.ids.customer, `r${i}`, { type: 'Polygon', coordinates: [ring] }));
    }
    // Two in the middle of each region and one on the border to the next; the first hundred thousand lie in none.
    const places = ids.flatMap((_, i) => {
      const [x, y] = corner(i);
      return [[x + 0.25, y + 0.25], [x + 0.125, y + 0.25], [x + 0.5, y + 0.25]] as const; // biome-ignore format: places
    });
    const owner = (await w.call('super', 'GET', '/api/user/')).body.id;
    const large = await make.createLayer(w.engine, { customer: w.ids.customer, owner, label: 'many', type: 1, form: FORM, records: [] }); // biome-ignore format: one layer
    const table = sql.table(`record_${large}`);
    await sql`insert into ${table} (layer_id, status, geom, q, value, search, creator_id, modifier_id)
      select ${large}::int, 3, st_setsrid(st_makepoint(0, 0), 4326), 0, '{"n": 1}', '', ${owner}::int, ${owner}::int from generate_series(1, ${far}::int)`.execute(w.engine.db); // biome-ignore format: one statement
    await sql`insert into ${table} (layer_id, status, geom, q, value, search, creator_id, modifier_id)
      select ${large}::int, 3, st_setsrid(st_makepoint(x, y), 4326), 0, '{"n": 2}', '', ${owner}::int, ${owner}::int
        from unnest(${places.map(([x]) => x)}::float8[], ${places.map(([, y]) => y)}::float8[]) as p(x, y)`.execute(w.engine.db); // biome-ignore format: one statement
    const { body } = await stats({ layer: large, group_by: { column: 'region' }, measures: [{ type: 'sum', field: 'n' }], limit: 1000, sort_by: 'key' }); // biome-ignore format: one question
    expect([body.capped, body.count, body.groups_total]).toEqual([false, far + places.length, many]);
    const counts = new Map(body.groups.map((g: { key: number; count: number; values: number[] }) => [g.key, [g.count, ...g.values]])); // biome-ignore format: one map
    for (const [i, id] of ids.entries()) {
      const [x, y] = corner(i);
      const n = places.filter(([px, py]) => px >= x && px <= x + 0.5 && py >= y && py <= y + 0.5).length;
      expect([id, counts.get(id)]).toEqual([id, [n, 2 * n]]);
    }
    const first = (await stats({ layer: large, group_by: { column: 'region' }, limit: 5 })).body;
    expect([first.groups.length, first.groups_total, first.groups[0].count]).toEqual([5, many, 4]);
    await sql`delete from region where id = any(${ids}::int[])`.execute(w.engine.db);
  });

  it('answers afresh when a record has changed', async () => {
    const before = (await stats({ group_by: { field: 'نوع' } })).body.count;
    const creation = await w.call('super', 'POST', '/api/layerdata/', { layer, geometry: { type: 'Point', coordinates: [55, 35] }, value: { نوع: 'a' } }); // biome-ignore format: one line
    expect(creation.status).toBe(200);
    expect((await stats({ group_by: { field: 'نوع' } })).body.count).toBe(before + 1);
  });

  it('refuses what it cannot measure', async () => {
    for (const body of [
      { measures: [{ type: 'sum', field: 'نوع' }] },
      { measures: [{ type: 'sum', field: 'x; drop table record' }] },
      { group_by: { field: 'missing' } },
      { group_by: { field: 'n', period: 'month' } },
      { sort_by: 3 },
      { group_by: { column: 'geom' } },
      { limit: 5000 },
      { foo: 1 },
    ])
      expect([body, (await stats(body)).status]).toEqual([body, 400]);
  });

  it('counts what people did, by person, layer, place and Jalali period', async () => {
    const at = { layer: w.ids.layer, geometry: { type: 'Point', coordinates: [51.5, 35.5] } };
    const [one, two] = [
      (await w.call('editor', 'POST', '/api/layerdata/', { ...at, value: { name: 'یک' } })).body,
      (await w.call('editor', 'POST', '/api/layerdata/', { ...at, geometry: { type: 'Point', coordinates: [60, 30] }, value: { name: 'دو' } })).body,
    ]; // biome-ignore format: two records
    expect((await w.call('editor', 'PUT', `/api/layerdata/${one.id}/`, { value: { name: 'یک‌ب' } })).status).toBe(200);
    expect((await w.call('editor', 'DELETE', `/api/layerdata/${two.id}/`)).status).toBe(200);
    const now = new Date();
    const [from, to] = [-40, 1].map((d) => new Date(now.getTime() + d * 86_400_000).toISOString().slice(0, 10)) as [
      string,
      string,
    ];
    const report = async (more: string, as = 'super') => (await w.call(as, 'GET', `/api/report/activity/?from=${from}&to=${to}&${more}`)).body; // biome-ignore format: one line
    const editor = (await w.call('editor', 'GET', '/api/user/')).body.id;
    const check = async () => {
      const byUser = await report('by=user&period=month');
      const row = byUser.rows.find((r: { id: number }) => r.id === editor);
      expect(row).toMatchObject({ label: 'editor', counts: { create: 2, edit: 1, delete: 1 }, total: 4 });
      expect(byUser.periods).toContain(row.period);
      const byLayer = await report(`by=layer&users=${editor}`);
      expect(byLayer.rows).toEqual([{ id: w.ids.layer, label: 'شهرها', period: null, counts: { create: 2, edit: 1, delete: 1 }, total: 4 }]); // biome-ignore format: one line
      expect((await report(`users=${editor}&layers=${w.ids.lines}`)).rows).toEqual([]);
    };
    await check();
    const byRegion = await report(`by=region&users=${editor}`);
    expect(byRegion.rows).toEqual([{ id: w.ids.region, label: 'تهران', period: null, counts: { create: 1, edit: 1 }, total: 2 }]); // biome-ignore format: one line
    // Days that are over are folded, and the answer stays.
    await sql`insert into activity (customer_id, day, layer_id, account_id, action, n) select customer_id, day - 3, layer_id, account_id, action, n from activity, generate_series(1, 3)`.execute(w.engine.db); // biome-ignore format: one line
    const past = await report('by=user&period=day');
    const rowsOf = async () =>
      (await sql<{ n: number }>`select count(*)::int as n from activity`.execute(w.engine.db)).rows[0]?.n ?? 0;
    const before = await rowsOf();
    await foldActivity({ engine: w.engine, now: () => new Date() });
    expect(await rowsOf()).toBeLessThan(before);
    expect(await report('by=user&period=day')).toEqual(past);
    expect((await w.call('viewer', 'GET', `/api/report/activity/?from=${from}&to=${to}`)).status).toBe(403);
    expect(
      (await w.call('super', 'GET', '/api/report/activity/?from=2000-01-01&to=2026-01-01&period=day')).status,
    ).toBe(400);
    expect((await w.call('super', 'GET', '/api/report/activity/?from=2026-02-01&to=2026-01-01')).status).toBe(400);
    // Every line of the log counts by place too, however often a record was changed.
    const isCounted = async () => {
      await placeActs(w);
      return !(await report(`by=region&users=${editor}`)).places.pending;
    };
    await expect.poll(isCounted, { timeout: 60_000 }).toBe(true);
    expect(byRegion).toMatchObject({ capped: false, places: { unplaced: 0 } });
    await sql`insert into record_log (layer_id, record_id, account_id, action) select ${w.ids.layer}::int, ${one.id}::bigint, ${editor}::int, 'edit' from generate_series(1, 20001)`.execute(w.engine.db); // biome-ignore format: one line
    expect((await report(`by=region&users=${editor}`)).places).toEqual({ pending: true, unplaced: 0 });
    await placeActs(w);
    const many = await report(`by=region&users=${editor}&period=month`);
    expect([many.places.pending, many.rows.reduce((sum: number, row: { total: number }) => sum + row.total, 0)]).toEqual([false, 20_003]); // biome-ignore format: one line
    expect((await report(`by=user&regions=${w.ids.region}&users=${editor}`)).rows).toMatchObject([{ id: editor, total: 20_003 }]); // biome-ignore format: one line
    // An import from before places were noted is said to be missing.
    await sql`insert into job (id, account_id, kind, state, label, "order", imported, layer_id) values ('old', ${editor}::int, 'import', 'done', 'old', '{}', 7, ${w.ids.layer}::int)`.execute(w.engine.db); // biome-ignore format: one line
    expect((await report(`by=region&users=${editor}`)).places).toEqual({ pending: false, unplaced: 7 });
    expect((await report(`by=user&users=${editor}`)).places).toBeUndefined();
  });

  it('tells what there is', async () => {
    const { body } = await w.call('super', 'GET', '/api/report/overview/');
    const layers = (await w.call('super', 'GET', '/api/layer/?limit=100')).body;
    expect(body.layers).toBe(layers.count);
    expect(body.records).toBe(layers.results.reduce((n: number, l: { record_count: number }) => n + l.record_count, 0));
    expect(body.largest[0]).toMatchObject({ id: layer });
    expect(body).toMatchObject({ regions: 1, users: 4 });
    expect(body.online).toBeGreaterThan(1);
    expect(body.today).toBeGreaterThan(3);
  });

  it('names the users that did nothing behind those that did, when it is asked to', async () => {
    const ask = (more = '', as = 'super') => w.call(as, 'GET', `/api/report/activity/?from=2020-01-01&to=2030-01-01&by=user${more}`); // biome-ignore format: one line
    await make.createPerson(w.engine, w.ids.customer, { username: 'idle-one', password: PASSWORD, roles: [] });
    const { rows: people } = await sql<{ id: number; username: string }>`select id, username from account where customer_id = ${w.ids.customer}::int and deleted_at is null`.execute(w.engine.db); // biome-ignore format: one line
    const [busy, all] = [(await ask()).body.rows, (await ask('&idle=true')).body.rows];
    const ids = (rows: { id: number }[]) => rows.map(({ id }) => id).sort((a, b) => a - b);
    expect(all.slice(0, busy.length)).toEqual(busy);
    expect(ids(all)).toEqual([...new Set([...ids(busy), ...people.map(({ id }) => id)])].sort((a, b) => a - b));
    const idle = people.find(({ username }) => username === 'idle-one')?.id;
    expect(all.find(({ id }: { id: number }) => id === idle)).toEqual({ id: idle, label: 'idle-one', period: null, counts: {}, total: 0 }); // biome-ignore format: one line
    expect((await ask(`&idle=true&users=${idle}`)).body.rows.map(({ id }: { id: number }) => id)).toEqual([idle]);
    expect([(await ask('&idle=true&period=day')).status, (await w.call('super', 'GET', '/api/report/activity/?from=2026-01-01&to=2026-01-02&by=layer&idle=true')).status]).toEqual([400, 400]); // biome-ignore format: one line
  });
});
