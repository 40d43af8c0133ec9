// Row: tiles a second without any cache, beside PostgreSQL's own tile function and MapServer on the same table and list.
import { sql } from 'kysely';
import type { Engine } from '../../backend/db/engine';
import { makeTile } from '../../backend/geo/tiles';
import { COLUMNS } from '../data';
import { type Load, load, serving } from '../load';
import { has, mapServer, NO_MAPSERVER } from '../peers';
import { atLeast, kilobytes, type Line, ms, rate } from '../report';
import { NO_POSTGRES, type PointLayer, type Stage } from '../stage';
import { tileList, type Zxy } from '../tile-list';

/** A tile as a tile server without ideas of its own would ask for it. */
export async function naiveTile(engine: Engine, table: string, { z, x, y }: Zxy): Promise<Buffer> {
  const values = sql.join(COLUMNS.map((name) => sql`value->>${sql.lit(name)} as ${sql.id(name)}`));
  const { rows } = await sql<{ mvt: Buffer }>`
    select st_asmvt(t, 'records', 4096, 'geom') as mvt from (
      select id, ${values}, st_asmvtgeom(st_transform(geom, 3857), st_tileenvelope(${z}::int, ${x}::int, ${y}::int)) as geom
        from ${sql.table(table)} where deleted_at is null and geom && st_transform(st_tileenvelope(${z}::int, ${x}::int, ${y}::int), 4326)) t`.execute(
    engine.db,
  );
  return rows[0]?.mvt ?? Buffer.alloc(0);
}

const zxyOf = (url: string): Zxy => {
  const [z = 0, x = 0, y = 0] = url.slice(1).split('/').map(Number);
  return { z, x, y };
};

/** Times the rate of naive tiles that are asked for. */
const OF_NAIVE = 1.5;

/** The two lists: data-weighted street zooms, and the zooms at which a whole country is seen; each with the times MapServer's rate that are asked for. */
export const LISTS = [
  { name: 'z10-14', tiles: () => tileList(200, [10, 11, 12, 13, 14]), connections: 8, target: 2 },
  { name: 'z5-8', tiles: () => tileList(60, [5, 6, 7, 8]), connections: 4, target: 10 },
];

/** A server of uncached product tiles below `/z/x/y`, and one of naive tiles. */
async function servers(stage: Stage, engine: Engine, layer: PointLayer) {
  const answer = (make: (tile: Zxy) => Promise<Uint8Array>) =>
    serving((request, response) => {
      make(zxyOf(request.url ?? '/')).then(
        (bytes) => response.end(bytes),
        () => response.writeHead(500).end(),
      );
    });
  const product = await answer(async (tile) => {
    const { bytes } = await makeTile(engine.db, { layer: layer.id, type: 1, ...tile, fields: COLUMNS, regions: [] });
    return bytes;
  });
  const naive = await answer((tile) => naiveTile(engine, layer.table, tile));
  stage.ends(product.close);
  stage.ends(naive.close);
  return { product, naive };
}

const said = (r: { rate: number; p50: number; bytes: number }) =>
  `${rate(r.rate)} (p50 ${ms(r.p50)}, ${kilobytes(r.bytes)} each)`;

export async function* run(stage: Stage): AsyncGenerator<Line> {
  const side = await stage.server();
  if (!side) return yield { name: 'tiles without cache', value: '', beside: NO_POSTGRES };
  const layer = await stage.points(stage.rows);
  const { product, naive } = await servers(stage, side.engine, layer);
  const peer = has('mapserv') && has('nginx') ? await mapServer(stage, side.url, layer.table, COLUMNS) : null;
  for (const list of LISTS) {
    const tiles = list.tiles();
    const common: Pick<Load, 'connections'> = { connections: list.connections };
    const paths = tiles.map(({ z, x, y }) => `/${z}/${x}/${y}`);
    await load({ ...common, origin: product.origin, paths: paths.slice(0, 20), seconds: 0 });
    const own = await load({ ...common, origin: product.origin, paths, seconds: 4 });
    const plain = await load({ ...common, origin: naive.origin, paths, seconds: 4 });
    const name = `tiles without cache, ${list.name}, ${layer.rows} points`;
    const naiveBeside = `naive ST_AsMVT: ${said(plain)}`;
    yield { name, value: said(own), beside: naiveBeside, ratio: own.rate / plain.rate, target: atLeast(OF_NAIVE) };
    if (!peer) {
      yield { name, value: said(own), beside: `MapServer: ${NO_MAPSERVER}`, target: atLeast(list.target) };
      continue;
    }
    const other = await load({ ...common, origin: peer.origin, paths: tiles.map(peer.path), seconds: 4 });
    const beside = `MapServer MVT: ${said(other)}`;
    yield { name, value: said(own), beside, ratio: own.rate / other.rate, target: atLeast(list.target) };
  }
}
