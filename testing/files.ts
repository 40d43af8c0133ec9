// Writes the corpus of files that people upload, good and bad, for tests of the import from bottom to browser.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strToU8, type Zippable, zipSync } from 'fflate';
import iconv from 'iconv-lite';
import { polygonGpkg } from './gpkg-file';

export interface TestFile {
  path: string;
  /** The name under which a person uploads it. */
  name: string;
}

export async function put(folder: string, name: string, bytes: Uint8Array | string): Promise<TestFile> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, name);
  await writeFile(path, bytes);
  return { path, name };
}

export const WGS84_PRJ =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';

export const utmPrj = (zone: number) =>
  `PROJCS["WGS_1984_UTM_Zone_${zone}N",${WGS84_PRJ},PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",${zone * 6 - 183}.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]`;

/** ED50, which differs from WGS 84 by some 150 m and has no formula of ours: it needs GDAL. */
export const ED50_UTM39_PRJ =
  'PROJCS["ED_1950_UTM_Zone_39N",GEOGCS["GCS_European_1950",DATUM["D_European_1950",SPHEROID["International_1924",6378388.0,297.0]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",51.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]';

export interface DbfColumn {
  name: string;
  type: 'C' | 'N' | 'D' | 'L';
  length: number;
  decimals?: number;
}

/** A .dbf in any encoding that iconv knows; numbers and days are given as their text. */
export function dbf(columns: DbfColumn[], rows: string[][], encoding = 'utf8', language = 0): Uint8Array {
  const width = 1 + columns.reduce((sum, c) => sum + c.length, 0);
  const start = 33 + columns.length * 32;
  const bytes = Buffer.alloc(start + rows.length * width + 1, 0x20);
  bytes.fill(0, 0, start);
  bytes[0] = 3;
  bytes.set([124, 1, 1], 1);
  bytes.writeUInt32LE(rows.length, 4);
  bytes.writeUInt16LE(start, 8);
  bytes.writeUInt16LE(width, 10);
  bytes[29] = language;
  columns.forEach((column, i) => {
    const at = 32 + i * 32;
    iconv.encode(column.name, encoding).copy(bytes, at, 0, 10);
    bytes.write(column.type, at + 11, 'latin1');
    bytes[at + 16] = column.length;
    bytes[at + 17] = column.decimals ?? 0;
  });
  bytes[start - 1] = 0x0d;
  rows.forEach((row, r) => {
    let at = start + r * width + 1;
    columns.forEach((column, i) => {
      const cell = iconv.encode(row[i] ?? '', encoding);
      const pad = column.type === 'N' ? Math.max(0, column.length - cell.length) : 0;
      cell.copy(bytes, at + pad, 0, column.length);
      at += column.length;
    });
  });
  bytes[bytes.length - 1] = 0x1a;
  return bytes;
}

type Ring = number[][];

/** A .shp of points (`[x, y]`, null for a null shape) or of polygons (rings, outer ones clockwise). */
export function shp(shapes: (number[] | Ring[] | null)[]): Uint8Array {
  const isRings = (s: number[] | Ring[] | null): s is Ring[] => Array.isArray(s?.[0]);
  const records = shapes.map((shape, i) => {
    let body = Buffer.alloc(4);
    if (isRings(shape)) {
      const points = shape.flat();
      body = Buffer.alloc(44 + shape.length * 4 + points.length * 16);
      body.writeInt32LE(5, 0);
      body.writeInt32LE(shape.length, 36);
      body.writeInt32LE(points.length, 40);
      let from = 0;
      shape.forEach((ring, k) => {
        body.writeInt32LE(from, 44 + k * 4);
        from += ring.length;
      });
      points.forEach(([x, y], k) => {
        body.writeDoubleLE(x ?? Number.NaN, 44 + shape.length * 4 + k * 16);
        body.writeDoubleLE(y ?? Number.NaN, 52 + shape.length * 4 + k * 16);
      });
    } else if (shape) {
      body = Buffer.alloc(20);
      body.writeInt32LE(1, 0);
      body.writeDoubleLE(shape[0] ?? Number.NaN, 4);
      body.writeDoubleLE(shape[1] ?? Number.NaN, 12);
    }
    const header = Buffer.alloc(8);
    header.writeInt32BE(i + 1, 0);
    header.writeInt32BE(body.length / 2, 4);
    return Buffer.concat([header, body]);
  });
  const flat = shapes.flatMap((s) => (isRings(s) ? s.flat() : s ? [s] : [])).filter((p) => p.every(Number.isFinite));
  const header = Buffer.alloc(100);
  header.writeInt32BE(9994, 0);
  header.writeInt32BE((100 + records.reduce((sum, r) => sum + r.length, 0)) / 2, 24);
  header.writeInt32LE(1000, 28);
  header.writeInt32LE(shapes.some(isRings) ? 5 : 1, 32);
  const span = (axis: 0 | 1, pick: (a: number, b: number) => number) =>
    flat.map((p) => p[axis] as number).reduce((a, b) => pick(a, b), flat[0]?.[axis] ?? 0);
  [span(0, Math.min), span(1, Math.min), span(0, Math.max), span(1, Math.max)].forEach((v, i) => {
    header.writeDoubleLE(v, 36 + i * 8);
  });
  return Buffer.concat([header, ...records]);
}

