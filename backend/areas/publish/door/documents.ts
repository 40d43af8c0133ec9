// The documents that describe the door: landing page, conformance, collections.
import { sql } from 'kysely';
import {
  CRS_LIST,
  CRS84,
  collectionName,
  conformanceClasses,
  GEO_JSON,
  JSON_TYPE,
  OPENAPI_JSON,
  QUERYABLES_RELATION,
  SCHEMA_JSON,
  SCHEMA_RELATION,
  SCHEMES_RELATION,
  SNAPSHOT_NAMES,
  SNAPSHOT_TYPES,
  STYLE_RELATION,
  STYLE_TYPES,
  TILESETS_RELATIONS,
} from '../../../../contract/ogc-api/names';
import { LAYER_TYPES } from '../../../../contract/schemas/layer';
import { collectionAddress, type DoorRequest, type Published } from './door-request';
import { snapshotFormats } from './snapshot/files';

export interface Link {
  rel: string;
  type: string;
  title: string;
  href: string;
}

export const TITLE = 'Pahneh';

/** `self` and its twin for people. */
const selfLinks = (href: string): Link[] => [
  { rel: 'self', type: JSON_TYPE, title: 'This document', href },
  { rel: 'alternate', type: 'text/html', title: 'This document for people', href: `${href}?f=html` },
];

export const landing = ({ base }: DoorRequest) => ({
  title: TITLE,
  description: 'Layers as OGC API Features, vector tiles and CSV.',
  links: [
    ...selfLinks(base),
    { rel: 'service-desc', type: OPENAPI_JSON, title: 'The API', href: `${base}/api` },
    { rel: 'service-doc', type: 'text/html', title: 'The API for people', href: `${base}/api?f=html` },
    { rel: 'conformance', type: JSON_TYPE, title: 'Conformance classes', href: `${base}/conformance` },
    { rel: 'data', type: JSON_TYPE, title: 'Collections', href: `${base}/collections` },
    { rel: SCHEMES_RELATION, type: JSON_TYPE, title: 'Schemes of tiles', href: `${base}/tileMatrixSets` },
  ],
});

/** Whether the caller may write anything by the door that was used. */
export const writesAnything = ({ target, door }: DoorRequest): boolean =>
  target.door.by === 'header' && [...door.layers.values()].some(({ may }) => may.add || may.edit || may.remove);

export const conformance = (request: DoorRequest) => ({ conformsTo: conformanceClasses(writesAnything(request)) });

/** Where the records are that the caller may see: a layer's whole extent would tell of others where regions hide them. */
export async function regionBox({ engine, caller }: DoorRequest): Promise<number[] | null> {
  if (caller.regions.length === 0) return null;
  const { rows } = await sql<{ w: number; s: number; e: number; n: number }>`
    select st_xmin(b) as w, st_ymin(b) as s, st_xmax(b) as e, st_ymax(b) as n
      from (select st_extent(p.geom) as b from region_part p where p.region_id = any(${caller.regions}::int[])) r where b is not null`.execute(
    engine.db,
  );
  const [box] = rows;
  return box ? [box.w, box.s, box.e, box.n] : null;
}

function collectionLinks(request: DoorRequest, published: Published): Link[] {
  const { layer, row } = published;
  const href = collectionAddress(request, layer.id);
  const { features, tiles, csv } = layer.services;
  const isPicture = row.type > LAYER_TYPES.polygon;
  return [
    ...selfLinks(href),
    ...(features
      ? [
          { rel: 'items', type: GEO_JSON, title: 'Records', href: `${href}/items` },
          { rel: 'items', type: 'text/html', title: 'Records for people', href: `${href}/items?f=html` },
          { rel: SCHEMA_RELATION, type: SCHEMA_JSON, title: 'Fields', href: `${href}/schema` },
          { rel: QUERYABLES_RELATION, type: SCHEMA_JSON, title: 'Fields to filter by', href: `${href}/queryables` },
          // GDAL follows the first spelling alone, and wants the schema of a whole feature.
          { rel: 'describedBy', type: SCHEMA_JSON, title: 'A record', href: `${href}/schema?f=feature` },
          { rel: 'describedby', type: SCHEMA_JSON, title: 'A record', href: `${href}/schema?f=feature` },
        ]
      : []),
    ...(tiles && row.type > LAYER_TYPES.table
      ? [
          { rel: 'tilejson', type: JSON_TYPE, title: isPicture ? 'Picture tiles' : 'Vector tiles', href: `${href}/tilejson` }, // biome-ignore format: one line
          { rel: TILESETS_RELATIONS[isPicture ? 'map' : 'vector'], type: JSON_TYPE, title: 'Tiles by their scheme', href: `${href}/${isPicture ? 'map/' : ''}tiles` }, // biome-ignore format: one line
          { rel: STYLE_RELATION, type: JSON_TYPE, title: 'Style for MapLibre', href: `${href}/style.json` },
        ]
      : []),
    ...(features && row.type > LAYER_TYPES.table
      ? [
          { rel: STYLE_RELATION, type: STYLE_TYPES.qml, title: 'Style for QGIS', href: `${href}/style.qml` },
          { rel: STYLE_RELATION, type: STYLE_TYPES.sld, title: 'Style as SLD', href: `${href}/style.sld` },
        ]
      : []),
    ...snapshotFormats(published).map((as) => ({ rel: 'enclosure', type: SNAPSHOT_TYPES[as], title: SNAPSHOT_NAMES[as], href: `${href}/snapshot.${as}` })), // biome-ignore format: one line
    ...(csv ? [{ rel: 'enclosure', type: 'text/csv', title: 'All records as CSV', href: `${href}/items.csv` }] : []),
    ...(/^https?:\/\//.test(layer.licence) ? [{ rel: 'license', type: 'text/html', title: 'Licence', href: layer.licence }] : []), // biome-ignore format: one line
  ];
}

/** `box` is the regions' where the caller has some. */
export function collection(request: DoorRequest, published: Published, box: readonly number[] | null) {
  const { layer, row } = published;
  const isPicture = row.type > LAYER_TYPES.polygon;
  const extent = request.caller.regions.length > 0 ? box : row.extent;
  return {
    id: collectionName(layer.id),
    title: layer.title,
    ...(layer.description ? { description: layer.description } : {}),
    ...(layer.attribution ? { attribution: layer.attribution } : {}),
    ...(layer.licence ? { license: layer.licence } : {}),
    // Pictures have no items, and who reads items passes over them.
    itemType: isPicture ? 'map' : 'feature',
    ...((extent && row.type > 0) || layer.timeField
      ? {
          extent: {
            ...(extent && row.type > 0 ? { spatial: { bbox: [extent], crs: CRS84 } } : {}),
            ...(layer.timeField ? { temporal: { interval: [[null, null]] } } : {}),
          },
        }
      : {}),
    // Geometry is asked for and written in this one: with another QGIS turns the axes.
    ...(row.type > 0 && !isPicture ? { crs: CRS_LIST, storageCrs: CRS84 } : {}),
    links: collectionLinks(request, published),
  };
}

export const collections = (request: DoorRequest, all: readonly Published[], box: readonly number[] | null) => ({
  links: selfLinks(`${request.base}/collections`),
  crs: CRS_LIST,
  collections: all.map((published) => collection(request, published, box)),
});
