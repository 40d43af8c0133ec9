// Small files of every class that people upload, most of them written by the host's GDAL, for a comparison with it.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { zipSync } from 'fflate';
import iconv from 'iconv-lite';
import type { TestFile } from './files';

export interface CorpusFile {
  what: string;
  make: (folder: string) => TestFile;
  /** EPSG code, where the file does not say. */
  srid?: number;
  /** What GDAL must be told to find the same places: open options. */
  open?: string[];
  /** Columns that either reader has alone, or spells otherwise. */
  apart?: string[];
  /** Rows that the second reader gives and ours refuses. */
  refused?: number;
  /** Codes of notes that the datasets carry. */
  notes?: string[];
  warnings?: string[];
  /** The layer that GDAL shall read, where it lists others too. */
  layer?: string;
  /** The path by which GDAL opens it, within an archive. */
  inside?: string;
}

export const hasOgr2ogr = spawnSync('ogr2ogr', ['--version']).status === 0;

const run = (args: string[]) =>
  execFileSync('ogr2ogr', args, { stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 64 * 1024 ** 2 });

/** What GDAL reads of a file, as features of GeoJSON in degrees; `layer` is one of its names. */
export function secondReader(path: string, layer: string | null, srid: number | undefined, open: string[] = []) {
  const named = layer === null ? [] : [layer];
  const args = [
    '-f',
    'GeoJSON',
    '/vsistdout/',
    path,
    ...named,
    '-t_srs',
    'EPSG:4326',
    '-lco',
    'COORDINATE_PRECISION=12',
  ];
  if (srid !== undefined) args.push('-s_srs', `EPSG:${srid}`);
  for (const option of open) args.push('-oo', option);
  const text = run([...args, '--config', 'OGR_STROKE_CURVE', 'YES']).toString();
  return (JSON.parse(text) as { features: SecondFeature[] }).features;
}
export interface SecondFeature {
  properties: Record<string, unknown>;
  geometry: { type: string; coordinates?: unknown; geometries?: SecondFeature['geometry'][] } | null;
}

const put = (folder: string, name: string, bytes: string | Uint8Array): TestFile => {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return { path, name };
};

/** Rows of well-known text as a CSV, for ogr2ogr to make other files of. */
const SHAPES = {
  POINT: ['POINT (51.389 35.689)', 'POINT (59.606 36.297)', 'POINT (52.5 29.6)'],
  MULTIPOINT: ['MULTIPOINT (51.4 35.7,51.5 35.8)', 'MULTIPOINT (52 36)'],
  LINESTRING: ['LINESTRING (51 35,52 36,53 35.5)', 'LINESTRING (54 30,54.5 30.25)'],
  MULTILINESTRING: ['MULTILINESTRING ((51 35,52 36),(53 35,54 36))', 'MULTILINESTRING ((50 30,51 31))'],
  POLYGON: [
    'POLYGON ((51 35,52 35,52 36,51 36,51 35),(51.2 35.2,51.2 35.4,51.4 35.4,51.2 35.2))',
    'POLYGON ((53 30,54 30,54 31,53 30))',
  ],
  MULTIPOLYGON: [
    'MULTIPOLYGON (((51 35,52 35,52 36,51 35)),((53 35,54 35,54 36,53 35)))',
    'MULTIPOLYGON (((53 30,54 30,54 31,53 30)))',
  ],
  'POINT Z': ['POINT Z (51.389 35.689 1200.5)', 'POINT Z (59.606 36.297 0)'],
  'LINESTRING Z': ['LINESTRING Z (51 35 1000,52 36 1010.25)', 'LINESTRING Z (54 30 -5,54.5 30.25 3)'],
  'POLYGON Z': ['POLYGON Z ((51 35 1,52 35 2,52 36 3,51 35 1))'],
  'POINT M': ['POINT M (51.389 35.689 7)', 'POINT M (59.606 36.297 8)'],
  'LINESTRING ZM': ['LINESTRING ZM (51 35 1000 1,52 36 1010 2)', 'LINESTRING ZM (54 30 9 1,54.5 30.25 8 2)'],
  GEOMETRY: [
    'POINT (51.389 35.689)',
    'LINESTRING (51 35,52 36)',
    'POLYGON ((53 30,54 30,54 31,53 30))',
    'LINESTRING Z (51 35 7,52 36 8)',
  ],
} satisfies Record<string, string[]>;
type ShapeName = keyof typeof SHAPES;

