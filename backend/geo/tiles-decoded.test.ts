// Tiles decoded by GDAL hold the table's records at their places.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TILE_LAYER, tileTemplate } from '../../contract/ogc';
import type { Geometry } from '../../contract/schemas/common';
import { createWorld, ENGINES, FORM, type TestWorld } from '../../testing/world';
import * as make from '../seed/builders';
import { worldX, worldY } from './morton';

const hasOgr2ogr = spawnSync('ogr2ogr', ['--version']).status === 0;
/** Half the width of the Web Mercator world in metres. */
const HALF = 20037508.342789244;
const UNITS = 4096;
/** Tile units by which a shape is simplified: half a pixel of a 512 px tile. */
const SIMPLIFIED = 4;

type Place = readonly [number, number, number];
type Spot = readonly [number, number];
interface Decoded {
  id: number;
  type: string;
  name: unknown;
  /** In tile units, y down. */
  lines: Spot[][];
}

/** Positions of any geometry, line by line. */
const linesOf = (geometry: Geometry): Spot[][] => {
  const depth = { Point: 0, MultiPoint: 1, LineString: 1, MultiLineString: 2, Polygon: 2, MultiPolygon: 3 }[
    geometry.type
  ];
  const levels = [[geometry.coordinates], geometry.coordinates].map((c) => c as unknown[]);
  if (depth === 0) return [levels[0] as unknown as Spot[]];
  if (depth === 1) return [levels[1] as unknown as Spot[]];
  const rings = levels[1] as unknown[];
  return (depth === 2 ? rings : rings.flat(1)) as Spot[][];
};

/** How far a spot lies from a line of spots, in its units. */
function away([x, y]: Spot, line: readonly Spot[]): number {
  let least = Infinity;
  line.forEach(([ax, ay], i) => {
    const [bx, by] = line[i + 1] ?? [ax, ay];
    const [dx, dy] = [bx - ax, by - ay];
    const t = dx || dy ? Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy))) : 0;
    least = Math.min(least, Math.hypot(x - ax - t * dx, y - ay - t * dy));
  });
  return least;
}

