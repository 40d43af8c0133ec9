// Statistics of random records against the same sums in JavaScript, on both engines: every measure, every kind of group, with and without filters.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { choicesOf } from '../../../contract/fields/choice';
import { startOfPeriod } from '../../../contract/jalali';
import { PERIODS } from '../../../contract/schemas/dashboard';
import { createWorld, ONE_ENGINE, type TestWorld } from '../../../testing/world';
import * as make from '../../seed/builders';

/** A small generator, so that a failure can be run again by its seed. */
const randomOf = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed / 2_147_483_648;
};
const FORM = [
  { name: 'kind', label: 'kind', type: 'choice' as const, choices: choicesOf('a', 'b', 'c') },
  { name: 'n', label: 'n', type: 'decimal' as const },
  { name: 'day', label: 'day', type: 'date' as const },
];
interface Row {
  x: number;
  y: number;
  kind?: string;
  n?: number;
  day?: string;
}
/** Squares side by side and over each other, from the south-west. */
const REGIONS = Array.from({ length: 12 }, (_, i) => ({
  x: 50 + (i % 4) * 0.75,
  y: 30 + Math.floor(i / 4) * 0.75,
  size: 1,
}));

function rowsOf(seed: number, count: number): Row[] {
  const random = randomOf(seed);
  return Array.from({ length: count }, () => ({
    x: 49.5 + Math.round(random() * 4000) / 1000,
    y: 29.5 + Math.round(random() * 3500) / 1000,
    ...(random() < 0.85 ? { kind: ['a', 'b', 'c'][Math.floor(random() * 3)] as string } : {}),
    ...(random() < 0.8 ? { n: Math.round((random() - 0.3) * 100_000) / 100 } : {}),
    ...(random() < 0.9 ? { day: new Date(Date.UTC(2023, 0, 1) + Math.floor(random() * 1200) * 86_400_000).toISOString().slice(0, 10) } : {}),
  })); // biome-ignore format: a row
}

const percentile = (sorted: readonly number[], share: number): number => {
  const at = share * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(at)] as number, sorted[Math.ceil(at)] as number];
  return low + (high - low) * (at - Math.floor(at));
};
const MEASURES = ['sum', 'avg', 'min', 'max', 'distinct', 'p25', 'median', 'p90'] as const;
function measure(rows: readonly Row[]): (number | null)[] {
  const numbers = rows.flatMap(({ n }) => (n === undefined ? [] : [n])).sort((a, b) => a - b);
  if (numbers.length === 0) return MEASURES.map((type) => (type === 'distinct' ? 0 : null));
  const sum = numbers.reduce((a, b) => a + b, 0);
  return [sum, sum / numbers.length, numbers[0] as number, numbers.at(-1) as number, new Set(numbers).size, percentile(numbers, 0.25), percentile(numbers, 0.5), percentile(numbers, 0.9)]; // biome-ignore format: one line
}

type Keyed = [unknown, readonly Row[]];
function grouped(rows: readonly Row[], keyOf: (row: Row) => unknown): Keyed[] {
  const groups = new Map<unknown, Row[]>();
  for (const row of rows) {
    const key = keyOf(row) ?? null;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups];
}