const NAMES = ['پارس‌آباد', 'گچساران', 'كرج', 'یزد ۱۲'];
const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** A CSV of shapes with a name, a whole number, a decimal and a day; what ogr2ogr makes the others of. */
function source(folder: string, shapes: readonly string[]): string {
  const rows = shapes.map((wkt, i) =>
    [quote(wkt), quote(NAMES[i % NAMES.length] as string), i + 1, (i + 1) / 4, `2024-05-0${i + 1}`].join(','),
  );
  const path = join(folder, 'source.csv');
  writeFileSync(path, `WKT,nam,shomare,masahat,rooz\n${rows.join('\n')}\n`);
  writeFileSync(join(folder, 'source.csvt'), 'WKT,String,Integer,Real,Date\n');
  return path;
}

/** The shapes in a file of one of GDAL's drivers; `srid` is the system that they are written in. */
function written(driver: string, name: string, shape: ShapeName, srid = 4326, more: string[] = []) {
  return (folder: string): TestFile => {
    const path = join(folder, name);
    const type = shape.replace(' ', '');
    const from = source(folder, SHAPES[shape]);
    run([
      '-f',
      driver,
      path,
      from,
      '-s_srs',
      'EPSG:4326',
      '-t_srs',
      `EPSG:${srid}`,
      '-nlt',
      type,
      '-nln',
      'laye',
      '-oo',
      'AUTODETECT_TYPE=NO',
      ...more,
    ]);
    return { path, name };
  };
}

/** All files of a folder as an archive. */
export function archive(folder: string, name: string, from: string, prefix = ''): TestFile {
  const entries = readdirSync(from).map((entry) => [
    `${prefix}${entry}`,
    new Uint8Array(readFileSync(join(from, entry))),
  ]);
  return put(folder, name, zipSync(Object.fromEntries(entries)));
}

/** A zipped shapefile as ogr2ogr writes it. */
function shapefile(shape: ShapeName, srid = 4326, more: string[] = []) {
  return (folder: string): TestFile => {
    const inner = join(folder, 'shp');
    mkdirSync(inner);
    written('ESRI Shapefile', 'shp/laye.shp', shape, srid, more)(folder);
    return archive(folder, 'laye.zip', inner);
  };
}

function filegdb(shape: ShapeName, srid = 4326) {
  return (folder: string): TestFile => {
    written('OpenFileGDB', 'laye.gdb', shape, srid)(folder);
    return archive(folder, 'laye.gdb.zip', join(folder, 'laye.gdb'), 'laye.gdb/');
  };
}

const text =
  (name: string, content: string, encoding = 'utf8') =>
  (folder: string) =>
    put(folder, name, iconv.encode(content, encoding));

const XY = ['X_POSSIBLE_NAMES=x,lon,longitude', 'Y_POSSIBLE_NAMES=y,lat,latitude', 'KEEP_GEOM_COLUMNS=YES'];
const WKT = ['GEOM_POSSIBLE_NAMES=wkt,WKT', 'KEEP_GEOM_COLUMNS=YES'];
/** Iran's commonest systems, a country's own, and one of degrees on another datum. */
const SYSTEMS = [32639, 3857, 2059, 4230];
const SHAPE_NAMES = Object.keys(SHAPES) as ShapeName[];
const plain = SHAPE_NAMES.filter((s) => s !== 'GEOMETRY');
const measured = (shape: ShapeName) => (/M$/.test(shape) ? { notes: ['measures'] } : {});

