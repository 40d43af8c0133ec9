// The effect of any change of a shape, beside what the database says of the two shapes as they are.
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Geometry } from '../../../../contract/schemas/common';
import { random as generator } from '../../../../testing/random';
import { createWorld, ENGINES, FORM, type TestWorld } from '../../../../testing/world';
import { partition } from '../../../geo/tiles';
import * as make from '../../../seed/builders';

const CORNERS = 60;
const RECORDS = 120;
const CHANGES = 25;

/** Places round 50 east, 30 north, up to three degrees off. */
const placesOf = (random: () => number) => () => [50 + (random() - 0.5) * 6, 30 + (random() - 0.5) * 6] as [number, number]; // biome-ignore format: one place

function shapesOf(random: () => number): Geometry[] {
  const place = placesOf(random);
  const near = ([x, y]: [number, number]): [number, number] => [x + random(), y + random()];
  return Array.from({ length: RECORDS }, (_, i): Geometry => {
    const at = place();
    if (i % 4 === 0) return { type: 'Point', coordinates: at };
    if (i % 4 === 1) return { type: 'MultiPoint', coordinates: [at, place()] };
    if (i % 4 === 2) return { type: 'LineString', coordinates: [at, place(), near(at)] };
    const [x, y] = at;
    const [side, top] = [0.1 + random(), 0.1 + random()];
    return { type: 'Polygon', coordinates: [[at, [x + side, y], [x + side, y + top], [x, y + top], at]] };
  });
}

type Ring = [number, number][];
const circle = (radius: number): Ring =>
  Array.from({ length: CORNERS + 1 }, (_, i) => {
    const turn = (2 * Math.PI * (i % CORNERS)) / CORNERS;
    return [50 + radius * Math.cos(turn), 30 + radius * Math.sin(turn)];
  });

/** Some corners nearer or further, all of it moved, a hole, a part beside it; now and then a shape that crosses itself. */
function createChange(random: () => number): Geometry {
  const ring = circle(2);
  const kind = Math.floor(random() * 4);
  if (kind === 0) return { type: 'Polygon', coordinates: [ring.map(([x, y]): [number, number] => [x + 0.3, y - 0.2])] };
  if (kind === 1) return { type: 'Polygon', coordinates: [ring, circle(random() * 1.5 + 0.1)] };
  if (kind === 2) return { type: 'MultiPolygon', coordinates: [[ring], [circle(0.5).map(([x, y]): [number, number] => [x + 2.6, y])]] }; // biome-ignore format: one shape
  const [from, far] = [1 + Math.floor(random() * 40), 0.2 + random() * 1.6];
  const bent = ring.map(([x, y], i): [number, number] =>
    i > from && i < from + 10 ? [50 + (x - 50) * far, 30 + (y - 30) * far] : [x, y],
  );
  return { type: 'Polygon', coordinates: [bent] };
}

it.each(ENGINES)(
  'agrees with the shapes themselves on the %s engine',
  async (kind) => {
    const w: TestWorld = await createWorld(kind);
    try {
      const random = generator(20);
      const { id: owner } = await w.engine.db.selectFrom('account').select('id').where('username', '=', 'super').executeTakeFirstOrThrow(); // biome-ignore format: one query
      const layer = await make.createLayer(w.engine, { customer: w.ids.customer, owner, label: 'همه', type: 3, form: FORM, records: shapesOf(random).map((geometry) => ({ geometry, value: {} })) }); // biome-ignore format: one layer
      const geometry: Geometry = { type: 'Polygon', coordinates: [circle(2)] };
      const region = (await w.call('super', 'POST', '/api/region/', { label: 'گرد', geometry })).body.id;
      let sum = 0;
      for (let i = 0; i < CHANGES; i++) {
        const next = createChange(random);
        const { rows } = await sql<{ leaving: number; entering: number }>`
        with s as materialized (select r.geom as old, st_makevalid(st_setsrid(st_geomfromgeojson(${JSON.stringify(next)}::text), 4326)) as new from region r where r.id = ${region}::int)
        select count(*) filter (where st_intersects(s.old, n.geom) and not st_intersects(s.new, n.geom))::int as leaving,
          count(*) filter (where st_intersects(s.new, n.geom) and not st_intersects(s.old, n.geom))::int as entering from ${sql.table(partition(layer))} n, s`.execute(
          w.engine.db,
        );
        const { body } = await w.call('super', 'POST', `/api/region/${region}/effect/`, { geometry: next });
        expect({ leaving: body.leaving, entering: body.entering }, JSON.stringify(next)).toEqual(rows[0]);
        sum += body.leaving + body.entering;
      }
      expect(sum).toBeGreaterThan(CHANGES);
    } finally {
      await w.close();
    }
  },
  60_000,
);
