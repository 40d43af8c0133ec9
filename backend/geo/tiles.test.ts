// Tiles on both engines: exact where they can be, thinned where they must be, fresh after an edit, and without hidden records.

import { gunzipSync } from 'node:zlib';
import { VectorTile } from '@mapbox/vector-tile';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { PbfReader } from 'pbf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CLUSTER_COUNT,
  clusterShare,
  LABEL_LAYER,
  listKey,
  listText,
  TILE_LAYER,
  tileTemplate,
} from '../../contract/ogc';
import { random } from '../../testing/random';
import { createWorld, ENGINES, FORM, type TestWorld } from '../../testing/world';
import * as make from '../seed/builders';
import { keyOf, stepsOf, tileRange, worldX, worldY } from './morton';
import { encodeTile, type TileFeature } from './tile-encoder';

describe('morton keys', () => {
  it('lie inside the range of every tile that holds their place, and give the place back', () => {
    for (const [lon, lat] of [
      [51.4, 35.7],
      [-179.99, -85],
      [179.99, 85],
      [0, 0],
    ] as const) {
      // biome-ignore format: places
      const key = BigInt(keyOf(lon, lat));
      for (const z of [0, 5, 12, 18]) {
        const [x, y] = [Math.floor(worldX(lon) * 2 ** z), Math.floor(worldY(lat) * 2 ** z)];
        const { from, to } = tileRange(z, x, y, 6);
        expect(key >= BigInt(from) && key < BigInt(to)).toBe(true);
      }
      const [sx, sy] = stepsOf(Number(key >> 30n), Number(key & 0x3fffffffn));
      expect(Math.abs(sx / 2 ** 30 - worldX(lon))).toBeLessThan(2e-9);
      expect(Math.abs(sy / 2 ** 30 - worldY(lat))).toBeLessThan(2e-9);
    }
  });
});

describe('the bytes of a tile', () => {
  const roll = random(5);
  const whole = (below: number) => Math.floor(roll() * below);
  const VALUES = ['', 'چاه', '7', 7, 0, -7, 2 ** 40, -(2 ** 40), 0.1, true, false, 'x'.repeat(20_000)];
  const features = Array.from({ length: 2000 }, (_, i): TileFeature => {
    const type = (1 + (i % 3)) as 1 | 2 | 3;
    const places = () => Array.from({ length: 2 + whole(40) }, () => [whole(5000) - 80, whole(5000) - 80] as const);
    const parts = Array.from({ length: type === 1 ? 1 : 1 + whole(3) }, places);
    const geometry = type === 3 ? parts.map((ring) => [...ring, ring[0] as (typeof ring)[0]]) : parts;
    const tags = Object.fromEntries(
      Array.from({ length: whole(4) }, (_, k) => [`f${k}`, VALUES[whole(VALUES.length)] as string]),
    );
    return { ...(i % 7 ? { id: whole(2 ** 45) } : {}), type, geometry, tags };
  });

  it('are those of another encoder', () => {
    const other = features.map((f) => ({ ...f, geometry: f.type === 1 ? f.geometry[0] : f.geometry }));
    type Layer = Parameters<typeof fromGeojsonVt>[0][string];
    const layers = {
      a: { features: other } as unknown as Layer,
      b: { features: other.slice(0, 9) } as unknown as Layer,
    };
    const bytes = Buffer.from(fromGeojsonVt(layers, { version: 2, extent: 4096 }));
    expect(bytes.equals(encodeTile({ a: features, b: features.slice(0, 9) }))).toBe(true);
  });

  it('carry numbers of any size', () => {
    const tags = { large: 1e30, small: -1e30, whole: 2 ** 53 };
    const { layers } = new VectorTile(new PbfReader(encodeTile({ a: [{ type: 1, geometry: [[[1, 2]]], tags }] })));
    expect(layers.a?.feature(0).properties).toEqual(tags);
  });
});