/** Names that Windows-1256 can write too: Arabic yeh and kaf, as that code page has no Persian yeh. */
export const CITIES: [name: string, population: string, founded: string, lon: number, lat: number][] = [
  ['تهران', '8693706', '1403/02/29', 51.389, 35.6892],
  ['مشهد', '3001184', '1402/12/29', 59.6062, 36.2972],
  ['اصفهان', '1961260', '1399/12/30', 51.6776, 32.6539],
  ['پارس‌آباد', '93387', '1400/01/01', 47.9174, 39.6482],
];

const COLUMNS: DbfColumn[] = [
  { name: 'نام', type: 'C', length: 60 },
  { name: 'جمعیت', type: 'N', length: 12 },
  { name: 'تاریخ', type: 'C', length: 20 },
];

export interface ShapefileOptions {
  encoding?: string;
  /** false: no .cpg. */
  cpg?: string | false;
  prj?: string | false;
  dbf?: boolean;
  /** Puts the files into folders, and a second shapefile beside them. */
  nested?: boolean;
  shapes?: (number[] | Ring[] | null)[];
}

/** A zipped shapefile of the four cities: UTF-8 with .cpg and .prj unless told otherwise. */
export async function shapefileZip(folder: string, options: ShapefileOptions = {}): Promise<TestFile> {
  const { encoding = 'utf8', cpg = 'UTF-8', prj = WGS84_PRJ, nested = false } = options;
  const shapes = options.shapes ?? CITIES.map(([, , , lon, lat]) => [lon, lat]);
  const rows = shapes.map((_, i) => (CITIES[i % CITIES.length] ?? []).slice(0, 3).map(String));
  const parts = (stem: string): Zippable => ({
    [`${stem}.shp`]: shp(shapes),
    ...(options.dbf !== false && { [`${stem}.dbf`]: dbf(COLUMNS, rows, encoding) }),
    ...(prj !== false && { [`${stem}.prj`]: strToU8(prj) }),
    ...(cpg !== false && { [`${stem}.cpg`]: strToU8(cpg) }),
  });
  const files = nested
    ? { ...parts('داده/شهرها/شهرها'), ...parts('داده/روستاها/روستاها'), '__MACOSX/._شهرها.shp': strToU8('x') }
    : parts('شهرها');
  return put(folder, 'شهرها.zip', zipSync(files));
}

/** Attributes in Windows-1256, and nothing in the archive that says so. */
export const windows1256WithoutCpg = (folder: string) => shapefileZip(folder, { encoding: 'windows-1256', cpg: false });

const point = (i: number) => [44 + (i % 1000) / 60, 25 + Math.floor(i / 1000) / 60];

/** `n` points with Persian names, a Jalali day and a code with a leading zero. */
export function geojson(folder: string, n: number, lines = false): Promise<TestFile> {
  const features = Array.from({ length: n }, (_, i) =>
    JSON.stringify({
      type: 'Feature',
      properties: { نام: `روستای ${i}`, جمعیت: i, تاریخ: '1403/02/29', کد: `0${i}`, مساحت: i + 0.5, فعال: i % 2 === 0 },
      geometry: { type: 'Point', coordinates: point(i) },
    }),
  );
  return lines
    ? put(folder, 'روستاها.geojsonl', features.join('\n'))
    : put(
        folder,
        'روستاها.geojson',
        `{"type":"FeatureCollection","name":"x","features":[\n${features.join(',\n')}\n]}`,
      );
}

/** One of each kind in one collection. */
export const mixedGeojson = (folder: string) =>
  put(
    folder,
    'mixed.geojson',
    JSON.stringify({
      type: 'FeatureCollection',
      features: [
        { type: 'Point', coordinates: [51, 35] },
        { type: 'Point', coordinates: [52, 35] },
        {
          type: 'LineString',
          coordinates: [
            [51, 35],
            [52, 36],
          ],
        },
        {
          type: 'Polygon',
          coordinates: [
            [
              [51, 35],
              [52, 35],
              [52, 36],
              [51, 35],
            ],
          ],
        },
      ].map((geometry, i) => ({ type: 'Feature', properties: { i }, geometry })),
    }),
  );

/** `n` points in two folders. */
export function kml(folder: string, n: number): Promise<TestFile> {
  return put(folder, 'نقاط.kml', kmlText(n));
}

