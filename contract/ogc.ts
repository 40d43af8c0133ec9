// The tile address of both programs: WMTS GetTile with key-value pairs, as a GeoServer takes it.

import { asksRelated, type QueryNode } from './schemas/query';

/** Paths below /geoserver that may be asked; `workspace/` is optional. */
export const OGC_PATH = /^\/geoserver\/(?:[a-z0-9_]{1,63}\/)?(?:wms|ows|gwc\/service\/wmts)$/;

export const MVT = 'application/vnd.mapbox-vector-tile';
export const TILE_MATRIX_SET = 'EPSG:900913';
const WORKSPACE = 'pahneh';

/** The published name of a layer, and back. */
export const layerName = (id: number) => `${WORKSPACE}:layer_${id}`;
export const layerIdOf = (name: string): number | null => {
  const match = /^(?:[a-z0-9_]{1,63}:)?layer_(\d{1,15})$/.exec(name);
  return match ? Number(match[1]) : null;
};

/** The same of a base map that the organisation has added. */
export const baseMapName = (id: string) => `${WORKSPACE}:base_${id}`;
export const baseMapIdOf = (name: string): string | null =>
  /^(?:[a-z0-9_]{1,63}:)?base_([a-z][a-z0-9-]{0,39})$/.exec(name)?.[1] ?? null;

/** The same of a service that is looked at before it is saved; the token holds the service. */
export const previewName = (token: string) => `${WORKSPACE}:preview_${token}`;
export const previewOf = (name: string): string | null => PREVIEW_NAME.exec(name)?.[1] ?? null;
export const PREVIEW_NAME = new RegExp(`^${WORKSPACE}:preview_([A-Za-z0-9_-]{40,16000})$`);

/**
 * The address template of a layer's tiles for map libraries: {z}, {x}, {y} are theirs. Web Mercator; vector tiles for layers with
 * records, pictures of 256 pixels for map services and rasters.
 */
export const tileTemplate = (id: number, format: 'mvt' | 'picture' = 'mvt'): string => template(layerName(id), format);

/** Letters of the address of a tile of a query: what is longer some servers on the way refuse. */
const MAX_ADDRESS = 6000;
/**
 * The address template of vector tiles that hold only the records of a layer which a query leaves; null where the query is too long for an
 * address, or asks about related records, which no tile can find in time.
 */
export function queryTiles(id: number, query: QueryNode): string | null {
  if (asksRelated(query)) return null;
  const address = `${tileTemplate(id)}&FIELDS=&WHERE=${encodeURIComponent(JSON.stringify(query))}`;
  return address.length <= MAX_ADDRESS ? address : null;
}

/** The same of a base map; another `version` is another address. */
export const baseMapTemplate = (id: string, version: string): string =>
  `${template(baseMapName(id), 'picture')}&V=${version}`;

/** Pictures of what has this published name. */
export const pictureTemplate = (name: string): string => template(name, 'picture');

const template = (name: string, format: 'mvt' | 'picture'): string =>
  `/geoserver/gwc/service/wmts?SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0&LAYER=${encodeURIComponent(name)}&STYLE=&TILEMATRIXSET=${encodeURIComponent(TILE_MATRIX_SET)}` +
  `&TILEMATRIX=${encodeURIComponent(`${TILE_MATRIX_SET}:`)}{z}&TILEROW={y}&TILECOL={x}&FORMAT=${encodeURIComponent(format === 'mvt' ? MVT : 'image/png')}`;

/** The legend of a layer that a map service draws, as a picture; an error where the service offers none. */
export const legendAddress = (id: number): string =>
  `/geoserver/wms?SERVICE=WMS&VERSION=1.3.0&REQUEST=GetLegendGraphic&LAYER=${encodeURIComponent(layerName(id))}&FORMAT=image%2Fpng`;

/** The layer name inside a vector tile. */
export const TILE_LAYER = 'records';
/** A layer of one feature that stands only in tiles that hold a sample of the records. */
export const THINNED_LAYER = 'thinned';
/** A layer of points, one for each polygon: where its label belongs, in the one tile that holds that place. */
export const LABEL_LAYER = 'labels';

/** Attributes of a point that stands for several: their number, and whether there are more than were counted. */
export const CLUSTER_COUNT = '__count';
export const CLUSTER_MORE = '__more';
/** The attribute that says how many of them have a value, as text; empty for none. */
export const clusterShare = (value: string): string => `__of:${value}`;

/** The property with what is written beside a record, where it is not the value itself; no field can be called so. */
export const LABEL_KEY = ':label';

const LIST_PREFIX = ':all:';
const LIST_MARK = '\u001f';
/** The property with all values of a list, beside the field's own with the first of them; no field can be called so. */
export const listKey = (field: string): string => `${LIST_PREFIX}${field}`;
/** The field of such a property; null for any other name. */
export const listFieldOf = (key: string): string | null =>
  key.startsWith(LIST_PREFIX) ? key.slice(LIST_PREFIX.length) : null;
/** The values of a list as that property: each of them, and only a whole one, is a part of it by `listPart`. */
export const listText = (values: readonly unknown[]): string => listPart(values.map(String).join(LIST_MARK));
export const listPart = (value: string): string => `${LIST_MARK}${value}${LIST_MARK}`;
export const readListText = (text: string): string[] => text.slice(1, -1).split(LIST_MARK);
