// The OGC endpoints below /geoserver: tiles, pictures, GetFeatureInfo, and capabilities.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { layerIdOf, MVT } from '../../contract/ogc';
import { boxOfTile, type OgcRequest, readOgc, WORLD } from '../../contract/ogc-request';
import { fieldsToDraw } from '../../contract/schemas/style';
import { askService } from '../areas/layers/service';
import { openSource } from '../areas/layers/service-secret';
import { find, type LayerRow, list } from '../areas/layers/store';
import { meeting } from '../areas/records/found';
import type { Caller, Callers } from '../areas/session/caller';
import { checkWorkday } from '../areas/session/workdays';
import { INTERACTIVE, withScope } from '../db/scope';
import { latOf } from '../geo/morton';
import { type RasterPlace, renderRaster, valuesAt } from '../geo/raster';
import { approvalIn, sightKey } from '../geo/sight';
import { MAX_ZOOM, makeTile, type TileRequest } from '../geo/tiles';
import { placeOf } from '../storage';
import { openVault } from '../vault';
import { wmsCapabilities, wmtsCapabilities } from './capabilities';
import type { World } from './context';
import { notFound, Refusal } from './errors';
import { heavyQueue } from './heavy';
import { callerOf } from './mount';

/** How long a session's right to see a layer is believed without looking. */
const FRESH_MS = 1000;
const TILE_SIDE = 256;
const PICTURE_BYTES = 64 * 1024 * 1024;
/** Tiles that are made at once, for all people and for one; and those of one that wait, and how long. More are refused with 429. */
const TILES_AT_ONCE = 64;
const TILES_AT_ONCE_EACH = 8;
const TILES_WAITING_EACH = 256;
const TILE_WAIT_MS = 9_000;
/** Pixels round a click within which a record counts as met. */
const NEAR = 5;
const PNG = 'image/png';

type Tile = Extract<OgcRequest, { kind: 'tile' }>;
type Info = Extract<OgcRequest, { kind: 'info' }>;

const lon = (x: number) => (x / WORLD) * 180;
const lat = (y: number) => latOf((1 - y / WORLD) / 2);