describe.each(ENGINES)('tiles on the %s engine', (kind) => {
  let w: TestWorld;
  let crowd: number;
  beforeAll(async () => {
    w = await createWorld(kind);
    const records = Array.from({ length: 20_000 }, (_, i) => ({
      geometry: { type: 'Point' as const, coordinates: [50 + (i % 200) / 100, 34 + Math.floor(i / 200) / 50] },
      value: { name: `n${i}`, ...(i % 4 === 0 ? {} : { population: i % 4 }) },
    }));
    crowd = await make.createLayer(w.engine, {
      customer: w.ids.customer,
      owner: 1,
      label: 'crowd',
      type: 1,
      form: FORM,
      records,
    });
  });
  afterAll(() => w.close());

  const url = (layer: number, z: number, x: number, y: number) =>
    tileTemplate(layer).replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y));
  const at = (z: number, lon: number, lat: number) =>
    [z, Math.floor(worldX(lon) * 2 ** z), Math.floor(worldY(lat) * 2 ** z)] as const;
  async function tile(as: string, layer: number, [z, x, y]: readonly [number, number, number], headers = {}) {
    const answer = await w.call(as, 'GET', url(layer, z, x, y), undefined, headers);
    if (answer.status !== 200)
      return {
        ...answer,
        features: [] as { id: number; name: unknown; geometry: { x: number; y: number }[][] }[],
        labels: 0,
      };
    const bytes = answer.headers['content-encoding'] === 'gzip' ? gunzipSync(answer.body) : answer.body;
    const { layers } = new VectorTile(new PbfReader(bytes));
    const decoded = layers[TILE_LAYER];
    const features = Array.from({ length: decoded?.length ?? 0 }, (_, i) => {
      const f = decoded?.feature(i);
      return { id: Number(f?.id), name: f?.properties.name, geometry: f?.loadGeometry() ?? [] };
    });
    return { ...answer, features, labels: layers[LABEL_LAYER]?.length ?? 0 };
  }

  it('draws each record where it is', async () => {
    const { features } = await tile('editor', w.ids.layer, at(10, 51.39, 35.7));
    expect(features.map((f) => f.name)).toEqual(['تهران']);
    const [, x, y] = at(10, 51.39, 35.7);
    const p = features[0]?.geometry[0]?.[0];
    expect(p?.x).toBeCloseTo((worldX(51.39) * 1024 - x) * 4096, -0.5);
    expect(p?.y).toBeCloseTo((worldY(35.7) * 1024 - y) * 4096, -0.5);
  });

  it('draws a record where it is at the deepest zooms too', async () => {
    for (const z of [17, 18]) {
      const [, x, y] = at(z, 51.39, 35.7);
      const p = (await tile('editor', w.ids.layer, [z, x, y])).features[0]?.geometry[0]?.[0];
      expect(Math.abs((worldX(51.39) * 2 ** z - x) * 4096 - (p?.x ?? 0))).toBeLessThanOrEqual(1);
      expect(Math.abs((worldY(35.7) * 2 ** z - y) * 4096 - (p?.y ?? 0))).toBeLessThanOrEqual(1);
    }
  });

  it('draws lines and polygons, wound as the format wants', async () => {
    expect((await tile('editor', w.ids.lines, at(6, 51.5, 34))).features.map((f) => f.name)).toEqual(['راه']);
    const { features } = await tile('editor', w.ids.polygons, at(9, 51.1, 35.1));
    expect(features).toHaveLength(1);
    const ring = features[0]?.geometry[0] ?? [];
    const area = ring.reduce(
      (sum, p, i) =>
        sum + ((ring[(i + 1) % ring.length]?.x ?? 0) - p.x) * ((ring[(i + 1) % ring.length]?.y ?? 0) + p.y),
      0,
    );
    expect(area).toBeLessThan(0);
    // Smaller than two pixels: still there, as a dot.
    expect((await tile('editor', w.ids.polygons, at(2, 51.1, 35.1))).features).toHaveLength(1);
  });

  it('carries the label of a polygon in one tile alone', async () => {
    const [z, x, y] = at(13, 51.1, 35.1);
    const around = await Promise.all(
      [-2, -1, 0, 1, 2].flatMap((dx) =>
        [-2, -1, 0, 1, 2].map((dy) => tile('editor', w.ids.polygons, [z, x + dx, y + dy])),
      ),
    );
    expect(around.filter((t) => t.features.length > 0).length).toBeGreaterThan(9);
    expect(around.reduce((sum, t) => sum + t.labels, 0)).toBe(1);
  });

  it('thins a crowd and says so; zooming in makes nothing disappear', async () => {
    const far = await tile('super', crowd, at(5, 51, 35));
    expect(far.headers['x-thinned']).toBe('1');
    expect(far.features.length).toBeGreaterThan(100);
    expect(far.features.length).toBeLessThanOrEqual(4096);
    const near = await tile('super', crowd, at(9, 51, 35));
    expect(near.headers['x-thinned']).toBe('0');
    const previousIds = new Set<number>();
    for (const z of [6, 7, 8]) {
      const tiles = await Promise.all(
        [
          ...new Set(
            [50, 50.5, 51, 51.5, 51.99].flatMap((lon) =>
              [34.1, 34.6, 35.1, 35.6, 35.9].map((lat) => at(z, lon, lat).join('/')),
            ),
          ),
        ].map((t) => tile('super', crowd, t.split('/').map(Number) as unknown as readonly [number, number, number])),
      );
      const ids = new Set(tiles.flatMap((t) => t.features.map((f) => f.id)));
      for (const id of previousIds) expect(ids.has(id)).toBe(true);
      for (const id of ids) previousIds.add(id);
    }
  });

  it('carries other attributes where a look that is not saved asks for them, and none that the form has not', async () => {
    const place = url(w.ids.layer, ...at(10, 51.39, 35.7));
    const requestTile = (fields: string, as = 'viewer') => w.call(as, 'GET', `${place}&FIELDS=${fields}`);
    const answer = await requestTile('population,name');
    expect([answer.status, answer.headers['cache-control'], answer.headers.etag]).toEqual([200, 'private, no-store', undefined]); // biome-ignore format: one line
    const feature = new VectorTile(new PbfReader(answer.body)).layers[TILE_LAYER]?.feature(0);
    expect(feature?.properties).toEqual({ name: 'تهران', population: 9_000_000 });
    for (const wrong of ['nothing', 'population,', '%25E0%25A4%25A', 'x'.repeat(64)])
      expect([wrong, (await requestTile(wrong)).status]).toEqual([wrong, 400]);
    expect((await requestTile('name', 'stranger')).status).toBe(404);
    expect((await requestTile('name', 'nobody')).status).toBe(401);
  });

  it('puts points together where the style says so, and counts every one of them', async () => {
    const look = { style: { kind: 'cluster', symbol: { color: '#112233', opacity: 1, size: 5, stroke: '#ffffff', stroke_width: 1 }, radius: 50 }, labels: null }; // biome-ignore format: one line
    const total = async (layer: number, path: string, as = 'super') => {
      const answer = await w.call(as, 'GET', path);
      if (answer.status !== 200) return { dots: 0, count: 0 };
      const bytes = answer.headers['content-encoding'] === 'gzip' ? gunzipSync(answer.body) : answer.body;
      const decoded = new VectorTile(new PbfReader(bytes)).layers[TILE_LAYER];
      const counts = Array.from({ length: decoded?.length ?? 0 }, (_, i) =>
        Number(decoded?.feature(i).properties[CLUSTER_COUNT] ?? 1),
      );
      return { layer, dots: counts.length, count: counts.reduce((a, b) => a + b, 0) };
    };
    const crowded = at(5, 51, 35);
    // Looked at before it is saved, thinned and not, then saved.
    const plain = await tile('super', crowd, crowded);
    const preview = await total(crowd, `${url(crowd, ...crowded)}&FIELDS=&CLUSTER=50`);
    expect(preview.dots).toBeLessThanOrEqual(64);
    expect(plain.features.length).toBeLessThan(20_000);
    expect(preview.count).toBe(20_000);
    // One cell counts so far and says that there is more.
    const world = await total(crowd, `${url(crowd, 0, 0, 0)}&FIELDS=&CLUSTER=50`);
    expect(world).toMatchObject({ dots: 1, count: 10_000 });
    expect((await w.call('super', 'PATCH', `/api/style/${crowd}/`, look)).status).toBe(200);
    expect(await total(crowd, `${url(crowd, ...crowded)}&V=saved`)).toEqual(preview);
    // Near enough every point stands for itself.
    const near = await total(crowd, url(crowd, ...at(16, 50.5, 34.5)));
    expect(near.dots).toBe(near.count);
    expect((await w.call('super', 'GET', `${url(crowd, ...crowded)}&FIELDS=&CLUSTER=5`)).status).toBe(400);
  });

  it('counts the values of a field in each cluster, thinned or not', async () => {
    const shares = async (z: number, lon: number, lat: number) => {
      const answer = await w.call('super', 'GET', `${url(crowd, ...at(z, lon, lat))}&FIELDS=population&CLUSTER=50&CLUSTER_BY=population`); // biome-ignore format: one address
      const dots = new VectorTile(new PbfReader(answer.body)).layers[TILE_LAYER];
      const all = Array.from({ length: dots?.length ?? 0 }, (_, i) => dots?.feature(i).properties ?? {});
      const sum = (key: string) => all.reduce((total, tags) => total + Number(tags[key] ?? 0), 0);
      return { count: sum(CLUSTER_COUNT), of: ['', '1', '2', '3', '4'].map((value) => sum(clusterShare(value))) };
    };
    expect(await shares(5, 51, 35)).toEqual({ count: 20_000, of: [5000, 5000, 5000, 5000, 0] });
    const near = await shares(9, 51, 35);
    expect(near.count).toBeGreaterThan(100);
    expect(near.of.reduce((a, b) => a + b)).toBe(near.count);
    const refused = `${url(crowd, ...at(5, 51, 35))}&FIELDS=name&CLUSTER=50&CLUSTER_BY=population`;
    expect((await w.call('super', 'GET', refused)).status).toBe(400);
  });

  it('carries all choices of a record, and counts each of them in clusters, thinned or not', async () => {
    const choices = ['a', 'b', 'c'].map((value) => ({ value, label: value }));
    const createLayer = (count: number) =>
      make.createLayer(w.engine, {
        customer: w.ids.customer,
        owner: 1,
        label: `choices ${count}`,
        type: 1,
        form: [{ name: 'uses', label: 'uses', type: 'multi_choice', choices }],
        records: Array.from({ length: count }, (_, i) => ({
          geometry: { type: 'Point' as const, coordinates: [50 + (i % 100) / 100, 34 + Math.floor(i / 100) / 100] },
          value: [{ uses: ['a', 'b'] }, { uses: ['b'] }, {}][i % 3] as Record<string, string[]>,
        })),
      });
    const read = async (layer: number, more: string) => {
      const answer = await w.call('super', 'GET', `${url(layer, ...at(5, 51, 35))}&FIELDS=uses${more}`);
      const dots = new VectorTile(new PbfReader(answer.body)).layers[TILE_LAYER];
      return Array.from({ length: dots?.length ?? 0 }, (_, i) => dots?.feature(i).properties ?? {});
    };
    const few = await createLayer(30);
    const tags = await read(few, '');
    expect(tags.slice(0, 3)).toEqual([
      { uses: 'a', [listKey('uses')]: listText(['a', 'b']) },
      { uses: 'b', [listKey('uses')]: listText(['b']) },
      {},
    ]);
    for (const [layer, count] of [
      [few, 30],
      [await createLayer(6000), 6000],
    ] as const) {
      const all = await read(layer, '&CLUSTER=50&CLUSTER_BY=uses');
      const sum = (key: string) => all.reduce((total, one) => total + Number(one[key] ?? 0), 0);
      const third = count / 3;
      expect([sum(CLUSTER_COUNT), ...['a', 'b', 'c', ''].map((value) => sum(clusterShare(value)))]).toEqual([count, third, 2 * third, 0, third]); // biome-ignore format: one line
    }
  });

  it('is fresh right after an edit and answers 304 before it', async () => {
    const place = at(12, 51.39, 35.7);
    const first = await tile('editor', w.ids.layer, place);
    const etag = String(first.headers.etag);
    expect((await tile('editor', w.ids.layer, place, { 'if-none-match': etag })).status).toBe(304);
    await w.call('editor', 'PUT', `/api/layerdata/${w.ids.record}/`, { value: { name: 'تهران بزرگ' } });
    expect((await tile('editor', w.ids.layer, place)).features.map((f) => f.name)).toEqual(['تهران بزرگ']);
    await w.call('editor', 'PUT', `/api/layerdata/${w.ids.record}/`, {
      geometry: { type: 'Point', coordinates: [51.6, 35.8] },
    });
    expect((await tile('editor', w.ids.layer, place)).features).toEqual([]);
    expect((await tile('editor', w.ids.layer, at(12, 51.6, 35.8))).features).toHaveLength(1);
  });

  it('shows only what the caller may see', async () => {
    expect((await tile('editor', w.ids.secret, at(5, 51, 35))).status).toBe(404);
    expect((await tile('stranger', w.ids.layer, at(5, 51, 35))).status).toBe(404);
    expect((await w.call('nobody', 'GET', url(w.ids.layer, 5, 20, 12))).status).toBe(401);
    expect((await tile('regional', w.ids.layer, [2, 2, 1])).features).toHaveLength(1);
    expect((await tile('editor', w.ids.layer, [2, 2, 1])).features).toHaveLength(3);
  });

  it('refuses what is no tile, without asking the database', async () => {
    const good = url(w.ids.layer, 5, 20, 12);
    for (const [status, bad] of [
      [400, good.replace('%3A5', '%3A40')],
      [400, good.replace('TILEROW=12', 'TILEROW=32')],
      [400, good.replace('TILEROW=12', 'TILEROW=1.5')],
      [404, `${good}&SLD=x`],
      [400, `${good}&layer=layer_1`],
      [404, good.replace('GetTile', 'GetMap')],
    ] as const)
      expect([(await w.call('editor', 'GET', bad)).status, bad]).toEqual([status, bad]);
  });
});
