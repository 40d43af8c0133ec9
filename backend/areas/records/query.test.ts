// Query trees: the database's answer equals a plain reading of the same tree, and no text in a tree ever reaches SQL.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fold } from '../../../contract/fold';
import type { Values } from '../../../contract/schemas/form';
import { MAX_DEPTH, type QueryNode, QueryTree, type ValueRule } from '../../../contract/schemas/query';
import { createWorld, ENGINES, FORM, type TestWorld } from '../../../testing/world';
import * as make from '../../seed/builders';

const NAMES = ['یزد', 'يزد', 'تهران', 'تهرا‌ن', 'ABC', 'abc', '12', '۱۲', '50%', 'a_b', 'a\\b', "o'x", ''];
const DAYS = ['2020-01-01', '2020-06-15', '2021-03-21'];
interface Row {
  id: number;
  value: Values;
  at: [number, number];
}

const text: fc.Arbitrary<ValueRule> = fc.oneof(
  fc.record({
    field: fc.constant('name'),
    is: fc.constantFrom(
      'eq' as const,
      'ne' as const,
      'lt' as const,
      'ge' as const,
      'contains' as const,
      'starts' as const,
      'ends' as const,
    ),
    value: fc.constantFrom(...NAMES, '%', '_', '\\', 'زد'),
  }),
  fc.record({
    field: fc.constant('name'),
    is: fc.constant('in' as const),
    value: fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 }),
  }),
);
const number: fc.Arbitrary<ValueRule> = fc.oneof(
  fc.record({
    field: fc.constant('population'),
    is: fc.constantFrom('eq' as const, 'ne' as const, 'lt' as const, 'le' as const, 'gt' as const, 'ge' as const),
    value: fc.constantFrom(0, 1, 7, '۷', '12', 40),
  }),
  fc.record({
    field: fc.constant('population'),
    is: fc.constant('between' as const),
    value: fc.tuple(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 50 })),
  }),
);
const day: fc.Arbitrary<ValueRule> = fc.record({
  field: fc.constant('founded'),
  is: fc.constantFrom('eq' as const, 'ne' as const, 'lt' as const, 'ge' as const),
  value: fc.constantFrom(...DAYS, '۲۰۲۰-۰۶-۱۵'),
});
const blank: fc.Arbitrary<ValueRule> = fc.record({
  field: fc.constantFrom('name', 'population', 'founded'),
  is: fc.constantFrom('empty' as const, 'not_empty' as const),
});
const box = fc.tuple(fc.integer({ min: 50, max: 59 }), fc.integer({ min: 30, max: 39 })).map(([x, y]) => ({
  place: 'intersects' as const,
  geometry: { type: 'Polygon' as const, coordinates: [[[x, y], [x + 3, y], [x + 3, y + 3], [x, y + 3], [x, y]]] }, // biome-ignore format: a box
}));
const disjoint = box.map((rule) => ({ ...rule, place: 'disjoint' as const }));
const tree = fc.letrec<{ node: QueryNode }>((again) => ({
  node: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(text, number, day, blank, box, disjoint) as fc.Arbitrary<QueryNode>,
    fc.array(again('node'), { maxLength: 3 }).map((and) => ({ and })),
    fc.array(again('node'), { maxLength: 3 }).map((or) => ({ or })),
    again('node').map((not) => ({ not })),
  ),
})).node;

/** Text in the order of its code points, as the database's "C" order has it. */
const before = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b)) < 0;

function passes(node: QueryNode, row: Row): boolean {
  if ('and' in node) return node.and.every((n) => passes(n, row));
  if ('or' in node) return node.or.some((n) => passes(n, row));
  if ('not' in node) return !passes(node.not, row);
  if ('place' in node) {
    const [ring] = (node.geometry as { coordinates: number[][][] }).coordinates as [number[][]];
    const [[w = 0, s = 0], , [e = 0, n = 0]] = ring as [number[], number[], number[]];
    const inside = row.at[0] >= w && row.at[0] <= e && row.at[1] >= s && row.at[1] <= n;
    return node.place === 'intersects' ? inside : !inside;
  }
  if (!('field' in node)) throw new Error('not asked here');
  const raw = row.value[node.field];
  const none = raw === null || raw === undefined || raw === '';
  if (node.is === 'empty') return none;
  if (node.is === 'not_empty') return !none;
  if (node.is === 'ne') return !passes({ ...node, is: 'eq' }, row);
  if (raw === null || raw === undefined) return false;
  const values = (Array.isArray(node.value) ? node.value : [node.value]) as (string | number)[];
  if (node.field === 'population') {
    const [a = 0, b = 0] = values.map((v) => Number(fold(String(v))));
    const n = Number(raw);
    return { eq: n === a, lt: n < a, le: n <= a, gt: n > a, ge: n >= a, between: n >= a && n <= b }[node.is as 'eq'];
  }
  const [has, ...words] = [String(raw), ...values.map(String)].map(fold) as [string, ...string[]];
  const [a = ''] = words;
  switch (node.is) {
    case 'eq':
      return has === a;
    case 'lt':
      return before(has, a);
    case 'ge':
      return !before(has, a);
    case 'contains':
      return has.includes(a);
    case 'starts':
      return has.startsWith(a);
    case 'ends':
      return has.endsWith(a);
    default:
      return words.includes(has);
  }
}

describe.each(ENGINES)('query trees on the %s engine', (kind) => {
  let w: TestWorld;
  let layer: number;
  let rows: Row[];
  beforeAll(async () => {
    w = await createWorld(kind);
    const [random] = fc.sample(
      fc.array(
        fc.record({
          name: fc.option(fc.constantFrom(...NAMES)),
          population: fc.option(fc.integer({ min: 0, max: 50 })),
          founded: fc.option(fc.constantFrom(...DAYS)),
        }),
        { minLength: 600, maxLength: 600 },
      ),
      { numRuns: 1, seed: 7 },
    ) as unknown as [Values[]];
    // A tenth of a degree beside the whole degrees of the boxes: never on an edge.
    const records = random.map((value, i) => ({
      value,
      geometry: { type: 'Point' as const, coordinates: [50.1 + (i % 12), 30.1 + (i % 11)] },
    }));
    layer = await make.createLayer(w.engine, {
      customer: w.ids.customer,
      owner: 1,
      label: 'trees',
      type: 1,
      form: FORM,
      records,
    });
    const { body } = await w.call('super', 'GET', `/api/layerdata/?layer=${layer}&limit=1000`);
    rows = body.results.map((r: { id: number; value: Values; geometry: { coordinates: [number, number] } }) => ({
      id: r.id,
      value: r.value,
      at: r.geometry.coordinates,
    }));
  });
  afterAll(() => w.close());
  const ask = (query: unknown, as = 'super') =>
    w.call(as, 'POST', '/api/layerdata_query/', { layer, query, limit: 1000 });

  it('answers what a plain reading of the tree answers', async () => {
    expect(rows.length).toBe(600);
    await fc.assert(
      fc.asyncProperty(tree, async (node) => {
        const { status, body } = await ask(node);
        expect([status, status === 200 ? '' : body.detail]).toEqual([200, '']);
        const foundIds = body.results.map((r: Row) => r.id).sort((a: number, b: number) => a - b);
        const expectedIds = rows
          .filter((r) => passes(node, r))
          .map((r) => r.id)
          .sort((a, b) => a - b);
        expect(foundIds).toEqual(expectedIds);
        expect(body.count).toBe(expectedIds.length);
      }),
      { numRuns: 120 },
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
