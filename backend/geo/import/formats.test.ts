// Every format, from a real file to features: Persian names and values, days, encodings, coordinate systems.
import { readFile, writeFile } from 'node:fs/promises';
import { strToU8 } from 'fflate';
import iconv from 'iconv-lite';
import { describe, expect, test, vi } from 'vitest';
import * as files from '../../../testing/files';
import { writeGpkg } from '../../../testing/gpkg-file';
import { importFiles } from '../../../testing/import-files';
import { type Feature, fromEwkb } from './index';

const fixture = importFiles();
const { look, all } = fixture;

const at = (feature: Feature | undefined) =>
  (feature as Feature & { geometry: { coordinates: number[] } }).geometry.coordinates;

describe('zipped shapefile', () => {
  test('brings Persian names, values and Jalali days', async () => {
    const file = await files.shapefileZip(fixture.folder);
    const inspection = await look(file);
    expect(inspection).toMatchObject({ format: 'shapefile', encoding: 'UTF-8', encoding_sure: true, warnings: [] });
    expect(inspection.datasets).toMatchObject([
      {
        name: 'شهرها',
        type: 1,
        feature_count: 4,
        srid: 4326,
        is3d: false,
        extent: [47.9174, 32.6539, 59.6062, 39.6482],
      },
    ]);
    expect(inspection.datasets[0]?.fields).toEqual([
      { name: 'نام', type: 'text', samples: ['تهران', 'مشهد', 'اصفهان', 'پارس‌آباد'] },
      { name: 'جمعیت', type: 'integer', samples: ['8693706', '3001184', '1961260', '93387'] },
      { name: 'تاریخ', type: 'date', samples: ['1403/02/29', '1402/12/29', '1399/12/30', '1400/01/01'] },
    ]);
    const features = await all(file, { dataset: 'شهرها', type: 1 });
    expect(features).toHaveLength(4);
    expect(features[0]).toEqual({
      row: 1,
      values: { نام: 'تهران', جمعیت: 8693706, تاریخ: '1403/02/29' },
      geometry: { type: 'Point', coordinates: [51.389, 35.6892] },
    });
    const asBytes = await all(file, { dataset: 'شهرها', type: 1 }, { bytes: true });
    expect(asBytes.map(({ bytes, ...row }) => ({ ...row, geometry: fromEwkb(bytes?.hex ?? '') }))).toEqual(features);
  });

  test('hands lines and rings of one part through as they are, and no others', async () => {
    const ring = [[50, 30], [50, 34], [54, 34], [50, 30]]; // biome-ignore format: one ring
    const file = await files.shapefileZip(fixture.folder, { shapes: [[ring], [ring, ring.map(([x = 0, y = 0]) => [x + 9, y])], [ring.slice(0, 3)]] }); // biome-ignore format: one list
    const order = { dataset: 'شهرها', type: 3 } as const;
    const features = await all(file, order);
    const asBytes = await all(file, order, { bytes: true });
    expect(asBytes.map(({ bytes }) => bytes !== undefined)).toEqual([true, false, false]);
    expect(asBytes.map(({ bytes, geometry }) => (bytes ? fromEwkb(bytes.hex) : geometry))).toEqual(
      features.map(({ geometry }) => geometry),
    );
  });

  test('finds several, in folders', async () => {
    const file = await files.shapefileZip(fixture.folder, { nested: true });
    const inspection = await look(file);
    expect(inspection.datasets.map((d) => d.name)).toEqual(['شهرها', 'روستاها']);
    expect(await all(file, { dataset: 'روستاها', type: 1 })).toHaveLength(4);
  });

  test('tells Windows-1256 by its bytes', async () => {
    const file = await files.windows1256WithoutCpg(fixture.folder);
    const inspection = await look(file);
    expect(inspection).toMatchObject({
      encoding: 'windows-1256',
      encoding_sure: false,
      warnings: ['encoding_guessed'],
    });
    expect(inspection.datasets[0]?.fields[0]?.samples).toEqual(
      ['تهران', 'مشهد', 'اصفهان', 'پارس‌آباد'].map((name) => name.replaceAll('ی', 'ي')),
    );
    const [first] = await all(file, { dataset: 'شهرها', type: 1 });
    expect(Object.values(first?.values ?? {})).toContain('تهران');
    // A person's choice is final, even a wrong one.
    expect((await look(file, 'windows-1252')).datasets[0]?.fields[0]?.samples[0]).toBe('ÊåÑÇä');
  });

  test('does not believe a .cpg that the bytes refute', async () => {
    const file = await files.shapefileZip(fixture.folder, { encoding: 'windows-1256', cpg: 'UTF-8' });
    expect(await look(file)).toMatchObject({
      encoding: 'windows-1256',
      encoding_sure: false,
      warnings: ['encoding_mismatch'],
    });
    const honest = await files.shapefileZip(fixture.folder, { encoding: 'windows-1256', cpg: 'ANSI 1256' });
    expect(await look(honest)).toMatchObject({ encoding: 'windows-1256', encoding_sure: true, warnings: [] });
  });

  test('comes without .dbf and without .prj', async () => {
    const file = await files.shapefileZip(fixture.folder, { dbf: false, prj: false });
    const inspection = await look(file);
    expect(inspection.warnings.sort()).toEqual(['no_dbf', 'no_prj']);
    expect(inspection.datasets).toMatchObject([{ type: 1, feature_count: 4, srid: null, crs: null, fields: [] }]);
    await expect(all(file, { dataset: 'شهرها', type: 1 })).rejects.toMatchObject({ code: 'unknown_crs' });
    const features = await all(file, { dataset: 'شهرها', type: 1, srid: 4326 });
    expect(features[0]).toEqual({ row: 1, values: {}, geometry: { type: 'Point', coordinates: [51.389, 35.6892] } });
  });

  test('transforms UTM by formula and other systems through GDAL', async () => {
    const shapes = [
      [500000, 3900000],
      [612345.678, 3954321.987],
      [1e30, 1e30],
    ];
    const utm = await files.shapefileZip(fixture.folder, { shapes, prj: files.utmPrj(39) });
    expect((await look(utm)).datasets[0]?.srid).toBe(32639);
    const inUtm = await all(utm, { dataset: 'شهرها', type: 1 });
    // As PROJ 9 answers.
    expect(at(inUtm[0])[0]).toBeCloseTo(51, 9);
    expect(at(inUtm[0])[1]).toBeCloseTo(35.243077712, 8);
    expect(inUtm[2]).toMatchObject({ geometry: null, problem: 'out_of_range' });

    const ed50 = await files.shapefileZip(fixture.folder, { shapes, prj: files.ED50_UTM39_PRJ });
    const { srid, crs } = (await look(ed50)).datasets[0] ?? {};
    expect([srid === null || srid === 23039, crs]).toEqual([true, expect.stringContaining('ED')]);
    const inEd50 = await all(ed50, { dataset: 'شهرها', type: 1 });
    expect(inEd50.map((f) => f.problem)).toEqual([undefined, undefined, 'out_of_range']);
    // The datum shift, which a plain UTM formula would miss, is a tenth of a second and more.
    expect(Math.abs((at(inEd50[0])[1] as number) - 35.243077712)).toBeGreaterThan(0.0005);
    expect(inEd50[1]?.values.نام).toBe('مشهد');
    // The same points, ordered as UTM whatever the file says.
    expect(at((await all(ed50, { dataset: 'شهرها', type: 1, srid: 32639 }))[0])[1]).toBeCloseTo(35.243077712, 8);
    await expect(all(ed50, { dataset: 'شهرها', type: 1, srid: 999999 })).rejects.toMatchObject({ code: 'wrong_crs' });
  });

  test('puts holes into their own ring and parts side by side', async () => {
    const box = (x: number, y: number, s: number) => [
      [x, y],
      [x, y + s],
      [x + s, y + s],
      [x + s, y],
      [x, y],
    ];
    const hole = (x: number, y: number, s: number) => box(x, y, s).reverse();
    const file = await files.shapefileZip(fixture.folder, {
      shapes: [
        [box(50, 30, 4), box(60, 30, 4), hole(61, 31, 1)],
        [box(50, 30, 4), hole(51, 31, 1)],
      ],
    });
    const [parts, holed] = await all(file, { dataset: 'شهرها', type: 3 });
    expect(parts?.geometry).toEqual({
      type: 'MultiPolygon',
      coordinates: [[box(50, 30, 4)], [box(60, 30, 4), hole(61, 31, 1)]],
    });
    expect(holed?.geometry).toEqual({ type: 'Polygon', coordinates: [box(50, 30, 4), hole(51, 31, 1)] });
  });
});

