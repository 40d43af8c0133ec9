// Drawings in and out of files, many changed at once, and shapes made of shapes; files are read by a second program too.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Drawing } from '../../../contract/schemas/drawing';
import { OUT_FORMAT_IDS } from '../../../contract/schemas/export';
import { createWorld, ONE_ENGINE, type TestWorld } from '../../../testing/world';

const at = (lng: number, lat = 35) => ({ type: 'Point', coordinates: [lng, lat] });
const line = (...coordinates: number[][]) => ({ type: 'LineString', coordinates });
const box = (w: number, s: number, e: number, n: number) => ({ type: 'Polygon', coordinates: [[[w, s], [e, s], [e, n], [w, n], [w, s]]] }); // biome-ignore format: a box
const GIVEN = [
  { geometry: at(51), type: 'point', label: 'چاه یک', style: { color: '#e03131', icon: 'star', size: 9 } },
  { geometry: at(51.5), type: 'text', label: '', style: { text: 'متن «دو»', font_size: 20, rotation: 30 } },
  { geometry: line([51, 35], [52, 36]), type: 'line', label: 'راه', style: { color: '#1971c2', width: 4, dash: [4, 2] } },
  { geometry: box(51, 35, 51.2, 35.1), type: 'rectangle', label: 'زمین', style: { fill: '#2f9e44', fill_opacity: 0.5, show_label: true } },
]; // biome-ignore format: one drawing a row
const READABLE = ['geojson', 'gpkg', 'kml', 'gml', 'fgb', 'csv'] as const;

