// What map services say of themselves: documents with the quirks of many, read through the safe fetch from a server on loopback.
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServiceKind, ServiceLayer } from '../../../../../contract/schemas/sources/service';
import { readCapabilities } from './read';

const fixture = (name: string) => readFileSync(join(import.meta.dirname, 'fixtures', name));
/** How a fixture is sent, where it is not plain XML with status 200. */
const SENT: Record<string, [status: number, type: string, headers?: Record<string, string>]> = {
  'wms-prefixed.xml': [200, 'application/vnd.ogc.wms_xml'],
  'wms-groups.xml': [200, 'text/html'],
  'wms-inherited.xml': [200, 'text/plain'],
  'page.html': [200, 'text/html'],
  'arcgis-cached.json': [200, 'text/plain;charset=utf-8'],
};

let server: Server;
let origin = '';
let config: Parameters<typeof readCapabilities>[0]['config'];
const requests: string[] = [];

/** Answers that are no file. */
const ways: Record<string, () => { status: number; type?: string; headers?: Record<string, string>; body?: string }> = {
  '/401': () => ({ status: 401, type: 'text/xml', body: '<ServiceException>sign in</ServiceException>' }),
  '/403': () => ({ status: 403, type: 'text/html', body: 'no' }),
  '/moved': () => ({ status: 301, headers: { location: 'https://new.example.com/wms' } }),
  '/500': () => ({ status: 500, type: 'text/html', body: 'broken' }),
  '/empty': () => ({ status: 200, type: 'text/xml', body: '' }),
  '/huge': () => ({
    status: 200,
    type: 'text/xml',
    body: `<WMS_Capabilities version="1.3.0"><Service><Title>Many</Title></Service><Capability><Layer><Title>r</Title><CRS>EPSG:3857</CRS>${Array.from({ length: 4000 }, (_, i) => `<Layer><Name>l${i}</Name></Layer>`).join('')}</Layer></Capability></WMS_Capabilities>`,
  }),
  '/swarm': () => ({
    status: 200,
    type: 'text/xml',
    body: `<WMS_Capabilities version="1.3.0"><Capability><Layer><Name>a</Name>${'<a/>'.repeat(2_000_000)}</Layer></Capability></WMS_Capabilities>`,
  }),
  '/doctypes': () => ({ status: 200, type: 'text/xml', body: '<!DOCTYPE'.repeat(1_500_000) }),
  '/deep': () => ({
    status: 200,
    type: 'text/xml',
    body: `<WMS_Capabilities version="1.3.0"><Capability>${'<Layer>'.repeat(100_000)}`,
  }),
  '/flood': () => ({ status: 200, type: 'text/xml', body: 'x'.repeat(17 * 1024 * 1024) }),
};

