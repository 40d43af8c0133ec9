// The OGC endpoints below /geoserver: a foreign map service, a raster, GetFeatureInfo, capabilities, and everything that is rejected.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { decode } from 'fast-png';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { layerName, legendAddress, MVT } from '../../../contract/ogc';
import { readOgc } from '../../../contract/ogc-request';
import { freePort } from '../../../scripts/postgres.mjs';
import { type MapServer, startMapServer } from '../../../testing/mapserver';
import { recordStatements } from '../../../testing/statements';
import { createWorld, ONE_ENGINE, type TestWorld } from '../../../testing/world';
import { hostHasOgr2ogr } from '../../geo/import/gdal';
import { fetchRemote } from '../layers/service/remote';

const wms = await startMapServer();
const host = await hostHasOgr2ogr();
afterAll(() => wms?.close());

const WMTS = '/geoserver/gwc/service/wmts?SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0&STYLE=&TILEMATRIXSET=EPSG:900913';
const tile = (layer: number, z: number, x: number, y: number, format = 'image/png') =>
  `${WMTS}&LAYER=${layerName(layer)}&TILEMATRIX=EPSG:900913:${z}&TILECOL=${x}&TILEROW=${y}&FORMAT=${format}`;
const map = (layer: number | string, request: string, more: string) =>
  `/geoserver/wms?SERVICE=WMS&VERSION=1.3.0&REQUEST=${request}&LAYERS=${typeof layer === 'number' ? layerName(layer) : layer}&CRS=CRS:84&${more}`;
/** 64 MB of nothing in 64 kB. */
const BOMB = gzipSync(Buffer.alloc(1 << 26));
const pixel = (png: Uint8Array, x: number, y: number) => {
  const { data, width, channels } = decode(png);
  const at = (y * width + x) * channels;
  return [...data.subarray(at, at + channels)];
};

