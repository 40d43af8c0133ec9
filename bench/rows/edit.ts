// Row: how long after a person's edit the fresh tile is there, beside what that tile costs anyway.
import { sql } from 'kysely';
import { tileCache } from '../../backend/geo/tile-cache';
import { makeTile } from '../../backend/geo/tiles';
import { COLUMNS, denseSpot } from '../data';
import { median, timed, typical } from '../load';
import { atMost, type Line, ms } from '../report';
import { NO_POSTGRES, type Stage } from '../stage';
import { tileAt, tilePath } from '../tile-list';

const ZOOM = 10;
const EDITS = 15;

export async function* run(stage: Stage): AsyncGenerator<Line> {
  const side = await stage.server();
  if (!side) return yield { name: 'edit to fresh tile', value: '', beside: NO_POSTGRES };
  const layer = await stage.points(stage.rows);
  const { engine, world } = side;
  const tile = tileAt(ZOOM, denseSpot());
  const path = tilePath(layer.id, tile);
  const [lon, lat] = denseSpot();
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(layer.table)}
    order by geom <-> st_setsrid(st_makepoint(${lon}::float8, ${lat}::float8), 4326) limit ${EDITS}`.execute(engine.db);

  const cost = await typical(EDITS, (i) =>
    tileCache().get(layer.id, 1, String(i), tile.z, tile.x, tile.y, () =>
      makeTile(engine.db, { layer: layer.id, type: 1, ...tile, fields: COLUMNS, regions: [] }),
    ),
  );
  await world.call('super', 'GET', path);
  const [saving, seeing]: [number[], number[]] = [[], []];
  for (const [i, { id }] of rows.entries()) {
    const before = await world.call('super', 'GET', path);
    const edit = { geometry: { type: 'Point', coordinates: [lon + i / 1e4, lat + 1e-5] } };
    saving.push(
      await timed(async () => {
        const { version } = (await world.call('super', 'GET', `/api/layerdata/${id}/`)).body;
        const answer = await world.call('super', 'PUT', `/api/layerdata/${id}/`, edit, {
          'if-match': `"${version}"`,
        });
        if (answer.status !== 200) throw new Error(`the edit was answered with ${answer.status}`);
      }),
    );
    let fresh: typeof before | undefined;
    seeing.push(
      await timed(async () => {
        fresh = await world.call('super', 'GET', path);
      }),
    );
    if (fresh?.status !== 200) throw new Error('the tile was not answered');
  }
  const [save, see] = [median(saving), median(seeing)];
  yield {
    name: `edit to fresh z${ZOOM} tile, ${layer.rows} points`,
    value: `${ms(save + see)} (read and save ${ms(save)}, tile ${ms(see)})`,
    beside: `the tile alone: ${ms(cost)}`,
    ratio: (save + see) / cost,
    target: atMost(3),
  };
}
