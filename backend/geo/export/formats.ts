// The list of export formats: a new one is one object here.
import type { Field } from '../../../contract/schemas/form';

/** What the records of one layer look like, seen once all rows are written down. */
export interface Shape {
  /** Layer type: 0 table, 1 point, 2 line, 3 polygon, or MIXED. */
  type: number;
  /** Whether a shape of several parts, and whether a third ordinate occurs. */
  multi: boolean;
  z: boolean;
}

export interface OutFormat {
  id: string;
  extension: string;
  mime: string;
  /** Layer types that the format can hold. */
  types: readonly number[];
  /** GDAL's driver and its options; absent where the rows are written here. */
  driver?: string;
  options?: (shape: Shape, names: { title: Field | undefined; encoding: string }) => string[];
  /** The result is several files, or is always handed on as an archive. */
  zip?: boolean;
  /** Text encodings other than UTF-8 that it can be written in. */
  encodings?: readonly string[];
  /** Whether geometry stays geometry; else it becomes columns of text. */
  geometry: boolean;
  /** Whether attributes are kept under their names. */
  fields: boolean;
  /** Whether moments keep their zone; else they are written as the organisation's clocks show them. */
  zones: boolean;
  /** Longest text that a cell can hold: bytes of a shapefile's, characters of a sheet's. */
  maxText?: number;
  /** Names of fields as the format changes them in an encoding. */
  named?: (name: string, encoding: string) => string;
  /** Whether coordinates may be in a CRS of the caller's choice; else they are EPSG:4326. */
  anyCrs: boolean;
}

/** Shapes of every kind beside each other. */
export const MIXED = 4;
const ALL = [0, 1, 2, 3, MIXED] as const;
const SHAPES = [1, 2, 3, MIXED] as const;
const promoted = ({ type, multi }: Shape) =>
  type !== MIXED && (type > 1 || multi) ? ['-nlt', 'PROMOTE_TO_MULTI'] : [];

/** As much of a text as fits into so many bytes of UTF-8. */
export const cut = (text: string, bytes: number): string => {
  const encoded = Buffer.from(text);
  return encoded.length <= bytes
    ? text
    : encoded
        .subarray(0, bytes)
        .toString('utf8')
        .replace(/\ufffd$/, '');
};
/** A name as elements of GML and columns of a geodatabase may be called: letters, digits and `_`, no digit first. */
const plainName = (name: string): string => name.replace(/[^\p{L}\p{M}\p{N}_]/gu, '_').replace(/^(?=\p{N})/u, '_');

export const OUT_FORMATS: readonly OutFormat[] = [
  {
    id: 'geojson',
    extension: 'geojson',
    mime: 'application/geo+json',
    types: ALL,
    geometry: true,
    zones: true,
    fields: true,
    anyCrs: false,
  },
  {
    id: 'csv',
    extension: 'csv',
    mime: 'text/csv; charset=utf-8',
    types: ALL,
    geometry: false,
    zones: false,
    fields: true,
    anyCrs: false,
  },
  {
    id: 'xlsx',
    extension: 'xlsx',
    mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    types: ALL,
    driver: 'XLSX',
    geometry: false,
    zones: false,
    maxText: 32_767,
    fields: true,
    anyCrs: false,
  },
  {
    id: 'shp',
    extension: 'shp',
    mime: 'application/zip',
    types: [0, 1, 2, 3],
    driver: 'ESRI Shapefile',
    options: (shape, { encoding }) => [...promoted(shape), '-lco', `ENCODING=${encoding}`],
    zip: true,
    encodings: ['CP1256'],
    geometry: true,
    zones: false,
    maxText: 254,
    named: (name, encoding) => (encoding === 'UTF-8' ? cut(name, 10) : name.slice(0, 10)),
    fields: true,
    anyCrs: true,
  },
  {
    id: 'gpkg',
    extension: 'gpkg',
    mime: 'application/geopackage+sqlite3',
    types: ALL,
    driver: 'GPKG',
    options: promoted,
    geometry: true,
    zones: true,
    fields: true,
    anyCrs: true,
  },
  {
    id: 'kml',
    extension: 'kml',
    mime: 'application/vnd.google-earth.kml+xml',
    types: SHAPES,
    driver: 'KML',
    options: (_, { title }) => (title ? ['-dsco', `NameField=${title.name}`] : []),
    geometry: true,
    zones: true,
    fields: true,
    anyCrs: false,
  },
  {
    id: 'kmz',
    extension: 'kml',
    mime: 'application/vnd.google-earth.kmz',
    types: SHAPES,
    driver: 'KML',
    options: (_, { title }) => (title ? ['-dsco', `NameField=${title.name}`] : []),
    zip: true,
    geometry: true,
    zones: true,
    fields: true,
    anyCrs: false,
  },
  {
    id: 'gpx',
    extension: 'gpx',
    mime: 'application/gpx+xml',
    types: [1, 2, MIXED],
    driver: 'GPX',
    // Points of several parts become several points; lines are tracks by the name of their layer.
    options: ({ type }) => (type === 1 ? ['-explodecollections'] : []),
    geometry: true,
    zones: true,
    fields: false,
    anyCrs: false,
  },
  {
    id: 'dxf',
    extension: 'dxf',
    mime: 'image/vnd.dxf',
    types: SHAPES,
    driver: 'DXF',
    geometry: true,
    zones: true,
    fields: false,
    anyCrs: true,
  },
  {
    id: 'gml',
    extension: 'gml',
    mime: 'application/zip',
    types: SHAPES,
    driver: 'GML',
    options: (shape) => [...promoted(shape), '-dsco', 'FORMAT=GML3.2'],
    zip: true,
    geometry: true,
    zones: true,
    named: plainName,
    fields: true,
    anyCrs: true,
  },
  {
    id: 'fgb',
    extension: 'fgb',
    mime: 'application/flatgeobuf',
    types: SHAPES,
    driver: 'FlatGeobuf',
    options: promoted,
    geometry: true,
    zones: true,
    fields: true,
    anyCrs: true,
  },
  {
    id: 'gdb',
    extension: 'gdb',
    mime: 'application/zip',
    types: [0, 1, 2, 3],
    driver: 'OpenFileGDB',
    options: promoted,
    zip: true,
    geometry: true,
    zones: false,
    named: plainName,
    fields: true,
    anyCrs: true,
  },
];

/** The format with this id. */
export const outFormat = (id: string): OutFormat | undefined => OUT_FORMATS.find((f) => f.id === id);