beforeAll(async () => {
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://x');
    requests.push(request.url ?? '');
    const way = ways[pathname]?.();
    if (way) return void response.writeHead(way.status, { ...(way.type ? { 'content-type': way.type } : {}), ...way.headers }).end(way.body); // biome-ignore format: one answer
    const name = pathname.slice(1).replace(/\/.*/, '');
    if (pathname === '/t/6/41/25.png') return void response.writeHead(200, { 'content-type': 'image/png' }).end('png');
    if (pathname.startsWith('/t/')) return void response.writeHead(404).end();
    const [status, type] = SENT[name] ?? [200, name.endsWith('json') ? 'application/json' : 'text/xml'];
    response.writeHead(status, { 'content-type': type }).end(fixture(name));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  config = { serviceHosts: new Set([new URL(origin).host]) } as unknown as typeof config;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const kindOf = (name: string): ServiceKind =>
  name.startsWith('wmts') ? 'wmts' : name.startsWith('arcgis') ? 'arcgis' : name.startsWith('tile') ? 'xyz' : 'wms';
const read = (name: string, kind = kindOf(name), more = '') =>
  readCapabilities({ config }, { kind, url: `${origin}/${name}${more}` });
const layerIn = async (name: string, layer: string) => {
  const { layers } = await read(name);
  return layers.find((one) => one.name === layer) as ServiceLayer;
};
const wordingOf = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing',
    (error: { wording?: string }) => error.wording,
  );

describe('WMS', () => {
  it('reads what GeoServer writes: Persian titles, formats that we draw, its own box', async () => {
    const capabilities = await read('wms-geoserver-130.xml');
    expect([capabilities.kind, capabilities.title, capabilities.version]).toEqual(['wms', 'شهرداری نمونه', '1.3.0']);
    expect(capabilities.layers.map(({ name, title, depth }) => [name, title, depth])).toEqual([
      [null, 'شهرداری نمونه', 0],
      ['city:parcels', 'قطعه‌ها', 1],
    ]);
    expect(capabilities.layers[1]).toMatchObject({
      extent: [51.2, 35.5, 51.6, 35.9],
      formats: ['image/png', 'image/jpeg'],
      styles: [{ name: 'parcels', title: 'قطعه' }],
      has_legend: true,
      has_mercator: true,
    });
  });

  it.each(['wms-axis-130.xml', 'wms-axis-111.xml'])('turns the axes of %s as its version has them', async (name) => {
    expect((await layerIn(name, 'a')).extent).toEqual([50, 30, 60, 35]);
  });

  it('reads MapServer with its DOCTYPE: box and scale of the layer around, legend by request', async () => {
    const { layers, version } = await read('wms-mapserver-111.xml');
    expect([version, layers.map(({ name }) => name)]).toEqual(['1.1.1', ['rivers_map', 'rivers']]);
    expect(layers[1]).toMatchObject({ extent: [44, 25, 63, 40], max_zoom: null, has_legend: true, has_mercator: true });
    // 498.903 metres along the diagonal of a pixel of 0.28 mm are 1:1,260,000.
    expect(layers[1]?.min_zoom).toBeCloseTo(8.79, 1);
  });

  it('reads names with prefixes, by any content type', async () => {
    expect((await read('wms-prefixed.xml')).layers.map(({ name }) => name)).toEqual([null, 'soil']);
  });

  it('keeps headings without a name in their places', async () => {
    expect((await read('wms-groups.xml')).layers.map(({ name, title, depth }) => [name, title, depth])).toEqual([
      [null, 'Headings', 0],
      [null, 'Water', 1],
      ['lakes', 'Lakes', 2],
      [null, 'Rivers', 2],
      ['rivers', 'rivers', 3],
      ['land', 'Land use', 1],
    ]);
  });

  it('hands styles, box, scale and attribution down, and a style once', async () => {
    const roads = await layerIn('wms-inherited.xml', 'roads');
    expect(roads).toMatchObject({
      attribution: 'Office of maps',
      extent: [40, 20, 50, 30],
      styles: [
        { name: 'night', title: 'At night' },
        { name: 'default', title: 'Usual' },
      ],
      formats: ['image/jpeg'],
    });
    expect([roads.min_zoom, roads.max_zoom].map((zoom) => Math.round(zoom ?? -1))).toEqual([8, 18]);
  });

  it('believes in a service that lists no coordinate systems, with the formats of old ones', async () => {
    expect(await layerIn('wms-no-crs.xml', 'only')).toMatchObject({
      has_mercator: true,
      extent: null,
      formats: ['image/png', 'image/jpeg'],
    });
  });

  it('reads other letters than UTF-8', async () => {
    expect((await read('wms-windows-1256.xml')).title).toBe('نقشه');
    expect((await read('wms-utf16.xml')).title).toBe('نقشه');
  });

  it('leaves out boxes of no sense, and reads one in metres', async () => {
    expect((await layerIn('wms-bad-boxes.xml', 'inf')).extent).toBeNull();
    expect((await layerIn('wms-bad-boxes.xml', 'metres')).extent?.map((n) => Math.round(n))).toEqual([0, 0, 45, 45]);
  });

  it('reads what QGIS Server says: groups at 0, 0 have no place, its modes of PNG are no formats of ours', async () => {
    const { title, layers } = await read('wms-qgis.xml');
    expect([title, layers.map(({ name }) => name)]).toEqual(['نقشه شهر', ['شهر', 'زمین', 'قطعه‌های شهر']]);
    expect(layers.map(({ extent }) => extent)).toEqual([null, null, [51, 35, 52, 36]]);
    expect(layers[2]).toMatchObject({ has_mercator: true, styles: [{ name: 'default', title: 'default' }] });
    expect([...(layers[2]?.formats ?? [])].sort()).toEqual(['image/jpeg', 'image/png']);
  });

  it('expands no entity, reads no file, and hands markup on as text', async () => {
    const { title, layers } = await read('wms-hostile.xml');
    expect(JSON.stringify([title, layers])).not.toContain('root:');
    expect(layers[0]?.title).toBe('<script>alert(1)</script> &a;');
  });

  it('cuts off what asks for one thing, keeps other keys, finds out that it is another kind, and where a document says that tiles are', async () => {
    requests.length = 0;
    const address = 'wmts-geoserver.xml?map=/x.map&SERVICE=WMS&request=GetMap&Layers=a';
    const { kind, url, removed } = await readCapabilities({ config }, { kind: 'wms', url: `${origin}/${address}` });
    expect([kind, url, removed]).toEqual(['wmts', 'http://localhost:8080/geoserver/gwc/service/wmts?', ['SERVICE', 'request', 'Layers']]); // biome-ignore format: one line
    expect(requests).toEqual(['/wmts-geoserver.xml?map=%2Fx.map']);
    await readCapabilities({ config }, { kind: 'wms', url: `${origin}/wms-groups.xml/wms?map=a` });
    expect(requests[1]).toBe('/wms-groups.xml/wms?map=a&SERVICE=WMS&REQUEST=GetCapabilities');
  });
});

describe('WMTS', () => {
  it('has the sets in Web Mercator with their names of zooms, and the address that was given', async () => {
    const { layers, url } = await readCapabilities(
      { config },
      { kind: 'wmts', url: `${origin}/wmts-geoserver.xml/gwc` },
    );
    expect(url).toBe(`${origin}/wmts-geoserver.xml/gwc`);
    expect(layers).toMatchObject([
      {
        name: 'office:relief',
        title: 'Relief',
        extent: [44, 25, 63, 40],
        attribution: 'Office',
        formats: ['image/png'],
        templates: [],
        matrix_sets: [{ name: 'EPSG:900913', matrices: 'EPSG:900913:0,EPSG:900913:1', min_zoom: 0, max_zoom: 1 }],
      },
    ]);
  });

  it('has addresses of tiles where there are no keys, with the default of time, the default style first', async () => {
    const layer = await layerIn('wmts-rest.xml', 'temperature');
    expect(layer.templates).toEqual([
      {
        format: 'image/jpeg',
        template: 'https://tiles.example.com/t/{Style}/2026-01-01/{TileMatrixSet}/{TileMatrix}/{TileRow}/{TileCol}.jpg',
      },
    ]);
    expect([layer.styles[0]?.name, layer.has_legend]).toEqual(['default', true]);
    expect(layer.matrix_sets).toEqual([
      { name: 'GoogleMapsCompatible_Level3', matrices: ',,2,3', min_zoom: 2, max_zoom: 3 },
    ]);
  });

  it('takes tiles of 512 pixels for what they cover, and a corner with its axes turned', async () => {
    const { matrix_sets, formats } = await layerIn('wmts-512.xml', 'large');
    expect(matrix_sets).toEqual([{ name: 'big', matrices: '00,01', min_zoom: 0, max_zoom: 1 }]);
    expect(formats).toEqual(['image/webp']);
  });

  it('says of a grid of its own that there is no Web Mercator', async () => {
    expect(await wordingOf(read('wmts-local-grid.xml'))).toBe('serviceNoMercator');
  });
});

describe('ArcGIS', () => {
  it('has its store of tiles and its layers', async () => {
    const { title, layers, url } = await read('arcgis-cached.json', 'arcgis', '/arcgis/rest/services/a/MapServer/3?f=pjson'); // biome-ignore format: one line
    expect([title, url]).toEqual(['National map', `${origin}/arcgis-cached.json/arcgis/rest/services/a/MapServer`]);
    expect(layers.map(({ name, title, depth }) => [name, title, depth])).toEqual([
      ['*', 'National map', 0],
      ['0', 'Places', 1],
      ['1', 'Towns', 2],
    ]);
    expect(layers[0]).toMatchObject({ formats: ['image/jpeg'], attribution: 'Office of maps', matrix_sets: [{ matrices: '0,1', max_zoom: 1 }] }); // biome-ignore format: one line
    expect(layers[0]?.extent?.map(Math.round)).toEqual([0, 0, 45, 45]);
    expect(layers[2]?.min_zoom).toBeCloseTo(7.9, 1);
  });

  it('draws for itself where it has no store', async () => {
    const { layers } = await read('arcgis-dynamic.json');
    expect(layers[0]).toMatchObject({ title: 'cadastre', matrix_sets: [], extent: null });
  });
});

describe('tiles', () => {
  it('come from a TileJSON, counted from below where it says so', async () => {
    const { url, layers } = await read('tilejson.json', 'xyz', '?key=abc');
    expect(url).toBe(`${origin}/tiles/{z}/{x}/{-y}.png?key=abc`);
    expect(layers[0]).toMatchObject({ title: 'Streets', min_zoom: 3, max_zoom: 17, attribution: '© Office & friends', extent: [44, 25, 63.5, 39.8] }); // biome-ignore format: one line
  });

  it('are looked for in the world and then in Iran', async () => {
    requests.length = 0;
    const { layers } = await readCapabilities({ config }, { kind: 'xyz', url: `${origin}/t/{z}/{x}/{y}.png` });
    expect(requests).toEqual(['/t/0/0/0.png', '/t/6/41/25.png']);
    expect(layers[0]?.name).toBe('*');
  });
});

describe('what does not succeed has its own sentence', () => {
  it.each([
    ['page.html', 'wms', 'serviceNotMap'],
    ['page.html', 'arcgis', 'serviceNotMap'],
    ['page.html', 'xyz', 'serviceNotMap'],
    ['empty', 'wms', 'serviceNotMap'],
    ['wms-broken.xml', 'wms', 'serviceNotMap'],
    ['arcgis-catalog.json', 'arcgis', 'serviceNotMap'],
    ['tilejson-vector.json', 'xyz', 'serviceNotMap'],
    ['t2/{z}', 'xyz', 'serviceNotMap'],
    ['wms-exception.xml', 'wms', 'serviceSaid'],
    ['wms-qgis-error.xml', 'wms', 'serviceSaid'],
    ['wms-no-mercator.xml', 'wms', 'serviceNoMercator'],
    ['arcgis-token.json', 'arcgis', 'serviceSignIn'],
    ['401', 'wms', 'serviceSignIn'],
    ['403', 'wmts', 'serviceSignIn'],
    ['moved', 'wms', 'serviceMoved'],
    ['500', 'wms', 'serviceStatus'],
    ['flood', 'wms', 'serviceNotMap'],
    ['deep', 'wms', 'serviceNotMap'],
    ['swarm', 'wms', 'serviceNotMap'],
  ] as const)('%s as %s: %s', async (name, kind, wording) => {
    if (name === 't2/{z}') ways['/t2/%7Bz%7D'] = () => ({ status: 200, type: 'image/png', body: 'x' });
    expect(await wordingOf(read(name, kind))).toBe(wording);
  });

  it('a host that nobody knows, and one that does not answer', async () => {
    const world = { config: { ...config, resolveHost: async () => Promise.reject(new Error('no such name')) } };
    const ask = (url: string) => wordingOf(readCapabilities(world, { kind: 'wms', url }));
    expect(await ask('http://nobody.invalid/wms')).toBe('serviceHost');
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    const open = { config: { ...config, serviceHosts: new Set([`127.0.0.1:${port}`]) } };
    expect(await wordingOf(readCapabilities(open, { kind: 'wms', url: `http://127.0.0.1:${port}/` }))).toBe('serviceSilent'); // biome-ignore format: one line
  });

  it('reads three thousand layers and says that there are more; lets others work meanwhile', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    const { layers, is_cut } = await read('huge', 'wms');
    clearInterval(timer);
    expect([layers.length, is_cut]).toEqual([3000, true]);
    expect(turns).toBeGreaterThan(1);
  });

  it('searches for no DTD again and again', async () => {
    const began = performance.now();
    expect(await wordingOf(read('doctypes', 'wms'))).toBe('serviceNotMap');
    expect(performance.now() - began).toBeLessThan(3000);
  });
});
