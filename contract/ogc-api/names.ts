// Names of the outside door /ogc: its addresses, coordinate systems, link relations and media types, for both programs.

export const CRS84 = 'http://www.opengis.net/def/crs/OGC/1.3/CRS84';
export const EPSG_4326 = 'http://www.opengis.net/def/crs/EPSG/0/4326';
export const EPSG_3857 = 'http://www.opengis.net/def/crs/EPSG/0/3857';
/** Coordinate systems of answers and questions; the first is meant where none is named. */
export const CRS_LIST = [CRS84, EPSG_4326, EPSG_3857] as const;
export type Crs = (typeof CRS_LIST)[number];
export const isCrs = (uri: string): uri is Crs => (CRS_LIST as readonly string[]).includes(uri);

export const GEO_JSON = 'application/geo+json';
export const JSON_TYPE = 'application/json';
export const SCHEMA_JSON = 'application/schema+json';
export const PROBLEM_JSON = 'application/problem+json';
/** A look as QGIS and others read it from a file. */
export const STYLE_TYPES = { qml: 'application/vnd.qgis.style+xml', sld: 'application/vnd.ogc.sld+xml' } as const;
export const MERGE_PATCH = 'application/merge-patch+json';
/** QGIS compares this text letter by letter. */
export const OPENAPI_JSON = 'application/vnd.oai.openapi+json;version=3.0';

export const SCHEMA_RELATION = 'http://www.opengis.net/def/rel/ogc/1.0/schema';
export const STYLE_RELATION = 'http://www.opengis.net/def/rel/ogc/1.0/style';
export const SCHEMES_RELATION = 'http://www.opengis.net/def/rel/ogc/1.0/tiling-schemes';
export const SCHEME_RELATION = 'http://www.opengis.net/def/rel/ogc/1.0/tiling-scheme';
/** Relations of the lists of tiles, of records and of pictures. */
export const TILESETS_RELATIONS = {
  vector: 'http://www.opengis.net/def/rel/ogc/1.0/tilesets-vector',
  map: 'http://www.opengis.net/def/rel/ogc/1.0/tilesets-map',
};
export const QUERYABLES_RELATION = 'http://www.opengis.net/def/rel/ogc/1.0/queryables';

/** Records of one page: where nothing is said, and at most. */
export const DEFAULT_LIMIT = 1000;
export const MAX_LIMIT = 10_000;
export const MAX_OFFSET = 100_000;
export const MAX_FILTER = 4000;
/** The deepest zoom of picture tiles. */
export const DEEPEST_PICTURE = 22;
/** The deepest zoom of vector tiles. */
export const DEEPEST_TILE = 18;

/** How a client comes in: with a key in a header, with a key in the address, or without one to a customer's open layers. */
export type Door = { by: 'header' } | { by: 'address'; key: string } | { by: 'open'; open: string };

/** The beginning of all addresses of a door, without a slash at its end. */
export const doorPath = (door: Door): string =>
  door.by === 'header' ? '/ogc' : door.by === 'address' ? `/ogc/t/${door.key}` : `/ogc/o/${door.open}`;

/** The name of a layer as a collection. It never changes: projects of clients keep it. */
export const collectionName = (layer: number): string => `layer_${layer}`;

/** Files of whole layers by their endings. */
export const SNAPSHOT_TYPES = { gpkg: 'application/geopackage+sqlite3', fgb: 'application/flatgeobuf' } as const;
/** What people call them. */
export const SNAPSHOT_NAMES = { gpkg: 'GeoPackage', fgb: 'FlatGeobuf' } as const;
export type SnapshotFormat = keyof typeof SNAPSHOT_TYPES;

/** The one scheme of tiles. */
export const MATRIX_SET = 'WebMercatorQuad';
export const TILE_TAIL = `tiles/${MATRIX_SET}/{z}/{y}/{x}`;
/** The same of layers that are pictures. */
export const PICTURE_TAIL = `map/${TILE_TAIL}`;

const OGC = 'http://www.opengis.net/spec';
/** What is served to every caller. */
const READ_CLASSES = [
  ...['core', 'oas30', 'geojson', 'html'].map((name) => `${OGC}/ogcapi-features-1/1.0/conf/${name}`),
  `${OGC}/ogcapi-features-2/1.0/conf/crs`,
  ...['queryables', 'filter', 'features-filter'].map((name) => `${OGC}/ogcapi-features-3/1.0/conf/${name}`),
  ...[
    'cql2-text',
    'basic-cql2',
    'advanced-comparison-operators',
    'case-insensitive-comparison',
    'basic-spatial-functions',
    // Its name in the draft that clients still ask for.
    'basic-spatial-operators',
  ].map((name) => `${OGC}/cql2/1.0/conf/${name}`),
  `${OGC}/ogcapi-features-5/1.0/conf/schemas`,
  ...['core', 'tileset', 'tilesets-list', 'geodata-tilesets', 'mvt'].map((name) => `${OGC}/ogcapi-tiles-1/1.0/conf/${name}`), // biome-ignore format: one line
  `${OGC}/tms/2.0/conf/json-tilematrixset`,
];
const WRITE_CLASSES = ['create-replace-delete', 'update', 'features'].map(
  (name) => `${OGC}/ogcapi-features-4/1.0/conf/${name}`,
);

/** The conformance classes for a caller who may write something, or nothing. */
export const conformanceClasses = (writes: boolean): string[] => [...READ_CLASSES, ...(writes ? WRITE_CLASSES : [])];
