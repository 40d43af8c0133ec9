// Measurements against PostGIS geography on a thousand random shapes, the units, and what segments, angles and paths tell.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '@/backend/db/engine';
import type { Geometry } from '@/contract/schemas/common';
import { random } from '@/testing/random';
import { createEngine, ONE_ENGINE } from '@/testing/world';
import { areaOf, lengthOf } from './measure';
import { angleAt, rayOf, segmentsOf, toMeasuredShape } from './measure-lines';
import { angleIn, areaIn, DEFAULT_UNITS, lengthIn } from './measure-units';

/** From a garden of 10 m to a country of 10 degrees, anywhere between 75 S and 75 N; star-shaped, so that no ring crosses itself. */
const shapes = (count: number): Geometry[] => {
  const next = random(7);
  return Array.from({ length: count }, (_, i) => {
    const [x, y] = [next() * 340 - 170, next() * 130 - 65];
    const size = 10 ** (next() * 5 - 4);
    const corners = 3 + Math.floor(next() * 9);
    const at = (n: number, far: number): number[] => {
      const turn = (n / corners) * 2 * Math.PI;
      return [x + Math.cos(turn) * size * far, y + Math.sin(turn) * size * far];
    };
    const ring = (least: number, most: number) => {
      const open = Array.from({ length: corners }, (_, n) => at(n, least + next() * (most - least)));
      return [...open, open[0] as number[]];
    };
    const outer = ring(0.8, 1);
    switch (i % 4) {
      case 0:
        return { type: 'LineString', coordinates: outer.slice(0, -1) };
      case 1:
        return { type: 'Polygon', coordinates: [outer] };
      case 2:
        return { type: 'Polygon', coordinates: [outer, ring(0.1, 0.3).reverse()] };
      default:
        return { type: 'MultiPolygon', coordinates: [[outer], [outer.map(([a = 0, b = 0]) => [a + 2.2 * size, b])]] };
    }
  });
};

describe.each(ONE_ENGINE)('measures on the %s engine', (kind) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine(kind);
  });
  afterAll(() => engine.close());

  it('agree with PostGIS geography within a thousandth on 1000 shapes', async () => {
    const all = shapes(1000);
    const { rows } = await sql<{ n: number; length: number; area: number }>`
      select n::int, case when st_dimension(g) = 1 then st_length(g::geography) else st_perimeter(g::geography) end as length,
             st_area(g::geography) as area
        from jsonb_array_elements_text(${JSON.stringify(all.map((g) => JSON.stringify(g)))}::jsonb) with ordinality t(j, n),
             lateral st_setsrid(st_geomfromgeojson(j), 4326) g
       order by n`.execute(engine.db);
    expect(rows).toHaveLength(1000);
    const off = rows.filter(({ n, length, area }) => {
      const g = all[n - 1] as Geometry;
      return Math.abs(lengthOf(g) - length) > length / 1000 || Math.abs(areaOf(g) - area) > area / 1000;
    });
    expect(off).toEqual([]);
    expect(rows.filter((r) => r.area > 0)).toHaveLength(750);
  });

  it('directions and distances agree with st_azimuth on 1000 pairs', async () => {
    const next = random(11);
    const pairs = Array.from({ length: 1000 }, () => {
      const [x, y] = [next() * 340 - 170, next() * 150 - 75];
      return [x, y, x + next() * 8 - 4, y + next() * 8 - 4] as const;
    });
    const { rows } = await sql<{ n: number; degrees: number; metres: number }>`
      select n::int, degrees(st_azimuth(a, b)) as degrees, st_distance(a, b) as metres
        from jsonb_array_elements(${JSON.stringify(pairs)}::jsonb) with ordinality t(j, n),
             lateral (select st_setsrid(st_point((j->>0)::float8, (j->>1)::float8), 4326)::geography as a,
                             st_setsrid(st_point((j->>2)::float8, (j->>3)::float8), 4326)::geography as b) p
       order by n`.execute(engine.db);
    const off = rows.filter(({ n, degrees, metres }) => {
      const [x1, y1, x2, y2] = pairs[n - 1] as (typeof pairs)[number];
      const { bearing, length } = rayOf([x1, y1], [x2, y2]);
      const apart = Math.abs(bearing - degrees);
      return Math.min(apart, 360 - apart) > 1e-6 || Math.abs(length - metres) > metres / 1e6 + 1e-6;
    });
    expect(off).toEqual([]);
  });
});