describe('GeoJSON', () => {
  test('keeps types, leading zeros and Persian names; tells Jalali days', async () => {
    const file = await files.geojson(fixture.folder, 3);
    const [dataset] = (await look(file)).datasets;
    expect(dataset?.fields.map((f) => `${f.name} ${f.type}`)).toEqual([
      'نام text',
      'جمعیت integer',
      'تاریخ date',
      'کد text',
      'مساحت decimal',
      'فعال boolean',
    ]);
    const features = await all(file, { dataset: 'روستاها', type: 1 });
    expect(features[1]?.values).toEqual({
      نام: 'روستای 1',
      جمعیت: 1,
      تاریخ: '1403/02/29',
      کد: '01',
      مساحت: 1.5,
      فعال: false,
    });
    expect(await all(await files.geojson(fixture.folder, 3, true), { dataset: 'روستاها', type: 1 })).toEqual(features);
  });

  test('lists one data set per kind and reads each', async () => {
    const file = await files.mixedGeojson(fixture.folder);
    const { datasets } = await look(file);
    expect(datasets.map((d) => [d.name, d.type, d.feature_count])).toEqual([
      ['mixed', 1, 2],
      ['mixed', 2, 1],
      ['mixed', 3, 1],
    ]);
    const rows = async (type: 0 | 1 | 2 | 3) => (await all(file, { dataset: 'mixed', type })).map((f) => f.row);
    expect(await rows(1)).toEqual([1, 2]);
    expect(await rows(3)).toEqual([4]);
    expect(await rows(0)).toEqual([1, 2, 3, 4]);
  });

  test('obeys a crs member behind the features', async () => {
    const text = `{"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[500000,3900000,7]}}],"crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::32639"}}}`;
    const file = await files.textFile(fixture.folder, 'utm.geojson', text);
    expect((await look(file)).datasets).toMatchObject([{ srid: 32639, is3d: true }]);
    const [feature] = await all(file, { dataset: 'utm', type: 1 });
    expect(at(feature)).toEqual([expect.closeTo(51, 8), expect.closeTo(35.2430777, 6), 7]);
  });
});

