// What a map service is asked for one of our own requests, by its kind.
import { boxOfTile, type OgcRequest, WORLD } from '../../../../contract/ogc-request';
import { type ServiceSource, WHOLE_SERVICE } from '../../../../contract/schemas/sources/service';
import type { World } from '../../../http/context';
import { Refusal } from '../../../http/errors';
import { fetchRemote, type Remote, serviceFailed } from './remote';

const TILE_SIDE = 256;
const MAX_BYTES = 20 * 1024 * 1024;
const MAX_INFO_BYTES = 1024 * 1024;
const PICTURE = /^image\/(png|jpeg|webp|gif)\b/i;
const JSON_TYPE = /^application\/(geo\+)?json\b|^application\/vnd\.geo\+json\b/i;

/** The service's address with our keys; keys of its own (`map=` of a MapServer) stay, ours win. */
export function requestUrl(source: Pick<ServiceSource, 'url'>, keys: Record<string, string>): URL {
  const url = new URL(source.url);
  const ours = new Set(Object.keys(keys).map((key) => key.toUpperCase()));
  for (const key of [...url.searchParams.keys()]) if (ours.has(key.toUpperCase())) url.searchParams.delete(key);
  for (const [key, value] of Object.entries(keys)) url.searchParams.set(key, value);
  return url;
}

type Drawn = Extract<OgcRequest, { kind: 'map' | 'info' }>;
type Tile = Pick<Extract<OgcRequest, { kind: 'tile' }>, 'z' | 'x' | 'y'>;

function mapKeys(source: ServiceSource, { box, width, height }: Pick<Drawn, 'box' | 'width' | 'height'>) {
  return {
    SERVICE: 'WMS',
    VERSION: source.version,
    LAYERS: source.layers,
    STYLES: source.styles ?? '',
    [source.version === '1.3.0' ? 'CRS' : 'SRS']: 'EPSG:3857',
    BBOX: box.join(','),
    WIDTH: String(width),
    HEIGHT: String(height),
    FORMAT: source.format,
    TRANSPARENT: source.format === 'image/jpeg' ? 'FALSE' : 'TRUE',
  };
}

/** Fills {names} in an address, whatever their case; a name that is not there stays. */
function fillTemplate(template: string, values: Record<string, string | number>): string {
  const byName = new Map(Object.entries(values).map(([name, value]) => [name.toLowerCase(), String(value)]));
  return template.replace(/\{(-?\w+)\}/g, (whole, name: string) => {
    const value = byName.get(name.toLowerCase());
    return value === undefined ? whole : encodeURIComponent(value);
  });
}

/** The digits of a tile from zoom 1 on, as Bing numbers them. */
const quadKey = ({ z, x, y }: Tile): string =>
  Array.from({ length: z }, (_, i) => ((x >> (z - 1 - i)) & 1) + 2 * ((y >> (z - 1 - i)) & 1)).join('');

const HAS_PLACE = /^(?=.*\{z\})(?=.*\{x\})(?=.*\{-?y\})|\{q\}/i;
/** Whether an address says where a tile's zoom, column and row go. */
export const isTileTemplate = (url: string): boolean => HAS_PLACE.test(url);

export const tileUrl = (template: string, tile: Tile): URL =>
  new URL(
    fillTemplate(template, {
      ...tile,
      '-y': 2 ** tile.z - 1 - tile.y,
      q: quadKey(tile),
      s: 'a',
      r: '',
    }),
  );

/** The service's own name of a zoom; null where it has no tiles there. */
function matrixOf({ kind, matrices, tile_matrix_set: set = '', min_zoom, max_zoom }: ServiceSource, z: number) {
  if (z < (min_zoom ?? 0) || z > (max_zoom ?? Number.POSITIVE_INFINITY)) return null;
  if (matrices !== undefined) return matrices.split(',')[z] || null;
  // GeoServer names the matrices of its own sets by the set; all others by the zoom alone.
  return kind === 'wmts' && set.startsWith('EPSG:') ? `${set}:${z}` : String(z);
}

/** The service's keys on an address of its own that it has named elsewhere: they go to no other host. */
function withKeys(template: string, source: ServiceSource): string {
  const { origin, search } = new URL(source.url);
  if (search === '' || new URL(template).origin !== origin) return template;
  return `${template}${template.includes('?') ? '&' : '?'}${search.slice(1)}`;
}

function wmtsTile(source: ServiceSource, matrix: string, { x, y }: Tile): URL {
  const set = source.tile_matrix_set ?? 'GoogleMapsCompatible';
  const style = source.styles ?? '';
  if (source.template) {
    const values = {
      Layer: source.layers,
      Style: style,
      TileMatrixSet: set,
      TileMatrix: matrix,
      TileRow: y,
      TileCol: x,
    };
    return new URL(fillTemplate(withKeys(source.template, source), values));
  }
  return requestUrl(source, {
    SERVICE: 'WMTS',
    REQUEST: 'GetTile',
    VERSION: '1.0.0',
    LAYER: source.layers,
    STYLE: style,
    TILEMATRIXSET: set,
    TILEMATRIX: matrix,
    TILEROW: String(y),
    TILECOL: String(x),
    FORMAT: source.format,
  });
}

