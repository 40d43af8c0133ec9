// A box round a box holds all that PostGIS finds within the distance, on both engines: at the equator, far north, over the date line.
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, ENGINES } from '../../testing/world';
import type { Engine } from '../db/engine';
import { type Box, boxAround, METRES_PER_DEGREE } from './geography';

const all = ([w, , e]: Box) => w === -180 && e === 180;

it('takes all longitudes where the way may lead over a pole or the date line, and no more elsewhere', () => {
  expect(boxAround([10, 84, 11, 84.5], 1000).map(Math.round)).toEqual([10, 84, 11, 85]);
  for (const box of [
    [10, 84, 11, 84.995],
    [10, -84.995, 11, -80],
    [10, 80, 11, 86],
  ] as Box[])
    expect(all(boxAround(box, 1000))).toBe(true);
  expect(all(boxAround([10, 0, 11, 77], 1_000_000))).toBe(true);
  expect(all(boxAround([179.995, 0, 179.999, 1], 1000))).toBe(true);
  expect(all(boxAround([-179.999, 0, -179, 1], 1000))).toBe(true);
  expect(all(boxAround([-179.9, 0, 179.9, 1], 1000))).toBe(false);
});

describe.each(ENGINES)('boxes on the %s engine', (kind) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine(kind);
  });
  afterAll(() => engine.close());

  it('no degree of latitude is shorter than the constant', async () => {
    const { rows } = await sql<{ least: number }>`
      select min(st_distance(st_point(0, i)::geography, st_point(0, i + 1)::geography)) as least from generate_series(0, 89) i`.execute(
      engine.db,
    );
    expect(rows[0]?.least).toBeGreaterThan(METRES_PER_DEGREE);
    expect(rows[0]?.least).toBeLessThan(METRES_PER_DEGREE + 1000);
  });

  it('hold every place that lies so far from a place in them, in all directions', async () => {
    const cases = fc.sample(
      fc.record({
        x: fc.double({ min: -180, max: 180, noNaN: true }),
        y: fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), fc.double({ min: 80, max: 85, noNaN: true })),
        metres: fc.constantFrom(1, 100, 5000, 80_000, 1_000_000),
      }),
      { numRuns: 300, seed: 5 },
    );
    for (const { x, y, metres } of cases) {
      const box = boxAround([x, y, x, y], metres);
      const [west, south, east, north] = box;
      const { rows } = await sql<{ at: [number, number] }>`
        select array[st_x(p.g), st_y(p.g)] as at from generate_series(0, 345, 15) d
          cross join lateral (select st_project(st_point(${x}::float8, ${y}::float8)::geography, ${metres}::float8, radians(d))::geometry as g) p
          where not st_intersects(p.g, st_makeenvelope(${west}::float8, ${south}::float8, ${east}::float8, ${north}::float8, 4326))`.execute(
        engine.db,
      );
      expect([x, y, metres, rows.map(({ at }) => at)]).toEqual([x, y, metres, []]);
    }
  });
});
