// Row: what another shape of a region of 50,000 corners would change among all records, beside counting those in the old and the new shape.
import { sql } from 'kysely';
import { MAX_VERTICES } from '../../../backend/geo/geometry';
import * as make from '../../../backend/seed/builders';
import type { Geometry } from '../../../contract/schemas/common';
import { random as generator } from '../../../testing/random';
import { COUNTRY } from '../../data';
import { typical } from '../../load';
import { atMost, type Line, ms } from '../../report';
import { NO_POSTGRES, type PointLayer, type ServerSide, type Stage } from '../../stage';

const REPEATS = 5;
/** What somebody waits for without asking whether it still works. */
const LIMIT_MS = 1000;
const WAVES = 9;

type Ring = [number, number][];

/** A ring as a coast has it: waves upon waves. The last corner is the first. */
function coast(): Ring {
  const random = generator(41);
  const { west, south, east, north } = COUNTRY;
  const [lon, lat] = [(west + east) / 2, (south + north) / 2];
  const waves = Array.from({ length: WAVES }, (_, i) => ({ often: Math.round(3 * 2.5 ** i), high: 0.12 / 2 ** i, from: random() * 2 * Math.PI })); // biome-ignore format: one list
  const corners = MAX_VERTICES - 1;
  const ring = Array.from({ length: corners }, (_, i): [number, number] => {
    const turn = (2 * Math.PI * i) / corners;
    const far = 1 + waves.reduce((sum, { often, high, from }) => sum + high * Math.sin(often * turn + from), 0);
    return [lon + 4.5 * far * Math.cos(turn), lat + 3.4 * far * Math.sin(turn)];
  });
  return [...ring, ring[0] as [number, number]];
}

const polygon = (ring: Ring): Geometry => ({ type: 'Polygon', coordinates: [ring] });
/** A hundredth of the edge pushed out by up to a tenth of a degree, as a hand does. */
const bulge = (ring: Ring): Ring => {
  const [from, count] = [1000, MAX_VERTICES / 100];
  return ring.map(([x, y], i) => {
    const along = (i - from) / count;
    return along > 0 && along < 1 ? [x + 0.1 * Math.sin(Math.PI * along), y] : [x, y];
  });
};
const shifted = (ring: Ring): Ring => ring.map(([x, y]) => [x + 0.01, y + 0.01]);

/** As somebody at the database would ask: how many lie in either shape. */
async function countBoth(
  { engine }: ServerSide,
  { table }: PointLayer,
  region: number,
  next: Geometry | null,
): Promise<void> {
  const inside = (shape: ReturnType<typeof sql>) =>
    sql`select count(*) from ${sql.table(table)} n, (select ${shape} as geom) s where n.deleted_at is null and st_intersects(s.geom, n.geom)`;
  await inside(sql`(select geom from region where id = ${region}::int)`).execute(engine.db);
  if (next)
    await inside(sql`st_makevalid(st_setsrid(st_geomfromgeojson(${JSON.stringify(next)}::text), 4326))`).execute(
      engine.db,
    );
}

export { bulge, coast, shifted };
export async function* run(stage: Stage): AsyncGenerator<Line> {
  const side = await stage.server();
  if (!side) return yield { name: 'effect', value: '', beside: NO_POSTGRES };
  const layer = await stage.points(stage.rows);
  const region = await make.createRegion(side.engine, side.world.ids.customer, 'coast', polygon(coast()));
  // What somebody changes is the shape as they read it, and not as it was written.
  const { body: read } = await side.world.call('super', 'GET', `/api/region/${region}/`);
  const ring = read.geometry.coordinates[0][0] as Ring;
  const changes: [string, Geometry | null][] = [
    ['a hundredth of its edge pushed out', polygon(bulge(ring))],
    ['all of it moved by a kilometre', polygon(shifted(ring))],
    ['its removal', null],
  ];
  for (const [name, geometry] of changes) {
    let numbers = '';
    const effect = await typical(REPEATS, async () => {
      const { status, body } = await side.world.call('super', 'POST', `/api/region/${region}/effect/`, { geometry });
      if (status !== 200) throw new Error(`effect answered ${status}`);
      numbers = `${body.leaving} leave, ${body.entering} come${body.capped ? ', at least' : ''}`;
    });
    const both = await typical(1, () => countBoth(side, layer, region, geometry));
    const label = `effect of a region with ${ring.length} corners, ${name}, ${layer.rows} records`;
    yield { name: label, value: `${ms(effect)} (${numbers})`, beside: `counted inside of both shapes: ${ms(both)}`, ratio: effect / both, target: atMost(1) }; // biome-ignore format: one line
    yield {
      name: label,
      value: ms(effect),
      beside: `limit ${ms(LIMIT_MS)}`,
      ratio: effect / LIMIT_MS,
      target: atMost(1),
    };
  }
}