describe.each(ONE_ENGINE)(
  '/geoserver on the %s engine',
  (kind) => {
    let w: TestWorld;
    let service: number;
    let raster: number;
    let rude: Server;
    let rudeUrl: string;
    /** What the rude service was asked for. */
    const requestedWays: string[] = [];
    /** Megabytes of the flood. */
    let flooded = 0;
    const ask = (as: string, url: string) => w.call(as, 'GET', url);
    /** A layer of type 4 to 6 as an import or the builder would leave it. */
    async function layerOf(type: number, label: string, source: object): Promise<number> {
      const { body } = await w.form('super', '/api/layer/', { label, type: 0, form: [] });
      await w.engine.db
        .updateTable('layer')
        .set({ type, config: JSON.stringify({ ...body.config, source }) })
        .where('id', '=', body.id)
        .execute();
      return body.id;
    }
    beforeAll(async () => {
      // It answers with what no picture is: a way to somewhere else, a flood, a page, a packed body.
      rude = createServer((request, response) => {
        const way = new URL(request.url ?? '', 'http://x').searchParams.get('way');
        requestedWays.push(way ?? '');
        if (way === 'redirect') response.writeHead(302, { location: `${rudeUrl}?way=inside` }).end();
        else if (way === 'bomb')
          response.writeHead(200, { 'content-type': 'image/png', 'content-encoding': 'gzip' }).end(BOMB);
        else if (way === 'large')
          response.writeHead(200, { 'content-type': 'image/png', 'content-length': 2 ** 30 }).write('x'); // biome-ignore format: one answer
        else if (way === 'drip') {
          response.writeHead(200, { 'content-type': 'image/png' });
          const drip = setInterval(() => response.write('x'), 20);
          response.on('close', () => clearInterval(drip));
        } else if (way === 'guarded') {
          const isAllowed = request.url?.includes('apikey=KEY-CANARY') && request.headers.authorization === `Basic ${btoa('reader:WORD-CANARY')}`; // biome-ignore format: one condition
          if (isAllowed) response.writeHead(200, { 'content-type': 'image/png' }).end('picture');
          else response.writeHead(401).end();
        } else if (way === 'flood') {
          response.writeHead(200, { 'content-type': 'image/png' });
          const push = () => {
            while (response.write(Buffer.alloc(1 << 20))) flooded++;
          };
          response.on('drain', push);
          response.on('error', () => {});
          push();
        } else if (way === 'error') response.writeHead(404, { 'content-type': 'text/html' }).end('<b>no</b>');
        else if (way === 'said')
          response
            .writeHead(200, { 'content-type': 'application/vnd.ogc.se_xml' })
            .end(
              '<ServiceExceptionReport><ServiceException code="LayerNotDefined"><![CDATA[ no\n layer x ]]></ServiceException></ServiceExceptionReport>',
            );
        else if (way === 'dead') response.destroy();
        else if (way === 'page') response.writeHead(200, { 'content-type': 'text/html' }).end('<b>no</b>');
        else response.writeHead(200, { 'content-type': 'image/png', 'content-encoding': 'gzip' }).end('x');
      });
      await new Promise<void>((resolve) => rude.listen(0, '127.0.0.1', resolve));
      rudeUrl = `http://127.0.0.1:${(rude.address() as AddressInfo).port}/`;
      w = await createWorld(kind, {
        serviceHosts: new Set([new URL(rudeUrl).host, ...(wms ? [new URL(wms.url).host] : [])]),
      });
      service = await layerOf(4, 'service', { kind: 'wms', url: wms?.url ?? rudeUrl, layers: 'square', version: '1.3.0', format: 'image/png' }); // biome-ignore format: one layer
      const key = 'rasters/test.tif';
      raster = await layerOf(6, 'raster', { kind: 'raster', key, file: 'test.tif', width: 64, height: 64, bands: 1, srid: 3857 }); // biome-ignore format: one layer
      if (host) {
        // 64 by 64 numbers from 0 to 4095 over the square from 0,0 to 1,000,000 metres.
        const path = join(w.folder, 'storage', key);
        mkdirSync(dirname(path), { recursive: true });
        const text = join(w.folder, 'grid.asc');
        const rows = Array.from({ length: 64 }, (_, r) => Array.from({ length: 64 }, (_, c) => r * 64 + c).join(' '));
        writeFileSync(
          text,
          `ncols 64\nnrows 64\nxllcorner 0\nyllcorner 0\ncellsize 15625\nNODATA_value -9999\n${rows.join('\n')}\n`,
        );
        execFileSync('gdal_translate', ['-q', '-a_srs', 'EPSG:3857', '-ot', 'Int32', '-of', 'COG', text, path]);
      }
    });
    afterAll(async () => {
      rude.closeAllConnections();
      rude.close();
      await w.close();
    });

    it('refuses tiles that cannot exist without asking the database', async () => {
      await ask('viewer', tile(w.ids.layer, 0, 0, 0, MVT));
      const { statements, stop } = recordStatements(w.engine);
      const slowest = { ms: 0 };
      for (const [z, x, y] of [
        [-1, 0, 0],
        [25, 0, 0],
        [40, 0, 0],
        [3, 8, 0],
        [3, 0, 8],
        [3, -1, 0],
        [3, 0, -1],
        [0, 1, 0],
        [2, 2 ** 31, 0],
        [2, 1.5, 0],
        [2, 0, 'NaN'],
        ['1e1', 0, 0],
        ['', 0, 0],
        [2, '0x1', 0],
        [2, ' 1', 0],
        [2, '1%00', 0],
        [18, 2 ** 18, 0],
      ]) {
        const from = performance.now();
        const { status } = await ask('viewer', `${WMTS}&LAYER=${layerName(w.ids.layer)}&TILEMATRIX=EPSG:900913:${z}&TILECOL=${x}&TILEROW=${y}&FORMAT=${MVT}`); // biome-ignore format: one address
        slowest.ms = Math.max(slowest.ms, performance.now() - from);
        expect([z, x, y, status]).toEqual([z, x, y, 400]);
      }
      stop();
      expect(statements).toEqual([]);
      // Two milliseconds on an idle machine.
      expect(slowest.ms).toBeLessThan(100);
    });

    it('makes eight tiles of one person at once, lets others go between, and refuses those who ask without end', async () => {
      const order: string[] = [];
      const many = Array.from({ length: 320 }, (_, i) =>
        tile(w.ids.polygons, 9, 300 + (i % 20), 150 + Math.floor(i / 20), MVT),
      );
      await Promise.all([ask('viewer', many[0] as string), ask('editor', many[0] as string)]);
      const { statements, stop } = recordStatements(w.engine);
      const viewerTiles = many.slice(1).map((url) => ask('viewer', url).then((answer) => { order.push('viewer'); return answer; })); // biome-ignore format: one line
      const other = ask('editor', tile(w.ids.lines, 9, 328, 201, MVT)).then(({ status }) => { order.push('editor'); return status; }); // biome-ignore format: one line
      const answers = await Promise.all(viewerTiles);
      stop();
      expect([200, 204]).toContain(await other);
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused.length).toBeGreaterThan(0);
      expect(refused.every(({ headers, body }) => headers['retry-after'] === '5' && body.detail)).toBe(true);
      expect(answers.filter(({ status }) => ![200, 204, 429].includes(status))).toEqual([]);
      // The refusals come at once; of the others' tiles no more than what was under way goes before the editor's.
      expect(order.indexOf('editor')).toBeLessThan(refused.length + 24);
      expect(statements.length).toBeGreaterThan(0);
      // It is over when it is over: the next one is served.
      expect((await ask('viewer', tile(w.ids.polygons, 9, 200, 200, MVT))).status).toBe(204);
    });

    it('keeps the keys of a service to itself, and gives them to nobody but the service', async () => {
      const url = `${rudeUrl}?way=guarded&apikey=KEY-CANARY`;
      const source = { kind: 'wms', url, layers: 'x', version: '1.3.0', format: 'image/png', username: 'reader', password: 'WORD-CANARY' }; // biome-ignore format: one source
      const creation = await w.form('super', '/api/layer/', { label: 'guarded', type: 4, source });
      const { id, config } = creation.body;
      await w.engine.db.insertInto('layer_group_layer').values({ group_id: w.ids.group, layer_id: id, position: 0 }).execute(); // biome-ignore format: one statement
      const answers = [creation.body];
      for (const path of [`layer/${id}/`, 'layer/?limit=1000', 'simple_layers/', 'alllayergroup/', `grouplayers/?group_layer=${w.ids.group}`]) answers.push((await ask('super', `/api/${path}`)).body); // biome-ignore format: one list
      const copy = (await w.call('super', 'POST', '/api/copylayer/', { layer: id })).body;
      const row = await w.engine.db.selectFrom('layer').select('config').where('id', '=', id).executeTakeFirst();
      expect(JSON.stringify([answers, copy, row])).not.toContain('CANARY');
      expect(config.source).toEqual({ kind: 'wms', url: rudeUrl, layers: 'x', version: '1.3.0', format: 'image/png', has_secret: true }); // biome-ignore format: one line
      const status = async (layer = id) => (await ask('super', tile(layer, 1, 1, 0))).status;
      expect([await status(), await status(copy.id)]).toEqual([200, 200]);
      const edit = (more: object) =>
        w.call('super', 'PATCH', `/api/layer/${id}/`, { config: { source: { ...config.source, ...more } } });
      // It stays with its address, and goes to no other one.
      expect([(await edit({ attribution: 'them' })).status, await status()]).toEqual([200, 200]);
      const moved = await edit({ url: `${rudeUrl}other` });
      expect([moved.status, moved.body.config.source.has_secret]).toEqual([200, false]);
      expect((await edit({ url, username: 'reader', password: 'WORD-CANARY' })).body.config.source.has_secret).toBe(
        true,
      );
      expect((await edit({ has_secret: false })).body.config.source.has_secret).toBe(false);
    });

    it.skipIf(!wms)('draws a foreign service, by tile and by box, and tells what lies at a pixel', async () => {
      const one = await ask('super', tile(service, 1, 1, 0));
      expect([one.status, one.headers['content-type']]).toEqual([200, 'image/png']);
      expect(pixel(one.body, 10, 200)).toEqual([255, 0, 0, 255]);
      expect(pixel(one.body, 250, 10)[3]).toBe(0);
      const picture = await ask(
        'super',
        map(service, 'GetMap', 'BBOX=0,0,90,45&WIDTH=200&HEIGHT=100&FORMAT=image/png'),
      );
      expect([pixel(picture.body, 50, 50), pixel(picture.body, 150, 50)[3]]).toEqual([[255, 0, 0, 255], 0]);
      const info = await ask('super', map(service, 'GetFeatureInfo', 'BBOX=0,0,90,45&WIDTH=200&HEIGHT=100&FORMAT=image/png&INFO_FORMAT=application/json&I=50&J=50')); // biome-ignore format: one address
      expect([info.status, info.body.features?.[0]?.properties?.name]).toEqual([200, 'square']);
      expect((wms as MapServer).queries.every((q) => q.includes('map=TEST') && !q.includes('pahneh'))).toBe(true);
    });

    it.skipIf(!wms)('knows where a foreign service lies as soon as its layer is made, and has its legend', async () => {
      const source = { kind: 'wms', url: wms?.url, layers: 'square', version: '1.3.0', format: 'image/png' };
      const { body } = await w.form('super', '/api/layer/', { label: 'square', type: 4, source });
      expect(body.extent.map(Math.round)).toEqual([0, 0, 45, 45]);
      const old = { config: { source: { ...source, version: '1.1.1' } } };
      const again = await w.call('super', 'PATCH', `/api/layer/${body.id}/`, old);
      expect(again.body.extent.map(Math.round)).toEqual([0, 0, 45, 45]);
      const legend = await ask('super', legendAddress(body.id));
      expect([legend.status, legend.headers['content-type']]).toEqual([200, 'image/png']);
      expect(decode(legend.body).width).toBeGreaterThan(10);
    });

    it.skipIf(!host)('draws a raster, transparent where it has no data, and tells its values', async () => {
      const one = await ask('super', tile(raster, 4, 8, 7));
      expect(one.status).toBe(200);
      expect([pixel(one.body, 5, 250)[3], pixel(one.body, 200, 20)[3]]).toEqual([255, 0]);
      const [dark, bright] = [pixel(one.body, 5, 160), pixel(one.body, 5, 250)];
      expect((dark[0] as number) < (bright[0] as number)).toBe(true);
      expect((await ask('super', tile(raster, 4, 0, 0))).status).toBe(204);
      // The upper left cell holds 0, the lower right one 4095.
      const at = (i: number, j: number) => ask('super', `/geoserver/wms?SERVICE=WMS&VERSION=1.3.0&REQUEST=GetFeatureInfo&LAYERS=${layerName(raster)}&CRS=EPSG:3857&BBOX=0,0,1000000,1000000&WIDTH=64&HEIGHT=64&FORMAT=image/png&INFO_FORMAT=application/json&I=${i}&J=${j}`); // biome-ignore format: one address
      expect((await at(0, 0)).body.features[0].properties).toEqual({ band_1: 0 });
      expect((await at(63, 63)).body.features[0].properties).toEqual({ band_1: 4095 });
    });

    it('tells the records at a pixel, within the regions of the one who asks', async () => {
      const near = 'WIDTH=100&HEIGHT=100&FORMAT=image/png&INFO_FORMAT=application/json&I=49&J=50';
      const tehran = await ask('super', map(w.ids.layer, 'GetFeatureInfo', `BBOX=50.89,35.2,51.89,36.2&${near}`));
      expect(tehran.body.features.map((f: { properties: { name: string } }) => f.properties.name)).toEqual(['تهران']);
      const other = `BBOX=51.17,32.15,52.17,33.15&${near}`;
      expect((await ask('super', map(w.ids.layer, 'GetFeatureInfo', other))).body.features.length).toBe(1);
      expect((await ask('regional', map(w.ids.layer, 'GetFeatureInfo', other))).body.features).toEqual([]);
      expect((await ask('editor', map(w.ids.secret, 'GetFeatureInfo', other))).status).toBe(404);
    });

    it('lists the layers that the one who asks may see, and no other', async () => {
      for (const url of [
        '/geoserver/gwc/service/wmts?SERVICE=WMTS&REQUEST=GetCapabilities',
        '/geoserver/ows?SERVICE=WMS&REQUEST=GetCapabilities',
      ]) {
        const all = (await ask('super', url)).body.toString();
        expect(all).toContain(`${layerName(service)}<`);
        const few = (await ask('editor', url)).body.toString();
        expect(few).not.toContain(layerName(w.ids.secret));
        expect(few).not.toContain('محرمانه');
        expect((await ask('stranger', url)).body.toString()).not.toContain('layer_');
        expect((await ask('nobody', url)).status).toBe(401);
      }
      const tiles = (
        await ask('editor', '/geoserver/gwc/service/wmts?service=wmts&request=GetCapabilities')
      ).body.toString();
      expect(tiles).toContain(`${layerName(w.ids.layer)}<`);
    });

    it("gives nobody else's layer, and no vector tile as a picture", async () => {
      expect((await ask('viewer', tile(service, 1, 1, 0))).status).toBe(404);
      expect((await ask('stranger', tile(service, 1, 1, 0))).status).toBe(404);
      expect((await ask('super', tile(w.ids.layer, 1, 1, 0))).status).toBe(400);
      expect((await ask('super', tile(service, 1, 1, 0, 'application/vnd.mapbox-vector-tile'))).status).toBe(400);
    });

    it.each([
      ['redirect', /error 302/],
      ['error', /error 404/],
      ['said', /“no layer x”/],
      ['dead', /did not answer/],
      ['flood', /no proper answer/],
      ['page', /no proper answer/],
      ['gzip', /no proper answer/],
      ['bomb', /no proper answer/],
      ['large', /no proper answer/],
    ])('cuts a service off that answers with a %s, and tells why', async (way, why) => {
      const id = await layerOf(4, way, { kind: 'wms', url: `${rudeUrl}?way=${way}`, layers: 'x', version: '1.1.1', format: 'image/png' }); // biome-ignore format: one layer
      requestedWays.length = 0;
      const { status, body } = await w.call('super', 'GET', tile(id, 1, 1, 0), undefined, { 'accept-language': 'en' });
      expect([status, body.code]).toEqual([502, 502]);
      expect(body.detail).toMatch(why);
      // Once, and nothing that the answer named.
      expect(new Set(requestedWays)).toEqual(new Set([way]));
    });

    it('waits for an answer that drips no longer than for one that is silent', async () => {
      const began = performance.now();
      const dripping = fetchRemote(w, new URL(`${rudeUrl}?way=drip`), /png/, 1 << 20, { deadlineMs: 400 });
      await expect(dripping).rejects.toMatchObject({ status: 502, wording: 'serviceSilent' });
      expect([performance.now() - began >= 390, performance.now() - began < 3000]).toEqual([true, true]);
    });

    it('reads no more of an endless answer than a picture may have', async () => {
      const layer = await layerOf(4, 'flood', { kind: 'wms', url: `${rudeUrl}?way=flood`, layers: 'a', version: '1.3.0', format: 'image/png' }); // biome-ignore format: one layer
      flooded = 0;
      const began = performance.now();
      expect((await ask('super', tile(layer, 3, 2, 3))).status).toBe(502);
      // The limit has ended it, and not the clock.
      expect([flooded < 100, performance.now() - began < 6000]).toEqual([true, true]);
    });

    it('connects to the address that it has looked at, whatever the name says a moment later, and to few ports', async () => {
      const { port } = new URL(rudeUrl);
      const lookedUp: string[] = [];
      const config = {
        ...w.config,
        serviceHosts: new Set([`service.invalid:${port}`]),
        resolveHost: async (name: string) => {
          lookedUp.push(name);
          return ['127.0.0.1'];
        },
      };
      // The system's own resolver knows no such name: a second look would fail.
      const answer = fetchRemote({ config }, new URL(`http://service.invalid:${port}/?way=page`), /html/, 100);
      expect((await answer).body.toString()).toBe('<b>no</b>');
      expect(lookedUp).toEqual(['service.invalid']);
      for (const other of [22, 25, 3306, 5432, 6379, 9200, 11211, Number(port) + 1])
        await expect(fetchRemote({ config }, new URL(`http://service.invalid:${other}/`), /html/, 100)).rejects.toMatchObject({ wording: 'serviceHost' }); // biome-ignore format: one call
      expect(lookedUp).toEqual(['service.invalid']);
    });

    it('connects to the address of one look, and to another only after another look', async () => {
      const reached: string[] = [];
      const serve = (name: string) => createServer((_, response) => { reached.push(name); response.writeHead(200, { 'content-type': 'text/html' }).end(name); }); // biome-ignore format: one server
      const [first, second] = [serve('first'), serve('second')];
      await new Promise<void>((resolve) => first.listen(0, '127.0.0.2', resolve));
      const { port } = first.address() as AddressInfo;
      await new Promise<void>((resolve) => second.listen(port, '127.0.0.1', resolve));
      const answers = ['127.0.0.2', '127.0.0.1', '127.0.0.2'];
      const serviceHosts = new Set([`moving.invalid:${port}`]);
      const config = { ...w.config, serviceHosts, resolveHost: async () => [answers.shift() as string] };
      const url = new URL(`http://moving.invalid:${port}/`);
      // The name has moved as soon as it was looked up: the connection goes where it pointed then.
      for (const where of ['first', 'second', 'first'])
        expect((await fetchRemote({ config }, url, /html/, 100)).body.toString()).toBe(where);
      expect([reached, answers]).toEqual([['first', 'second', 'first'], []]);
      // Where it is on no list, a name that moves inside is refused before anything is connected to.
      const moved = { ...config, serviceHosts: new Set<string>(), resolveHost: async () => ['127.0.0.1'] };
      await expect(fetchRemote({ config: moved }, new URL('http://moving.invalid:8080/'), /html/, 100)).rejects.toMatchObject({ wording: 'serviceHost' }); // biome-ignore format: one call
      expect(reached).toHaveLength(3);
      for (const server of [first, second]) {
        server.closeAllConnections();
        server.close();
      }
    });

    it('keeps the tiles of others quick while one service is dead and another hangs', async () => {
      const silent = createServer(() => {});
      await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
      const { port } = silent.address() as AddressInfo;
      const allowed = w.config.serviceHosts as Set<string>;
      const dead = await freePort();
      const outside = await Promise.all(
        [port, dead].map((at) => {
          allowed.add(`127.0.0.1:${at}`);
          return layerOf(4, `outside ${at}`, { kind: 'wms', url: `http://127.0.0.1:${at}/`, layers: 'a', version: '1.3.0', format: 'image/png' }); // biome-ignore format: one layer
        }),
      );
      const [hangs = 0, refusing = 0] = outside;
      const own = async () => {
        const times: number[] = [];
        for (let i = 0; i < 20; i++) {
          const began = performance.now();
          expect((await ask('viewer', tile(w.ids.layer, 6, 40 + (i % 4), 24, MVT))).status).toBeLessThan(300);
          times.push(performance.now() - began);
        }
        return times.sort((a, b) => a - b)[10] as number;
      };
      await own();
      const quiet = await own();
      const began = performance.now();
      const asks = Array.from({ length: 60 }, (_, i) => ask('super', tile(i % 2 ? hangs : refusing, 6, i, 24)).then(({ status }) => [status, performance.now() - began])); // biome-ignore format: one call
      expect(await own()).toBeLessThan(2 * quiet + 20);
      const answers = await Promise.all(asks);
      expect(new Set(answers.map(([status]) => status))).toEqual(new Set([502]));
      expect(Math.max(...answers.map(([, ms]) => ms as number))).toBeLessThan(9500);
      // Both are left alone for now: whoever asks learns it at once, and another service answers.
      const again = performance.now();
      expect((await ask('super', tile(hangs, 6, 1, 1))).status).toBe(502);
      expect((await ask('super', tile(refusing, 6, 1, 1))).status).toBe(502);
      expect(performance.now() - again).toBeLessThan(500);
      silent.closeAllConnections();
      await new Promise((resolve) => silent.close(resolve));
    });

    it('never connects to an address that only this machine reaches', async () => {
      let reached = 0;
      const inside = createServer((_, response) => {
        reached++;
        response.end();
      });
      await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
      const { port } = inside.address() as AddressInfo;
      // Names that only a test knows: one leads inside, one to a public place and inside.
      const { resolveHost } = w.config;
      w.config.resolveHost = async (name) => (name.startsWith('127-0-0-1.') ? ['127.0.0.1'] : name === 'both.test' ? ['93.184.216.34', '127.0.0.1'] : []); // biome-ignore format: one line
      const hosts = ['localhost', 'LOCALHOST', 'localhost.', '127.0.0.1', '127.0.0.1.', '127.1', '127.000.000.001', '0x7f000001', '0x7f.1', '0177.0.0.1', '017700000001', '2130706433', '0', '0.0.0.0', '[::]', '[::1]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[64:ff9b::7f00:1]', '[fe80::1]', '[fd00::1]', '10.0.0.1', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '198.18.0.1', '224.0.0.1', '255.255.255.255', '１２７.0.0.1', '127。0。0。1', 'ⓛocalhost', '127-0-0-1.name.test', 'both.test']; // biome-ignore format: one list
      const forms = hosts.flatMap((h) => [`http://${h}:${port}/`, `http://${h}/`, `https://${h}:8443/`]);
      expect(forms.length).toBeGreaterThan(90);
      const said = new Set<string>();
      for (const url of [
        ...forms,
        `http://user@127.0.0.1:${port}/`,
        `http://example.com#@127.0.0.1:${port}/`,
        `http://example.com@127.0.0.1:${port}/`,
        'ftp://example.com/',
        'gopher://127.0.0.1/',
        'file:///etc/passwd',
      ]) {
        const id = await layerOf(4, 'x', { kind: 'wms', url, layers: 'x', version: '1.3.0', format: 'image/png' });
        const { status, body } = await ask('super', tile(id, 1, 1, 0));
        expect([url, status]).toEqual([url, 502]);
        said.add(JSON.stringify(body));
      }
      inside.close();
      w.config.resolveHost = resolveHost;
      expect([said.size, reached]).toEqual([1, 0]);
    });
  },
  60_000,
);

