// Every analysis against cases made by hand and against reckonings of another kind, on both engines.
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorld, ENGINES, type TestWorld } from '../../../testing/world';
import { WAITED_MS } from './limits';

// A busy machine is several times slower; how long others wait is proved beside the pace.
WAITED_MS.embedded = WAITED_MS.server;

type Position = [number, number];
const box = (x: number, y: number, s = 1, t = s) => ({ type: 'Polygon', coordinates: [[[x, y], [x + s, y], [x + s, y + t], [x, y + t], [x, y]]] }); // biome-ignore format: a box
const point = (x: number, y: number) => ({ type: 'Point', coordinates: [x, y] });
const line = (...coordinates: Position[]) => ({ type: 'LineString', coordinates });
const shapes = (...geometries: object[]) => ({ kind: 'shapes', geometries });

/** Whether a point lies in a ring, by counting the edges east of it. */
function inRing([x, y]: Position, ring: readonly Position[]): boolean {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [[ax, ay], [bx, by]] = [ring[i] as Position, ring[j] as Position];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

/** A ring round a place, with as many corners as there are distances, never crossing itself. */
const star = ([x, y]: Position, distances: readonly number[]): Position[] => {
  const ring = distances.map((r, i): Position => {
    const turn = (i / distances.length) * 2 * Math.PI;
    return [x + r * Math.cos(turn), y + r * Math.sin(turn)];
  });
  return [...ring, ring[0] as Position];
};
const distances = fc.array(fc.double({ min: 0.05, max: 0.6, noNaN: true }), { minLength: 3, maxLength: 24 });
const place = fc.tuple(fc.double({ min: 50, max: 52, noNaN: true }), fc.double({ min: 34, max: 36, noNaN: true }));
const stars = fc.array(fc.tuple(place, distances), { minLength: 1, maxLength: 6 });
const areas = (list: readonly (readonly [Position, readonly number[]])[]) =>
  shapes(...list.map(([at, r]) => ({ type: 'Polygon', coordinates: [star(at, r)] })));

describe.each(ENGINES)('analysis on the %s engine', (kind) => {
  let w: TestWorld;
  beforeAll(async () => {
    w = await createWorld(kind);
  });
  afterAll(() => w.close());

  const ask = (body: object, as = 'editor') => w.call(as, 'POST', '/api/analysis/', { into: 'shapes', ...body });
  // biome-ignore lint/suspicious/noExplicitAny: shapes and values of every kind
  type Answer = { features: { geometry: any; values: any }[]; columns: any[]; skipped: number };
  async function run(body: object): Promise<Answer> {
    const { status, body: answer } = await ask(body);
    expect([status, answer.detail]).toEqual([200, undefined]);
    return answer;
  }
  const geom = (g: unknown) => sql`st_setsrid(st_geomfromgeojson(${JSON.stringify(g)}::text), 4326)`;
  async function value<T>(expression: ReturnType<typeof sql>): Promise<T> {
    const { rows } = await sql<{ v: T }>`select ${expression} as v`.execute(w.engine.db);
    return (rows[0] as { v: T }).v;
  }
  const areaOf = (g: unknown) => value<number>(sql`st_area(${geom(g)}::geography)`);
  const sumArea = async (list: readonly { geometry: unknown }[]) => {
    let sum = 0;
    for (const { geometry } of list) sum += await value<number>(sql`st_area(${geom(geometry)})`);
    return sum;
  };
  const layer = (name: 'layer' | 'lines' | 'polygons') => ({ kind: 'layer', layer: w.ids[name] });
  const region = () => ({ kind: 'regions', ids: [w.ids.region] });

  it('a buffer of a point is a circle in metres, near and far, at every latitude', async () => {
    for (const [lon, lat] of [[51.4, 35.7], [0, 0], [177, -17], [-70, 60], [20, 75], [59.99, 12]] as Position[]) // biome-ignore format: places
      for (const metres of [1, 500, 40_000, 250_000]) {
        const { features, skipped } = await run({ how: 'buffer', of: shapes(point(lon, lat)), metres });
        expect([lon, lat, metres, features.length, skipped]).toEqual([lon, lat, metres, 1, 0]);
        const ratio = (await areaOf(features[0]?.geometry)) / (Math.PI * metres ** 2);
        expect(Math.abs(ratio - 1), `${lon} ${lat} ${metres}: ${ratio}`).toBeLessThan(metres > 100_000 ? 0.006 : 0.005);
      }
  });

  it('no buffer comes of what would go over the date line or a pole', async () => {
    const far = shapes(point(179.9999, 10), point(-179.9, 0), point(10, 89.99), point(0, -84.9), point(170, 10));
    const { features, skipped } = await run({ how: 'buffer', of: far, metres: 20_000 });
    expect([features.length, skipped]).toEqual([1, 4]);
    expect((await run({ how: 'buffer', of: shapes(point(0, 0)), metres: 1_000_000 })).features.length).toBe(1);
    for (const metres of [0, 1_000_001, -1_000_001, '5', null])
      expect((await ask({ how: 'buffer', of: far, metres })).status).toBe(400);
  });

  it('a buffer of an area grows and shrinks it, and a wide one by the same metres everywhere', async () => {
    const wide = box(44, 25, 19, 14);
    const [grown] = (await run({ how: 'buffer', of: shapes(wide), metres: 10_000 })).features;
    for (const [at, by] of [
      [[44, 25], 10_000],
      [[44, 39], 10_000],
      [[63, 25], 10_000],
      [[63, 39], 10_000],
    ] as [Position, number][]) {
      // biome-ignore format: corners
      const distance = await value<number>(sql`st_distance(${geom(point(...at))}::geography, st_boundary(${geom(grown?.geometry)})::geography)`);
      expect(Math.abs(distance / by - 1), `${at}: ${distance}`).toBeLessThan(0.005);
    }
    const small = box(51, 35, 0.1);
    const [less] = (await run({ how: 'buffer', of: shapes(small), metres: -1000 })).features;
    expect(await value(sql`st_within(${geom(less?.geometry)}, ${geom(small)})`)).toBe(true);
    const gap = await value<number>(
      sql`st_distance(st_boundary(${geom(less?.geometry)})::geography, st_boundary(${geom(small)})::geography)`,
    );
    expect(Math.abs(gap / 1000 - 1)).toBeLessThan(0.002);
    expect(await run({ how: 'buffer', of: shapes(small, point(0, 0)), metres: -50_000 })).toMatchObject({
      features: [],
      skipped: 2,
    });
    const refused = await ask({ how: 'buffer', of: layer('layer'), metres: -5 });
    expect([refused.status, refused.body.detail]).toEqual([400, expect.stringContaining('چندضلعی')]);
  });

  it('dissolved, buffers are one shape, and hulls one that holds all', async () => {
    const row = Array.from({ length: 200 }, (_, i) => point(51 + (i % 20) / 100, 35 + Math.floor(i / 20) / 100));
    const apart = await run({ how: 'buffer', of: shapes(...row), metres: 800 });
    const [one, ...more] = (await run({ how: 'buffer', of: shapes(...row), metres: 800, dissolve: true })).features;
    expect([more, one?.values]).toEqual([[], { count: 200 }]);
    expect(apart.features.length).toBe(200);
    const union = await value<number>(
      sql`(select st_area(st_union(st_setsrid(st_geomfromgeojson(g), 4326))) from unnest(${apart.features.map((f) => JSON.stringify(f.geometry))}::text[]) g)`,
    );
    expect((await sumArea([one as { geometry: unknown }])) / union).toBeCloseTo(1, 6);
    const [hull] = (await run({ how: 'hull', of: layer('layer'), dissolve: true })).features;
    expect(hull?.values).toEqual({ count: 3 });
    for (const at of [[51.39, 35.7], [51.67, 32.65], [59.6, 36.3]] as Position[]) // biome-ignore format: the world's points
      expect(await value(sql`st_intersects(${geom(hull?.geometry)}, ${geom(point(...at))})`)).toBe(true);
    expect(await run({ how: 'hull', of: shapes(point(1, 1), point(2, 2)), dissolve: true })).toMatchObject({
      features: [],
      skipped: 1,
    });
  });

  it('a centroid is the plane one, a hull holds every corner, and both carry the values', async () => {
    const answer = await run({ how: 'centroid', of: layer('polygons') });
    expect(answer.features).toEqual([
      { geometry: point(51.1, 35.1), values: { name: 'زمین', population: null, founded: null } },
    ]);
    expect(answer.columns).toEqual([{ name: 'name', label: 'نام', type: 'text' }, { name: 'population', label: 'جمعیت', type: 'integer' }, { name: 'founded', label: 'تاریخ', type: 'date' }]); // biome-ignore format: a form
    await fc.assert(
      fc.asyncProperty(stars, async (list) => {
        const of = areas(list);
        const { features } = await run({ how: 'hull', of });
        const { features: middles } = await run({ how: 'centroid', of });
        for (const [i, g] of of.geometries.entries()) {
          expect(await value(sql`st_area(st_difference(${geom(g)}, ${geom(features[i]?.geometry)})) < 1e-9`)).toBe(
            true,
          );
          expect(
            await value<number>(sql`st_distance(st_centroid(${geom(g)}), ${geom(middles[i]?.geometry)})`),
          ).toBeLessThan(1e-8);
        }
      }),
      { numRuns: 5 },
    );
    expect(await run({ how: 'hull', of: shapes(point(1, 1), line([0, 0], [1, 1])) })).toMatchObject({
      features: [],
      skipped: 2,
    });
  });

  it('what is within agrees with a count of edges', async () => {
    await fc.assert(
      fc.asyncProperty(stars, fc.array(place, { minLength: 1, maxLength: 60 }), async (list, points) => {
        const { features } = await run({
          how: 'within',
          of: shapes(...points.map((p) => point(...p))),
          by: areas(list),
        });
        const rings = list.map(([at, r]) => star(at, r));
        const inside = points.filter((p) => rings.some((ring) => inRing(p, ring)));
        expect(features.map((f) => f.geometry.coordinates)).toEqual(
          inside.map((p) => p.map((n) => expect.closeTo(n, 8))),
        );
      }),
      { numRuns: 12 },
    );
    // The edge belongs to an area; a line inside of two neighbours lies within, one that leaves them does not.
    const two = shapes(box(0, 0), box(1, 0));
    const of = shapes(
      point(0, 0.5),
      line([0.5, 0.5], [1.5, 0.5]),
      line([1.5, 0.5], [2.5, 0.5]),
      box(0.5, 0.25, 1, 0.5),
    );
    expect((await run({ how: 'within', of, by: two })).features.map((f) => f.geometry.type)).toEqual([
      'Point',
      'LineString',
      'Polygon',
    ]);
    expect((await run({ how: 'within', of: layer('layer'), by: region() })).features.map((f) => f.values.name)).toEqual(
      ['تهران'],
    );
    for (const by of [layer('lines'), shapes(point(1, 1))]) {
      const refused = await ask({ how: 'within', of: layer('layer'), by });
      expect([refused.status, refused.body.detail]).toEqual([400, expect.stringContaining('چندضلعی')]);
    }
  });

  it('what is clipped and what is left make the whole, and intersections are the pairs of it', async () => {
    await fc.assert(
      fc.asyncProperty(stars, stars, async (first, second) => {
        const [of, by] = [areas(first), areas(second)];
        const [clipped, left] = [await run({ how: 'clip', of, by }), await run({ how: 'difference', of, by })];
        const all = await sumArea(of.geometries.map((geometry) => ({ geometry })));
        expect(((await sumArea(clipped.features)) + (await sumArea(left.features))) / all).toBeCloseTo(1, 6);
        const pairs = await run({ how: 'intersection', of, by });
        let sum = 0;
        for (const a of of.geometries)
          for (const b of by.geometries)
            sum += await value<number>(sql`st_area(st_intersection(${geom(a)}, ${geom(b)}))`);
        expect(Math.abs((await sumArea(pairs.features)) - sum)).toBeLessThan(1e-7);
        expect([clipped.skipped, left.skipped, pairs.skipped]).toEqual([0, 0, 0]);
      }),
      { numRuns: 8 },
    );
    const cut = line([51.4, 35.7], [51.7, 32.6]);
    const { features } = await run({ how: 'clip', of: layer('lines'), by: region() });
    expect(features).toMatchObject([{ geometry: { type: 'LineString' }, values: { name: 'راه' } }]);
    expect(await value(sql`st_within(${geom(features[0]?.geometry)}, st_buffer(${geom(cut)}, 1e-8))`)).toBe(true);
    expect(
      (await run({ how: 'difference', of: layer('layer'), by: region() })).features.map((f) => f.values.name),
    ).toEqual(['اصفهان', 'مشهد']);
  });

  it('shapes with very many corners are cut in parts and put together again', async () => {
    const corners = Array.from({ length: 3000 }, (_, i) => 0.5 + 0.1 * Math.sin(i / 3));
    const [of, by] = [areas([[[51, 35], corners]]), areas([[[51.3, 35.2], corners]])];
    const [clipped, left, common] = [
      await run({ how: 'clip', of, by }),
      await run({ how: 'difference', of, by }),
      await run({ how: 'intersection', of, by }),
    ];
    const [a, b] = [of.geometries[0], by.geometries[0]];
    const overlap = await value<number>(sql`st_area(st_intersection(${geom(a)}, ${geom(b)}))`);
    expect([clipped.features.length, left.features.length, common.features.length]).toEqual([1, 1, 1]);
    expect((await sumArea(clipped.features)) / overlap).toBeCloseTo(1, 6);
    expect((await sumArea(common.features)) / overlap).toBeCloseTo(1, 6);
    expect(((await sumArea(left.features)) + overlap) / (await value<number>(sql`st_area(${geom(a)})`))).toBeCloseTo(
      1,
      6,
    );
    expect((await run({ how: 'buffer', of, metres: 100 })).features.length).toBe(1);
    expect((await run({ how: 'buffer', of, metres: -100 })).features.length).toBe(1);
  });

  it('an intersection has the values of both under names of their own, and lines cross in points', async () => {
    const both = await run({ how: 'intersection', of: layer('lines'), by: layer('polygons') });
    expect(both.columns.map((c) => [c.name, c.label])).toEqual([
      ['of_name', 'نام'], ['of_population', 'جمعیت'], ['of_founded', 'تاریخ'],
      ['by_name', 'نام (زمین‌ها)'], ['by_population', 'جمعیت (زمین‌ها)'], ['by_founded', 'تاریخ (زمین‌ها)'],
    ]); // biome-ignore format: names and labels
    const crossing = shapes(line([0, 0], [2, 2]), line([5, 0], [7, 0]));
    const others = shapes(line([0, 2], [2, 0]), line([6, 0], [8, 0]), line([0, 9], [1, 9]));
    const { features } = await run({ how: 'intersection', of: crossing, by: others });
    expect(features.map((f) => f.geometry)).toEqual([point(1, 1), line([6, 0], [7, 0])]);
    const touching = await run({ how: 'intersection', of: shapes(box(0, 0)), by: shapes(box(1, 0), point(0.5, 0.5)) });
    expect(touching.features.map((f) => f.geometry)).toEqual([point(0.5, 0.5)]);
  });

  it('the nearest is the one that a look at all finds, to a millimetre', async () => {
    const earthly = (a: Position, b: Position) =>
      sql`st_distance(${geom(point(...a))}::geography, ${geom(point(...b))}::geography)`;
    await fc.assert(
      fc.asyncProperty(
        fc.array(place, { minLength: 1, maxLength: 8 }),
        fc.array(place, { minLength: 1, maxLength: 8 }),
        async (from, to) => {
          const { features } = await run({
            how: 'nearest',
            of: shapes(...from.map((p) => point(...p))),
            by: shapes(...to.map((p) => point(...p))),
          });
          expect(features.length).toBe(from.length);
          for (const [i, { values }] of features.entries()) {
            const all: number[] = [];
            for (const p of to) all.push(await value<number>(earthly(from[i] as Position, p)));
            expect(Math.abs(values.distance - Math.min(...all))).toBeLessThan(0.001);
            expect(Math.abs((all[values.nearest_id - 1] as number) - Math.min(...all))).toBeLessThan(0.001);
          }
        },
      ),
      { numRuns: 6 },
    );
    // On a sphere the one in the east would be the nearer.
    const away = (metres: number, turn: number) =>
      value<object>(
        sql`st_asgeojson(st_project(${geom(point(51, 35))}::geography, ${metres}::float8, ${turn}::float8)::geometry, 15)::jsonb`,
      );
    const [east, north] = [await away(100_100, Math.PI / 2), await away(100_000, 0)];
    const [best] = (await run({ how: 'nearest', of: shapes(point(51, 35)), by: shapes(east, north) })).features;
    expect(best?.values).toEqual({ distance: expect.closeTo(100_000, 3), nearest_id: 2 });
    const own = await run({ how: 'nearest', of: layer('layer'), by: layer('layer') });
    expect(own.features.map((f) => [f.values.name, f.values.by_name])).toEqual([['تهران', 'اصفهان'], ['اصفهان', 'تهران'], ['مشهد', 'تهران']]); // biome-ignore format: pairs
    const near = await run({ how: 'nearest', of: layer('layer'), by: layer('polygons'), metres: 100_000 });
    expect(near.features.map((f) => f.values.name)).toEqual(['تهران']);
    expect(near.features[0]?.values.distance).toBeCloseTo(
      await value<number>(
        sql`st_distance(${geom(point(51.39, 35.7))}::geography, ${geom(box(51, 35, 0.2))}::geography)`,
      ),
      3,
    );
    expect(near.features[0]?.geometry).toEqual(
      line([51.39, 35.7], [expect.closeTo(51.2, 6), expect.closeTo(35.2, 6)] as unknown as Position),
    );
    const inside = await run({ how: 'nearest', of: shapes(point(51.1, 35.1)), by: layer('polygons') });
    expect(inside.features).toMatchObject([{ geometry: { type: 'LineString' }, values: { distance: 0 } }]);
    expect((await ask({ how: 'nearest', of: layer('layer'), by: layer('lines'), metres: -1 })).status).toBe(400);
  });

  it('a summary counts what lies in or on an area once, and sums numbers', async () => {
    const answer = await run({
      how: 'summary',
      of: shapes(box(51, 35), box(51.39, 35.7, 1), box(0, 0)),
      by: layer('layer'),
      sum: ['population'],
    });
    expect(answer.features.map((f) => f.values)).toEqual([{ count: 1, sum_population: 9_000_000 }, { count: 1, sum_population: 9_000_000 }, { count: 0, sum_population: null }]); // biome-ignore format: values
    expect(answer.columns.map((c) => c.label)).toEqual(['تعداد', 'مجموع جمعیت']);
    const roads = await run({
      how: 'summary',
      of: shapes(box(51, 33), box(51, 35), point(51.4, 35.7)),
      by: layer('lines'),
    });
    expect([roads.features.map((f) => f.values.count), roads.skipped]).toEqual([[1, 1], 1]);
    // A line through many parts of an area counts once.
    const many = areas([[[51.5, 34], Array.from({ length: 3000 }, () => 1)]]);
    const through = await run({ how: 'summary', of: many, by: layer('lines') });
    expect(through.features.map((f) => f.values)).toEqual([{ count: 1 }]);
    for (const wrong of [
      { sum: ['name'] },
      { sum: ['unknown'] },
      { of: layer('layer') },
      { by: region(), sum: ['label'] },
    ])
      expect((await ask({ how: 'summary', of: region(), by: layer('layer'), ...wrong })).status).toBe(400);
  });
});