export const CORPUS: CorpusFile[] = [
  ...plain.map((shape) => ({ what: `a shapefile of ${shape}`, make: shapefile(shape), ...measured(shape) })),
  ...SYSTEMS.map((srid) => ({ what: `a shapefile in EPSG:${srid}`, make: shapefile('POLYGON', srid) })),
  { what: 'a GeoJSON of heights in ED50(ED77)', make: written('GeoJSON', 'a.geojson', 'LINESTRING Z', 2059) },
  {
    what: 'a GeoPackage of layers of every third kind',
    make: (folder) => {
      const path = join(folder, 'a.gpkg');
      for (const [i, shape] of SHAPE_NAMES.filter((_, at) => process.env.SLOW || at % 3 === 0).entries())
        written('GPKG', 'a.gpkg', shape, i % 2 ? 4326 : 2059, ['-nln', `لایه ${shape}`, ...(i ? ['-update'] : [])])(
          folder,
        );
      return { path, name: 'a.gpkg' };
    },
    notes: ['measures'],
  },
  {
    what: 'a GeoPackage that declares polygons and holds some of several parts',
    make: (folder) => {
      const { path } = shapefile('MULTIPOLYGON')(folder);
      run([
        '-f',
        'GPKG',
        join(folder, 'a.gpkg'),
        `/vsizip/${path}`,
        '-nlt',
        'POLYGON',
        '-nln',
        'laye',
        '-skipfailures',
      ]);
      run(['-f', 'GPKG', join(folder, 'b.gpkg'), `/vsizip/${path}`]);
      return { path: join(folder, 'b.gpkg'), name: 'b.gpkg' };
    },
  },
  ...(['LINESTRING ZM', 'GEOMETRY'] as const).map((shape) => ({
    what: `a FlatGeobuf of ${shape}`,
    make: written('FlatGeobuf', 'a.fgb', shape, 4326, ['-lco', 'SPATIAL_INDEX=NO']),
    ...measured(shape),
  })),
  ...(['LINESTRING ZM', 'MULTIPOLYGON'] as const).map((shape) => ({
    what: `a File Geodatabase of ${shape}`,
    make: filegdb(shape, 32639),
    inside: 'laye.gdb',
    ...measured(shape),
  })),
  {
    what: 'a DXF with heights',
    make: written('DXF', 'a.dxf', 'LINESTRING Z', 2059, ['-select', '']),
    srid: 2059,
    apart: ['*'],
  },
  ...(['POLYGON', 'POINT Z'] as const).map((shape) => ({
    what: `a GML of ${shape}`,
    make: written('GML', 'a.gml', shape),
    apart: ['fid', 'gml_id'],
  })),
  ...(['POINT', 'MULTIPOINT', 'LINESTRING Z', 'MULTIPOLYGON', 'GEOMETRY'] as const).map((shape) => ({
    what: `a GeoJSON of ${shape}`,
    make: written('GeoJSON', 'a.geojson', shape),
  })),
  ...([32639, 2058, 2059, 2060, 2061] as const).map((srid) => ({
    what: `a GeoJSON in EPSG:${srid}`,
    make: written('GeoJSON', 'a.geojson', 'POLYGON', srid),
  })),
  { what: 'a GeoJSON of one feature per line', make: written('GeoJSONSeq', 'a.geojsonl', 'POLYGON') },
  ...(['POINT Z', 'LINESTRING', 'POLYGON', 'GEOMETRY'] as const).map((shape) => ({
    what: `a KML of ${shape}`,
    make: written('KML', 'a.kml', shape),
    apart: ['*'],
  })),
  ...(
    [
      ['POINT Z', 'waypoints'],
      ['LINESTRING', 'routes'],
      ['MULTILINESTRING', 'tracks'],
    ] as const
  ).map(([shape, layer]) => ({
    what: `a GPX of ${layer}`,
    make: written('GPX', 'a.gpx', shape, 4326, ['-nln', layer, '-select', '']),
    layer,
    apart: ['*'],
  })),
  {
    what: 'an answer of a WFS',
    make: (folder) => {
      const member = (i: number) =>
        `<wfs:member><t:shahr gml:id="shahr.${i}"><t:nam>شهر ${i}</t:nam><t:geom><gml:Point srsName="urn:ogc:def:crs:EPSG::4326" gml:id="p${i}"><gml:pos>35.${i} 51.${i}</gml:pos></gml:Point></t:geom></t:shahr></wfs:member>`;
      const spaces =
        'xmlns:wfs="http://www.opengis.net/wfs/2.0" xmlns:gml="http://www.opengis.net/gml/3.2" xmlns:t="http://t" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
      const members = [1, 2, 3].map(member).join('');
      return put(
        folder,
        'a.gml',
        `<?xml version="1.0" encoding="UTF-8"?><wfs:FeatureCollection ${spaces}>${members}</wfs:FeatureCollection>`,
      );
    },
    apart: ['gml_id'],
  },
  {
    what: 'a GeoPackage of tiles and records',
    make: (folder) => {
      const picture = put(folder, 'a.asc', 'ncols 2\nnrows 2\nxllcorner 51\nyllcorner 35\ncellsize 0.5\n1 2\n3 4\n');
      written('GPKG', 'a.gpkg', 'POLYGON')(folder);
      execFileSync('gdal_translate', ['-q', '-of', 'GPKG', '-ot', 'Byte', '-a_srs', 'EPSG:4326', '-co', 'APPEND_SUBDATASET=YES', '-co', 'RASTER_TABLE=tiles', picture.path, join(folder, 'a.gpkg')]); // biome-ignore format: one command
      return { path: join(folder, 'a.gpkg'), name: 'a.gpkg' };
    },
  },
  {
    what: 'a File Geodatabase with a table of no columns',
    make: (folder) => {
      written('OpenFileGDB', 'laye.gdb', 'POLYGON')(folder);
      run([
        '-f',
        'OpenFileGDB',
        '-update',
        join(folder, 'laye.gdb'),
        source(folder, SHAPES.POINT),
        '-nln',
        'empty',
        '-select',
        '',
        '-nlt',
        'NONE',
        '-oo',
        'GEOM_POSSIBLE_NAMES=none',
      ]);
      return archive(folder, 'laye.gdb.zip', join(folder, 'laye.gdb'), 'laye.gdb/');
    },
    inside: 'laye.gdb',
  },
  {
    what: 'a CSV of degrees',
    make: text('a.csv', 'nam,lon,lat,code\nالف,51.5,35.25,0012\nب,52,36,0013\n'),
    open: XY,
    srid: 4326,
  },
  {
    what: 'a CSV with semicolons',
    make: text('a.csv', 'nam;lon;lat\nالف;51.5;35.25\nب;52;36\n'),
    open: XY,
    srid: 4326,
  },
  { what: 'a TSV', make: text('a.tsv', 'nam\tlon\tlat\nالف\t51.5\t35.25\n'), open: XY, srid: 4326 },
  {
    what: 'a CSV of well-known text',
    make: text('a.csv', `nam,wkt\n${SHAPES.MULTIPOLYGON.map((s) => `الف,"${s}"`).join('\n')}\n`),
    open: WKT,
    apart: ['wkt'],
    srid: 4326,
  },
  ...['UTF-8', 'CP1256'].map((encoding) => ({
    what: `a shapefile in ${encoding}`,
    make: shapefile('POINT', 4326, ['-lco', `ENCODING=${encoding}`]),
  })),
  ...(['POINT Z', 'LINESTRING', 'POLYGON', 'MULTILINESTRING', 'POLYGON Z'] as const).map((shape) => ({
    what: `a GeoJSON of ${shape}`,
    make: written('GeoJSON', 'a.geojson', shape),
  })),
  ...([3857, 32638, 32640, 32641] as const).map((srid) => ({
    what: `a GeoJSON in EPSG:${srid}`,
    make: written('GeoJSON', 'a.geojson', 'MULTIPOLYGON', srid),
  })),
  ...(['POINT Z', 'MULTIPOLYGON'] as const).map((shape) => ({
    what: `a GeoJSON of ${shape}, one a line`,
    make: written('GeoJSONSeq', 'a.geojsonl', shape),
  })),
  ...(['MULTIPOINT', 'MULTILINESTRING', 'MULTIPOLYGON', 'POLYGON Z'] as const).map((shape) => ({
    what: `a KML of ${shape}`,
    make: written('KML', 'a.kml', shape),
    apart: ['*'],
  })),
  { what: 'a KMZ', make: written('LIBKML', 'a.kmz', 'POLYGON'), apart: ['*'] },
  ...(['POLYGON'] as const).map((shape) => ({
    what: `a FlatGeobuf of ${shape} with its index`,
    make: written('FlatGeobuf', 'a.fgb', shape, 32639),
  })),
  {
    what: 'a DXF of points',
    make: written('DXF', 'a.dxf', 'POINT', 32639, ['-select', '']),
    srid: 32639,
    apart: ['*'],
  },
  {
    what: 'a GeoPackage of arcs',
    make: (folder) => {
      const path = join(folder, 'a.gpkg');
      const arcs = [
        'CIRCULARSTRING (51 35,52 36,53 35)',
        'COMPOUNDCURVE (CIRCULARSTRING (51 35,52 36,53 35),(53 35,54 35))',
      ];
      run([
        '-f',
        'GPKG',
        path,
        source(folder, arcs),
        '-a_srs',
        'EPSG:4326',
        '-nln',
        'laye',
        '-oo',
        'AUTODETECT_TYPE=NO',
      ]);
      return { path, name: 'a.gpkg' };
    },
  },
  { what: 'a sheet', make: written('XLSX', 'a.xlsx', 'POINT', 4326, ['-select', 'nam,shomare,masahat,rooz']) },
  ...(['POINT', 'MULTIPOINT', 'LINESTRING', 'MULTILINESTRING', 'POLYGON'] as const).map((shape) => ({
    what: `a CSV of ${shape} as well-known text`,
    make: text('a.csv', `nam,wkt\n${SHAPES[shape].map((s, i) => `شهر ${i},"${s}"`).join('\n')}\n`),
    open: WKT,
    apart: ['wkt'],
    srid: 4326,
  })),
  ...(
    [
      ['with a mark of its encoding', '\ufeffnam,lon,lat\nالف,51.5,35.25\n'],
      ['with quotes and line breaks', 'nam,lon,lat\n"خط یک\nخط ""دو"", سه",51.5,35.25\n'],
      ['with large headings', 'NAM,Longitude,Latitude\nالف,51.5,35.25\n'],
      ['with empty cells', 'nam,note,lon,lat\nالف,,51.5,35.25\n,ب,52,36\n'],
    ] as const
  ).map(([what, content]) => ({ what: `a CSV ${what}`, make: text('a.csv', content), open: XY, srid: 4326 })),
];

/** The name by which GDAL opens a file of the corpus. */
export const secondPath = ({ path, name }: TestFile, inside?: string): string =>
  inside ? `/vsizip/${path}/${inside}` : /\.zip$/.test(basename(name)) ? `/vsizip/${path}` : path;
