// The base map that comes with the product: small, named by its bytes, and nowhere bare over Iran.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { PMTiles, type RangeResponse } from 'pmtiles';
import { expect, it } from 'vitest';
import world from '../../map/style/world-archive.json';

const bytes = readFileSync(`public${world.path}`);
const archive = new PMTiles({
  getKey: () => 'world',
  getBytes: async (offset, length): Promise<RangeResponse> => ({
    data: new Uint8Array(bytes.subarray(offset, offset + length)).buffer,
  }),
});

/** Places from corner to corner of the country, towns, deserts, shores and mountains among them. */
const PLACES: [string, number, number][] = [
  ['Tehran', 51.4, 35.7],
  ['Isfahan', 51.67, 32.65],
  ['Maku', 44.5, 39.3],
  ['the Kavir', 55, 34.5],
  ['the Lut', 59, 30.5],
  ['Chabahar', 60.6, 25.35],
  ['Sarakhs', 61.1, 36.5],
  ['the Gulf', 51.5, 28],
  ['the Caspian', 51, 38],
];

const placeOf = (lng: number, lat: number, z: number) => {
  const sin = Math.sin((lat * Math.PI) / 180);
  return [lng / 360 + 0.5, 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)].map((part) => part * 2 ** z) as [
    number,
    number,
  ];
};
async function tileAt(lng: number, lat: number, z: number) {
  const [x, y] = placeOf(lng, lat, z).map(Math.floor) as [number, number];
  const tile = await archive.getZxy(z, x, y);
  if (!tile) throw new Error(`no tile ${z}/${x}/${y}`);
  return new VectorTile(new PbfReader(new Uint8Array(tile.data)));
}
const featuresOf = (tile: VectorTile, layer: string) =>
  Array.from({ length: tile.layers[layer]?.length ?? 0 }, (_, i) => tile.layers[layer]?.feature(i)).flatMap((f) =>
    f ? [f] : [],
  );

it('is one file of at most 6 MB, and its address is a hash of it', () => {
  expect(readdirSync('public/base-map')).toHaveLength(1);
  expect(bytes.length).toBeLessThan(6_000_000);
  expect(world.path).toContain(createHash('sha256').update(bytes).digest('hex').slice(0, 16));
});

it('holds the world to zoom 6, and Iran to 8', async () => {
  expect(await archive.getHeader()).toMatchObject({ minZoom: 0, maxZoom: 8 });
  expect(await archive.getZxy(6, 0, 0)).toBeDefined();
  expect(await archive.getZxy(7, 0, 0)).toBeUndefined();
});

it('names countries, provinces, towns and waters in both languages', async () => {
  const tile = await tileAt(51.4, 35.7, 5);
  const names = (layer: string, kind: string) =>
    featuresOf(tile, layer)
      .filter(({ properties: p }) => p.kind === kind)
      .map(({ properties: p }) => [p['name:fa'], p['name:en']]);
  expect(names('places', 'locality')).toContainEqual(['تهران', 'Tehran']);
  expect(names('places', 'region')).toContainEqual(['مازندران', 'Mazandaran']);
  const gulf = featuresOf(await tileAt(51.2, 27.3, 5), 'water').map(({ properties: p }) => p['name:fa']);
  expect(gulf).toContain('خلیج فارس');
  const iran = featuresOf(await tileAt(53, 32, 3), 'places').map(({ properties: p }) => p['name:en']);
  expect(iran).toContain('Iran');
});

it('names each of the 31 provinces once', async () => {
  const names = new Set<unknown>();
  for (let lng = 43; lng < 65; lng += 5)
    for (let lat = 24; lat < 41; lat += 4)
      for (const { properties: p } of featuresOf(await tileAt(lng, lat, 5), 'places'))
        if (p.kind === 'region') names.add(p['name:fa']);
  expect(names.size).toBe(31);
});

it.each(PLACES)('shows more than ground from zoom 3 to 12 round %s', async (_, lng, lat) => {
  for (let zoom = 3; zoom <= 12; zoom += 1) {
    const z = Math.min(zoom, world.max_zoom);
    const [x, y] = placeOf(lng, lat, z);
    // A view of 1024 by 640 pixels, in parts of a tile of 512.
    const [wide, high] = [1024, 640].map((side) => side / 512 / 2 ** (zoom - z) / 2) as [number, number];
    const hits = [];
    for (let tx = Math.floor(x - wide); tx <= x + wide; tx += 1)
      for (let ty = Math.floor(y - high); ty <= y + high; ty += 1) {
        const raw = await archive.getZxy(z, tx, ty);
        const tile = raw && new VectorTile(new PbfReader(new Uint8Array(raw.data)));
        for (const layer of ['places', 'boundaries', 'water', 'grid'])
          for (const feature of tile ? featuresOf(tile, layer) : [])
            for (const line of feature.loadGeometry())
              for (const [i, at] of line.entries()) {
                // Lines of the grid have an end on each side of the tile: what counts is what a stretch crosses.
                const before = line[i - 1] ?? at;
                const [left, right] = [before.x, at.x].sort((a, b) => a - b).map((v) => tx + v / feature.extent - x) as [number, number]; // biome-ignore format: one line
                const [top, bottom] = [before.y, at.y].sort((a, b) => a - b).map((v) => ty + v / feature.extent - y) as [number, number]; // biome-ignore format: one line
                if (left <= wide && right >= -wide && top <= high && bottom >= -high) hits.push(layer);
              }
      }
    expect(hits.length, `zoom ${zoom}`).toBeGreaterThan(0);
  }
});