describe('KML', () => {
  test.each([
    ['kml', files.kml],
    ['kmz', files.kmz],
  ])('%s keeps names, folders, extended data and heights', async (kind, write) => {
    const file = await write(fixture.folder, 3);
    const inspection = await look(file);
    expect(inspection).toMatchObject({
      format: kind,
      datasets: [{ name: 'نقاط', type: 1, feature_count: 3, is3d: true }],
    });
    const features = await all(file, { dataset: 'نقاط', type: 1 });
    expect(features[2]).toEqual({
      row: 3,
      values: { name: 'نقطه 2 & ک', description: '<b>شرح</b> 2', folder: 'پوشه', جمعیت: '2' },
      geometry: { type: 'Point', coordinates: [44 + 2 / 60, 25, 12] },
    });
  });

  test('splits shapes of several kinds, and keeps tracks and times', async () => {
    const place = (name: string, rest: string) => `<Placemark><name>${name}</name>${rest}</Placemark>`;
    const ring =
      '<outerBoundaryIs><LinearRing><coordinates>51,35 52,35 52,36 51,35</coordinates></LinearRing></outerBoundaryIs>';
    const track = `<when>2024-05-01T10:00:00Z</when><when>2024-05-01T10:01:00Z</when><when>2024-05-01T10:02:00Z</when><gx:coord>51 35 1200</gx:coord><gx:coord>51.1 35 1210</gx:coord><gx:coord>51.2 35 1220</gx:coord>`;
    const file = await files.textFile(
      fixture.folder,
      'google.kml',
      `<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>${[
        place(
          'باغ',
          `<TimeSpan><begin>2020</begin><end>2024-05-01</end></TimeSpan><MultiGeometry><Polygon>${ring}</Polygon><Point><coordinates>51.5,35.5</coordinates></Point></MultiGeometry>`,
        ),
        place('مسیر', `<gx:Track>${track}</gx:Track>`),
        place('دو مسیر', `<gx:MultiTrack><gx:Track>${track}</gx:Track><gx:Track>${track}</gx:Track></gx:MultiTrack>`),
        place(
          'نقطه',
          '<TimeStamp><when>2024-05-01T10:00:00Z</when></TimeStamp><Point><coordinates>51,35</coordinates></Point>',
        ),
      ].join('')}<GroundOverlay><name>عکس</name></GroundOverlay></Document></kml>`,
    );
    const { datasets, warnings } = await look(file);
    expect(warnings).toEqual(['overlays']);
    expect(datasets.map((d) => [d.type, d.feature_count, d.is3d])).toEqual([[1, 2, false], [2, 2, true], [3, 1, false]]); // biome-ignore format: one row
    expect(datasets[0]?.notes).toEqual([{ code: 'mixed', rows: 1 }, { code: 'tracks', rows: 2 }]); // biome-ignore format: one row
    const rows = async (type: 1 | 2 | 3) => all(file, { dataset: 'google', type });
    const points = await rows(1);
    expect(points.map((r) => [r.values.name, r.geometry])).toEqual([
      ['باغ', { type: 'Point', coordinates: [51.5, 35.5] }],
      ['نقطه', { type: 'Point', coordinates: [51, 35] }],
    ]);
    expect(points.map((r) => [r.values.begin, r.values.end, r.values.when])).toEqual([
      ['2020', '2024-05-01', undefined],
      [undefined, undefined, '2024-05-01T10:00:00Z'],
    ]);
    const [line, lines] = await rows(2);
    expect(line?.geometry).toEqual({ type: 'LineString', coordinates: [[51, 35, 1200], [51.1, 35, 1210], [51.2, 35, 1220]] }); // biome-ignore format: one row
    expect(lines?.geometry).toMatchObject({ type: 'MultiLineString', coordinates: { length: 2 } });
    expect(line?.values).toEqual({ name: 'مسیر', begin: '2024-05-01T10:00:00Z', end: '2024-05-01T10:02:00Z', description: null }); // biome-ignore format: one row
    expect((await rows(3)).map((r) => r.geometry?.type)).toEqual(['Polygon']);
  });
});

