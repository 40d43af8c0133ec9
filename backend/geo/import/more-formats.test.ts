// Formats beyond the first six, in files that a second program made: the host's ogr2ogr where there is one, else our GDAL.
import { execFileSync, spawnSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strToU8 } from 'fflate';
import { describe, expect, test, vi } from 'vitest';
import * as files from '../../../testing/files';
import { importFiles } from '../../../testing/import-files';
import type { Feature, Order } from './index';

const fixture = importFiles();
const { look, refusal, all } = fixture;

const hasOgr2ogr = spawnSync('ogr2ogr', ['--version']).status === 0;

const placeOf = (row: Feature | undefined) =>
  (row as { geometry: { coordinates: number[] } } | undefined)?.geometry.coordinates ?? [];

const COUNT = 40;
const place = (i: number) => [44 + i / 7, 25 + i / 11];
const NAMES = ['پارس‌آباد', 'گچساران', 'کرج', 'یزد ۱۲'];
const name = (i: number) => NAMES[i % NAMES.length] as string;
/** Days of the Jalali calendar that the Gregorian one does not have among them. */
const day = (i: number) => `1403/02/${String(28 + (i % 4)).padStart(2, '0')}`;

/** The same points, written by the host's ogr2ogr in the format of `args`. */
async function convert(args: string[], file: string): Promise<files.TestFile> {
  const source = join(fixture.folder, 'source.geojsonl');
  const feature = (i: number) => ({
    type: 'Feature',
    properties: { نام: name(i), شماره: i, روز: day(i) },
    geometry: { type: 'Point', coordinates: place(i) },
  });
  await writeFile(source, Array.from({ length: COUNT }, (_, i) => JSON.stringify(feature(i))).join('\n'));
  const path = join(fixture.folder, file);
  const text = ['-mapFieldType', 'Date=String,DateTime=String', '-oo', 'DATE_AS_STRING=YES'];
  execFileSync('ogr2ogr', [...args, path, source, '-nln', 'نقاط', ...text], { stdio: 'pipe' });
  return { path, name: file };
}

async function zipped(path: string, file: string): Promise<files.TestFile> {
  const names = await readdir(path);
  const entries = await Promise.all(names.map(async (n) => [`داده.gdb/${n}`, new Uint8Array(await readFile(join(path, n)))])); // biome-ignore format: one line
  return files.zipOf(fixture.folder, file, Object.fromEntries(entries));
}

