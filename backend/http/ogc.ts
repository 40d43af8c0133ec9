// Vector tiles under the address that a GeoServer would have: WMTS GetTile with key-value pairs.
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { layerIdOf, MVT, OGC_PATH, TILE_KEYS, TILE_MATRIX_SET } from '../../contract/ogc';
import { fieldsToDraw } from '../../contract/schemas/style';
import { find } from '../areas/layers/store';
import type { Caller, Callers } from '../areas/session/caller';
import { MAX_ZOOM, makeTile } from '../geo/tiles';
import type { World } from './context';
import { notFound, Refusal } from './errors';
import { callerOf } from './mount';

/** How long a session's right to see a layer is believed without looking. */
const FRESH_MS = 1000;

/** z, x, y and the layer of a GetTile request. Anything that is not exactly one tile of one layer is a 400, without SQL. */
export function readGetTile(search: URLSearchParams): { layer: number; z: number; x: number; y: number } {
  const given = new Map<string, string>();
  for (const [key, value] of search) {
    const name = key.toUpperCase();
    if (given.has(name) || !(TILE_KEYS as readonly string[]).includes(name))
      throw new Refusal(400, 'unknownKey', { params: { key: key.slice(0, 40) } });
    given.set(name, value);
  }
  const fixed: Record<string, string> = {
    SERVICE: 'WMTS',
    REQUEST: 'GetTile',
    FORMAT: MVT,
    TILEMATRIXSET: TILE_MATRIX_SET,
  };
  for (const [key, value] of Object.entries(fixed))
    if (given.get(key)?.toLowerCase() !== value.toLowerCase()) throw new Refusal(400, 'invalid', { params: { key } });
  const number = (key: string, text = given.get(key) ?? '') => {
    if (!/^\d{1,7}$/.test(text)) throw new Refusal(400, 'invalid', { params: { key } });
    return Number(text);
  };
  const z = number('TILEMATRIX', given.get('TILEMATRIX')?.replace(`${TILE_MATRIX_SET}:`, ''));
  const [x, y] = [number('TILECOL'), number('TILEROW')];
  if (z > MAX_ZOOM || x >= 2 ** z || y >= 2 ** z) throw new Refusal(400, 'invalid', { params: { key: 'TILEMATRIX' } });
  const layer = layerIdOf(given.get('LAYER') ?? '');
  if (layer === null || layer > 2 ** 31 - 1) throw notFound();
  return { layer, z, x, y };
}

export function mountTiles(app: FastifyInstance, world: World, people: Callers): void {
  // A map asks for many tiles at once: the layer is looked up once a second for each session. `V` changes with what is drawn.
  const rows = new LRUCache<string, ReturnType<typeof find>>({ max: 5000, ttl: FRESH_MS });
  const known = (caller: Caller, id: number, version: string) => {
    const key = `${caller.session}/${id}/${version}`;
    let row = rows.get(key);
    if (!row) {
      row = find(world.engine.db, caller, id);
      rows.set(key, row);
      row.catch(() => rows.delete(key));
    }
    return row;
  };

  app.get('/geoserver/*', async (request, reply) => {
    const url = new URL(request.url, 'http://host.invalid');
    if (!OGC_PATH.test(url.pathname) || !url.pathname.endsWith('/gwc/service/wmts')) throw notFound();
    const caller = await callerOf(request, people);
    if (!caller) throw new Refusal(401, 'unauthenticated');
    const { layer: id, z, x, y } = readGetTile(url.searchParams);
    const layer = await known(caller, id, url.searchParams.get('V') ?? '');
    if (!layer || layer.type < 1 || layer.type > 3) throw notFound();
    const fields = fieldsToDraw(layer.config.style, layer.config.labels);
    const scope = `${caller.regions.join(',')};${fields.join(',')}`;
    const type = layer.type as 1 | 2 | 3;
    const tile = await world.tiles.get(id, layer.rev, scope, z, x, y, () =>
      makeTile(world.engine.db, { layer: id, type, z, x, y, fields, regions: caller.regions }),
    );
    reply
      .header('cache-control', 'private, no-cache')
      .header('etag', tile.etag)
      .header('x-thinned', tile.thinned ? '1' : '0');
    if (request.headers['if-none-match'] === tile.etag) return reply.status(304).send();
    if (tile.body.length === 0) return reply.status(204).send();
    reply.header('content-type', MVT);
    if (tile.gzipped) reply.header('content-encoding', 'gzip');
    return reply.send(tile.body);
  });
}
