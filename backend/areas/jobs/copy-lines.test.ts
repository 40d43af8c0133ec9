// Shapes on their way into a table: PostGIS reads from the bytes what it reads from the text.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Geometry } from '../../../contract/schemas/common';
import { createWorld, ENGINE, type TestWorld } from '../../../testing/world';
import { place, typeOf } from '../../geo/geometry';
import { soundBytes } from '../../geo/import/ewkb';
import { hexEwkb } from './copy-lines';

let w: TestWorld;
beforeAll(async () => {
  w = await createWorld(ENGINE);
});
afterAll(() => w.close());

const ring = [[0, 0], [4, 0], [4, 4], [0, 0]]; // biome-ignore format: one ring
const high = ring.map(([x = 0, y = 0]) => [x, y, x + 0.1]);
const SHAPES: [string, Geometry][] = [
  ['POINT(51.4 35.7)', { type: 'Point', coordinates: [51.4, 35.7] }],
  ['POINT Z (51.4 35.7 -3.25)', { type: 'Point', coordinates: [51.4, 35.7, -3.25] }],
  ['LINESTRING(0 0,4 0,4 4,0 0)', { type: 'LineString', coordinates: ring }],
  ['MULTIPOINT Z (0 0 0.1,4 0 4.1,4 4 4.1,0 0 0.1)', { type: 'MultiPoint', coordinates: high }],
  [
    'MULTILINESTRING((0 0,4 0,4 4,0 0),(1 2,3 4))',
    {
      type: 'MultiLineString',
      coordinates: [
        ring,
        [
          [1, 2],
          [3, 4],
        ],
      ],
    },
  ],
  [
    'POLYGON((0 0,4 0,4 4,0 0),(1 0.5,2 0.5,2 1,1 0.5))',
    {
      type: 'Polygon',
      coordinates: [
        ring,
        [
          [1, 0.5],
          [2, 0.5],
          [2, 1],
          [1, 0.5],
        ],
      ],
    },
  ],
  [
    'MULTIPOLYGON Z (((0 0 0.1,4 0 4.1,4 4 4.1,0 0 0.1)),((0 0 0.1,4 0 4.1,4 4 4.1,0 0 0.1)))',
    { type: 'MultiPolygon', coordinates: [[high], [high]] },
  ],
];
it.each(SHAPES)('%s', async (text, geometry) => {
  // biome-ignore format: one shape a line
  const { rows } = await sql<{ own: string; text: string }>`
    select st_asewkb(${hexEwkb(geometry)}::text::geometry)::text as own, st_asewkb(st_geomfromtext(${text}::text, 4326))::text as text`.execute(w.engine.db);
  expect(rows[0]?.own).toBe(rows[0]?.text);
});

describe('bytes of a file', () => {
  const far: Geometry = { type: 'MultiPolygon', coordinates: [[ring], [ring.map(([x = 0, y = 0]) => [50 + 2 * x, y]), ring]] }; // biome-ignore format: one shape
  it.each([...SHAPES, ['parts of several sizes', far] as const])(
    '%s: where it lies, without a look at its parts',
    (_, geometry) => {
      const hex = hexEwkb(geometry);
      expect(soundBytes(hex, typeOf(geometry))).toEqual({ hex, kind: typeOf(geometry), placed: place(geometry) });
      for (const other of ([1, 2, 3] as const).filter((kind) => kind !== typeOf(geometry)))
        expect(soundBytes(hex, other)).toBeNull();
    },
  );

  const line = (...coordinates: number[][]): Geometry => ({ type: 'LineString', coordinates });
  const polygon = (...coordinates: number[][][]): Geometry => ({ type: 'Polygon', coordinates });
  const point = hexEwkb({ type: 'Point', coordinates: [51, 35] });
  it.each<[string, string, 1 | 2 | 3]>([
    ['a ring that is open', hexEwkb(polygon(ring.slice(0, 3).concat([[1, 1]]))), 3],
    ['a hole that is open', hexEwkb(polygon(ring, ring.slice(0, 3).concat([[1, 1]]))), 3],
    ['a ring of three corners', hexEwkb(polygon([[0, 0], [1, 1], [0, 0]])), 3], // biome-ignore format: one ring
    ['a polygon without rings', '0103000020e610000000000000', 3],
    ['a line of one corner', hexEwkb(line([1, 1])), 2],
    ['a longitude that is none', hexEwkb(line([1, 1], [180.5, 1])), 2],
    ['a latitude that is none', hexEwkb(line([1, 1], [1, -90.5])), 2],
    ['no number', hexEwkb({ type: 'Point', coordinates: [Number.NaN, Number.NaN] }), 1],
    ['no height', hexEwkb(line([1, 1, 0], [1, 2, Number.NaN])), 2],
    ['bytes that break off', hexEwkb(polygon(ring)).slice(0, -16), 3],
    ['bytes that go on', `${point}00`, 1],
    ['no bytes', '', 1],
    ['another system', point.replace('e6100000', 'd7100000'), 1],
    ['no system', `0101000000${point.slice(18)}`, 1],
    ['a collection', `0107000020e610000001000000${`0101000000${point.slice(18)}`}`, 1],
    ['the other order of bytes', `00${point.slice(2)}`, 1],
  ])('%s is left to those who look closer', (_, hex, kind) => expect(soundBytes(hex, kind)).toBeNull());
});