// Files of a second program can only be made where it is: Debian's gdal-bin.
describe.skipIf(!hasOgr2ogr)('made by the host, read', () => {
  test.each([
    ['FlatGeobuf', 'host'],
    ['FlatGeobuf', 'wasm'],
    ['GML', 'host'],
    ['GML', 'wasm'],
    ['OpenFileGDB', 'host'],
    ['OpenFileGDB', 'wasm'],
  ])('%s (%s): counts, places and Persian text', async (driver, way) => {
    const EXT: Record<string, string> = { FlatGeobuf: 'fgb', GML: 'gml', OpenFileGDB: 'gdb' };
    let file = await convert(['-f', driver, '-a_srs', 'EPSG:4326'], `نقاط.${EXT[driver]}`);
    if (driver === 'OpenFileGDB') file = await zipped(file.path, 'پایگاه.gdb.zip');
    if (way === 'wasm') vi.stubEnv('PATH', '/nowhere');
    const { datasets } = await look(file);
    const [dataset] = datasets;
    expect(datasets).toMatchObject([{ type: 1, feature_count: COUNT, srid: 4326, is3d: false }]);
    const unsorted = await all(file, { dataset: dataset?.name ?? '', type: 1 });
    // FlatGeobuf is written in the order of its index.
    const rows = unsorted.sort((a, b) => Number(a.values.شماره) - Number(b.values.شماره));
    expect(rows).toHaveLength(COUNT);
    rows.forEach((row, i) => {
      const { coordinates } = row.geometry as { coordinates: number[] };
      expect(Math.max(...coordinates.map((c, k) => Math.abs(c - (place(i)[k] as number))))).toBeLessThan(1e-7);
      // 28 to 31 Ordibehesht 1403, which GDAL must not have taken for days of its own calendar.
      expect([row.values.نام, row.values.روز]).toEqual([name(i), `1403/02/${28 + (i % 4)}`]);
    });
  });

  test.each(['host', 'wasm'])(
    'GeoPackage of any kind (%s): each row keeps its heights, 0 too, and no row gets any',
    async (way) => {
      const shapes = [
        ['POINT (51 35)', 2],
        ['POINT Z (51 35 0)', 3],
        ['POINT Z (51 35 7)', 3],
        ['POINT M (51 35 9)', 2],
        ['POINT ZM (51 35 0 9)', 3],
        ['LINESTRING (51 35,52 36)', 2],
        ['LINESTRING Z (51.123456789012 35 0,52 36 0)', 3],
        ['MULTIPOLYGON Z (((51 35 0,52 35 0,52 36 0,51 35 0)))', 3],
        ['GEOMETRYCOLLECTION Z (POINT Z (51 35 0))', 3],
      ] as const;
      const source = join(fixture.folder, 'shapes.csv');
      await writeFile(source, `id,WKT\n${shapes.map(([wkt], i) => `${i},"${wkt}"`).join('\n')}\n`);
      const path = join(fixture.folder, 'mixed.gpkg');
      const options = ['-nln', 'هر "نوع"', '-nlt', 'GEOMETRY', '-oo', 'KEEP_GEOM_COLUMNS=NO', '-a_srs', 'EPSG:4326'];
      execFileSync('ogr2ogr', ['-f', 'GPKG', path, source, ...options], { stdio: 'pipe' });
      if (way === 'wasm') vi.stubEnv('PATH', '/nowhere');
      const file = { path, name: 'mixed.gpkg' };
      const numbers: Record<string, number> = {};
      for (const type of [1, 2, 3] as const)
        for (const { row, geometry, problem } of await all(file, { dataset: 'هر "نوع"', type }))
          if (geometry && !problem) {
            let at: unknown = geometry.coordinates;
            while (Array.isArray(at) && Array.isArray(at[0])) at = at[0];
            numbers[shapes[row - 1]?.[0] ?? ''] = (at as number[]).length;
          }
      expect(numbers).toEqual(Object.fromEntries(shapes));
    },
  );

  test('DXF: places without a system, which has to be chosen', async () => {
    const file = await convert(['-f', 'DXF', '-select', ''], 'نقشه.dxf');
    for (const way of ['host', 'wasm']) {
      if (way === 'wasm') vi.stubEnv('PATH', '/nowhere');
      const inspection = await look(file);
      expect(inspection).toMatchObject({ format: 'dxf', warnings: ['no_crs'] });
      expect(inspection.datasets).toMatchObject([
        { name: 'نقشه', type: 1, feature_count: COUNT, srid: null, crs: null },
      ]);
      const order: Order = { dataset: 'نقشه', type: 1 };
      await expect(all(file, order)).rejects.toMatchObject({ code: 'unknown_crs' });
      const rows = await all(file, { ...order, srid: 4326 });
      const coordinates = placeOf(rows[3]);
      expect(coordinates.slice(0, 2)).toEqual(place(3).map((c) => expect.closeTo(c, 7)));
    }
  });

  test('GPX: waypoints', async () => {
    const file = await convert(['-f', 'GPX', '-select', 'نام', '-dsco', 'GPX_USE_EXTENSIONS=YES'], 'a.gpx');
    const rows = await all(file, { dataset: 'a', type: 1 });
    expect(rows).toHaveLength(COUNT);
    expect(placeOf(rows[5])).toEqual(place(5).map((c) => expect.closeTo(c, 7)));
    expect(Object.values(rows[0]?.values ?? {})).toContain(name(0));
  });

  test('XLSX: columns of coordinates, and text that stays text', async () => {
    const csv = ['نام,طول,عرض,کد,روز', ...Array.from({ length: COUNT }, (_, i) => `${name(i)},${place(i).join(',')},00${i},${day(i)}`)]; // biome-ignore format: one table
    await writeFile(join(fixture.folder, 'source.csv'), csv.join('\n'));
    const path = join(fixture.folder, 'شهرها.xlsx');
    execFileSync('ogr2ogr', ['-f', 'XLSX', path, join(fixture.folder, 'source.csv'), '-nln', 'برگه', '-oo', 'AUTODETECT_TYPE=NO'], { stdio: 'pipe' }); // biome-ignore format: one command
    const file = { path, name: 'شهرها.xlsx' };
    const { datasets } = await look(file);
    expect(datasets).toMatchObject([{ name: 'برگه', type: 1, feature_count: COUNT, srid: 4326 }]);
    const rows = await all(file, { dataset: 'برگه', type: 1 });
    expect(rows.map((r) => [r.values.نام, r.values.کد])).toEqual(rows.map((_, i) => [name(i), `00${i}`]));
    expect(placeOf(rows[9])).toEqual(place(9).map((c) => expect.closeTo(c, 7)));
  });
});