describe('CSV', () => {
  test.each(['utf8', 'windows-1256', 'utf-16le'])('reads Persian spreadsheets in %s', async (encoding) => {
    const rows = ['نام;طول;عرض;عمق', 'چاه ۱;۵۱٫۴۲۱;۳۵٫۶۹;۱۲۰', 'چاه ۲;51.5;35,7;85'];
    // Windows-1256 has neither Persian digits nor the Persian decimal sign.
    const text =
      encoding === 'windows-1256'
        ? rows.join('\n').replace('۵۱٫۴۲۱;۳۵٫۶۹;۱۲۰', '51.421;35.69;120').replaceAll('۱', '1').replaceAll('۲', '2')
        : rows.join('\n');
    const iconv = (await import('iconv-lite')).default;
    const file = await files.textFile(
      fixture.folder,
      'چاه.csv',
      iconv.encode(text, encoding, { addBOM: encoding.startsWith('utf-16') }),
    );
    expect((await look(file)).datasets).toMatchObject([{ type: 1, feature_count: 2, srid: 4326 }]);
    const features = await all(file, { dataset: 'چاه', type: 1 });
    expect(features.map(at)).toEqual([
      [51.421, 35.69],
      [51.5, 35.7],
    ]);
  });

  test('with semicolons and Persian digits: types, days, and rows that are refused', async () => {
    const file = await files.csvSemicolonPersian(fixture.folder);
    const inspection = await look(file);
    expect([inspection.warnings, inspection.datasets[0]?.notes]).toEqual([[], [{ code: 'bad', rows: 2 }]]);
    expect(inspection.datasets[0]?.fields.map((f) => f.type)).toEqual([
      'text',
      'text',
      'decimal',
      'decimal',
      'date',
      'text',
    ]);
    const features = await all(file, { dataset: 'چاه‌ها', type: 1 });
    expect(features.map((f) => f.problem)).toEqual([undefined, undefined, 'empty_geometry', 'bad_coordinate']);
    expect(features[1]).toEqual({
      row: 2,
      values: {
        نام: 'چاه; ۲',
        'طول جغرافیایی': '51.5',
        'عرض جغرافیایی': '35.7',
        عمق: '۸۵٫۵',
        'تاریخ حفر': '۱۳۹۹/۱۲/۳۰',
        کد: '0013',
      },
      geometry: { type: 'Point', coordinates: [51.5, 35.7] },
    });
  });

  test('without coordinates is a table; with well-known text it is what that says', async () => {
    const table = await files.textFile(fixture.folder, 'table.tsv', 'code\tname\n001\tالف\n002\tب\n');
    expect((await look(table)).datasets).toMatchObject([{ type: 0, feature_count: 2, srid: null }]);
    expect((await all(table, { dataset: 'table', type: 0 }))[0]).toEqual({
      row: 1,
      values: { code: '001', name: 'الف' },
      geometry: null,
    });
    const wkt = await files.textFile(
      fixture.folder,
      'wkt.csv',
      'id,wkt\n1,"SRID=4326;POLYGON ((50 30, 51 30, 51 31, 50 30))"\n2,"POLYGON EMPTY"\n3,"POLYGON ((50 30"\n',
    );
    const features = await all(wkt, { dataset: 'wkt', type: 3 });
    expect(features.map((f) => f.problem)).toEqual([undefined, 'empty_geometry', 'bad_geometry']);
    expect(features[0]?.geometry).toEqual({
      type: 'Polygon',
      coordinates: [
        [
          [50, 30],
          [51, 30],
          [51, 31],
          [50, 30],
        ],
      ],
    });
  });

  test('tells days from what only looks like them, and leaves every value as it was written', async () => {
    const text =
      'plot,b,mixed,تاریخ,at\n1342/7/12,1403/02/29,1403/02/29,1403/2/9,2024-05-01 10:00\n1350/11/2,1403/12/31,never,2024/05/01,2024-05-01\n';
    const file = await files.textFile(fixture.folder, 'd.csv', text);
    const [dataset] = (await look(file)).datasets;
    expect(dataset?.fields.map((f) => f.type)).toEqual(['text', 'date', 'text', 'date', 'text']);
    const [first] = await all(file, { dataset: 'd', type: 0 });
    expect(Object.values(first?.values ?? {})).toEqual(text.split('\n')[1]?.split(','));
  });

  test('sees the whole column: zeros, decimals and text that come late', async () => {
    const rows = Array.from({ length: 2500 }, (_, i) => `${i + 1},${i + 1},${i + 1}`);
    const text = `code,size,note\n${rows.join('\n')}\n0012,1.5,late\n`;
    const file = await files.textFile(fixture.folder, 'late.csv', text);
    expect((await look(file)).datasets[0]?.fields.map((f) => f.type)).toEqual(['text', 'decimal', 'text']);
  });
});

