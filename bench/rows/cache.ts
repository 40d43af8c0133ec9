// Row: tiles a second from memory, beside nginx with the same bytes as files: once the cache alone, once with all that the backend asks.
import { mkdirSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { type CachedTile, tileCache } from '../../backend/geo/tile-cache';
import { makeTile } from '../../backend/geo/tiles';
import { MVT } from '../../contract/ogc';
import { COLUMNS } from '../data';
import { type Load, load, serving } from '../load';
import { has, NO_NGINX, nginx } from '../peers';
import { atLeast, type Line, rate } from '../report';
import { NO_POSTGRES, type Stage } from '../stage';
import { tilePath, type Zxy } from '../tile-list';
import { LISTS } from './tiles';

const nameOf = ({ z, x, y }: Zxy) => `/${z}/${x}/${y}`;

export async function* run(stage: Stage): AsyncGenerator<Line> {
  const side = await stage.server();
  if (!side) return yield { name: 'tiles from the cache', value: '', beside: NO_POSTGRES };
  if (!has('nginx')) return yield { name: 'tiles from the cache', value: '', beside: NO_NGINX };
  const layer = await stage.points(stage.rows);
  const cache = tileCache();
  const get = (tile: Zxy): Promise<CachedTile> =>
    cache.get(layer.id, 1, '', tile.z, tile.x, tile.y, () =>
      makeTile(side.engine.db, { layer: layer.id, type: 1, ...tile, fields: COLUMNS, regions: [] }),
    );
  const bare = await serving((request, response) => {
    const [z = 0, x = 0, y = 0] = (request.url ?? '/').slice(1).split('/').map(Number);
    void get({ z, x, y }).then((tile) => {
      response.setHeader('content-type', MVT);
      if (tile.gzipped) response.setHeader('content-encoding', 'gzip');
      response.end(tile.body);
    });
  });
  stage.ends(bare.close);
  const files = join(stage.folder, 'tiles');
  const limit = await nginx(
    stage,
    (port) =>
      `server { listen 127.0.0.1:${port}; root ${files}; default_type ${MVT}; add_header content-encoding gzip; }`,
  );
  const { app } = side.world.backend;
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  const backend = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const headers = { host: 'localhost', authorization: `Bearer ${await side.world.token('super')}` };

  for (const list of LISTS) {
    const full: Zxy[] = [];
    for (const tile of list.tiles()) {
      const { body } = await get(tile);
      if (body.length === 0) continue;
      full.push(tile);
      const path = join(files, nameOf(tile));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, body);
    }
    const common: Pick<Load, 'connections' | 'cheap' | 'seconds'> = { connections: 16, cheap: true, seconds: 3 };
    const paths = full.map(nameOf);
    const addresses = full.map((tile) => tilePath(layer.id, tile));
    await load({ origin: backend, paths: addresses, headers, connections: 4, seconds: 0 });
    const still = await load({ ...common, origin: limit.origin, paths });
    const memory = await load({ ...common, origin: bare.origin, paths });
    const whole = await load({ ...common, origin: backend, paths: addresses, headers });
    const beside = `nginx static files: ${rate(still.rate)}`;
    const line = (name: string, own: number): Line => ({ name, value: rate(own), beside, ratio: own / still.rate, target: atLeast(1) }); // biome-ignore format: one line
    yield line(`tiles from memory, ${list.name}, the cache alone`, memory.rate);
    yield line(`tiles from memory, ${list.name}, the whole backend with its checks`, whole.rate);
  }
}
