// What stands below /geoserver: tiles, pictures, what lies at a pixel, and the documents that list them.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { baseMapIdOf, layerIdOf, layerName, previewOf } from '../../../contract/ogc';
import { readOgc } from '../../../contract/ogc-request';
import type { Db } from '../../db/engine';
import { INTERACTIVE, withScope } from '../../db/scope';
import { checkStanding } from '../../http/allowed';
import type { World } from '../../http/context';
import { notFound, Refusal } from '../../http/errors';
import { callerOf, hangUpOf, tokenOf } from '../../http/mount';
import type { Caller, Callers } from '../../identity/caller';
import { createFreshCache } from '../../identity/fresh-cache';
import { createBaseMapTiles } from '../customer/base-maps';
import { list } from '../layers/listing/page';
import { openPreview } from '../layers/service/preview';
import { askService } from '../layers/service/requests';
import { find, type LayerRow } from '../layers/store';
import { wmsCapabilities, wmtsCapabilities } from './capabilities';
import { createLayerPictures } from './pictures';
import { createVectorTiles } from './vector-tiles';

/** Looks layers up by their name on the wire; 404 for one that the caller may not see. */
function createLayerLookup(db: Db) {
  // A map asks for many tiles at once: the layer is looked up once a second for each session. `V` changes with what is drawn.
  const rows = createFreshCache<Awaited<ReturnType<typeof find>>>(5000);
  const keyOf = (caller: Caller, name: string, version: string) => `${caller.session}/${layerIdOf(name)}/${version}`;
  async function getLayer(caller: Caller, name: string, version = ''): Promise<LayerRow> {
    const id = layerIdOf(name);
    if (id === null || id > 2 ** 31 - 1) throw notFound();
    const layer = await rows.get(keyOf(caller, name, version), () => find(db, caller, id));
    if (!layer) throw notFound();
    return layer;
  }
  return {
    getLayer,
    /** Milliseconds for which what was looked up is believed. */
    freshFor: (caller: Caller, name: string, version: string) => rows.freshFor(keyOf(caller, name, version)),
  };
}

async function getCapabilities(
  db: Db,
  caller: Caller,
  service: 'WMS' | 'WMTS',
  request: FastifyRequest,
): Promise<string> {
  const layers = await list(db, caller, {}, sql`order by l.label, l.id limit 10000`);
  const path = new URL(request.url, 'http://host.invalid').pathname;
  const base = `${request.protocol}://${request.host}${path}`;
  return service === 'WMTS'
    ? wmtsCapabilities(layers.filter((l) => l.type > 0), base) // biome-ignore format: two services, two lines
    : wmsCapabilities(layers.filter((l) => l.type === 4 || l.type === 6), base); // biome-ignore format: two services, two lines
}

export function mountOgc(app: FastifyInstance, world: World, people: Callers): void {
  const { db } = world.engine;
  const { getLayer, freshFor } = createLayerLookup(db);
  const { sendVectorTile } = createVectorTiles(world);
  const { renderPicture, getInfo } = createLayerPictures(world);
  const getBaseMapTile = createBaseMapTiles(world);

  // Whoever asks for the same vector tile waits for one answer: it is not ended when the first of them leaves.
  app.get('/geoserver/*', (request, reply) =>
    withScope({ requestId: request.id, seconds: INTERACTIVE.seconds, replica: true }, () => serve(request, reply)),
  );

  async function serve(request: FastifyRequest, reply: FastifyReply) {
    const url = new URL(request.url, 'http://host.invalid');
    const ogcRequest = readOgc(url.pathname, url.searchParams);
    if ('status' in ogcRequest)
      throw ogcRequest.status === 404 ? notFound() : new Refusal(400, 'invalid', { params: { key: ogcRequest.key } });
    const caller = await callerOf(request, people);
    if (!caller) throw new Refusal(401, 'unauthenticated');
    checkStanding(caller, world.now());
    const signal = hangUpOf(request, reply);
    if (ogcRequest.kind === 'tile') {
      const base = baseMapIdOf(ogcRequest.layer);
      if (base !== null) {
        const { body, type } = await getBaseMapTile(caller.customer, base, ogcRequest, signal);
        return reply.header('cache-control', 'private, max-age=86400').header('content-type', type).send(body);
      }
      const token = previewOf(ogcRequest.layer);
      if (token !== null) {
        const preview = openPreview(world, caller, token);
        const { body, type } =
          preview.kind === 'raster'
            ? await renderPicture(await getLayer(caller, layerName(preview.layer)), ogcRequest, {
                style: preview.style,
              })
            : await askService(world, preview, ogcRequest, signal);
        if (!body) return reply.status(204).header('cache-control', 'private, max-age=300').send();
        return reply.header('cache-control', 'private, max-age=300').header('content-type', type).send(body);
      }
      const layer = await getLayer(caller, ogcRequest.layer, ogcRequest.version);
      const fresh = () =>
        Math.min(people.freshFor(tokenOf(request) ?? ''), freshFor(caller, ogcRequest.layer, ogcRequest.version));
      if (layer.type <= 3) return sendVectorTile(request, reply, caller, layer, ogcRequest, fresh);
      if (ogcRequest.format === 'mvt') throw new Refusal(400, 'invalid', { params: { key: 'FORMAT' } });
      const { body, type } = await renderPicture(layer, ogcRequest, { signal });
      if (!body) return reply.status(204).header('cache-control', 'private, max-age=300').send();
      return reply.header('cache-control', 'private, max-age=300').header('content-type', type).send(body);
    }
    reply.header('cache-control', 'private, no-store');
    switch (ogcRequest.kind) {
      case 'capabilities':
        return reply
          .header('content-type', 'text/xml; charset=utf-8')
          .send(await getCapabilities(db, caller, ogcRequest.service, request));
      case 'info': {
        const layers = await Promise.all(ogcRequest.layers.map((name) => getLayer(caller, name)));
        const answers = await Promise.all(layers.map((layer) => getInfo(caller, layer, ogcRequest)));
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
        const [name, ...more] = ogcRequest.kind === 'map' ? ogcRequest.layers : [ogcRequest.layer];
        if (more.length) throw new Refusal(400, 'invalid', { params: { key: 'LAYERS' } });
        const { body, type } = await renderPicture(await getLayer(caller, name as string), ogcRequest, { signal });
        return body ? reply.header('content-type', type).send(body) : reply.status(204).send();
      }
    }
  }
}
