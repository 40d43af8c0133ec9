// Query trees: the database finds what a plain reading of the same tree finds, by address and by body, and no text ever reaches SQL.
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatFilter } from '../../../contract/filters/record-filter';
import { MAX_DEPTH, QueryTree } from '../../../contract/schemas/query';
import type { NamedBoxes } from '../../../testing/oracle/place';
import { ORACLE_FORM, type OracleRecord, oracleRecords, passes, queries } from '../../../testing/oracle/query';
import { createWorld, FORM, ONE_ENGINE, type TestWorld } from '../../../testing/world';
import * as make from '../../seed/builders';

describe.each(ONE_ENGINE)('query trees on the %s engine', (kind) => {
  let w: TestWorld;
  let layer: number;
  let rows: { at: [number, number] }[];
  beforeAll(async () => {
    w = await createWorld(kind);
    rows = Array.from({ length: 600 }, (_, i) => ({ at: [50.1 + (i % 12), 30.1 + (i % 11)] }));
    layer = await make.createLayer(w.engine, {
      customer: w.ids.customer,
      owner: 1,
      label: 'trees',
      type: 1,
      form: FORM,
      records: rows.map(({ at }) => ({
        value: { name: 'یزد' },
        geometry: { type: 'Point' as const, coordinates: at },
      })),
    });
  });
  afterAll(() => w.close());
  const ask = (query: unknown, as = 'super') =>
    w.call(as, 'POST', '/api/layerdata_query/', { layer, query, limit: 1000 });

  it('finds what a plain reading finds, whether the query comes by address or as a body', async () => {
    const plain = oracleRecords(400, 7);
    const id = await make.createLayer(w.engine, {
      customer: w.ids.customer,
      owner: 1,
      label: 'oracle',
      type: 3,
      form: ORACLE_FORM,
      records: plain.map(({ value, shape }) => ({ value, geometry: shape })),
    });
    const { rows: ids } = await sql<{ id: number }>`
      select id::float8 as id from record where layer_id = ${id}::int order by id`.execute(w.engine.db);
    const records: OracleRecord[] = plain.map((record, i) => ({ ...record, id: ids[i]?.id as number }));
    const each = <T>(of: (record: OracleRecord) => T) => records.map(of);
    await sql`
      update record n set status = s.status, creator_id = s.creator, created = s.created, modified = s.modified, unconfirmed = s.beside::jsonb
        from unnest(${each((r) => r.id)}::bigint[], ${each((r) => r.status)}::int[], ${each((r) => r.creator)}::int[], ${each((r) => r.created)}::timestamptz[], ${each((r) => r.modified)}::timestamptz[],
          ${each(({ beside }) => (beside === 'nothing' ? null : JSON.stringify(beside === 'edit' ? {} : { returned: 'x' })))}::text[])
          as s(id, status, creator, created, modified, beside) where n.id = s.id`.execute(w.engine.db);
    const project = await w.call('super', 'POST', '/api/project/', { name: 'p', layers: [id], region: w.ids.region });
    expect(project.status).toBe(200);
    const tehran = [51, 35, 52, 36] as const;
    const boxes: NamedBoxes = {
      regions: new Map([[w.ids.region, tehran]]),
      projects: new Map([[project.body.id, tehran]]),
    };
    await fc.assert(
      fc.asyncProperty(queries(boxes), async (query) => {
        const address = new URLSearchParams({ ...formatFilter(ORACLE_FORM, query), layer: String(id), limit: '1000' });
        const byAddress = await w.call('super', 'GET', `/api/layerdata/?${address}`);
        const byBody = await w.call('super', 'POST', '/api/layerdata_query/', { layer: id, query, limit: 1000 });
        const expected = records.filter((record) => passes(query, record, boxes)).map((record) => record.id);
        for (const { status, body } of [byAddress, byBody]) {
          expect([status, status === 200 ? '' : body.detail]).toEqual([200, '']);
          expect(body.results.map((r: OracleRecord) => r.id)).toEqual(expected);
          expect(body.count).toBe(expected.length);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('reads strange text as text: never an error of the server, never more than asked for', async () => {
    const strange = [
      "' or 1=1 --",
      '"; drop table record; --',
      '$1',
      '\\',
      '%',
      '{{',
      '\u0000',
      '\ud800',
      "E'\\x27'",
      '🙂'.repeat(50),
    ];
    for (const t of strange)
      for (const query of [
        { field: 'name', is: 'eq', value: t },
        { field: 'name', is: 'contains', value: `zz${t}` },
        { field: t, is: 'eq', value: 'x' },
        { field: 'founded', is: 'eq', value: t },
        { field: 'population', is: 'gt', value: t },
        { column: 'id', is: 'eq', value: t },
        { column: 'create_date', is: 'eq', value: t },
      ]) {
        const { status, body } = await ask(query);
        expect([status, body.count ?? 0]).toEqual([status === 400 ? 400 : 200, 0]);
      }
    expect((await ask({ and: [] })).body.count).toBe(600);
  });

  it('asks columns by days in Tehran, regions by id, and distances over the ellipsoid', async () => {
    const today = new Date(Date.now() + 3.5 * 3_600_000).toISOString().slice(0, 10);
    expect((await ask({ column: 'create_date', is: 'eq', value: today })).body.count).toBe(600);
    expect((await ask({ column: 'create_date', is: 'lt', value: today })).body.count).toBe(0);
    const jalali = new Intl.DateTimeFormat('fa-IR-u-ca-persian', { timeZone: 'UTC', dateStyle: 'short' }).format(Date.parse(today)); // biome-ignore format: one format
    expect((await ask({ column: 'create_date', is: 'eq', value: jalali })).body.count).toBe(600);
    for (const rule of [{ column: 'create_date' }, { field: 'founded' }]) {
      const early = await ask({ ...rule, is: 'gt', value: '1404-01-01' });
      expect([early.status, early.body.detail]).toEqual([400, expect.stringContaining('۱۴۰۴/۰۷/۱۷')]);
    }
    expect((await ask({ column: 'status', is: 'in', value: ['۳'] })).body.count).toBe(600);
    const inside = (await ask({ place: 'within', region: w.ids.region })).body;
    expect(inside.count).toBe(rows.filter((r) => r.at[0] > 51 && r.at[0] < 52 && r.at[1] > 35 && r.at[1] < 36).length);
    const [x, y] = [50.1, 30.1];
    const near = (distance: number) =>
      ask({ place: 'within_distance', distance, geometry: { type: 'Point', coordinates: [x, y + 0.01] } });
    // 0.01 degrees of latitude are 1,108 m here.
    expect((await near(1000)).body.count).toBe(0);
    expect((await near(1200)).body.count).toBe(rows.filter((r) => r.at[0] === x && r.at[1] === y).length);
    expect((await ask({ place: 'intersects', region: 999_999 })).status).toBe(404);
  });

  it('thins a shape of more corners than a question needs, and refuses within 300 ms what stays too large', async () => {
    const ring = (corners: number, radius: (i: number) => number) => {
      const at = (i: number) => {
        const angle = ((i % corners) / corners) * 2 * Math.PI;
        return [51 + radius(i) * Math.cos(angle), 35 + radius(i) * Math.sin(angle)];
      };
      return { type: 'Polygon', coordinates: [Array.from({ length: corners + 1 }, (_, i) => at(i))] };
    };
    const star = ring(49_000, (i) => (i % 2 ? 0.5 : 5));
    const round = ring(49_000, () => 0.2);
    const send = async (path: string, body: object) => {
      const began = performance.now();
      const { status, body: answer } = await w.call('super', 'POST', path, body);
      return { status, answer, ms: performance.now() - began };
    };
    for (const [path, more] of [
      ['identify', { layers: [layer] }],
      ['layerdata/measure', {}],
    ] as const) {
      // biome-ignore format: two calls
      const { status, answer, ms } = await send(`/api/${path}/`, { geometry: star, ...more });
      expect([status, answer.detail]).toEqual([400, expect.stringContaining('۵۰۰۰')]);
      // Reading two megabytes of JSON is most of it.
      expect(ms).toBeLessThan(1500);
    }
    const measured = (await send('/api/layerdata/measure/', { geometry: round })).answer;
    const exact = (await send('/api/layerdata/measure/', { geometry: ring(4000, () => 0.2) })).answer;
    expect(measured.area / exact.area).toBeCloseTo(1, 4);
    expect((await send('/api/identify/', { geometry: round, layers: [layer] })).status).toBe(200);
  });

  it('refuses trees that are too deep, too large or no trees, and layers of others', async () => {
    let deep: unknown = { field: 'name', is: 'empty' };
    for (let i = 0; i < 2000; i++) deep = { not: deep };
    const many = { and: Array.from({ length: 200 }, () => ({ field: 'name', is: 'empty' })) };
    for (const query of [deep, many, {}, null, 5, { and: {} }, { field: 'name', is: 'between', value: ['a'] }])
      expect((await ask(query)).status).toBe(400);
    // One budget for the whole tree, however its rules share it, in both calls that take a tree.
    const words = (of: number) => Array.from({ length: of }, (_, i) => `w${i}`);
    const ins = (rules: number, of: number) => ({
      or: Array.from({ length: rules }, () => ({ field: 'name', is: 'in', value: words(of) })),
    });
    const inText = (rules: number) => ({
      or: Array.from({ length: rules }, (_, i) => ({ field: 'name', is: 'contains', value: `x${i % 10}` })),
    });
    expect((await ask(ins(4, 500))).status).toBe(200);
    expect((await ask(inText(40))).status).toBe(200);
    // Ids of records are no such price, nor are longer words.
    const idRules = Array.from({ length: 20 }, (_, i) => ({ column: 'id', is: 'in', value: Array.from({ length: 500 }, (_v, k) => i * 500 + k + 1) })); // biome-ignore format: one list
    expect((await ask({ or: idRules })).status).toBe(200);
    expect(
      (await ask({ or: words(100).map((t) => ({ field: 'name', is: 'contains', value: `${t} یک` })) })).status,
    ).toBe(200);
    for (const query of [ins(20, 500), ins(5, 401), inText(41), inText(198)]) {
      const { status, body } = await ask(query);
      expect([status, body.detail]).toEqual([400, expect.stringContaining('۲۰۰۰')]);
    }
    const long = await w.call('super', 'GET', `/api/layerdata/?layer=${layer}&filter_query=${encodeURIComponent(JSON.stringify(inText(41)))}`); // biome-ignore format: one call
    expect([long.status, long.body.detail]).toEqual([400, expect.stringContaining('۲۰۰۰')]);
    const wordy = await w.call('super', 'GET', `/api/layerdata/?layer=${layer}&search=${words(21).join('%20')}`);
    expect([wordy.status, wordy.body.detail]).toEqual([400, expect.stringContaining('۲۰')]);
    expect(MAX_DEPTH).toBe(10);
    expect(QueryTree.safeParse(deep).success).toBe(false);
    expect((await ask({ and: [] }, 'stranger')).status).toBe(404);
    expect((await ask({ and: [] }, 'editor')).status).toBe(404);
  });
});
