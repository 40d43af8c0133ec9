// Row: whether a view's time depends on how much lies in a layer, and how many bytes a tile has.
import { sql } from 'kysely';
import { makeTile, type TileRequest } from '../../backend/geo/tiles';
import * as make from '../../backend/seed/builders';
import { COLUMNS, denseSpot, FORM, polygons } from '../data';
import { typical } from '../load';
import { atMost, kilobytes, type Line, ms } from '../report';
import { NO_POSTGRES, type PointLayer, type ServerSide, type Stage } from '../stage';
import { tileAt, tileList, view, type Zxy } from '../tile-list';
import { naiveTile } from './tiles';

const ZOOMS = [5, 7, 10];
const POLYGONS = 100_000;
const POINT_BYTES = 100_000;
const SHAPE_BYTES = 250_000;

const request = (layer: number, type: 1 | 3, tile: Zxy): TileRequest => ({ layer, type, ...tile, fields: COLUMNS, regions: [] }); // biome-ignore format: one line

/** The largest tile of a list, and how its bytes stand to the bound. */
async function largest(side: ServerSide, layer: number, type: 1 | 3, tiles: readonly Zxy[]) {
  let most = { bytes: 0, tile: tiles[0] as Zxy };
  for (const tile of tiles) {
    const { bytes } = await makeTile(side.engine.db, request(layer, type, tile));
    if (bytes.length > most.bytes) most = { bytes: bytes.length, tile };
  }
  return most;
}

async function polygonLayer(side: ServerSide): Promise<{ id: number }> {
  const id = await make.createLayer(side.engine, {
    customer: side.world.ids.customer,
    owner: side.account,
    label: 'polygons',
    type: 3,
    form: FORM,
    records: polygons(POLYGONS),
  });
  return { id };
}

export async function* run(stage: Stage): AsyncGenerator<Line> {
  const side = await stage.server();
  if (!side) return yield { name: 'a tile view', value: '', beside: NO_POSTGRES };
  const large = await stage.points(stage.rows);
  const small = await stage.points(Math.round(stage.rows / 10));
  for (const z of ZOOMS) {
    const tiles = view(z, denseSpot());
    const look = (layer: PointLayer) => () =>
      Promise.all(tiles.map((tile) => makeTile(side.engine.db, request(layer.id, 1, tile))));
    const [a, b] = [await typical(7, look(large)), await typical(7, look(small))];
    yield {
      name: `a view of 4 tiles at z${z}, ${large.rows} points`,
      value: ms(a),
      beside: `${small.rows} points: ${ms(b)}`,
      ratio: a / b,
      target: atMost(1.6),
    };
  }

  const zooms = [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14];
  const dense = zooms.map((z) => tileAt(z, denseSpot()));
  const tiles = [...dense, ...tileList(50, zooms)];
  const points = await largest(side, large.id, 1, tiles);
  const plain = await naiveTile(side.engine, large.table, points.tile);
  yield {
    name: `largest tile of points (z${points.tile.z}), before gzip`,
    value: kilobytes(points.bytes),
    beside: `100 kB; naive ST_AsMVT of the same tile: ${kilobytes(plain.length)}`,
    ratio: points.bytes / POINT_BYTES,
    target: atMost(1),
  };
  const { id } = await polygonLayer(side);
  const shapes = await largest(side, id, 3, tiles);
  yield {
    name: `largest tile of polygons (z${shapes.tile.z}, ${POLYGONS} in the layer), before gzip`,
    value: kilobytes(shapes.bytes),
    beside: '250 kB',
    ratio: shapes.bytes / SHAPE_BYTES,
    target: atMost(1),
  };
  await sql`drop table ${sql.table(`record_${id}`)}`.execute(side.engine.db);
  await side.engine.db.deleteFrom('layer').where('id', '=', id).execute();
}