/** Numbers that are the same in every run. */
function dice(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function* shapes(type: 1 | 2 | 3, many: number): Generator<make.NewRecordData> {
  const roll = dice(type * 7919);
  for (let i = 0; i < many; i++) {
    const [x, y] = [50.2 + roll() * 2.6, 34.3 + roll() * 2.4];
    const at = (radius: number, turn: number): number[] => [
      x + radius * Math.cos(turn * 2 * Math.PI),
      y + radius * Math.sin(turn * 2 * Math.PI),
    ];
    const ring = (radius: number, corners: number, backwards = false) => {
      const of = Array.from({ length: corners }, (_, k) => at(radius * (k % 2 ? 0.8 : 1), k / corners));
      const closed = [...of, of[0] as number[]];
      return backwards ? closed.toReversed() : closed;
    };
    const radius = 0.03 + roll() * 0.1;
    const geometry: Geometry =
      type === 1
        ? { type: 'Point', coordinates: [x, y] }
        : type === 2
          ? i % 3 === 0
            ? { type: 'MultiLineString', coordinates: [[at(radius, 0), at(radius, 0.2)], [at(radius, 0.5), at(radius, 0.7)]] } // biome-ignore format: two lines
            : { type: 'LineString', coordinates: Array.from({ length: 12 }, (_, k) => at(radius, k * 0.31)) }
          : i % 3 === 0
            ? { type: 'Polygon', coordinates: [ring(radius, 12, i % 2 === 0), ring(radius / 3, 8, i % 2 === 1)] }
            : { type: 'Polygon', coordinates: [ring(radius, 16, i % 2 === 0)] };
    yield { geometry, value: { name: `نام ${i}` } };
  }
}

describe.skipIf(!hasOgr2ogr).each(ENGINES)('tiles of the %s engine, decoded by GDAL', (kind) => {
  let w: TestWorld;
  let folder: string;
  const layers = { 1: 0, 2: 0, 3: 0 };
  let supervised: number;
  beforeAll(async () => {
    w = await createWorld(kind);
    folder = mkdtempSync(join(tmpdir(), 'pahneh-tiles-'));
    const { id: role } = await w.engine.db
      .selectFrom('role')
      .select('id')
      .where('name', '=', 'editing')
      .executeTakeFirstOrThrow();
    const owner = w.ids.customer;
    const layer = async (type: 1 | 2 | 3, many: number, config = {}) => {
      const records = shapes(type, many);
      const id = await make.createLayer(w.engine, {
        customer: owner,
        owner: 1,
        label: 'x',
        type,
        form: FORM,
        config,
        records,
      });
      await make.createPermission(w.engine, role, id, { view: true, add: true, edit: true, delete: true });
      return id;
    };
    layers[1] = await layer(1, 800);
    layers[2] = await layer(2, 200);
    layers[3] = await layer(3, 200);
    supervised = await layer(1, 0, { supervised: true });
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await w.close();
  });

  const at = (z: number, lon: number, lat: number): Place => [
    z,
    Math.floor(worldX(lon) * 2 ** z),
    Math.floor(worldY(lat) * 2 ** z),
  ];
  const project = ([z, x, y]: Place, [lon, lat]: Spot): Spot => [
    (worldX(lon) * 2 ** z - x) * UNITS,
    (worldY(lat) * 2 ** z - y) * UNITS,
  ];

  /** The records of a tile as GDAL reads them. */
  async function decode(as: string, layer: number, [z, x, y]: Place): Promise<Decoded[]> {
    const url = tileTemplate(layer).replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y));
    const answer = await w.call(as, 'GET', url);
    if (answer.status === 204) return [];
    expect(answer.status).toBe(200);
    const [tile, out] = [join(folder, 'tile.mvt'), join(folder, 'out.geojson')];
    writeFileSync(tile, answer.headers['content-encoding'] === 'gzip' ? gunzipSync(answer.body) : answer.body);
    rmSync(out, { force: true });
    const open = [`X=${x}`, `Y=${y}`, `Z=${z}`, 'CLIP=NO'].flatMap((o) => ['-oo', o]);
    const ogr = spawnSync('ogr2ogr', ['-f', 'GeoJSON', '-lco', 'RFC7946=NO', '-lco', 'COORDINATE_PRECISION=9', ...open, out, tile, TILE_LAYER]); // biome-ignore format: one command
    if (ogr.status !== 0) throw new Error(ogr.stderr.toString());
    const { features } = JSON.parse(readFileSync(out, 'utf8')) as {
      features: { properties: { mvt_id: number; name?: string }; geometry: Geometry }[];
    };
    const unit = (2 * HALF) / 2 ** z / UNITS;
    return features.map((f) => ({
      id: f.properties.mvt_id,
      type: f.geometry.type,
      name: f.properties.name,
      lines: linesOf(f.geometry).map((line) =>
        line.map(([mx, my]): Spot => [(mx + HALF) / unit - x * UNITS, (HALF - my) / unit - y * UNITS]),
      ),
    }));
  }

  /** What the table has, and which of it meets a tile grown by so many units; within a person's region where one is named. */
  async function table(layer: number, [z, x, y]: Place, grown: number, region: number | null = null) {
    const unit = (2 * HALF) / 2 ** z / UNITS;
    const [west, north] = [x * UNITS * unit - HALF - grown * unit, HALF - y * UNITS * unit + grown * unit];
    const size = (UNITS + 2 * grown) * unit;
    const { rows } = await sql<{ id: number; geometry: Geometry; name: string; meets: boolean }>`
      select n.id, st_asgeojson(n.geom, 15)::json as geometry, n.value->>'name' as name,
          st_intersects(st_transform(n.geom, 3857), st_makeenvelope(${west}::float8, ${north - size}::float8, ${west + size}::float8, ${north}::float8, 3857)) as meets
        from record n where n.layer_id = ${layer}::int and n.deleted_at is null
          and (${region}::int is null or exists (select 1 from region_part p where p.region_id = ${region}::int and st_intersects(p.geom, n.geom)))
        order by n.id`.execute(w.engine.db);
    return rows;
  }
  const sorted = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b);

  const PLACES: Place[] = [at(6, 51.5, 35.5), at(8, 51, 35), at(8, 52, 36), at(9, 51.3, 35.4), at(10, 51.9, 34.7), at(11, 50.9, 35.9)]; // biome-ignore format: one line

  for (const [who, region] of [
    ['editor', false],
    ['regional', true],
  ] as const) {
    it(`has the points of the table for the ${who}, each once and where it is`, async () => {
      let featureCount = 0;
      let worst = 0;
      for (const place of PLACES) {
        const rows = await table(layers[1], place, 0, region ? w.ids.region : null);
        const rowById = new Map(rows.map((row) => [row.id, row]));
        const features = await decode(who, layers[1], place);
        expect(sorted(features.map((f) => f.id))).toEqual(rows.filter((row) => row.meets).map((row) => row.id));
        for (const f of features) {
          const row = rowById.get(f.id);
          const [px, py] = project(place, row?.geometry.coordinates as unknown as Spot);
          const [[fx, fy]] = f.lines[0] as [Spot];
          worst = Math.max(worst, Math.abs(px - fx), Math.abs(py - fy));
          expect([f.type, f.name]).toEqual(['Point', row?.name]);
        }
        featureCount += features.length;
      }
      expect(featureCount).toBeGreaterThan(region ? 200 : 500);
      expect(worst).toBeLessThanOrEqual(1);
    });

    it.each([2, 3] as const)(`has the shapes of the table for the ${who}, where they are (type %i)`, async (type) => {
      let featureCount = 0;
      let worst = 0;
      let furthest = 0;
      for (const place of PLACES) {
        const within = region ? w.ids.region : null;
        const rows = await table(layers[type], place, 0, within);
        const near = new Map((await table(layers[type], place, 82, within)).map((row) => [row.id, row]));
        const features = await decode(who, layers[type], place);
        const ids = new Set(features.map((f) => f.id));
        expect(features).toHaveLength(ids.size);
        expect(rows.filter((row) => row.meets && !ids.has(row.id))).toEqual([]);
        for (const f of features) {
          const row = near.get(f.id);
          expect([f.id, row?.meets, f.name]).toEqual([f.id, true, row?.name]);
          if (!row) continue;
          expect(f.type.replace('Multi', '')).toBe(type === 2 ? 'LineString' : 'Polygon');
          const source = linesOf(row.geometry).map((line) => line.map((spot) => project(place, spot)));
          const spots = source.flat();
          const inside = spots.every(([x, y]) => x > 0 && y > 0 && x < UNITS && y < UNITS);
          // Each corner that was drawn lies on the shape; where a tile cuts an area, its edge is drawn too.
          const edge = ([x, y]: Spot) =>
            Math.min(...[x, y].flatMap((c) => [Math.abs(c + 80), Math.abs(c - UNITS - 80)]));
          for (const spot of f.lines.flat()) {
            const off = Math.min(...source.map((line) => away(spot, line)));
            worst = Math.max(worst, type === 3 && edge(spot) <= 1 ? 0 : off);
          }
          // And nothing of a whole shape is missing: corners, parts, holes.
          if (!inside) continue;
          for (const spot of spots) furthest = Math.max(furthest, Math.min(...f.lines.map((line) => away(spot, line))));
          if (place[0] >= 9) expect([f.id, f.lines.length]).toEqual([f.id, source.length]);
        }
        featureCount += features.length;
      }
      expect(featureCount).toBeGreaterThan(region ? 60 : 150);
      // One unit in each direction.
      expect(worst).toBeLessThanOrEqual(Math.SQRT2);
      expect(furthest).toBeLessThanOrEqual(SIMPLIFIED + Math.SQRT2);
    });
  }

  it('draws what is too small to see as a dot at its place, one for each cell', async () => {
    const place = at(2, 51, 35);
    for (const type of [2, 3] as const) {
      const rows = new Map((await table(layers[type], place, 0)).map((row) => [row.id, row]));
      const features = await decode('editor', layers[type], place);
      expect(features.length).toBeGreaterThan(0);
      const cells = new Set<string>();
      for (const f of features) {
        const row = rows.get(f.id) as { geometry: Geometry };
        const [x, y] = (f.lines[0] as Spot[])[0] as Spot;
        const spots = linesOf(row.geometry)
          .flat()
          .map((spot) => project(place, spot));
        const [xs, ys] = [spots.map((s) => s[0]), spots.map((s) => s[1])];
        for (const [c, of] of [
          [x, xs],
          [y, ys],
        ] as const) {
          // biome-ignore format: two axes
          expect(c).toBeGreaterThanOrEqual(Math.min(...of) - 9);
          expect(c).toBeLessThanOrEqual(Math.max(...of) + 9);
        }
        cells.add(`${Math.floor(x / 64)}/${Math.floor(y / 64)}`);
      }
      expect(cells.size).toBe(features.length);
    }
  });

  it('follows the life of a record: waiting ones are drawn, asked-for moves and deleted ones are not', async () => {
    const [here, there] = [at(12, 51.5, 35.5), at(12, 51.9, 35.9)];
    const idsAt = async (place: Place) => (await decode('editor', supervised, place)).map((f) => f.id);
    const point = (lon: number, lat: number) => ({ type: 'Point', coordinates: [lon, lat] });
    const creation = await w.call('editor', 'POST', '/api/layerdata/', {
      layer: supervised,
      value: { name: 'waits' },
      geometry: point(51.5, 35.5),
    });
    expect([creation.status, creation.body.status?.id]).toEqual([200, 1]);
    const { id } = creation.body;
    expect(await idsAt(here)).toEqual([id]);
    expect((await w.call('super', 'PUT', `/api/supervision/${id}/`, { action: 'approve' })).status).toBe(200);
    const moved = await w.call('editor', 'PUT', `/api/layerdata/${id}/`, { geometry: point(51.9, 35.9) });
    expect([moved.status, moved.body.geometry, moved.body.unconfiremed_value?.geometry]).toEqual([200, point(51.5, 35.5), point(51.9, 35.9)]); // biome-ignore format: one line
    expect([await idsAt(here), await idsAt(there)]).toEqual([[id], []]);
    expect((await w.call('super', 'PUT', `/api/supervision/${id}/`, { action: 'approve' })).status).toBe(200);
    expect([await idsAt(here), await idsAt(there)]).toEqual([[], [id]]);
    expect((await w.call('editor', 'DELETE', `/api/layerdata/${id}/`)).body).toMatchObject({ count: 0, waiting: [id] });
    expect(await idsAt(there)).toEqual([id]);
    expect((await w.call('super', 'PUT', `/api/supervision/${id}/`, { action: 'approve' })).status).toBe(200);
    expect(await idsAt(there)).toEqual([]);
    expect((await w.call('super', 'POST', '/api/layerdata/restore/', { ids: [id] })).status).toBe(200);
    expect(await idsAt(there)).toEqual([id]);
  });
});