/** ogrinfo's words about a file, or null where the program is missing. */
const readTool = (path: string): string | null => {
  try {
    return execFileSync('ogrinfo', ['-ro', '-al', '-so', path], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null;
    throw error;
  }
};

describe.each(ONE_ENGINE)(
  'drawings in files on the %s engine',
  (kind) => {
    let w: TestWorld;
    let folder: string;
    beforeAll(async () => {
      w = await createWorld(kind);
      folder = mkdtempSync(join(tmpdir(), 'drawn-'));
    });
    afterAll(async () => {
      rmSync(folder, { recursive: true });
      await w.close();
    });
    beforeEach(async () => {
      await w.call('viewer', 'DELETE', '/api/drawing/delete_all/');
    });
    const call = (method: string, path: string, body?: unknown, as = 'viewer') =>
      w.call(as, method, `/api/drawing/${path}`, body);
    const bring = (name: string, content: string | Uint8Array, query = '', as = 'viewer') =>
      w.form(as, `/api/drawing/import/${query}`, { file: new File([content as BlobPart], name) });
    const shape = (body: unknown) => call('POST', 'shape/', body);

    it('leave in every format, and a second program counts them', async () => {
      const { body: drawings } = await call('POST', '', GIVEN);
      const ids = drawings.map(({ id }: Drawing) => id);
      for (const format of OUT_FORMAT_IDS) {
        // What holds one kind of shape only gets the point; areas are nothing for GPX.
        const one = format === 'shp' || format === 'gdb' || format === 'gpx';
        const { status, body } = await call('POST', `export_${format}/`, { ids: one ? ids.slice(0, 1) : ids });
        expect([format, status]).toEqual([format, 200]);
        const bytes =
          typeof body === 'string' || Buffer.isBuffer(body) ? Buffer.from(body) : Buffer.from(JSON.stringify(body));
        const packed: Record<string, string> = {
          shp: '/drawings.shp',
          gml: '/drawings.gml',
          kmz: '/doc.kml',
          gdb: '/drawings.gdb',
        };
        const inside = packed[format];
        const path = join(folder, `d.${inside ? 'zip' : format}`);
        writeFileSync(path, bytes);
        if (format === 'xlsx') continue;
        const said = readTool(inside ? `/vsizip/${path}${inside}` : path);
        if (said === null) continue;
        const count = [...said.matchAll(/Feature Count: (\d+)/g)].reduce((sum, m) => sum + Number(m[1]), 0);
        expect([format, count]).toEqual([format, one ? 1 : 4]);
      }
    });

    it.each(READABLE)('come back from %s with their kinds, names and looks', async (format) => {
      const { body: drawings } = await call('POST', '', GIVEN);
      const out = await call('POST', `export_${format}/`, { ids: drawings.map(({ id }: Drawing) => id) });
      const content = typeof out.body === 'string' || Buffer.isBuffer(out.body) ? out.body : JSON.stringify(out.body);
      await call('DELETE', 'delete_all/');
      const inside = format === 'gml' ? unzipSync(new Uint8Array(content as Buffer))['drawings.gml'] : content;
      const { status, body } = await bring(`d.${format}`, inside ?? '');
      expect([status, body.rejected]).toEqual([200, 0]);
      const key = ({ type, label, style }: Partial<Drawing>) =>
        JSON.stringify([type, label, Object.entries(style ?? {}).sort()]);
      // A data set for each kind of shape: the order is theirs.
      expect(body.drawings.map(key).sort()).toEqual(GIVEN.map((d) => key(d as never)).sort());
      expect((await call('GET', '')).body).toEqual(body.drawings);
    });

    it('come from the files of other programs', async () => {
      const gpx =
        '<?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><wpt lat="35" lon="51"><name>چشمه</name></wpt><trk><name>مسیر</name><trkseg><trkpt lat="35" lon="51"/><trkpt lat="36" lon="52"/></trkseg></trk></gpx>';
      const simple = { type: 'FeatureCollection', features: [{ type: 'Feature', geometry: box(0, 0, 1, 1), properties: { title: 'A', stroke: '#ff0000', 'stroke-width': 3, fill: 'red', 'fill-opacity': 7 } }] }; // biome-ignore format: one file
      const labels = async (name: string, content: string | Uint8Array) => {
        const { status, body } = await bring(name, content);
        return [status, body.drawings?.map((d: Drawing) => [d.type, d.label])];
      };
      expect(await labels('a.gpx', gpx)).toEqual([
        200,
        expect.arrayContaining([
          ['point', 'چشمه'],
          ['line', 'مسیر'],
        ]),
      ]);
      expect(await labels('a.csv', 'name,lat,lon\nیک,۳۵,۵۱\n')).toEqual([200, [['point', 'یک']]]);
      expect(await labels('a.wkt', 'LINESTRING(51 35, 52 36)')).toEqual([200, [['line', '']]]);
      const { body } = await bring('b.geojson', JSON.stringify(simple));
      expect(body.drawings[0]).toMatchObject({ type: 'polygon', label: 'A', style: { color: '#ff0000', width: 3 } });
      const { body: drawings } = await call('POST', '', [GIVEN[2]]);
      const shp = await call('POST', 'export_shp/', { ids: [drawings[0].id] });
      expect(await labels('c.zip', new Uint8Array(shp.body))).toEqual([200, [['line', 'راه']]]);
    });

    it('refuse a file that is none, one without shapes and one without a place, and save nothing of it', async () => {
      for (const [name, content] of [
        ['a.geojson', '{"type":"FeatureCollection","features":['],
        ['a.exe', 'MZ'],
        ['a.csv', 'a,b\n1,2\n'],
        ['a.geojson', ''],
        ['a.zip', zipSync({ 'x.txt': new Uint8Array([1]) })],
      ] as const)
        expect([name, (await bring(name, content)).status]).toEqual([name, 400]);
      const far = 'name,x,y\na,535000,3950000\n';
      expect((await bring('a.csv', far)).status).toBe(400);
      const { status, body } = await bring('a.csv', far, '?srid=32639');
      expect([status, body.drawings?.length]).toEqual([200, 1]);
      expect(body.drawings[0].geometry.coordinates[0]).toBeCloseTo(51.4, 1);
      expect((await call('GET', '')).body.length).toBe(1);
    });

    it('are changed many at once, all or none, and only one’s own', async () => {
      const { body: drawings } = await call('POST', '', [...GIVEN, { geometry: at(52), type: 'circle', radius: 100 }]);
      const [point, , road, , circle] = drawings as Drawing[];
      const { status, body } = await call('PATCH', 'edit_bulk/', [
        { id: circle?.id, type: 'polygon', radius: null, geometry: box(1, 1, 2, 2) },
        { id: road?.id, style: { color: '#000000' } },
      ]);
      expect([status, body]).toEqual([200, [{ ...circle, type: 'polygon', radius: null, geometry: box(1, 1, 2, 2), version: expect.any(Number) }, { ...road, style: { color: '#000000' }, version: expect.any(Number) }]]); // biome-ignore format: two rows
      const other = (await call('POST', '', GIVEN[0], 'editor')).body;
      for (const [bad, code] of [
        [
          [
            { id: point?.id, label: 'x' },
            { id: other.id, label: 'x' },
          ],
          404,
        ],
        [
          [
            { id: point?.id, label: 'x' },
            { id: road?.id, geometry: at(1) },
          ],
          400,
        ],
        [
          [
            { id: point?.id, label: 'x' },
            { id: point?.id, label: 'y' },
          ],
          400,
        ],
        [[{ id: point?.id, type: 'circle' }], 400],
        [[], 400],
      ] as const)
        expect((await call('PATCH', 'edit_bulk/', bad)).status).toBe(code);
      expect((await call('GET', '')).body[0]).toEqual(point);
    });

    it('are cut, joined and moved sideways', async () => {
      const cut = await shape({ how: 'split', geometries: [box(0, 0, 2, 1)], by: line([1, -1], [1, 2]) });
      expect([cut.status, cut.body.length]).toEqual([200, 2]);
      const whole = await shape({ how: 'merge', geometries: cut.body });
      expect([whole.status, whole.body[0].type]).toEqual([200, 'Polygon']);
      // A neighbour that was drawn along another one shares its corners to a tenth of a millimetre: they become one.
      const ring = (x: number, far: number) => [[far, 0], [x, 0], [x, 0.5], [x, 1], [far, 1], [far, 0]]; // biome-ignore format: a box
      const sides = [ring(1.123456789412, 0), ring(1.123456789, 2)];
      const joined = await shape({
        how: 'merge',
        geometries: sides.map((r) => ({ type: 'Polygon', coordinates: [r] })),
      });
      const [corners = []] = joined.body[0].coordinates as [number, number][][];
      expect([joined.body.length, joined.body[0].type]).toEqual([1, 'Polygon']);
      expect([...new Set(corners.map((c) => c.map((n) => n.toFixed(6)).join()))]).toHaveLength(corners.length - 1);
      const apart = await shape({ how: 'merge', geometries: [box(0, 0, 1, 1), box(5, 5, 6, 6)] });
      expect(apart.body[0].type).toBe('MultiPolygon');
      const road = await shape({ how: 'merge', geometries: [line([0, 0], [1, 0]), line([1, 0], [2, 0])] });
      expect(road.body).toEqual([line([0, 0], [1, 0], [2, 0])]);
      const side = await shape({ how: 'offset', geometries: [line([51, 35], [51, 35.01])], metres: 100 });
      expect(side.body[0].coordinates[0][0]).toBeCloseTo(51 - 100 / (111320 * Math.cos((35 * Math.PI) / 180)), 5);
      const grown = await shape({ how: 'offset', geometries: [box(51, 35, 51.01, 35.01), at(51)], metres: 50 });
      expect(grown.status).toBe(400);
      const area = async (metres: number) => {
        const { body } = await shape({ how: 'offset', geometries: [box(51, 35, 51.01, 35.01)], metres });
        return (await w.call('viewer', 'POST', '/api/layerdata/measure/', { geometry: body[0] })).body.area;
      };
      expect((await area(100)) > (await area(-100))).toBe(true);
      for (const bad of [
        { how: 'split', geometries: [box(0, 0, 2, 1)], by: line([5, 5], [6, 6]) },
        { how: 'split', geometries: [box(0, 0, 2, 1)] },
        { how: 'merge', geometries: [box(0, 0, 2, 1)] },
        { how: 'merge', geometries: [box(0, 0, 2, 1), at(0)] },
        { how: 'offset', geometries: [box(51, 35, 51.01, 35.01)], metres: -100_000 },
        { how: 'offset', geometries: [box(51, 35, 51.01, 35.01)] },
        { how: 'merge', geometries: [{ type: 'Polygon', coordinates: [[[0, 0], [2, 2], [2, 0], [0, 2], [0, 0]]] }, box(0, 0, 1, 1)] }, // biome-ignore format: a bow tie
      ])
        expect([JSON.stringify(bad), (await shape(bad)).status]).toEqual([JSON.stringify(bad), 400]);
    });
  },
  120_000,
);