describe('GeoPackage', () => {
  test.each(['host', 'wasm'])('comes out of UTM with Persian names (%s)', async (way) => {
    const file = await files.gpkg(fixture.folder, 50);
    if (way === 'wasm') vi.stubEnv('PATH', '/nowhere');
    const inspection = await look(file);
    expect(inspection).toMatchObject({ format: 'gpkg', encoding_sure: true, warnings: [] });
    expect(inspection.datasets).toMatchObject([
      { name: 'زمین‌ها', type: 3, feature_count: 50, srid: 32639, is3d: false },
    ]);
    expect(inspection.datasets[0]?.fields.map((f) => f.type)).toEqual(['text', 'text', 'text', 'decimal', 'integer']);
    const features = await all(file, { dataset: 'زمین‌ها', type: 3 });
    expect(features).toHaveLength(50);
    expect(features[49]?.values).toEqual({
      نام: 'زمین 49',
      کاربری: 'کشاورزی',
      تاریخ: 'روز ۱۴۰۳',
      مساحت: 73.5,
      شماره: 49,
    });
    const [[corner]] = (features[49] as { geometry: unknown } as { geometry: { coordinates: [[number[]]] } }).geometry
      .coordinates;
    expect(corner).toEqual([expect.closeTo(50.49, 7), expect.closeTo(30, 7)]);
    expect(await all(file, { dataset: 'زمین‌ها', type: 3 }, { bytes: true })).toEqual(features);
  });

  test.each(['host', 'wasm'])('gives every value back as it was (%s)', async (way) => {
    const values = {
      'نام "۱"': 'a\tb\nc\\d \\N \r "x" \u200c',
      tiny: 0.1,
      big: 9007199254740993n,
      yes: true,
      empty: '',
      none: null,
      n: -5,
    };
    const json = Object.entries(values).map(
      ([k, v]) => `${JSON.stringify(k)}:${typeof v === 'bigint' ? v : JSON.stringify(v)}`,
    );
    const line = (geometry: string) => `{"type":"Feature","properties":{${json.join()}},"geometry":${geometry}}`;
    const coordinates = '[[[51.1,35.1,5],[52.2,35.3,6.5],[52.1,36.7,7],[51.1,35.1,5]]]';
    const multi = `{"type":"MultiPolygon","coordinates":[${coordinates},${coordinates}]}`;
    const path = await writeGpkg(fixture.folder, [line(multi), line(multi)], 'xlimit');
    // A hostile name, which would be an option of ogr2ogr; GDAL itself writes no such file.
    const bytes = (await readFile(path)).toString('latin1').replaceAll('xlimit', '-limit');
    await writeFile(path, bytes, 'latin1');
    const file = { path, name: 'v.gpkg' };
    if (way === 'wasm') vi.stubEnv('PATH', '/nowhere');
    expect((await look(file)).datasets).toMatchObject([{ name: '-limit', type: 3, is3d: true, feature_count: 2 }]);
    const [feature] = await all(file, { dataset: '-limit', type: 3 });
    expect(feature?.geometry).toEqual(JSON.parse(multi));
    expect(feature?.values).toEqual({ ...values, big: '9007199254740993' });
    const [asBytes] = await all(file, { dataset: '-limit', type: 3 }, { bytes: true });
    expect(asBytes).toMatchObject({ row: 1, values: feature?.values, geometry: null });
    expect(fromEwkb(asBytes?.bytes?.hex ?? '')).toEqual(feature?.geometry);
    const swapped = await all(file, { dataset: '-limit', type: 3, swapped: true }, { bytes: true });
    expect(swapped.map(({ bytes }) => bytes)).toEqual([undefined, undefined]);
  });

  test('that mixes kinds is split, and its text days stay what they were', async () => {
    const feature = (i: number, geometry: object | null) =>
      JSON.stringify({ type: 'Feature', properties: { d: '1403-02-3x', i }, geometry });
    const path = await writeGpkg(
      fixture.folder,
      [
        feature(0, { type: 'Point', coordinates: [51, 35] }),
        feature(1, {
          type: 'LineString',
          coordinates: [
            [51, 35],
            [52, 36],
          ],
        }),
        feature(2, null),
      ],
      'همه',
    );
    const file = { path, name: 'همه.gpkg' };
    const { datasets } = await look(file);
    expect(datasets.map((d) => [d.type, d.feature_count])).toEqual([
      [1, 2],
      [2, 1],
    ]);
    const lines = await all(file, { dataset: 'همه', type: 2 });
    expect(lines.map((f) => [f.row, f.problem, f.values.d])).toEqual([
      [2, undefined, '1403-02-3x'],
      [3, 'empty_geometry', '1403-02-3x'],
    ]);
  });
});