it('knows the shapes that it allows, and nothing else', () => {
  const at = (path: string, query: string) => readOgc(path, new URLSearchParams(query));
  const good =
    'SERVICE=WMS&VERSION=1.3.0&REQUEST=GetMap&LAYERS=a:b&CRS=EPSG:4326&BBOX=35,51,36,52&WIDTH=10&HEIGHT=10&FORMAT=image/png';
  expect(at('/geoserver/wms', good)).toMatchObject({ kind: 'map', layers: ['a:b'] });
  expect(
    at('/geoserver/some_1/ows', good.toLowerCase().replace('wms', 'WMS').replace('getmap', 'GetMap')),
  ).toMatchObject({ kind: 'map' });
  const [w] = (at('/geoserver/wms', good) as { box: number[] }).box;
  // Latitude comes first there.
  expect(w).toBeCloseTo((51 / 180) * 20_037_508.342789244, 3);
  for (const more of [
    '&SLD=http://x',
    '&SLD_BODY=x',
    '&CQL_FILTER=1=1',
    '&FILTER=x',
    '&PROPERTYNAME=x',
    '&VIEWPARAMS=x',
    '&ENV=x',
    '&FORMAT_OPTIONS=x',
    '&REMOTE_OWS_URL=x',
    '&FEATUREID=x',
    '&width=10',
    '&EXCEPTIONS=x',
  ])
    expect(at('/geoserver/wms', good + more)).toHaveProperty('status');
  for (const [key, value] of [
    ['BBOX', '1,2,3'],
    ['BBOX', '1,2,NaN,4'],
    ['BBOX', '5,5,1,1'],
    ['WIDTH', '4096'],
    ['WIDTH', '0'],
    ['WIDTH', '1e3'],
    ['FORMAT', 'text/html'],
    ['FORMAT', 'application/openlayers'],
    ['CRS', 'EPSG:9999'],
    ['LAYERS', Array(21).fill('a').join()],
    ['LAYERS', "a'--"],
    ['VERSION', '9'],
    ['REQUEST', 'GetFeature'],
    ['SERVICE', 'WFS'],
    ['SERVICE', 'WPS'],
  ] as const) {
    // biome-ignore format: one table
    const query = new URLSearchParams(good);
    query.set(key, value);
    expect([key, value, 'status' in at('/geoserver/wms', query.toString())]).toEqual([key, value, true]);
  }
  for (const path of [
    '/geoserver/rest/about',
    '/geoserver/web',
    '/geoserver/wfs',
    '/geoserver/gwc/rest',
    '/geoserver/wms/',
    '/geoserver/a/b/wms',
    '/geoserver/../wms',
    '/geoserver/TestWfsPost',
  ])
    expect(at(path, good)).toMatchObject({ status: 404 });
});