describe('rays and angles', () => {
  it('look north, east, back', () => {
    expect(rayOf([51, 35], [51, 36])).toMatchObject({ bearing: 0, back: 180 });
    expect(rayOf([51, 0], [52, 0]).bearing).toBeCloseTo(90, 9);
    expect(rayOf([51, 0], [52, 0]).back).toBeCloseTo(270, 9);
    expect(rayOf([51, 35], [51, 35])).toEqual({ length: 0, bearing: 0, back: 0 });
  });
  it('angles are the smaller ones, whichever way round', () => {
    expect(angleAt([51, 1], [51, 0], [52, 0])).toBeCloseTo(90, 9);
    expect(angleAt([52, 0], [51, 0], [51, 1])).toBeCloseTo(90, 9);
    expect(angleAt([50.9, 1], [51, 0], [51.1, 1])).toBeLessThan(12);
    expect(angleAt([51, 1], [51, 0], [51, -1])).toBeCloseTo(180, 9);
  });
});

describe('segments', () => {
  const square: Geometry = { type: 'Polygon', coordinates: [[[51, 35], [52, 35], [52, 36], [51, 36], [51, 35]]] }; // biome-ignore format: a square

  it('sum up to the length, closing ones included, and points have none', () => {
    const segments = segmentsOf(square);
    expect(segments).toHaveLength(4);
    expect(segments.reduce((sum, s) => sum + s.length, 0)).toBeCloseTo(lengthOf(square), 3);
    expect(segmentsOf({ type: 'Point', coordinates: [51, 35] })).toEqual([]);
    expect(segmentsOf({ type: 'LineString', coordinates: [[51, 35], [51, 35]] })).toEqual([]); // biome-ignore format: a line
    expect(segmentsOf(square, 2)).toHaveLength(2);
  });
  it('have their middle on the way', () => {
    const [segment] = segmentsOf({ type: 'LineString', coordinates: [[40, 60], [80, 60]] }); // biome-ignore format: a line
    expect(segment?.middle[0]).toBeCloseTo(60, 6);
    // The shortest way bulges towards the pole.
    expect(segment?.middle[1]).toBeGreaterThan(61);
  });
});

describe('the path on the earth', () => {
  it('keeps short shapes as they are', () => {
    const line: Geometry = { type: 'LineString', coordinates: [[51, 35], [51.1, 35.1]] }; // biome-ignore format: a line
    expect(toMeasuredShape(line)).toEqual(line);
    expect(toMeasuredShape({ type: 'Point', coordinates: [51, 35] })).toEqual({ type: 'Point', coordinates: [51, 35] });
  });
  it('bends long ones, closed rings stay closed and nothing is longer', () => {
    const ring: Geometry = { type: 'Polygon', coordinates: [[[40, 20], [70, 20], [70, 50], [40, 50], [40, 20]]] }; // biome-ignore format: a square
    const bent = toMeasuredShape(ring);
    const [outer = []] = bent.coordinates as number[][][];
    expect(outer.length).toBeGreaterThan(50);
    expect(outer[0]).toEqual(outer.at(-1));
    expect(Math.abs(lengthOf(bent) / lengthOf(ring) - 1)).toBeLessThan(1e-9);
  });
  it('goes on over the date line without a jump', () => {
    const bent = toMeasuredShape({ type: 'LineString', coordinates: [[170, 40], [-170, 40], [-160, 45]] }); // biome-ignore format: a line
    const xs = (bent.coordinates as number[][]).map(([x = 0]) => x);
    for (const [i, x] of xs.slice(1).entries()) expect(Math.abs(x - (xs[i] ?? 0))).toBeLessThan(5);
    expect(xs.at(-1)).toBeCloseTo(200, 6);
  });
});

describe('units', () => {
  it('turn metres, square metres and degrees into what people read', () => {
    expect(lengthIn(1852, 'nmi')).toMatchObject({ value: 1 });
    expect(lengthIn(1609.344, 'mile')).toMatchObject({ value: 1 });
    expect(lengthIn(0.3048, 'foot').value).toBeCloseTo(1, 12);
    expect(areaIn(4046.8564224, 'acre')).toMatchObject({ value: 1 });
    expect(areaIn(25_000, 'ha')).toMatchObject({ value: 2.5 });
    expect(angleIn(90, 'gon')).toMatchObject({ value: 100 });
    expect(angleIn(90, 'mil')).toMatchObject({ value: 1600, digits: 0 });
    expect(angleIn(359.999, 'degree').value).toBe(0);
  });
  it('choose by the size where nobody has chosen', () => {
    expect(lengthIn(950, DEFAULT_UNITS.length).unit).toBe('m');
    expect(lengthIn(1500, 'auto').unit).toBe('km');
    expect(areaIn(50_000, 'auto').unit).toBe('ha');
  });
});