describe('what other programs write', () => {
  const points = [
    [51, 35],
    [52, 36],
  ];
  const column = (name: string, length: number): files.DbfColumn => ({ name, type: 'N', length });
  const zipped = (dbf: Uint8Array, more: Record<string, Uint8Array> = {}) =>
    files.zipOf(fixture.folder, 'a.zip', { 'a.shp': files.shp(points), 'a.dbf': dbf, ...more });
  const named = (names: string[], encoding: string, language = 0, more: Record<string, Uint8Array> = {}) => {
    const rows = names.map((name) => [name]);
    return zipped(files.dbf([{ name: 'nam', type: 'C', length: 40 }], rows, encoding, language), more);
  };
  const samples = async (file: files.TestFile) => {
    const { encoding, encoding_sure, datasets } = await look(file);
    return [encoding, encoding_sure, datasets[0]?.fields[0]?.samples.join(' ')];
  };

  test('letters by what the bytes say, then by what the file says of itself', async () => {
    // Chinese, by the language byte.
    expect(await samples(await named(['天长', '北京'], 'gbk', 0x4d))).toEqual(['cp936', true, '天长 北京']);
    // One letter beyond ASCII among Latin ones is no Persian.
    expect(await samples(await named(['Åland', 'Malmö'], 'windows-1252', 0x03))).toEqual(['windows-1252', false, 'Åland Malmö']); // biome-ignore format: one row
    const cpg = { 'a.cpg': Buffer.from('1256') };
    expect(await samples(await named(['تهران', 'یزد'], 'utf8', 0, cpg))).toEqual(['UTF-8', true, 'تهران یزد']);
  });

  test('whole numbers of a wide column, and ids that no number can hold', async () => {
    const rows = [
      ['17', '9007199254740993'],
      ['123456789012345', '9007199254740995'],
    ];
    const file = await zipped(files.dbf([column('n', 18), column('id', 18)], rows));
    expect((await look(file)).datasets[0]?.fields.map((f) => f.type)).toEqual(['integer', 'text']);
    const [first] = await all(file, { dataset: 'a', type: 1, srid: 4326 });
    expect(first?.values).toEqual({ n: 17, id: '9007199254740993' });
  });

  test('a table without columns, padding behind the last shape, old shapes between the others', async () => {
    const order = { dataset: 'a', type: 1, srid: 4326 } as const;
    const places = async (file: files.TestFile) => (await all(file, order)).map((f) => f.problem ?? at(f));
    const empty = await zipped(files.dbf([], [[], []]));
    expect(await places(empty)).toEqual(points);
    const shp = Buffer.from(files.shp(points));
    const dbf = files.dbf([column('n', 3)], [['1'], ['2']]);
    const padded = Buffer.concat([shp, Buffer.alloc(64)]);
    expect(await places(await zipped(dbf, { 'a.shp': padded }))).toEqual(points);
    // The first record once more at the end, as editors leave it; the index names the others.
    const moved = Buffer.concat([shp, shp.subarray(100, 128)]);
    moved.writeInt32BE(moved.length / 2, 24);
    moved.writeDoubleLE(53, moved.length - 16);
    const shx = Buffer.concat([shp.subarray(0, 100), Buffer.alloc(16)]);
    [shp.length, 128].forEach((from, i) => {
      shx.writeInt32BE(from / 2, 100 + i * 8);
      shx.writeInt32BE(10, 104 + i * 8);
    });
    const edited = await zipped(dbf, { 'a.shp': moved, 'a.shx': shx });
    expect(await places(edited)).toEqual([
      [53, 35],
      [52, 36],
    ]);
    // One that lies outside of the file costs its own row.
    shx.writeInt32BE(1_000_000, 100);
    expect(await places(await zipped(dbf, { 'a.shp': moved, 'a.shx': shx }))).toEqual(['bad_geometry', [52, 36]]);
  });

  test('tables with the Persian comma, in UTF-16 that does not say so, with longitudes up to 360', async () => {
    const text = 'نام،lon،lat\nالف،51.5،35.25\nب،190،-20\n';
    for (const encoding of ['utf8', 'utf-16le', 'utf-16be']) {
      const file = await files.textFile(fixture.folder, 'c.csv', iconv.encode(text, encoding, { addBOM: false }));
      expect((await look(file)).datasets).toMatchObject([{ type: 1, srid: 4326, fields: [{ name: 'نام' }, {}, {}] }]);
      expect((await all(file, { dataset: 'c', type: 1 })).map(at)).toEqual([
        [51.5, 35.25],
        [-170, -20],
      ]);
    }
  });

  test('a workbook that lies elsewhere in its archive', async () => {
    const rels = (kind: string, target: string) =>
      strToU8(`<Relationships><Relationship Id="rId1" Type="http://x/${kind}" Target="${target}"/></Relationships>`);
    const file = await files.zipOf(fixture.folder, 'a.xlsx', {
      '_rels/.rels': rels('officeDocument', '/book/main.xml'),
      'book/main.xml': strToU8(
        '<workbook xmlns:r="r"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>',
      ),
      'book/_rels/main.xml.rels': rels('worksheet', 'pages/one.xml'),
      'book/pages/one.xml': strToU8(
        '<worksheet><sheetData><row><c t="str"><v>n</v></c></row><row><c><v>7</v></c></row></sheetData></worksheet>',
      ),
    });
    expect((await all(file, { dataset: 'a', type: 0 })).map((f) => f.values)).toEqual([{ n: 7 }]);
  });
});
