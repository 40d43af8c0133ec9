// OGC API Tiles: from the collection to a tile by links alone, as a client of the standard goes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askDoor, createDoorKey, publishLayer } from '../../../../../testing/outside/door';
import { createWorld, ENGINE, type TestWorld } from '../../../../../testing/world';
import * as make from '../../../../seed/builders';

const REL = 'http://www.opengis.net/def/rel/ogc/1.0';

describe('tilesets by the outside door', () => {
  let w: TestWorld;
  let table: number;
  let key: string;
  beforeAll(async () => {
    w = await createWorld(ENGINE);
    table = await make.createLayer(w.engine, { customer: w.ids.customer, owner: 1, label: 'جدول', type: 0, form: [], records: [] }); // biome-ignore format: one line
    await publishLayer(w, w.ids.polygons);
    await publishLayer(w, w.ids.lines, { services: 1 });
    await publishLayer(w, table);
    key = await createDoorKey(w, [w.ids.polygons, w.ids.lines, table]);
  });
  afterAll(() => w.close());
  const follow = (href: string) => askDoor(w, new URL(href).pathname + new URL(href).search, { key });
  const ask = (tail: string, layer = w.ids.polygons) => askDoor(w, `/ogc/collections/layer_${layer}${tail}`, { key });
  const linkOf = ({ links }: { links: { rel: string; href: string }[] }, rel: string) => links.find((one) => one.rel === rel)?.href ?? ''; // biome-ignore format: one line

  it('20-057 lead from a collection over its tileset to a tile', async () => {
    const list = await follow(linkOf((await ask('')).body, `${REL}/tilesets-vector`));
    expect(list.body.tilesets).toMatchObject([{ dataType: 'vector', crs: 'http://www.opengis.net/def/crs/EPSG/0/3857' }]); // biome-ignore format: one line
    const { body: set } = await follow(linkOf(list.body.tilesets[0], 'self'));
    expect(set.tileMatrixSetURI).toBe('http://www.opengis.net/def/tilematrixset/OGC/1.0/WebMercatorQuad');
    const [west, south] = set.boundingBox.lowerLeft;
    expect(west < set.boundingBox.upperRight[0] && south < set.boundingBox.upperRight[1]).toBe(true);
    const template = linkOf(set, 'item');
    const tile = await follow(template.replace('{tileMatrix}', '0').replace('{tileRow}', '0').replace('{tileCol}', '0')); // biome-ignore format: one line
    expect([tile.status, tile.type]).toEqual([200, 'application/vnd.mapbox-vector-tile']);
    const limits = set.tileMatrixSetLimits.at(-1);
    expect([limits.maxTileRow, limits.maxTileCol]).toEqual([2 ** Number(limits.tileMatrix) - 1, 2 ** Number(limits.tileMatrix) - 1]); // biome-ignore format: one line
    const scheme = await follow(linkOf(set, `${REL}/tiling-scheme`));
    expect(scheme.body.tileMatrices.length).toBeGreaterThan(Number(limits.tileMatrix));
  });

  it('17-083r4 the scheme has the denominators of scale that the standard prints', async () => {
    const landing = await askDoor(w, '/ogc', { key });
    const { body: all } = await follow(linkOf(landing.body, `${REL}/tiling-schemes`));
    const { body: set } = await follow(linkOf(all.tileMatrixSets[0], 'self'));
    const at = (z: number) => set.tileMatrices[z];
    expect([at(0).id, at(0).matrixWidth, at(0).tileWidth, at(0).pointOfOrigin[1]]).toEqual(['0', 1, 256, -at(0).pointOfOrigin[0]]); // biome-ignore format: one line
    expect(at(0).scaleDenominator).toBeCloseTo(559_082_264.0287178, 3);
    expect(at(0).cellSize).toBeCloseTo(156_543.033928041, 6);
    expect(at(18).scaleDenominator).toBeCloseTo(2_132.729583849, 6);
    expect((await askDoor(w, '/ogc/conformance', { key })).body.conformsTo).toContain('http://www.opengis.net/spec/ogcapi-tiles-1/1.0/conf/tileset'); // biome-ignore format: one line
  });

  it('are not there where tiles are off, for tables, for pictures of records, and for schemes that nobody has', async () => {
    for (const [tail, layer] of [
      ['/tiles', w.ids.lines],
      ['/tiles/WebMercatorQuad', w.ids.lines],
      ['/tiles', table],
      ['/map/tiles', w.ids.polygons],
      ['/map/tiles/WebMercatorQuad', w.ids.polygons],
      ['/tiles/WorldCRS84Quad', w.ids.polygons],
      ['/tiles', w.ids.secret],
    ] as const)
      expect([tail, layer, (await ask(tail, layer)).status]).toEqual([tail, layer, 404]);
    expect((await askDoor(w, '/ogc/tileMatrixSets/WorldCRS84Quad', { key })).status).toBe(404);
    expect((await askDoor(w, '/ogc/tileMatrixSets')).status).toBe(401);
    expect((await ask('/tiles?limit=1')).status).toBe(400);
  });
});
