// Map services and rasters that are published: their pictures by the door, described as tiles, and never as records.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decode } from 'fast-png';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askDoor, createDoorKey, publishLayer } from '../../../../testing/outside/door';
import { writeTiff } from '../../../../testing/tiff-file';
import { waitForJob } from '../../../../testing/wait-for-job';
import { createWorld, ENGINE, type TestWorld } from '../../../../testing/world';

describe('picture tiles of published services', () => {
  let w: TestWorld;
  let server: Server;
  let service: number;
  let key: string;
  const requests: string[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      requests.push(request.url ?? '');
      response.writeHead(200, { 'content-type': 'image/png' }).end('picture');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    w = await createWorld(ENGINE, { serviceHosts: new Set([new URL(url).host]) });
    const source = { kind: 'wms', url: `${url}?apikey=KEY-CANARY`, layers: 'x', version: '1.3.0', format: 'image/png' };
    service = (await w.form('super', '/api/layer/', { label: 'عکس هوایی', type: 4, source })).body.id;
    await publishLayer(w, service, { services: 2 });
    await publishLayer(w, w.ids.layer);
    key = await createDoorKey(w, [service, w.ids.layer]);
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await w.close();
  });
  const ask = (tail: string, layer = service) => askDoor(w, `/ogc/collections/layer_${layer}${tail}`, { key });

  it('come from the service, in the place that was asked for', async () => {
    const { status, type, text } = await ask('/map/tiles/WebMercatorQuad/1/0/1');
    expect([status, type, text]).toEqual([200, 'image/png', 'picture']);
    // The north-east quarter of the world.
    const box = new URL(requests.at(-1) ?? '', 'http://x').searchParams.get('BBOX')?.split(',').map(Number) ?? [];
    expect(box.map((metre) => Math.round(metre))).toEqual([0, 0, 20037508, 20037508]);
    expect((await ask('/map/tiles/WebMercatorQuad/23/0/0')).status).toBe(404);
  });

  it('come from a raster, and are empty beside it', async () => {
    const { file_id } = await w.upload('super', 'heights.tif', writeTiff());
    const order = { file_id, dataset: 'heights', type: 6, label: 'ارتفاع', fields: [] };
    const { body } = await w.call('super', 'POST', '/api/layer_import/', order);
    const raster = (await waitForJob(w, body.id, 'super')).layer as number;
    await publishLayer(w, raster, { services: 2 });
    const own = await createDoorKey(w, [raster]);
    const tile = (tail: string) => askDoor(w, `/ogc/collections/layer_${raster}/map/tiles/WebMercatorQuad/${tail}`, { key: own }); // biome-ignore format: one call
    // It lies between 51 and 52 degrees east, 35.5 and 36 north.
    const there = await tile('6/25/41');
    expect([there.status, there.type]).toEqual([200, 'image/png']);
    const { data, channels } = decode(there.bytes);
    const opaque = data.filter((value, i) => i % channels === channels - 1 && value > 0).length;
    expect(opaque).toBeGreaterThan(100);
    expect((await tile('6/25/10')).status).toBe(204);
    expect((await askDoor(w, `/ogc/collections/layer_${raster}`, { key: own })).body).toMatchObject({
      itemType: 'map',
    });
  });

  it('are described as what they are, and the secrets of the service stand nowhere', async () => {
    const [document, tilejson, style] = [await ask(''), await ask('/tilejson'), await ask('/style.json')];
    expect(document.body).toMatchObject({ id: `layer_${service}`, title: 'عکس هوایی', itemType: 'map' });
    expect(document.body.links.map(({ rel }: { rel: string }) => rel)).not.toContain('items');
    expect(tilejson.body.tiles).toEqual([`http://gis.test/ogc/collections/layer_${service}/map/tiles/WebMercatorQuad/{z}/{y}/{x}`]); // biome-ignore format: one line
    expect(tilejson.body.vector_layers).toBeUndefined();
    expect(style.body.sources.layer).toEqual({ type: 'raster', url: `http://gis.test/ogc/collections/layer_${service}/tilejson`, tileSize: 256 }); // biome-ignore format: one line
    const list = await askDoor(w, '/ogc/collections', { key });
    expect(list.body.collections.map(({ itemType }: { itemType: string }) => itemType).sort()).toEqual(['feature', 'map']); // biome-ignore format: one line
    for (const { text } of [document, tilejson, style, list]) expect(text).not.toContain('CANARY');
  });

  it('are no records, and records are no pictures', async () => {
    for (const tail of ['/items', '/items.csv', '/schema', '/style.qml', '/tiles/WebMercatorQuad/0/0/0'])
      expect([tail, (await ask(tail)).status]).toEqual([tail, 404]);
    expect((await ask('/map/tiles/WebMercatorQuad/0/0/0', w.ids.layer)).status).toBe(404);
    const none = await createDoorKey(w, [w.ids.layer]);
    expect((await askDoor(w, `/ogc/collections/layer_${service}/map/tiles/WebMercatorQuad/0/0/0`, { key: none })).status).toBe(404); // biome-ignore format: one line
  });
});