export function mountOgc(app: FastifyInstance, world: World, people: Callers): void {
  const { db } = world.engine;
  // A map asks for many tiles at once: the layer is looked up once a second for each session. `V` changes with what is drawn.
  const rows = new LRUCache<string, ReturnType<typeof find>>({ max: 5000, ttl: FRESH_MS });
  const making = heavyQueue({
    maxRunning: TILES_AT_ONCE,
    maxRunningEach: TILES_AT_ONCE_EACH,
    maxWaitingEach: TILES_WAITING_EACH,
    waitMs: TILE_WAIT_MS,
  });
  /** A tile that is not kept yet, when the turn of the one who asks has come. It is made to its end: others may wait for it as well. */
  const makeInTurn = (caller: Caller, tile: TileRequest) =>
    making.run(String(caller.id), new AbortController().signal, () => makeTile(db, tile));
  const pictures = new LRUCache<string, Buffer>({ maxSize: PICTURE_BYTES, sizeCalculation: (png) => png.length + 200 });

  async function getLayer(caller: Caller, name: string, version = ''): Promise<LayerRow> {
    const id = layerIdOf(name);
    if (id === null || id > 2 ** 31 - 1) throw notFound();
    const key = `${caller.session}/${id}/${version}`;
    let row = rows.get(key);
    if (!row) {
      row = find(db, caller, id);
      rows.set(key, row);
      row.catch(() => rows.delete(key));
    }
    const layer = await row;
    if (!layer) throw notFound();
    return layer;
  }

  async function vectorTile(request: FastifyRequest, reply: FastifyReply, caller: Caller, layer: LayerRow, at: Tile) {
    if (at.format !== 'mvt') throw new Refusal(400, 'invalid', { params: { key: 'FORMAT' } });
    if (layer.type < 1 || at.z > MAX_ZOOM) throw notFound();
    if (at.fields) return previewTile(reply, caller, layer, at, at.fields);
    const fields = fieldsToDraw(layer.config.style, layer.config.labels);
    const { style } = layer.config;
    const cluster = style.kind === 'cluster' && layer.type === 1 ? style.radius : undefined;
    const scope = `${sightKey(caller, layer.id)};${fields.join(',')};${cluster ?? ''}`;
    const type = layer.type as 1 | 2 | 3;
    const { z, x, y } = at;
    const tile = await world.tiles.get(layer.id, layer.rev, scope, z, x, y, () =>
      makeInTurn(caller, {
        layer: layer.id,
        type,
        z,
        x,
        y,
        fields,
        regions: caller.regions,
        approval: approvalIn(caller, layer.id),
        cluster,
      }),
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
  }

  /** A tile for a look that is not saved: made for the one who asks, and kept nowhere, so that no combination of fields fills the memory. */
  async function previewTile(reply: FastifyReply, caller: Caller, layer: LayerRow, at: Tile, fields: string[]) {
    const names = new Set(layer.config.form.map((f) => f.name));
    if (!fields.every((name) => names.has(name))) throw new Refusal(400, 'invalid', { params: { key: 'FIELDS' } });
    const { z, x, y } = at;
    const type = layer.type as 1 | 2 | 3;
    const { bytes, thinned } = await makeInTurn(caller, {
      layer: layer.id,
      type,
      z,
      x,
      y,
      fields: [...new Set(fields)],
      regions: caller.regions,
      approval: approvalIn(caller, layer.id),
      cluster: at.cluster,
    });
    reply.header('cache-control', 'private, no-store').header('x-thinned', thinned ? '1' : '0');
    if (bytes.length === 0) return reply.status(204).send();
    return reply.header('content-type', MVT).send(Buffer.from(bytes));
  }

  const rasterOf = (layer: LayerRow): Promise<RasterPlace> => placeOf(world, String(layer.config.source.key ?? ''));
  const vault = openVault(world.config);
  const serviceOf = (layer: LayerRow) => openSource(vault, layer.customer_id, layer.config.source);

  async function picture(
    layer: LayerRow,
    ogc: Exclude<OgcRequest, Info>,
  ): Promise<{ body: Buffer | null; type: string }> {
    if (layer.type === 4 || layer.type === 5) return askService(world, serviceOf(layer), ogc);
    if (layer.type !== 6 || ogc.kind === 'legend' || ogc.kind === 'capabilities')
      throw new Refusal(400, 'serviceCannot');
    const [box, width, height] =
      ogc.kind === 'tile' ? [boxOfTile(ogc.z, ogc.x, ogc.y), TILE_SIDE, TILE_SIDE] : [ogc.box, ogc.width, ogc.height];
    const key = `${layer.id}/${layer.rev}/${box.join()}/${width}/${height}`;
    const had = pictures.get(key);
    if (had) return { body: had, type: PNG };
    const body = await renderRaster(await rasterOf(layer), box, width, height);
    if (body) pictures.set(key, body);
    return { body, type: PNG };
  }

  /** GeoJSON of what lies under a pixel; for a raster one feature with the values of its bands. */
  async function info(caller: Caller, layer: LayerRow, ogc: Info): Promise<unknown> {
    const [w, s, e, n] = ogc.box;
    const [x, y] = [w + ((ogc.i + 0.5) / ogc.width) * (e - w), n - ((ogc.j + 0.5) / ogc.height) * (n - s)];
    const collection = (features: unknown[]) => ({ type: 'FeatureCollection', features });
    const place = { type: 'Point' as const, coordinates: [lon(x), lat(y)] };
    if (layer.type === 6) {
      const values = await valuesAt(await rasterOf(layer), x, y);
      const properties = Object.fromEntries((values ?? []).map((v, band) => [`band_${band + 1}`, v]));
      return collection(values ? [{ type: 'Feature', geometry: place, properties }] : []);
    }
    if (layer.type > 3) return JSON.parse((await askService(world, serviceOf(layer), ogc)).body.toString());
    if (layer.type === 0) return collection([]);
    const metres = NEAR * ((e - w) / ogc.width) * Math.cos((lat(y) * Math.PI) / 180);
    const rows = await meeting(
      db,
      [layer.id],
      place,
      [lon(x), lat(y), lon(x), lat(y)],
      Math.max(metres, 0.01),
      caller,
      ogc.count,
    );
    return collection(
      rows.map((row) => ({ type: 'Feature', id: row.id, geometry: row.geometry, properties: row.value })),
    );
  }

  async function capabilities(caller: Caller, service: 'WMS' | 'WMTS', request: FastifyRequest): Promise<string> {
    const { rows: layers } = await list(db, caller, { limit: 10_000, offset: 0 });
    const path = new URL(request.url, 'http://host.invalid').pathname;
    const base = `${request.protocol}://${request.host}${path}`;
    return service === 'WMTS'
      ? wmtsCapabilities(layers.filter((l) => l.type > 0), base) // biome-ignore format: two services, two lines
      : wmsCapabilities(layers.filter((l) => l.type === 4 || l.type === 6), base); // biome-ignore format: two services, two lines
  }

  // Whoever asks for the same tile waits for one answer: it is not ended when the first of them leaves.
  app.get('/geoserver/*', (request, reply) =>
    withScope({ requestId: request.id, seconds: INTERACTIVE.seconds }, () => serve(request, reply)),
  );

  async function serve(request: FastifyRequest, reply: FastifyReply) {
    const url = new URL(request.url, 'http://host.invalid');
    const ogc = readOgc(url.pathname, url.searchParams);
    if ('status' in ogc)
      throw ogc.status === 404 ? notFound() : new Refusal(400, 'invalid', { params: { key: ogc.key } });
    const caller = await callerOf(request, people);
    if (!caller) throw new Refusal(401, 'unauthenticated');
    checkWorkday(caller, world.now());
    if (ogc.kind === 'tile') {
      const layer = await getLayer(caller, ogc.layer, ogc.version);
      if (layer.type <= 3) return vectorTile(request, reply, caller, layer, ogc);
      if (ogc.format === 'mvt') throw new Refusal(400, 'invalid', { params: { key: 'FORMAT' } });
      const { body, type } = await picture(layer, ogc);
      if (!body) return reply.status(204).header('cache-control', 'private, max-age=300').send();
      return reply.header('cache-control', 'private, max-age=300').header('content-type', type).send(body);
    }
    reply.header('cache-control', 'private, no-store');
    switch (ogc.kind) {
      case 'capabilities':
        return reply
          .header('content-type', 'text/xml; charset=utf-8')
          .send(await capabilities(caller, ogc.service, request));
      case 'info': {
        const layers = await Promise.all(ogc.layers.map((name) => getLayer(caller, name)));
        const answers = await Promise.all(layers.map((layer) => info(caller, layer, ogc)));
        return reply.send(
          answers.length === 1
            ? answers[0]
            : {
                type: 'FeatureCollection',
                features: answers.flatMap((a) => (a as { features?: unknown[] }).features ?? []),
              },
        );
      }
      default: {
        // Pictures of several layers are put together by the map, not here.
        const [name, ...more] = ogc.kind === 'map' ? ogc.layers : [ogc.layer];
        if (more.length) throw new Refusal(400, 'invalid', { params: { key: 'LAYERS' } });
        const { body, type } = await picture(await getLayer(caller, name as string), ogc);
        return body ? reply.header('content-type', type).send(body) : reply.status(204).send();
      }
    }
  }
}