describe.each(ONE_ENGINE)('statistics on the %s engine', (kind) => {
  let w: TestWorld;
  let ids: number[];
  beforeAll(async () => {
    w = await createWorld(kind);
    ids = [];
    for (const [i, { x, y, size }] of REGIONS.entries()) {
      const ring = [[x, y], [x + size, y], [x + size, y + size], [x, y + size], [x, y]]; // biome-ignore format: a square
      ids.push(await make.createRegion(w.engine, w.ids.customer, `q${i}`, { type: 'Polygon', coordinates: [ring] }));
    }
  });
  afterAll(() => w.close());

  const inside = ({ x, y }: Row, region: (typeof REGIONS)[number]) =>
    x >= region.x && x <= region.x + region.size && y >= region.y && y <= region.y + region.size;

  it.each([1, 77, 4242])(
    'are those of a plain count (seed %i)',
    async (seed) => {
      const rows = rowsOf(seed, 700);
      const owner = (await w.call('super', 'GET', '/api/user/')).body.id;
      const records = rows.map(({ x, y, ...value }) => ({
        geometry: { type: 'Point' as const, coordinates: [x, y] },
        value,
      }));
      const layer = await make.createLayer(w.engine, {
        customer: w.ids.customer,
        owner,
        label: `r${seed}`,
        type: 1,
        form: FORM,
        records,
      });
      const check = async (
        groupBy: object,
        expected: Keyed[],
        more: object = {},
        count = expected.reduce((n, [, list]) => n + list.length, 0),
      ) => {
        const body = {
          layer,
          group_by: groupBy,
          measures: MEASURES.map((type) => ({ type, field: 'n' })),
          limit: 1000,
          ...more,
        };
        const answer = await w.call('super', 'POST', '/api/report/statistics/', body);
        expect([groupBy, answer.status]).toEqual([groupBy, 200]);
        expect([answer.body.groups_total, answer.body.count, answer.body.capped]).toEqual([
          expected.length,
          count,
          false,
        ]);
        const groups = new Map<unknown, { count: number; values: (number | null)[] }>(
          answer.body.groups.map((g: { key: unknown }) => [g.key, g]),
        );
        for (const [key, list] of expected) {
          const group = groups.get(key);
          expect([groupBy, key, group?.count]).toEqual([groupBy, key, list.length]);
          for (const [i, value] of measure(list).entries())
            if (value === null) expect(group?.values[i]).toBeNull();
            else expect(group?.values[i]).toBeCloseTo(value, 6);
        }
      };
      await check(
        { field: 'kind' },
        grouped(rows, ({ kind: one }) => one),
      );
      for (const period of PERIODS)
        await check(
          { field: 'day', period },
          grouped(rows, ({ day }) => day && startOfPeriod(period, day)),
        );
      for (const step of [100, 0.25, 7])
        await check(
          { field: 'n', step },
          grouped(rows, ({ n }) =>
            n === undefined
              ? null
              : (Math.floor(Math.round(n * 100) / Math.round(step * 100)) * Math.round(step * 100)) / 100,
          ),
        );
      const sorted = (await w.call('super', 'POST', '/api/report/statistics/', { layer, group_by: { field: 'n', step: 50 }, sort_by: 'key', ascending: true, limit: 1000 })).body.groups.map((g: { key: number }) => g.key); // biome-ignore format: one line
      expect(sorted).toEqual(
        [...sorted.filter((key: number | null) => key !== null)].sort((a, b) => a - b).concat([null]),
      );
      const split = (await w.call('super', 'POST', '/api/report/statistics/', { layer, group_by: { field: 'day', period: 'year' }, split_by: { field: 'kind' }, measures: [{ type: 'sum', field: 'n' }] })).body; // biome-ignore format: one question
      const kinds = grouped(rows, ({ kind: one }) => one).sort(
        ([p, a], [q, b]) => b.length - a.length || (String(p) < String(q) ? -1 : 1),
      );
      expect(split.splits.map(({ key }: { key: unknown }) => key)).toEqual(kinds.map(([key]) => key));
      for (const [year, list] of grouped(rows, ({ day }) => day && startOfPeriod('year', day))) {
        const group = split.groups.find(({ key }: { key: unknown }) => key === year);
        for (const [i, [key]] of kinds.entries()) {
          const part = list.filter(({ kind: one }) => (one ?? null) === key);
          expect([year, key, group.parts[i]?.count ?? 0]).toEqual([year, key, part.length]);
          if (part.length > 0) expect(group.parts[i].values[0] ?? 0).toBeCloseTo(measure(part)[0] ?? 0, 6);
        }
      }
      const few = rows.filter(({ n }) => n !== undefined && n > 50);
      await check(
        { field: 'kind' },
        grouped(few, ({ kind: one }) => one),
        { query: { field: 'n', is: 'gt', value: 50 } },
      );
      const [first, second] = REGIONS as [(typeof REGIONS)[number], (typeof REGIONS)[number]];
      const near = rows.filter((row) => inside(row, first) || inside(row, second));
      await check(
        { field: 'kind' },
        grouped(near, ({ kind: one }) => one),
        { regions: ids.slice(0, 2) },
      );
      // A record in two regions counts in both, and once in all; the borders belong to both sides.
      const byRegion = REGIONS.map((region, i): Keyed => [ids[i], rows.filter((row) => inside(row, region))]);
      await check(
        { column: 'region' },
        byRegion
          .filter(([, list]) => list.length > 0)
          .concat(
            grouped(
              rows.filter(({ x, y }) => x >= 51 && x <= 52 && y >= 35),
              () => w.ids.region,
            ),
          ),
        {},
        rows.length,
      );
    },
    60_000,
  );

  it('tell the twelve largest parts and refuse those that cannot be', async () => {
    const rows = Array.from({ length: 200 }, (_, i) => ({ x: 50, y: 30, n: Math.floor(Math.sqrt(i)) }));
    const owner = (await w.call('super', 'GET', '/api/user/')).body.id;
    const records = rows.map(({ x, y, n }) => ({
      geometry: { type: 'Point' as const, coordinates: [x, y] },
      value: { n, kind: 'a' },
    }));
    const layer = await make.createLayer(w.engine, {
      customer: w.ids.customer,
      owner,
      label: 'parts',
      type: 1,
      form: FORM,
      records,
    });
    const ask = (body: object) => w.call('super', 'POST', '/api/report/statistics/', { layer, ...body });
    const { body } = await ask({ group_by: { field: 'kind' }, split_by: { field: 'n' } });
    // i from n² to n² + 2n: the larger the more, but the last one is cut off at 200 and has 4.
    expect(body.splits.map(({ key }: { key: number }) => key)).toEqual([13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
    expect(body.groups[0].parts.map(({ count }: { count: number }) => count)).toEqual([
      27, 25, 23, 21, 19, 17, 15, 13, 11, 9, 7, 5,
    ]);
    for (const bad of [
      { split_by: { field: 'n' } },
      { group_by: { column: 'region' }, split_by: { field: 'n' } },
      { group_by: { field: 'n' }, split_by: { column: 'region' } },
      { group_by: { field: 'n' }, split_by: { field: 'gone' } },
    ])
      expect([bad, (await ask(bad)).status]).toEqual([bad, 400]);
  });

  it('refuse intervals of what is no number, and of no width', async () => {
    for (const group_by of [
      { field: 'name', step: 1 },
      { field: 'population', step: 0 },
      { field: 'population', step: -1 },
      { field: 'population', step: 'x' },
    ])
      expect([
        group_by,
        (await w.call('super', 'POST', '/api/report/statistics/', { layer: w.ids.layer, group_by })).status,
      ]).toEqual([group_by, 400]);
  });
});
