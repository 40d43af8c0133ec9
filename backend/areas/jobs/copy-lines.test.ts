// Shapes on their way into a table: PostGIS reads from the bytes what it reads from the text.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Geometry } from '../../../contract/schemas/common';
import { createWorld, ENGINE, type TestWorld } from '../../../testing/world';
import { hexEwkb } from './copy-lines';

let w: TestWorld;
beforeAll(async () => {
  w = await createWorld(ENGINE);
});
afterAll(() => w.close());

const ring = [[0, 0], [4, 0], [4, 4], [0, 0]]; // biome-ignore format: one ring
const high = ring.map(([x = 0, y = 0]) => [x, y, x + 0.1]);
it.each<[string, Geometry]>([
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
])('%s', async (text, geometry) => {
  // biome-ignore format: one shape a line
  const { rows } = await sql<{ own: string; text: string }>`
    select st_asewkb(${hexEwkb(geometry)}::text::geometry)::text as own, st_asewkb(st_geomfromtext(${text}::text, 4326))::text as text`.execute(w.engine.db);
  expect(rows[0]?.own).toBe(rows[0]?.text);
});