export const kmz = (folder: string, n: number) =>
  put(folder, 'نقاط.kmz', zipSync({ 'doc.kml': strToU8(kmlText(n)), 'files/icon.png': strToU8('x') }));

function kmlText(n: number) {
  const marks = Array.from({ length: n }, (_, i) => {
    const [x, y] = point(i);
    return `<Placemark><name>نقطه ${i} &amp; &#x6A9;</name><description><![CDATA[<b>شرح</b> ${i}]]></description><ExtendedData><Data name="جمعیت"><value>${i}</value></Data></ExtendedData><Point><coordinates>${x},${y},12</coordinates></Point></Placemark>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>سند</name><Folder><name>پوشه</name>${marks.join('\n')}</Folder></Document></kml>`;
}

/** A GeoPackage of `n` polygons in UTM zone 39 with Persian names, written by GDAL. */
export async function gpkg(folder: string, n: number): Promise<TestFile> {
  await mkdir(folder, { recursive: true });
  return { path: await polygonGpkg(folder, n), name: 'زمین‌ها.gpkg' };
}

/** Semicolons, Persian digits and decimal signs, Jalali days, a heading in Persian; one row each without a place and with a bad one. */
export const csvSemicolonPersian = (folder: string, encoding = 'utf8') =>
  put(
    folder,
    'چاه‌ها.csv',
    iconv.encode(
      [
        'نام;طول جغرافیایی;عرض جغرافیایی;عمق;تاریخ حفر;کد',
        'چاه ۱;۵۱٫۴۲۱;۳۵٫۶۹;۱۲۰;۱۴۰۳/۰۲/۲۹;0012',
        '"چاه; ۲";51.5;35.7;۸۵٫۵;۱۳۹۹/۱۲/۳۰;0013',
        'چاه ۳;;;40;1400/01/01;0014',
        'چاه ۴;اشتباه;35.1;41;1400/01/02;0015',
      ].join('\r\n'),
      encoding,
    ),
  );

const place = (type: string) => `{"type":"Feature","properties":{"n":1},"geometry":${type}}`;

/** Two good points; between them NaN, an empty geometry, none, one off the globe, and a line of one position. */
export const nanGeometry = (folder: string) =>
  put(
    folder,
    'nan.geojson',
    `{"type":"FeatureCollection","features":[${[
      '{"type":"Point","coordinates":[51,35]}',
      '{"type":"Point","coordinates":[NaN,35]}',
      '{"type":"Point","coordinates":[]}',
      'null',
      '{"type":"Point","coordinates":[510000,35]}',
      '{"type":"LineString","coordinates":[[51,35]]}',
      '{"type":"Point","coordinates":[52,36]}',
    ]
      .map(place)
      .join(',')}]}`,
  );

/** A picture that calls itself a GeoJSON. */
export const wrongType = (folder: string) =>
  put(folder, 'picture.geojson', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'));

/** A zip with a name that would land outside of any folder it is unpacked in. */
export const zipSlip = (folder: string, name = '../../evil.shp') =>
  put(folder, 'slip.zip', zipSync({ [name]: shp([[51, 35]]), 'a.shp': shp([[51, 35]]) }));

/** 64 MB of zeros, packed a thousandfold. */
export const zipBomb = (folder: string) =>
  put(folder, 'bomb.zip', zipSync({ 'a.shp': new Uint8Array(64 * 1024 ** 2) }, { level: 9 }));

/** An archive whose list names one entry several times under other names: together they claim more than there is. */
export function overlappingZip(folder: string): Promise<TestFile> {
  const content = Uint8Array.from({ length: 20_000 }, (_, i) => (i * 2_654_435_761) >>> 13);
  const zip = Buffer.from(zipSync({ 'a.txt': content }, { level: 0 }));
  const end = zip.length - 22;
  const start = zip.readUInt32LE(end + 16);
  const entries = ['a.txt', 'b.txt', 'c.txt'].map((name) => {
    const entry = Buffer.from(zip.subarray(start, end));
    entry.write(name, 46);
    return entry;
  });
  const tail = Buffer.from(zip.subarray(end));
  const list = Buffer.concat(entries);
  tail.writeUInt16LE(entries.length, 8);
  tail.writeUInt16LE(entries.length, 10);
  tail.writeUInt32LE(list.length, 12);
  return put(folder, 'overlap.zip', Buffer.concat([zip.subarray(0, start), list, tail]));
}

export const emptyZip = (folder: string) => put(folder, 'empty.zip', zipSync({}));

export const textFile = (folder: string, name: string, text: string | Uint8Array) => put(folder, name, text);

export const zipOf = (folder: string, name: string, files: Zippable) => put(folder, name, zipSync(files));
