// Debian's GDAL, OWSLib and QGIS read a published layer through the web process and the backend, as people use them.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostHasOgr2ogr } from '../../backend/geo/import/gdal';
import * as make from '../../backend/seed/builders';
import type { Field } from '../../contract/schemas/form';
import { inBytes, startWeb, type Web } from '../web';
import { createWorld, ENGINE, type TestWorld } from '../world';
import { createDoorKey, publishLayer } from './door';

const host = await hostHasOgr2ogr();
const run = promisify(execFile);
/** Debian's Python, which has Debian's modules. */
const PYTHON = '/usr/bin/python3';
const hasModule = (name: string) =>
  run(PYTHON, ['-c', `import ${name}`]).then(
    () => true,
    () => false,
  );
const [hasOwslib, hasQgis] = await Promise.all([hasModule('owslib.ogcapi.features'), hasModule('qgis.core')]);
const COUNT = 2500;
const WIDE = 4_000_000_040;
const FIELDS: Field[] = [
  { name: 'نوع کاربری', label: 'کاربری', type: 'text' },
  { name: 'ratio', label: 'نسبت', type: 'decimal' },
  { name: 'parcel', label: 'پلاک', type: 'integer' },
  { name: 'day', label: 'روز', type: 'date' },
  { name: 'at', label: 'زمان', type: 'datetime' },
];
/** The first twenty ratios are whole, and large numbers come late: types are guessed from the first records. */
const RECORDS = Array.from({ length: COUNT }, (_, i) => ({
  geometry: { type: 'Point' as const, coordinates: [50 + (i % 50) / 10, 30 + Math.floor(i / 50) / 10, i] },
  value: { 'نوع کاربری': `کاربری‌های شمارهٔ ${i}`, ratio: i < 20 ? i : i + 0.25, parcel: i < 30 ? i : WIDE + i, day: '2020-02-29', at: '2020-01-01T10:00:00.000Z' }, // biome-ignore format: one record
}));