describe('GPX', () => {
  test('waypoints, routes and tracks are data sets of their own, with heights and extensions', async () => {
    const point = (tag: string, lon: number, more = '') => `<${tag} lat="35.5" lon="${lon}">${more}</${tag}>`;
    const text = `<?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">
      ${point('wpt', 51, '<ele>1200.5</ele><name>قله</name><extensions><x:رنگ xmlns:x="u">سبز</x:رنگ></extensions>')}
      <rte><name>مسیر</name>${point('rtept', 51)}${point('rtept', 52)}</rte>
      <trk><name>رد</name><trkseg>${point('trkpt', 51, '<ele>1</ele>')}${point('trkpt', 52)}</trkseg><trkseg>${point('trkpt', 53)}</trkseg>
        <trkseg>${point('trkpt', 54)}${point('trkpt', 55)}</trkseg></trk></gpx>`;
    const file = await files.textFile(fixture.folder, 'سفر.gpx', text);
    const { datasets, format } = await look(file);
    expect([format, datasets.map((d) => [d.type, d.feature_count])]).toEqual([
      'gpx',
      [
        [2, 2],
        [1, 1],
      ],
    ]);
    // One point of the track has a height, the others have none.
    expect(datasets[0]?.notes).toEqual([{ code: 'heights', rows: 1 }]);
    const [top] = await all(file, { dataset: 'سفر', type: 1 });
    expect(top).toMatchObject({ values: { name: 'قله', رنگ: 'سبز' }, geometry: { coordinates: [51, 35.5, 1200.5] } });
    const lines = await all(file, { dataset: 'سفر', type: 2 });
    expect(lines.map((l) => l.geometry?.type)).toEqual(['LineString', 'MultiLineString']);
    expect(lines[1]?.geometry?.coordinates).toEqual([
      [
        [51, 35.5],
        [52, 35.5],
      ],
      [
        [54, 35.5],
        [55, 35.5],
      ],
    ]);
  });
});

describe('XLSX', () => {
  const XML = '<?xml version="1.0" encoding="UTF-8"?>';
  const book = (sheet: string, more: Record<string, string> = {}) =>
    files.zipOf(
      fixture.folder,
      'a.xlsx',
      Object.fromEntries(
        Object.entries({
          'xl/workbook.xml': `${XML}<workbook xmlns:r="r"><sheets><sheet name="یک" sheetId="1" r:id="rId1"/></sheets></workbook>`,
          'xl/_rels/workbook.xml.rels': `${XML}<Relationships><Relationship Id="rId1" Target="/xl/worksheets/s.xml"/></Relationships>`,
          'xl/worksheets/s.xml': `${XML}<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
          'xl/styles.xml': `${XML}<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[$-fa-IR]yyyy/mm/dd"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="22"/></cellXfs></styleSheet>`,
          ...more,
        }).map(([path, text]) => [path, strToU8(text)]),
      ),
    );
  const text = (ref: string, value: string) => `<c r="${ref}" t="inlineStr"><is><r><t>${value}</t></r></is></c>`;

  test('gaps, days, truth and Persian coordinates', async () => {
    const file = await book(
      `<row>${text('A1', 'x')}${text('B1', 'y')}${text('D1', 'روز')}${text('E1', 'لحظه')}<c r="F1" t="str"><v>درست</v></c>${text('G1', 'ساعت')}</row>
       <row>${text('A2', '۵۱٫۵')}${text('B2', '35,25')}<c r="D2" s="1"><v>45430</v></c><c r="E2" s="2"><v>45430.5</v></c><c r="F2" t="b"><v>1</v></c><c r="G2" s="2"><v>0.25</v></c></row><row/>
       <row><c r="A3"><v>52</v></c><c r="B3"><v>36</v></c>${text('D3', '1403/02/30')}<c r="F3" t="e"><v>#DIV/0!</v></c></row>`,
    );
    const { datasets, warnings } = await look(file);
    expect(datasets).toMatchObject([{ name: 'یک', type: 1, feature_count: 2 }]);
    expect(warnings).toContain('crs_assumed');
    const rows = await all(file, { dataset: 'یک', type: 1 });
    expect(rows.map((r) => r.geometry)).toEqual([
      { type: 'Point', coordinates: [51.5, 35.25] },
      { type: 'Point', coordinates: [52, 36] },
    ]);
    expect(rows[0]?.values).toMatchObject({
      روز: '2024-05-18',
      لحظه: '2024-05-18T12:00:00',
      ساعت: '06:00:00',
      درست: true,
      column_3: null,
    });
    expect(rows[1]?.values).toMatchObject({ روز: '1403/02/30', درست: null });
  });

  test('formulas without a result are counted, and the first of them named', async () => {
    const formulas = Array.from({ length: 6 }, (_, i) => `<row r="${i + 3}"><c r="A${i + 3}"><v>${i}</v></c><c r="AB${i + 3}"><f>A1*2</f></c></row>`); // biome-ignore format: one list
    const file = await book(
      `<row r="1">${text('A1', 'a')}${text('B1', 'b')}${text('AB1', 'c')}</row>
       <row r="2"><c r="A2"><f>1+1</f><v>2</v></c><c r="B2" t="str"><f>""</f><v></v></c><c r="AB2"><f>1+1</f><v/></c></row>
       ${formulas.join('')}<row r="9"><c r="B9"><f>1</f></c></row>`,
    );
    const { datasets } = await look(file);
    const notes = [{ code: 'formulas', count: 8, cells: ['AB2', 'AB3', 'AB4', 'AB5', 'AB6'] }];
    expect(datasets).toMatchObject([{ feature_count: 7, notes }]);
    expect((await all(file, { dataset: 'یک', type: 0 })).map(({ values }) => [values.a, values.b, values.c])).toEqual(
      [2, 0, 1, 2, 3, 4, 5].map((a) => [a, null, null]),
    );
    const plain = await book(`<row>${text('A1', 'a')}</row><row><c r="A2"><f>1+1</f><v>2</v></c></row>`);
    expect((await look(plain)).datasets[0]?.notes).toBeUndefined();
  });

  test('a document type, and a zip that is no workbook, are refused', async () => {
    const doctype = '<!DOCTYPE x [<!ENTITY a "aaaa">]>';
    expect(await refusal(await book('', { 'xl/sharedStrings.xml': `${XML}${doctype}<sst><si><t>&a;</t></si></sst>` }))).toBe('xml_doctype'); // biome-ignore format: one call
    expect(await refusal(await files.zipOf(fixture.folder, 'b.xlsx', { 'a.txt': new Uint8Array(3) }))).toBe(
      'wrong_type',
    );
    expect(await refusal(await book(`<row><c r="ZZZ1"><v>1</v></c></row>`))).toBe('too_many_columns');
  });
});

