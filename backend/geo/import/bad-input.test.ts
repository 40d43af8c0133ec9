// Files that are broken, hostile or called off: a stable code, nothing left on disk, nothing left running.
import { readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { describe, expect, test, vi } from 'vitest';
import * as files from '../../../testing/files';
import { importFiles, millionZip, zipLink, zipOfBytes } from '../../../testing/import-files';
import { openGdal } from './gdal';
import { inspect, read } from './index';

const fixture = importFiles();
const { refusal, all } = fixture;

describe('archives', () => {
  /** Ways out of a folder: up, absolute, of a drive, of another machine, cut by a zero byte; in both kinds of slashes. */
  const OUT = [
    ...['..', '../..', 'a/..', 'a/../..', './..', './a/../..', 'a/b/../../..', '..\\..', 'a\\..', '..\\../..', '.\\..', 'روستا/..'].flatMap((up) => [`${up}/evil.shp`, `${up}\\evil.shp`]), // biome-ignore format: one list
    ...['/', '//', '/etc/', '\\', '\\\\host\\share\\', '/..\\', 'C:', 'C:\\', 'c:/', 'Z:..\\', '/C:/', '\\\\?\\C:\\', '//host/share/'].map((at) => `${at}evil.shp`), // biome-ignore format: one list
    ...['a\0.shp', '\0', 'evil.shp\0.txt', '..\0/evil.shp', 'a/\0/b.shp'],
    ...['a/../../evil.shp', 'a/..', '..', '../', '..\\', 'a/../', '/'],
  ];
  test.each(OUT)('with the name %j are refused', async (name) => {
    expect(await refusal(await files.zipSlip(fixture.folder, name))).toBe('zip_path');
    expect(await readdir(fixture.folder)).toEqual(['slip.zip']);
  });

  test('that explode are refused before a byte is written', async () => {
    expect(await refusal(await files.zipBomb(fixture.folder))).toBe('zip_bomb');
    expect(await refusal(await files.overlappingZip(fixture.folder))).toBe('zip_bomb');
    const many = Object.fromEntries(Array.from({ length: 10_001 }, (_, i) => [`${i}.txt`, new Uint8Array(0)]));
    expect(await refusal(await files.zipOf(fixture.folder, 'many.zip', many))).toBe('zip_bomb');
  });

  test('that declare a million entries, or hold archives in archives', async () => {
    expect(await refusal(await millionZip(fixture.folder))).toBe('zip_bomb');
    const inner = await readFile((await files.zipBomb(fixture.folder)).path);
    expect(await refusal(await files.zipOf(fixture.folder, 'a.zip', { 'in.zip': inner, 'in.KMZ': inner }))).toBe('zip_nested'); // biome-ignore format: one call
    // Beside something of use it stays packed.
    const beside = await files.zipOf(fixture.folder, 'b.zip', { 'a.shp': files.shp([[51, 35]]), 'in.zip': inner });
    expect((await fixture.look(beside)).datasets.map((d) => d.name)).toEqual(['a']);
    expect((await readdir(fixture.folder)).sort()).toEqual(['a.zip', 'b.zip', 'bomb.zip', 'million.zip']);
  });

  test('whose entry is a link: it is a small file, and what it names stays unread', async () => {
    const outside = join(fixture.folder, 'outside.shp');
    await writeFile(outside, files.shp([[51, 35]]));
    for (const target of [outside, '../outside.shp', '/etc/passwd', '/dev/zero', '.'])
      for (const name of ['a.shp', 'a/b.shp'])
        expect([target, await refusal(await zipLink(fixture.folder, name, target))]).toEqual([target, 'broken_file']); // biome-ignore format: one call
    // A link and, below it, what would be written through it.
    const [link] = [{ os: 3, attrs: (0o120777 << 16) >>> 0, level: 0 as const }];
    const through = await files.zipOf(fixture.folder, 'c.zip', { 'd': [Buffer.from(fixture.folder), link], 'd/evil.shp': files.shp([[51, 35]]) }); // biome-ignore format: one call
    expect(await refusal(through)).toBe('accepted');
    expect((await readdir(fixture.folder)).sort()).toEqual(['c.zip', 'link.zip', 'outside.shp']);
    expect(await readFile(outside)).toEqual(Buffer.from(files.shp([[51, 35]])));
  });

  test('with names in CP1256, or in no encoding: read for people, and no way out', async () => {
    const arabic = (text: string) => iconv.encode(text, 'windows-1256');
    const named = async (name: Uint8Array) => fixture.look(await zipOfBytes(fixture.folder, name));
    expect((await named(arabic('روستا/چاه‌ها.shp'))).datasets.map((d) => d.name)).toEqual(['چاه‌ها']);
    const shp = Buffer.from('.shp');
    expect((await named(Buffer.concat([Uint8Array.of(0x80, 0x81, 0xc3), shp]))).datasets).toHaveLength(1);
    for (const out of ['../چاه.shp', '..\\چاه.shp', '/چاه.shp', 'روستا/../../چاه.shp', 'C:\\چاه.shp', 'چاه\0.shp'])
      expect([out, await refusal(await zipOfBytes(fixture.folder, arabic(out)))]).toEqual([out, 'zip_path']);
    // Two dots in more bytes than they need are no dots.
    const long = Buffer.from('c0aec0ae2f', 'hex');
    expect((await named(Buffer.concat([long, Buffer.from('evil.shp')]))).datasets.map((d) => d.name)).toEqual(['evil']);
    expect(await readdir(fixture.folder)).toEqual(['bytes.zip']);
  });

  test('that hold nothing, or nothing of use', async () => {
    expect(await refusal(await files.emptyZip(fixture.folder))).toBe('empty_zip');
    expect(await refusal(await files.zipOf(fixture.folder, 'a.zip', { 'read.me': new Uint8Array(3) }))).toBe('no_shp');
    expect(await refusal(await files.zipOf(fixture.folder, 'b.zip', { 'in.zip': new Uint8Array(3) }))).toBe(
      'zip_nested',
    );
    expect(await refusal(await files.zipOf(fixture.folder, 'c.kmz', { 'a.png': new Uint8Array(3) }))).toBe(
      'no_datasets',
    );
  });

  test('that are locked', async () => {
    const file = await files.shapefileZip(fixture.folder);
    const bytes = await readFile(file.path);
    // The flag "encrypted" in the first entry of the directory at the end.
    const at = bytes.indexOf('PK\u0001\u0002', 0, 'latin1') + 8;
    bytes.writeUInt16LE(bytes.readUInt16LE(at) | 1, at);
    await writeFile(file.path, bytes);
    expect(await refusal(file)).toBe('zip_encrypted');
  });

  test('cut off in the middle', async () => {
    const file = await files.shapefileZip(fixture.folder);
    await truncate(file.path, Math.floor((await stat(file.path)).size / 2));
    expect(await refusal(file)).toBe('broken_file');
  });

  test('whose shapefile is cut off', async () => {
    const whole = files.shp([
      [51, 35],
      [52, 36],
    ]);
    const zip = (bytes: Uint8Array) => files.zipOf(fixture.folder, 's.zip', { 's.shp': bytes });
    expect(await refusal(await zip(whole))).toBe('accepted');
    expect(await refusal(await zip(whole.subarray(0, whole.length - 5)))).toBe('broken_file');
    expect(await refusal(await zip(whole.subarray(0, 50)))).toBe('broken_file');
  });
});

describe('wrong files', () => {
  test('are told by name and content together', async () => {
    expect(await refusal(await files.wrongType(fixture.folder))).toBe('wrong_type');
    expect(await refusal(await files.textFile(fixture.folder, 'a.exe', 'x'))).toBe('wrong_type');
    expect(await refusal(await files.textFile(fixture.folder, 'a.shp', 'x'))).toBe('shp_without_zip');
    expect(await refusal(await files.textFile(fixture.folder, 'a.zip', 'x,y\n1,2'))).toBe('wrong_type');
    expect(await refusal(await files.textFile(fixture.folder, 'a.gpkg', 'x,y\n1,2'))).toBe('wrong_type');
    expect(await refusal(await files.textFile(fixture.folder, 'a.json', '{"name":"package"}'))).toBe('wrong_type');
    expect(
      await refusal(await files.textFile(fixture.folder, 'a.csv', Buffer.from([0x89, 0x50, 0, 1, 2, 3, 255, 254]))),
    ).toBe('wrong_type');
    const zip = await files.shapefileZip(fixture.folder);
    expect(await refusal({ path: zip.path, name: 'a.geojson' })).toBe('wrong_type');
  });

  test('are empty or broken off', async () => {
    expect(await refusal(await files.textFile(fixture.folder, 'a.geojson', ''))).toBe('empty_file');
    expect(await refusal(await files.textFile(fixture.folder, 'a.csv', '\n\n'))).toBe('empty_file');
    expect(
      await refusal(await files.textFile(fixture.folder, 'a.geojson', '{"type":"FeatureCollection","features":[]}')),
    ).toBe('no_datasets');
    const file = await files.geojson(fixture.folder, 100);
    await truncate(file.path, (await stat(file.path)).size - 20);
    expect(await refusal(file)).toBe('broken_file');
    const mark = await files.kml(fixture.folder, 10);
    await truncate(mark.path, (await stat(mark.path)).size - 20);
    expect(await refusal(mark)).toBe('broken_file');
    const gpkg = await files.textFile(fixture.folder, 'a.gpkg', `SQLite format 3\0${'x'.repeat(5000)}`);
    expect(await refusal(gpkg)).toBe('broken_file');
  });

  test.each(['host', 'wasm'])('a GeoPackage with a broken page is not taken for whole (%s)', async (way) => {
    const file = await files.gpkg(fixture.folder, 5000);
    const bytes = await readFile(file.path);
    bytes.fill(0xff, Math.floor(bytes.length * 0.5), Math.floor(bytes.length * 0.6));
    await writeFile(file.path, bytes);
    if (way === 'wasm') vi.stubEnv('PATH', '/nowhere');
    await expect(all(file, { dataset: 'زمین‌ها', type: 3 })).rejects.toMatchObject({ code: 'broken_file' });
  });

  test('with a document type, entities or too many columns', async () => {
    const kml = (head: string) => `<?xml version="1.0"?>${head}<kml><Placemark><name>&a;</name></Placemark></kml>`;
    const doctype = '<!DOCTYPE kml [<!ENTITY a SYSTEM "file:///etc/passwd">]>';
    expect(await refusal(await files.textFile(fixture.folder, 'a.kml', kml(doctype)))).toBe('xml_doctype');
    // Far behind the first bytes as well.
    const late = `<?xml version="1.0"?><kml>${' '.repeat(10_000)}</kml>${doctype}`;
    expect(await refusal(await files.textFile(fixture.folder, 'b.kml', late))).toBe('xml_doctype');
    const wide = Array.from({ length: 501 }, (_, i) => `c${i}`).join(',');
    expect(await refusal(await files.textFile(fixture.folder, 'w.csv', `${wide}\n1`))).toBe('too_many_columns');
  });

  test('an order for what is not there', async () => {
    const file = await files.mixedGeojson(fixture.folder);
    await expect(all(file, { dataset: 'other', type: 1 })).rejects.toMatchObject({ code: 'unknown_dataset' });
    await expect(all(file, { dataset: 'mixed', type: 1, encoding: 'klingon' })).rejects.toMatchObject({
      code: 'unknown_encoding',
    });
  });
});

test('bad rows are told and good ones come through', async () => {
  const file = await files.nanGeometry(fixture.folder);
  const inspection = await inspect(file.path, file.name, { scratch: fixture.scratch });
  expect([inspection.warnings, inspection.datasets[0]?.notes?.[0]?.code]).toEqual([[], 'bad']);
  const features = await all(file, { dataset: 'nan', type: 1 });
  expect(features.map((f) => [f.row, f.problem, f.geometry !== null])).toEqual([
    [1, undefined, true],
    [2, 'bad_coordinate', false],
    [3, 'empty_geometry', false],
    [4, 'empty_geometry', false],
    [5, 'out_of_range', false],
    [6, 'bad_geometry', false],
    [7, undefined, true],
  ]);
  expect(features[1]?.values).toEqual({ n: 1 });
  const shapes = [[51, 35], [Number.NaN, 35], null];
  const zip = await files.shapefileZip(fixture.folder, { shapes });
  expect((await all(zip, { dataset: 'شهرها', type: 1 })).map((f) => f.problem)).toEqual([
    undefined,
    'bad_coordinate',
    'empty_geometry',
  ]);
  const ring = (x: number) => [[x, 30], [x, 34], [54, 34], [x, 30]]; // biome-ignore format: a ring
  const nowhere = ring(50).map(() => [Number.NaN, Number.NaN]);
  const areas = await files.shapefileZip(fixture.folder, { shapes: [[nowhere, ring(51).reverse()], [ring(50)]] });
  const problems = (await all(areas, { dataset: 'شهرها', type: 3 })).map((f) => f.problem);
  expect(problems).toEqual(['bad_coordinate', undefined]);
});

describe('called off', () => {
  test.each(['host', 'wasm'])('in the middle of a GeoPackage (%s)', async (way) => {
    const file = await files.gpkg(fixture.folder, 5000);
    if (way === 'wasm') vi.stubEnv('PATH', '/nowhere');
    const cancel = new AbortController();
    let rowCount = 0;
    const run = async () => {
      const rows = read(
        file.path,
        file.name,
        { dataset: 'زمین‌ها', type: 3 },
        { scratch: fixture.scratch, signal: cancel.signal },
      );
      for await (const _ of rows) if (++rowCount === 2500) cancel.abort();
    };
    await expect(run()).rejects.toMatchObject({ code: 'cancelled' });
    expect(rowCount).toBeGreaterThanOrEqual(2500);
    expect(rowCount).toBeLessThan(5000);
  });

  test('while GDAL is busy: its thread is dead at once', async () => {
    const file = await files.gpkg(fixture.folder, 20_000);
    vi.stubEnv('PATH', '/nowhere');
    const cancel = new AbortController();
    const gdal = openGdal(fixture.folder, cancel.signal);
    const first = gdal.lines(file.path, ['-f', 'CSV', '-lco', 'GEOMETRY=AS_WKT'])[Symbol.asyncIterator]().next();
    const refused = expect(first).rejects.toMatchObject({ code: 'cancelled' });
    const written = async () => {
      const name = (await readdir(fixture.folder, { recursive: true })).find((n) => n.endsWith('.csv'));
      return name ? (await stat(join(fixture.folder, name))).size : 0;
    };
    // Called off as soon as the conversion has begun to write.
    await vi.waitUntil(async () => (await written()) > 0, { timeout: 20_000, interval: 5 });
    cancel.abort();
    await refused;
    await gdal.close();
    const size = await written();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await written()).toBe(size);
    expect(size).toBeLessThan(3_000_000);
  });

  test('by leaving the loop, and before it begins', async () => {
    const file = await files.geojson(fixture.folder, 20_000);
    for await (const feature of read(
      file.path,
      file.name,
      { dataset: 'روستاها', type: 1 },
      { scratch: fixture.scratch },
    )) {
      if (feature.row === 3) break;
    }
    expect(await readdir(fixture.scratch)).toEqual([]);
    const abortedSignal = AbortSignal.abort();
    await expect(
      inspect(file.path, file.name, { scratch: fixture.scratch, signal: abortedSignal }),
    ).rejects.toMatchObject({
      code: 'cancelled',
    });
    await expect(all(file, { dataset: 'روستاها', type: 1 }, { signal: abortedSignal })).rejects.toMatchObject({
      code: 'cancelled',
    });
  });

  test('in the middle of a GeoJSON', async () => {
    const file = await files.geojson(fixture.folder, 20_000);
    const cancel = new AbortController();
    const run = async () => {
      const order = { dataset: 'روستاها', type: 1 } as const;
      for await (const { row } of read(file.path, file.name, order, {
        scratch: fixture.scratch,
        signal: cancel.signal,
      })) {
        if (row === 5000) cancel.abort();
      }
    };
    await expect(run()).rejects.toMatchObject({ code: 'cancelled' });
  });

  test('in the middle of a CSV, and before its first line', async () => {
    const path = join(fixture.folder, 'long.csv');
    await writeFile(path, `name,lon,lat\n${'a,51.4,35.7\n'.repeat(200_000)}`);
    const run = async (at: number) => {
      const cancel = new AbortController();
      if (at === 0) cancel.abort();
      const order = { dataset: 'long', type: 1 } as const;
      const options = { scratch: fixture.scratch, signal: cancel.signal };
      for await (const { row } of read(path, 'long.csv', order, options)) if (row === at) cancel.abort();
    };
    await expect(run(5000)).rejects.toMatchObject({ code: 'cancelled' });
    await expect(run(0)).rejects.toMatchObject({ code: 'cancelled' });
  });
});

