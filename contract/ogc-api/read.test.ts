// The allow-list of /ogc: whatever an address says, it is read or refused, and never an error of ours.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CRS84, conformanceClasses, EPSG_3857, EPSG_4326 } from './names';
import { type OgcApiRequest, readOgcApi, withoutKey } from './read';

const KEY = `pht_Ab3dEf7h_${'x'.repeat(43)}`;
const at = (path: string, search = '', method = 'GET') => readOgcApi(method, path, search);
const read = (path: string, search = '', method = 'GET') => at(path, search, method) as OgcApiRequest;
const items = (search: string) => at('/ogc/collections/layer_7/items', search);

describe('readOgcApi', () => {
  it('reads or refuses any path and query, and never throws', () => {
    const word = fc.oneof(
      fc.constantFrom('ogc', 't', 'o', KEY, 'abcdefghijkl', 'collections', 'layer_7', 'layer_0', 'layer_99999999999', 'items', 'items.csv', 'schema', 'api', 'tiles', 'WebMercatorQuad', '3', '99', '..', '%2e', ''), // biome-ignore format: one list
      fc.string(),
    );
    const name = fc.oneof(
      fc.constantFrom('f', 'limit', 'cursor', 'offset', 'bbox', 'bbox-crs', 'crs', 'datetime', 'filter', 'filter-lang', 'filter-crs', 'dates', '__proto__'), // biome-ignore format: one list
      fc.string(),
    );
    const value = fc.oneof(
      fc.constantFrom('1', '0', '-1', '1e999', 'NaN', '1,2,3,4', '1,2,3,4,5,6', '../..', '2020-02-30', CRS84, EPSG_4326, 'json', 'html'), // biome-ignore format: one list
      fc.string({ unit: 'binary' }),
    );
    const method = fc.oneof(fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'), fc.string());
    const pair = fc.tuple(name, value).map(([k, v]) => `${k}=${v}`);
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), fc.array(pair, { maxLength: 4 }), method, (words, pairs, verb) => {
        const result = readOgcApi(verb, `/${words.join('/')}`, `?${pairs.join('&')}`);
        if ('status' in result) expect([400, 404, 405]).toContain(result.status);
        else expect(result.door).toBeDefined();
      }),
      { numRuns: 10_000 },
    );
  });

  it('knows its addresses, with and without the last slash of the landing page alone', () => {
    for (const [path, kind] of [
      ['/ogc', 'landing'],
      ['/ogc/', 'landing'],
      [`/ogc/t/${KEY}`, 'landing'],
      ['/ogc/o/abcdefghijkl/', 'landing'],
      ['/ogc/conformance', 'conformance'],
      ['/ogc/collections/layer_7', 'collection'],
      ['/ogc/collections/layer_7/items', 'items'],
      ['/ogc/collections/layer_7/items/12', 'item'],
      ['/ogc/collections/layer_7/items.csv', 'csv'],
      ['/ogc/collections/layer_7/tiles/WebMercatorQuad/3/2/1', 'tile'],
      ['/ogc/collections/layer_7/map/tiles/WebMercatorQuad/3/2/1', 'picture'],
      ['/ogc/collections/layer_7/style.json', 'style'],
      ['/ogc/collections/layer_7/style.qml', 'styleFile'],
      ['/ogc/collections/layer_7/style.sld', 'styleFile'],
      ['/ogc/collections/layer_7/snapshot.gpkg', 'snapshot'],
      ['/ogc/collections/layer_7/snapshot.fgb', 'snapshot'],
      ['/ogc/collections/layer_7/tiles', 'tilesets'],
      ['/ogc/collections/layer_7/map/tiles/WebMercatorQuad', 'tileset'],
      ['/ogc/tileMatrixSets', 'matrixSets'],
      ['/ogc/tileMatrixSets/WebMercatorQuad', 'matrixSet'],
    ] as const)
      expect([path, read(path).kind]).toEqual([path, kind]);
    expect(read('/ogc/collections/layer_7/tiles/WebMercatorQuad/3/2/1')).toMatchObject({ z: 3, y: 2, x: 1 });
    for (const path of ['/ogcx', '/ogc/x', '/ogc/collections/', '/ogc/collections/7', '/ogc/t/short', '/ogc/o/ABC', '/ogc/collections/layer_7/items/', '/ogc/collections/layer_07', '/ogc/collections/layer_7/items/x', '/ogc/collections/layer_4294967296', '/ogc/collections/layer_7/tiles/WebMercatorQuad/3/8/1', '/ogc/collections/layer_7/tiles/WebMercatorQuad/19/1/1', '/ogc/collections/layer_7/map/tiles/WebMercatorQuad/23/1/1', '/ogc/collections/layer_7/style.xml']) // biome-ignore format: one list
      expect([path, at(path)]).toEqual([path, { status: 404, key: 'path' }]);
  });

  it('takes writes at the header door alone, and says what an address takes', () => {
    const path = '/collections/layer_7/items';
    expect(read(`/ogc${path}`, '', 'POST')).toMatchObject({ kind: 'items', method: 'POST' });
    const read3 = 'GET, HEAD, OPTIONS';
    expect(at(`/ogc/t/${KEY}${path}`, '', 'POST')).toEqual({ status: 405, key: 'method', allow: read3 });
    expect(at(`/ogc/o/abcdefghijkl${path}/1`, '', 'DELETE')).toEqual({ status: 405, key: 'method', allow: read3 });
    expect(at('/ogc', '', 'POST')).toEqual({ status: 405, key: 'method', allow: read3 });
    // QGIS asks this of an empty layer.
    expect(read(`/ogc${path}/unknown_id`, '', 'OPTIONS')).toMatchObject({ kind: 'item', record: null });
  });

  it('refuses parameters by name: unknown, repeated, of another address, and wrong ones', () => {
    for (const [search, key] of [
      ['?apikey=1', 'apikey'],
      ['?limit=1&limit=2', 'limit'],
      ['?limit=0', 'limit'],
      ['?limit=-1', 'limit'],
      ['?limit=ten', 'limit'],
      ['?limit=', 'limit'],
      ['?offset=100001', 'offset'],
      ['?cursor=ZZ', 'cursor'],
      ['?bbox=1,2,3', 'bbox'],
      ['?bbox=1,2,3,', 'bbox'],
      ['?bbox=1,2,3,1e999', 'bbox'],
      ['?bbox=1,5,3,4', 'bbox'],
      ['?bbox=0x1,2,3,4', 'bbox'],
      ['?crs=EPSG:4326', 'crs'],
      ['?bbox-crs=x&bbox=1,2,3,4', 'bbox-crs'],
      ['?datetime=yesterday', 'datetime'],
      ['?datetime=2021-02-29', 'datetime'],
      ['?datetime=2021-01-02/2021-01-01', 'datetime'],
      ['?datetime=a/b/c', 'datetime'],
      ['?filter=', 'filter'],
      [`?filter=${'a'.repeat(4001)}`, 'filter'],
      ['?filter=a=1&filter-lang=cql2-json', 'filter-lang'],
      ['?dates=jalali', 'dates'],
      ['?f=xml', 'f'],
    ] as const)
      expect([search, items(search)]).toEqual([search, { status: 400, key }]);
    expect(at('/ogc', '?limit=1')).toEqual({ status: 400, key: 'limit' });
    expect(at('/ogc/collections/layer_7/schema', '?f=html')).toEqual({ status: 400, key: 'f' });
  });

  it('cuts a limit that is too large, and fills in what is not said', () => {
    expect(items('')).toMatchObject({ limit: 1000, after: null, offset: 0, crs: CRS84, boxes: null });
    expect(items('?limit=10001')).toMatchObject({ limit: 10_000 });
    expect(items('?cursor=zz')).toMatchObject({ after: 35 * 36 + 35 });
  });

  it('reads boxes in each coordinate system, with heights, and over the date line', () => {
    expect(items('?bbox=51,35,52,36')).toMatchObject({ boxes: [[51, 35, 52, 36]] });
    expect(items('?bbox=51,35,0,52,36,9')).toMatchObject({ boxes: [[51, 35, 52, 36]] });
    expect(items(`?bbox=35,51,36,52&bbox-crs=${EPSG_4326}`)).toMatchObject({ boxes: [[51, 35, 52, 36]] });
    expect(items('?bbox=170,-10,-170,10')).toMatchObject({ boxes: [[170, -10, 180, 10], [-180, -10, -170, 10]] }); // biome-ignore format: one line
    // Made with PROJ: echo "5677294.030456 4163881.144064" | cs2cs EPSG:3857 EPSG:4326 says 35 N 51 E.
    const box = items(`?bbox=5677294.030456,4163881.144064,5788613.521250,4300621.372044&bbox-crs=${EPSG_3857}`);
    const [numbers = []] = (box as { boxes: number[][] }).boxes;
    for (const [i, degrees] of [51, 35, 52, 36].entries()) expect(numbers[i]).toBeCloseTo(degrees, 7);
  });

  it('reads the seven forms of times, and the ends of time that QGIS names', () => {
    const day = { from: '2020-02-29T00:00:00.000Z', to: '2020-02-29T23:59:59.999Z' };
    for (const [text, times] of [
      ['2020-02-29', day],
      ['2020-02-29T10:00:00Z', { from: '2020-02-29T10:00:00.000Z', to: '2020-02-29T10:00:00.000Z' }],
      ['2020-02-29T10:00:00%2B03:30', { from: '2020-02-29T06:30:00.000Z', to: '2020-02-29T06:30:00.000Z' }],
      ['2020-02-29/2020-02-29', day],
      ['../2020-02-29', { from: null, to: day.to }],
      ['2020-02-29/..', { from: day.from, to: null }],
      ['/2020-02-29', { from: null, to: day.to }],
      ['0000-01-01T00:00:00Z/9999-12-31T23:59:59Z', { from: null, to: null }],
    ] as const)
      expect([text, items(`?datetime=${text}`)]).toMatchObject([text, { times }]);
  });

  it('never shows the key of an address', () => {
    expect(withoutKey(`GET /ogc/t/${KEY}/collections?f=json`)).toBe('GET /ogc/t/***/collections?f=json');
    expect(withoutKey(`/ogc/t/${KEY}`)).toBe('/ogc/t/***');
  });

  it('tells of writing only who may write', () => {
    const part4 = (classes: string[]) => classes.filter((name) => name.includes('features-4')).length;
    expect([part4(conformanceClasses(false)), part4(conformanceClasses(true))]).toEqual([0, 3]);
  });
});