describe('hostile files', () => {
  const gml = (head: string, body = '') =>
    `<?xml version="1.0"?>${head}<ogr:FeatureCollection xmlns:ogr="http://ogr.maptools.org/" xmlns:gml="http://www.opengis.net/gml">${body}</ogr:FeatureCollection>`;
  test('XML with a document type is refused wherever it stands', async () => {
    const doctype = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>';
    expect(await refusal(await files.textFile(fixture.folder, 'a.gml', gml(doctype)))).toBe('xml_doctype');
    expect(await refusal(await files.textFile(fixture.folder, 'b.gml', gml('', ' '.repeat(600_000)) + doctype))).toBe(
      'xml_doctype',
    );
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(gml(doctype), 'utf16le')]);
    expect(await refusal(await files.textFile(fixture.folder, 'c.gml', utf16))).toBe('xml_doctype');
    expect(await refusal(await files.textFile(fixture.folder, 'a.gpx', `<?xml version="1.0"?>${doctype}<gpx></gpx>`))).toBe('xml_doctype'); // biome-ignore format: one call
  });

  test('lists of other sources under a wrong name reach no driver', async () => {
    const vrt = '<OGRVRTDataSource><OGRVRTLayer name="a"><SrcDataSource>/etc/passwd</SrcDataSource></OGRVRTLayer></OGRVRTDataSource>'; // biome-ignore format: one text
    for (const [file, text] of [
      ['a.gml', vrt],
      ['b.gml', gml('', vrt)],
      ['a.dxf', `0\nSECTION\n${vrt}`],
      ['a.fgb', vrt],
      ['a.gpx', vrt],
      ['a.gdb.zip', vrt],
    ] as const)
      expect([file, await refusal(await files.textFile(fixture.folder, file, text))]).toEqual([file, 'wrong_type']);
  });

  test('what only looks like the format is refused', async () => {
    expect(await refusal(await files.textFile(fixture.folder, 'a.dxf', 'AutoCAD Binary DXF\r\n\x1a\0'))).toBe(
      'wrong_type',
    );
    expect(await refusal(await files.textFile(fixture.folder, 'a.fgb', Buffer.from('fgb\x03fgb\x00rubbish')))).toBe(
      'no_datasets',
    );
    const tables = { 'x.gdb/a00000001.gdbtable': new Uint8Array(50), 'x.gdb/a00000001.gdbtablx': new Uint8Array(50) };
    expect(await refusal(await files.zipOf(fixture.folder, 'a.gdb.zip', tables))).toBe('broken_file');
    const two = { 'x.gdb/a00000001.gdbtable': new Uint8Array(5), 'y.gdb/a00000001.gdbtable': new Uint8Array(5) };
    expect(await refusal(await files.zipOf(fixture.folder, 'b.zip', two))).toBe('zip_nested');
  });
});
