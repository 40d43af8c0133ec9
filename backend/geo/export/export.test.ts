// Every format out, read back by a second program: counts, places within 1e-7 degrees, attributes and Persian text the same.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import type { Field, Values } from '../../../contract/schemas/form';
import { hostHasOgr2ogr } from '../import/gdal';
import { exportLayers, lossesOf, MIXED, OUT_FORMATS, type OutFormat, type OutLayer, type OutRow } from './index';

const scratch = mkdtempSync(join(tmpdir(), 'pahneh-out-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const host = await hostHasOgr2ogr();
const PATH = process.env.PATH;

const FIELDS: Field[] = [
  { name: 'نام', label: 'نام', type: 'text' },
  { name: 'جمعیت', label: 'جمعیت', type: 'integer' },
  { name: 'height', label: 'Height', type: 'decimal' },
  { name: 'built', label: 'Built', type: 'date' },
  { name: 'open', label: 'Open', type: 'boolean' },
  { name: 'شمسی', label: 'تاریخ شمسی', type: 'text' },
];
const VALUES: Values[] = [
  {
    نام: 'تهران «پایتخت», "x"\nخط دوم',
    جمعیت: 9_000_000_000,
    height: 1200,
    built: '2020-01-31',
    open: true,
    شمسی: '1403-02-30',
  },
  { نام: 'قم', جمعیت: null, height: 0.25, built: null, open: false, شمسی: '1403-02-29' },
  { نام: '=1+1', جمعیت: -5, height: null, built: '1999-12-01', open: null, شمسی: null },
];
const SHAPES: Record<number, { wkt: string; type: string; coordinates: unknown }[]> = {
  1: [
    { wkt: 'POINT(51.123456789 35.7)', type: 'Point', coordinates: [51.123456789, 35.7] },
    { wkt: 'POINT(50.8 34.6)', type: 'Point', coordinates: [50.8, 34.6] },
    { wkt: 'POINT(-70.25 -33.5)', type: 'Point', coordinates: [-70.25, -33.5] },
  ],
  2: [
    { wkt: 'LINESTRING(51 35,52 36,53 36.5)', type: 'LineString', coordinates: [[51, 35], [52, 36], [53, 36.5]] }, // biome-ignore format: one shape a line
    { wkt: 'MULTILINESTRING((51 35,52 36),(40 30,41 31))', type: 'MultiLineString', coordinates: [[[51, 35], [52, 36]], [[40, 30], [41, 31]]] }, // biome-ignore format: one shape a line
    { wkt: 'LINESTRING(1 2,3 4)', type: 'LineString', coordinates: [[1, 2], [3, 4]] }, // biome-ignore format: one shape a line
  ],
  3: [
    { wkt: 'POLYGON((51 35,52 35,52 36,51 36,51 35),(51.2 35.2,51.2 35.4,51.4 35.4,51.4 35.2,51.2 35.2))', type: 'Polygon', coordinates: [[[51, 35], [52, 35], [52, 36], [51, 36], [51, 35]], [[51.2, 35.2], [51.2, 35.4], [51.4, 35.4], [51.4, 35.2], [51.2, 35.2]]] }, // biome-ignore format: one shape a line
    { wkt: 'MULTIPOLYGON(((1 1,2 1,2 2,1 1)),((5 5,6 5,6 6,5 5)))', type: 'MultiPolygon', coordinates: [[[[1, 1], [2, 1], [2, 2], [1, 1]]], [[[5, 5], [6, 5], [6, 6], [5, 5]]]] }, // biome-ignore format: one shape a line
    { wkt: 'POLYGON((0 0,1 0,1 1,0 0))', type: 'Polygon', coordinates: [[[0, 0], [1, 0], [1, 1], [0, 0]]] }, // biome-ignore format: one shape a line
  ],
};

SHAPES[MIXED] = [SHAPES[1]?.[0], SHAPES[2]?.[0], SHAPES[3]?.[0]] as (typeof SHAPES)[1];

const layerOf = (type: number, name = 'شهرها'): OutLayer => ({
  name,
  type,
  fields: FIELDS,
  rows: async function* (as) {
    for (const [i, value] of VALUES.entries()) {
      const shape = SHAPES[type]?.[i];
      yield {
        id: i + 1,
        value,
        shape: shape
          ? as === 'wkt'
            ? shape.wkt
            : JSON.stringify({ type: shape.type, coordinates: shape.coordinates })
          : null,
      } satisfies OutRow;
    }
  },
});

let fileCount = 0;
/** Writes the result where ogr2ogr can read it, and reads it as GeoJSON in EPSG:4326. */
async function readBack(layers: OutLayer[], format: OutFormat, more: { srid?: number; encoding?: string } = {}) {
  const { stream, extension } = await exportLayers(layers, format, { scratch, ...more });
  const path = join(scratch, `out${++fileCount}.${extension}`);
  writeFileSync(path, await buffer(stream));
  const zipped: Record<string, string> = { kmz: `/vsizip/${path}/doc.kml`, 'gdb.zip': path, zip: `/vsizip/${path}` };
  const source = format.id === 'gml' ? `/vsizip/${path}/${layers[0]?.name}.gml` : (zipped[extension] ?? path);
  const reading: Record<string, string[]> = {
    gpx: [layers[0]?.type === 2 ? 'tracks' : 'waypoints'],
    dxf: ['-s_srs', 'EPSG:4326'],
  };
  const read = () =>
    JSON.parse(
      execFileSync('ogr2ogr', ['-f', 'GeoJSON', '/vsistdout/', source, ...(reading[format.id] ?? []), ...(format.geometry ? ['-t_srs', 'EPSG:4326'] : []), '-lco', 'COORDINATE_PRECISION=9', '-lco', 'RFC7946=NO'], { encoding: 'utf8', env: { ...process.env, PATH }, stdio: ['ignore', 'pipe', 'pipe'] }),
    ).features as { properties: Record<string, unknown>; geometry: { type: string; coordinates: unknown } | null }[]; // biome-ignore format: one command
  return { path, source, read };
}

/** All positions of a shape in one order: drivers turn rings round and begin them elsewhere. */
const positions = (c: unknown): number[][] =>
  Array.isArray(c) ? (typeof c[0] === 'number' ? [c as number[]] : c.flatMap(positions)) : [];
const near = ([x = 0, y = 0]: number[], [u = 0, v = 0]: number[]) => Math.abs(x - u) < 1e-7 && Math.abs(y - v) < 1e-7;
const meets = (a: unknown, b: unknown): boolean => positions(a).every((p) => positions(b).some((q) => near(p, q)));
const close = (a: unknown, b: unknown): boolean => positions(a).length === positions(b).length && meets(b, a);
const asMulti = ({ type, coordinates }: { type: string; coordinates: unknown }) =>
  type.startsWith('Multi') ? coordinates : [coordinates];

describe.skipIf(!host).each(['host', 'wasm'] as const)('formats out, made by the %s GDAL', (maker) => {
  const using = async <T>(work: () => Promise<T>): Promise<T> => {
    if (maker === 'wasm') process.env.PATH = '/nowhere';
    try {
      return await work();
    } finally {
      process.env.PATH = PATH;
    }
  };
  for (const format of OUT_FORMATS)
    for (const type of format.types)
      it(`${format.id} holds layers of type ${type}`, async () => {
        const { read } = await using(() => readBack([layerOf(type)], format));
        const features = read();
        if (format.id !== 'dxf' && format.id !== 'gpx') expect(features.length).toBe(3);
        if (format.geometry && type > 0)
          for (const shape of (SHAPES[type] ?? []).slice(0, format.id === 'gpx' && type === MIXED ? 1 : 3)) {
            // DXF knows entities only: the parts of a shape lie beside each other.
            const all = features.map((f) => f.geometry?.coordinates);
            if (format.id === 'dxf') expect(meets(shape.coordinates, all)).toBe(true);
            else expect(features.some((f) => close(asMulti(f.geometry as never), asMulti(shape)))).toBe(true);
          }
        const texts = JSON.stringify(features);
        if (format.fields) {
          expect(texts).toContain('تهران «پایتخت»');
          expect(texts).toContain('خط دوم');
          expect(texts).toContain('1403-02-30');
          expect(texts).toMatch(/9000000000/);
          expect(texts).toMatch(/2020[-/]01[-/]31/);
          expect(texts).toContain(format.geometry ? '"=1+1"' : `"'=1+1"`);
        }
      });

  it('puts several layers into one geodatabase', async () => {
    const format = OUT_FORMATS.find((f) => f.id === 'gdb') as OutFormat;
    const { source } = await using(() => readBack([layerOf(1, 'cities'), layerOf(3, 'areas')], format));
    const said = execFileSync('ogrinfo', ['-q', source], { encoding: 'utf8' });
    expect(said).toContain('cities');
    expect(said).toContain('areas');
  });

  it('writes coordinates in another system, and text in Windows-1256', async () => {
    const format = OUT_FORMATS.find((f) => f.id === 'shp') as OutFormat;
    const { read, source } = await using(() => readBack([layerOf(3)], format, { srid: 32639, encoding: 'CP1256' }));
    expect(read().some((f) => close(asMulti(f.geometry as never), asMulti(SHAPES[3]?.[2] as never)))).toBe(true);
    expect(execFileSync('ogrinfo', ['-so', '-al', source], { encoding: 'utf8' })).toMatch(/UTM zone 39N/);
    expect(JSON.stringify(read())).toContain('تهران');
  });
});

it('leaves no file behind, whether a stream is read to its end or left', async () => {
  const format = OUT_FORMATS.find((f) => f.id === 'gpkg') as OutFormat;
  const one = await exportLayers([layerOf(1)], format, { scratch });
  one.stream.destroy();
  const two = await exportLayers([layerOf(1)], format, { scratch });
  await buffer(two.stream);
  await expect.poll(() => readdirSync(scratch).filter((n) => n.startsWith('export-'))).toEqual([]);
});

describe('what is lost, and what need not be', () => {
  const format = (id: string) => OUT_FORMATS.find((f) => f.id === id) as OutFormat;
  const of = (
    type: number,
    fields: Field[],
    rows: { value: Values; shape: string | null }[],
    title?: string,
  ): OutLayer => ({
    name: 'a',
    type,
    fields,
    title,
    rows: async function* () {
      for (const [i, row] of rows.entries()) yield { id: i, ...row };
    },
  });
  const field = (name: string, type: Field['type'] = 'text'): Field => ({ name, label: name, type });
  const csv = async (layer: OutLayer) =>
    (await buffer((await exportLayers([layer], format('csv'), { scratch })).stream)).toString().slice(1).trim().split('\r\n'); // biome-ignore format: one expression

  it('points of several parts and heights go along as text', async () => {
    const point = (shape: string) => ({ value: {}, shape });
    expect(await csv(of(1, [], [point('POINT(51 35)')]))).toEqual(['lon,lat', '51,35']);
    expect(await csv(of(1, [], [point('POINT(51 35)'), point('MULTIPOINT((51 35),(52 36))'), point('POINT Z (51 35 7)')]))).toEqual([
      'lon,lat,wkt',
      '51,35,POINT(51 35)',
      ',,"MULTIPOINT((51 35),(52 36))"',
      '51,35,POINT Z (51 35 7)',
    ]); // biome-ignore format: one table
  });

  it('numbers and telephone numbers are no formulas', async () => {
    const texts = ['+989121234567', '+98 912 123', '-99', '-۹۹٫۵', '+98-912', '-1+2', '=1', '@a'];
    const layer = of(
      0,
      [field('t')],
      texts.map((t) => ({ value: { t }, shape: null })),
    );
    expect((await csv(layer)).slice(1)).toEqual([...texts.slice(0, 4), ...texts.slice(4).map((t) => `'${t}`)]);
    expect(await lossesOf(layer, format('csv'))).toEqual([{ code: 'formulas', count: 4, capped: false }]);
    expect(await lossesOf(layer, format('gpkg'))).toEqual([]);
  });

  it('moments are those of the organisation where a format knows no zone', async () => {
    const layer = of(0, [field('t', 'datetime')], [{ value: { t: '2024-05-01T21:30:00.000Z' }, shape: null }]);
    expect(await csv(layer)).toEqual(['t', '2024-05-02 01:00:00']);
  });

  it('counts what a format cannot hold', async () => {
    const rows = ['a', 'ب'.repeat(128), 'x'.repeat(40_000)].map((t) => ({
      value: { t, 'نام خانوادگی': 'ی' },
      shape: null,
    }));
    const layer = of(3, [field('t', 'long_text'), field('نام خانوادگی')], rows);
    const lossesIn = async (id: string, encoding?: string) =>
      Object.fromEntries((await lossesOf(layer, format(id), encoding)).map((l) => [l.code, l.count]));
    expect(await lossesIn('shp')).toEqual({ names: 1, cutText: 2 });
    expect(await lossesIn('shp', 'CP1256')).toEqual({ names: 1, cutText: 1, letters: 3 });
    expect(await lossesIn('xlsx')).toEqual({ cutText: 1 });
    expect([await lossesIn('gml'), await lossesIn('gdb')]).toEqual([{ names: 1 }, { names: 1 }]);
    expect([await lossesIn('gpkg'), await lossesIn('geojson'), await lossesIn('kml')]).toEqual([{}, {}, {}]);
    expect(await lossesIn('dxf')).toEqual({ noFields: 2 });
  });

  it.skipIf(!host)('shapefiles keep times, KML its titles, sheets open', async () => {
    const fields = [field('code'), field('نام'), field('t', 'datetime')];
    const value = { code: 'x'.repeat(40_000), نام: 'تهران', t: '2024-05-01T21:30:00.000Z' };
    const layer = of(1, fields, [{ value, shape: 'POINT(51 35)' }], 'نام');
    const [shp] = (await readBack([layer], format('shp'))).read();
    expect([shp?.properties.t, String(shp?.properties.code).length]).toEqual(['2024-05-02 01:00:00', 254]);
    const { source } = await readBack([layer], format('kml'));
    expect(readFileSync(source, 'utf8')).toContain('<name>تهران</name>');
    const [row] = (await readBack([layer], format('xlsx'))).read();
    expect([row?.properties.t, String(row?.properties.code).length]).toEqual([expect.stringMatching(/^2024.05.02[T ]01:00:00/), 32_767]); // biome-ignore format: one row
    const [gdb] = (await readBack([layer], format('gdb'))).read();
    expect(gdb?.properties.t).toMatch(/^2024.05.02[T ]01:00:00/);
  });

  it.skipIf(!host)('the names that are told are the names that change', async () => {
    const names = ['نام', 'نام خانوادگی', 'a-b', 'a.b', 'نیم\u200cفاصله', 'x(1)', '1a'];
    const layer = of(1, names.map((n) => field(n)), [{ value: Object.fromEntries(names.map((n) => [n, n])), shape: 'POINT(51 35)' }]); // biome-ignore format: one row
    for (const id of ['gml', 'gdb', 'shp', 'gpkg']) {
      const [row] = (await readBack([layer], format(id))).read();
      const changed = names.filter((n) => row?.properties[n] !== n).length;
      const [loss] = await lossesOf(layer, format(id));
      expect([id, loss?.count ?? 0]).toEqual([id, changed]);
    }
  });
});