const below = (source: ServiceSource, path: string): ServiceSource => {
  const url = new URL(source.url);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${path}`;
  return { ...source, url: url.href };
};

/** A picture of an ArcGIS service: a tile of its store where it has one, else drawn for the box. */
function arcgisPicture(source: ServiceSource, { box, width, height }: Pick<Drawn, 'box' | 'width' | 'height'>): URL {
  const isImage = /\/ImageServer\/?$/i.test(new URL(source.url).pathname);
  return requestUrl(below(source, isImage ? 'exportImage' : 'export'), {
    bbox: box.join(','),
    bboxSR: '3857',
    imageSR: '3857',
    size: `${width},${height}`,
    format: source.format === 'image/jpeg' ? 'jpg' : 'png32',
    transparent: String(source.format !== 'image/jpeg'),
    ...(source.layers === WHOLE_SERVICE ? {} : { layers: `show:${source.layers}` }),
    f: 'image',
  });
}

function tileAddress(source: ServiceSource, tile: Tile): URL | null {
  const matrix = matrixOf(source, tile.z);
  if (source.kind !== 'wms' && matrix === null) return null;
  const picture = { box: boxOfTile(tile.z, tile.x, tile.y), width: TILE_SIDE, height: TILE_SIDE };
  switch (source.kind) {
    case 'wmts':
      return wmtsTile(source, matrix as string, tile);
    case 'xyz':
      return isTileTemplate(source.url) ? tileUrl(source.url, tile) : null;
    case 'arcgis':
      return source.matrices === undefined
        ? arcgisPicture(source, picture)
        : new URL(below(source, `tile/${encodeURIComponent(matrix as string)}/${tile.y}/${tile.x}`).url);
    case 'wms':
      return requestUrl(source, { REQUEST: 'GetMap', ...mapKeys(source, picture) });
  }
}

/** What a service is asked for one of our own requests. Null where it cannot answer such a one. */
function addressOf(source: ServiceSource, request: OgcRequest): URL | null {
  if (request.kind === 'tile') return tileAddress(source, request);
  if (source.kind === 'arcgis' && request.kind === 'map') return arcgisPicture(source, request);
  if (source.kind !== 'wms') return null;
  switch (request.kind) {
    case 'map':
      return requestUrl(source, { REQUEST: 'GetMap', ...mapKeys(source, request) });
    case 'info':
      return requestUrl(source, {
        REQUEST: 'GetFeatureInfo',
        ...mapKeys(source, request),
        QUERY_LAYERS: source.layers,
        INFO_FORMAT: 'application/json',
        [source.version === '1.3.0' ? 'I' : 'X']: String(request.i),
        [source.version === '1.3.0' ? 'J' : 'Y']: String(request.j),
        FEATURE_COUNT: String(request.count),
      });
    case 'legend':
      return requestUrl(source, {
        SERVICE: 'WMS',
        REQUEST: 'GetLegendGraphic',
        VERSION: source.version,
        LAYER: source.layers.split(',')[0] as string,
        FORMAT: source.format,
        SLD_VERSION: '1.1.0',
      });
    case 'capabilities':
      return null;
  }
}

/** The header that signs in to a service; undefined where it needs none. */
export const authorizationOf = ({
  username,
  password = '',
}: Pick<ServiceSource, 'username' | 'password'>): string | undefined =>
  username ? `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` : undefined;

/** The service's answer to a request for its layer: a picture, or JSON for GetFeatureInfo. `signal` ends it for a caller who has hung up. */
export async function askService(
  world: Pick<World, 'config'>,
  source: ServiceSource,
  request: OgcRequest,
  signal?: AbortSignal,
): Promise<Remote> {
  const address = addressOf(source, request);
  if (!address) throw new Refusal(400, 'serviceCannot');
  // A name and a password go to the host that they were written for.
  const authorization = address.origin === new URL(source.url).origin ? authorizationOf(source) : undefined;
  if (request.kind !== 'info') return fetchRemote(world, address, PICTURE, MAX_BYTES, { authorization, signal });
  const answer = await fetchRemote(world, address, JSON_TYPE, MAX_INFO_BYTES, { authorization, signal });
  try {
    JSON.parse(answer.body.toString());
  } catch {
    throw serviceFailed();
  }
  return { ...answer, type: 'application/json' };
}

const R = WORLD / Math.PI;
const RADIAN = 180 / Math.PI;
/** Degrees of a place in metres of EPSG:3857, and back. */
export const toDegrees = (x: number, y: number): [number, number] => [
  (x / WORLD) * 180,
  Math.atan(Math.sinh(y / R)) * RADIAN,
];
export const toMetres = (lon: number, lat: number): [number, number] => {
  const clamped = Math.max(-85.0511287798, Math.min(85.0511287798, lat));
  return [(lon / 180) * WORLD, Math.asinh(Math.tan(clamped / RADIAN)) * R];
};