test.each(['host', 'wasm'])('an answer of a WFS does not make us ask its server (%s)', async (way) => {
  let callCount = 0;
  const server = createServer((_, response) => {
    callCount++;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  if (way === 'wasm') vi.stubEnv('PATH', '/nowhere');
  const schema = `http://127.0.0.1:${port}/?service=WFS&amp;request=DescribeFeatureType`;
  const text = `<wfs:FeatureCollection xmlns:wfs="http://www.opengis.net/wfs" xmlns:gml="http://www.opengis.net/gml" xmlns:t="http://t" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://t ${schema}"><gml:featureMember><t:a fid="a.1"><t:n>1</t:n><t:geom><gml:Point srsName="EPSG:4326"><gml:coordinates>51,35</gml:coordinates></gml:Point></t:geom></t:a></gml:featureMember></wfs:FeatureCollection>`;
  try {
    expect(await refusal(await files.textFile(fixture.folder, 'a.gml', text))).toBe('accepted');
    expect(callCount).toBe(0);
    const capabilities = `<wfs:WFS_Capabilities xmlns:wfs="http://www.opengis.net/wfs" xmlns="http://www.opengis.net/gml"/>`;
    expect(await refusal(await files.textFile(fixture.folder, 'b.gml', capabilities))).toBe('wrong_type');
  } finally {
    server.close();
  }
});