let w: TestWorld;
let web: Web;
let key: string;
let layer: number;
let folder: string;
beforeAll(async () => {
  w = await createWorld(ENGINE);
  web = await startWeb(w);
  layer = await make.createLayer(w.engine, { customer: w.ids.customer, owner: 1, label: 'زمین‌ها', type: 1, form: FIELDS, records: RECORDS }); // biome-ignore format: one line
  await publishLayer(w, layer, { wide: ['parcel'], writes: 1 });
  await publishLayer(w, w.ids.polygons);
  key = await createDoorKey(w, [{ layer, add: true, edit: false, delete: false }, w.ids.polygons]);
  folder = mkdtempSync(join(tmpdir(), 'pahneh-gdal-'));
});
afterAll(async () => {
  await web.close();
  await w.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Feature {
  id: number;
  geometry: { type: string; coordinates: number[] };
  properties: Record<string, unknown>;
}

/** What ogr2ogr reads of a layer. */
async function readWithGdal(of: number, ...more: string[]): Promise<Feature[]> {
  const { stdout } = await run(
    'ogr2ogr',
    ['-f', 'GeoJSON', '/vsistdout/', `OAPIF:http://${web.host}/ogc`, `layer_${of}`, '-oo', `USERPWD=pahneh:${key}`, ...more], // biome-ignore format: one line
    { maxBuffer: 64 * 1024 * 1024 },
  );
  return (JSON.parse(stdout) as { features: Feature[] }).features;
}

describe.skipIf(!host)('GDAL reads', () => {
  it('every record once, with Persian names, decimals, large numbers, days, instants and heights', async () => {
    const features = await readWithGdal(layer, '-oo', 'PAGE_SIZE=1000');
    expect(features).toHaveLength(COUNT);
    for (const [i, record] of RECORDS.entries()) {
      const { geometry, properties } = features[i] as Feature;
      expect(properties).toMatchObject({ 'نوع کاربری': record.value['نوع کاربری'], ratio: record.value.ratio, parcel: record.value.parcel }); // biome-ignore format: one line
      for (const [axis, value] of record.geometry.coordinates.entries()) expect(geometry.coordinates[axis]).toBeCloseTo(value, 6); // biome-ignore format: one line
    }
    expect(String(features[0]?.properties.day)).toMatch(/^2020[-/]02[-/]29/);
    expect(String(features[0]?.properties.at)).toMatch(/^2020[-/]01[-/]01T?.?10:00:00/);
  });

  it('in small pages, in a box, and by a condition', async () => {
    expect(await readWithGdal(w.ids.polygons, '-oo', 'PAGE_SIZE=7')).toHaveLength(1);
    expect(await readWithGdal(layer, '-oo', 'PAGE_SIZE=1000', '-spat', '49.95', '29.95', '50.15', '30.15')).toHaveLength(4); // biome-ignore format: one line
    expect(await readWithGdal(layer, '-oo', 'PAGE_SIZE=1000', '-where', 'ratio = 7')).toHaveLength(1);
  });

  it('the types of the fields from the schema', async () => {
    const { stdout } = await run('ogrinfo', ['-so', `OAPIF:http://${web.host}/ogc`, `layer_${layer}`, '-oo', `USERPWD=pahneh:${key}`]); // biome-ignore format: one line
    expect(stdout).toMatch(/ratio: Real/);
    expect(stdout).toMatch(/parcel: Real/);
    expect(stdout).toMatch(/نوع کاربری: String/);
    expect(stdout).toMatch(new RegExp(`Feature Count: ${COUNT}`));
  });

  it('whole files in place, by their parts', async () => {
    const inAddress = await createDoorKey(w, [layer], { inAddress: true });
    const file = (as: string) => `/vsicurl/http://${web.host}/ogc/t/${inAddress}/collections/layer_${layer}/snapshot.${as}`; // biome-ignore format: one line
    const read = async (...args: string[]) => {
      const { stdout } = await run('ogr2ogr', ['-f', 'GeoJSON', '/vsistdout/', ...args], { maxBuffer: 64 * 1024 * 1024 }); // biome-ignore format: one line
      return (JSON.parse(stdout) as { features: Feature[] }).features;
    };
    expect(await read(file('gpkg'))).toHaveLength(COUNT);
    const boxed = await read('-spat', '49.95', '29.95', '50.15', '30.15', file('fgb'));
    expect(boxed.map(({ properties }) => properties['نوع کاربری']).sort()).toEqual([0, 1, 50, 51].map((i) => RECORDS[i]?.value['نوع کاربری']).sort()); // biome-ignore format: one line
  });

  it('the tiles', async () => {
    const { body } = await request(`http://${web.host}/ogc/collections/layer_${w.ids.polygons}/tiles/WebMercatorQuad/0/0/0`, { headers: { host: web.host, 'x-api-key': key } }); // biome-ignore format: one line
    const file = join(folder, '0.mvt');
    const { writeFile } = await import('node:fs/promises');
    await writeFile(file, Buffer.from(await body.arrayBuffer()));
    const { stdout } = await run('ogrinfo', ['-al', '-so', file]);
    expect(stdout).toMatch(/Layer name: records/);
  });
});

it.skipIf(!hasOwslib)(
  'OWSLib reads what it is, boxes, conditions in Persian, and refusals',
  async () => {
    const collection = `layer_${layer}`;
    const { stdout } = await run(PYTHON, [
      'testing/outside/owslib-steps.py',
      `http://${web.host}/ogc`,
      key,
      collection,
    ]);
    const steps = JSON.parse(stdout);
    expect(steps.collections).toEqual(expect.arrayContaining([collection, `layer_${w.ids.polygons}`]));
    expect(steps.conformance).toContain('http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core');
    expect(steps.paths).toContain('/collections/{collectionId}/items');
    expect(steps.queryables).toEqual(expect.arrayContaining(['نوع کاربری', 'ratio', 'parcel', 'day', 'at']));
    expect([steps.title, steps.matched, steps.limited, steps.inBox]).toEqual(['زمین‌ها', COUNT, 2, 4]);
    expect(steps.filtered).toMatchObject([{ properties: { ratio: 7, parcel: 7 } }]);
    expect([steps.item.id, steps.item.properties]).toEqual([steps.second.id, steps.second.properties]);
    expect([steps.missing.status, steps.wrong.status]).toEqual([404, 400]);
    expect(steps.wrong.detail).toContain('bbox');
  },
  60_000,
);

it.skipIf(!hasQgis)(
  `QGIS reads every record, its names and types, and draws the tiles${hasQgis ? '' : ': not run, python3-qgis is not installed'}`,
  async () => {
    const inAddress = await createDoorKey(w, [layer], { inAddress: true });
    const { stdout } = await run(
      PYTHON,
      ['testing/outside/qgis-steps.py', `http://${web.host}/ogc`, key, `layer_${layer}`, inAddress],
      { maxBuffer: 64 * 1024 * 1024 },
    );
    const steps = JSON.parse(stdout) as {
      types: Record<string, string>;
      features: { wkt: string; values: Record<string, unknown> }[];
      painted: number;
    };
    expect(steps).toMatchObject({ valid: true, count: COUNT, inBox: 4, tiles: true });
    expect(steps.types).toMatchObject({ 'نوع کاربری': 'String', ratio: 'Real', parcel: 'Real' });
    expect(steps.features).toHaveLength(COUNT);
    const byRatio = new Map(steps.features.map((feature) => [feature.values.ratio, feature]));
    for (const { geometry, value } of RECORDS) {
      const feature = byRatio.get(value.ratio);
      expect(feature?.values).toMatchObject({ 'نوع کاربری': value['نوع کاربری'], parcel: value.parcel });
      const [x, y, z] = (feature?.wkt.match(/[\d.]+/g) ?? []).map(Number);
      for (const [i, at] of [x, y, z].entries()) expect(at).toBeCloseTo(geometry.coordinates[i] as number, 6);
    }
    expect(steps.painted).toBeGreaterThan(500);
  },
  120_000,
);

it('T1 a record that is made through the web process is told by Location, in this very case', async () => {
  const feature = JSON.stringify({ type: 'Feature', geometry: { type: 'Point', coordinates: [51, 35] }, properties: { ratio: 1 } }); // biome-ignore format: one line
  const basic = Buffer.from(`x:${key}`).toString('base64');
  const path = `/ogc/collections/layer_${layer}/items`;
  const raw = await inBytes(
    web.port,
    `POST ${path} HTTP/1.1\r\nHost: ${web.host}\r\nAuthorization: Basic ${basic}\r\nContent-Type: application/geo+json\r\nContent-Length: ${feature.length}\r\nConnection: close\r\n\r\n${feature}`,
  );
  expect(raw).toMatch(/^HTTP\/1\.1 201 /);
  expect(raw).toMatch(new RegExp(`\\r\\nLocation: http://${web.host}${path}/\\d+\\r\\n`));
  const options = await inBytes(web.port, `OPTIONS ${path} HTTP/1.1\r\nHost: ${web.host}\r\nAuthorization: Basic ${basic}\r\nConnection: close\r\n\r\n`); // biome-ignore format: one line
  expect(options).toContain('\r\nAllow: GET, HEAD, OPTIONS, POST\r\n');
  const denied = await inBytes(web.port, `GET ${path} HTTP/1.1\r\nHost: ${web.host}\r\nConnection: close\r\n\r\n`);
  expect(denied).toMatch(/^HTTP\/1\.1 401 /);
  expect(denied).toContain('\r\nWWW-Authenticate: Basic realm="Pahneh", charset="UTF-8"\r\n');
});
