// The effect on records that lie on the edges and corners of the two shapes, where a cut of the ground between them may err.
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import type { Geometry } from '../../../../contract/schemas/common';
import { createWorld, ENGINES, FORM, type TestWorld } from '../../../../testing/world';
import { partition } from '../../../geo/tiles';
import * as make from '../../../seed/builders';

/** More than are compared with a whole shape. */
const ON_ONE_EDGE = 1100;
const square = (x: number, y: number, side: number): Geometry => ({
  type: 'Polygon',
  coordinates: [[[x, y], [x + side, y], [x + side, y + side], [x, y + side], [x, y]]], // biome-ignore format: a ring
});

/** Points in the grid of half degrees, lines and areas along it, and many points on the eastern edge. Each number is exact in binary. */
function records(): Geometry[] {
  const list: Geometry[] = [];
  for (let x = 0; x <= 9; x += 0.5)
    for (let y = 0; y <= 9; y += 0.5) {
      list.push({ type: 'Point', coordinates: [x, y] });
      if (Number.isInteger(x)) list.push({ type: 'LineString', coordinates: [[x, y], [x + 1, y]] }, square(x, y, 1)); // biome-ignore format: one line
    }
  for (let i = 1; i <= ON_ONE_EDGE; i++) list.push({ type: 'Point', coordinates: [6, 2 + i / 512] });
  return list;
}

const CHANGES: readonly [string, Geometry][] = [
  ['moved by half of it', square(4, 4, 4)],
  ['beside it, edge at edge', square(6, 2, 4)],
  ['at one corner', square(6, 6, 2)],
  ['smaller, two edges shared', square(2, 2, 2)],
  ['larger, two edges shared', square(2, 2, 6)],
  ['with a hole', { type: 'Polygon', coordinates: [...(square(2, 2, 4).coordinates as never[]), ...(square(3, 3, 2).coordinates as never[])] }], // biome-ignore format: one change
  ['in two parts', { type: 'MultiPolygon', coordinates: [square(2, 2, 1).coordinates, square(5, 5, 1).coordinates] as never }], // biome-ignore format: one change
  ['far off', square(20, 20, 1)],
];

describe.each(ENGINES)('records on edges, %s engine', (kind) => {
  let w: TestWorld;
  let [layer, region] = [0, 0];
  afterAll(() => w?.close());

  it('are counted as the two shapes say', async () => {
    w = await createWorld(kind);
    const { id: owner } = await w.engine.db.selectFrom('account').select('id').where('username', '=', 'super').executeTakeFirstOrThrow(); // biome-ignore format: one query
    layer = await make.createLayer(w.engine, { customer: w.ids.customer, owner, label: 'لبه', type: 3, form: FORM, records: records().map((geometry) => ({ geometry, value: {} })) }); // biome-ignore format: one layer
    region = (await w.call('super', 'POST', '/api/region/', { label: 'چهارگوش', geometry: square(2, 2, 4) })).body.id;
    for (const [name, next] of CHANGES) {
      const { rows } = await sql<{ leaving: number; entering: number }>`
        with s as materialized (select r.geom as old, st_setsrid(st_geomfromgeojson(${JSON.stringify(next)}::text), 4326) as new from region r where r.id = ${region}::int)
        select count(*) filter (where st_intersects(s.old, n.geom) and not st_intersects(s.new, n.geom))::int as leaving,
          count(*) filter (where st_intersects(s.new, n.geom) and not st_intersects(s.old, n.geom))::int as entering from ${sql.table(partition(layer))} n, s`.execute(w.engine.db); // biome-ignore format: one query
      const { body } = await w.call('super', 'POST', `/api/region/${region}/effect/`, { geometry: next });
      expect({ leaving: body.leaving, entering: body.entering }, name).toEqual(rows[0]);
      expect(body.leaving + body.entering, name).toBeGreaterThan(0);
    }
  });

  it('a shape without an area is refused', async () => {
    const flat = { type: 'Polygon', coordinates: [[[2, 2], [6, 2], [2, 2], [2, 2]]] }; // biome-ignore format: a ring
    const refusal = await w.call('super', 'POST', '/api/region/', { label: 'هموار', geometry: flat });
    const { status, body } = await w.call('super', 'POST', `/api/region/${region}/effect/`, { geometry: flat });
    expect([status, body.detail]).toEqual([400, refusal.body.detail]);
  });
});
