// Parses requests below /ogc by one allow-list, for the BFF and the backend. Pure, and never throws.
import { type Crs, DEEPEST_PICTURE, DEEPEST_TILE, DEFAULT_LIMIT, type Door, MATRIX_SET, MAX_FILTER, MAX_LIMIT, MAX_OFFSET, type SnapshotFormat } from './names'; // biome-ignore format: one line
import {
  type DegreeBox,
  ParameterError,
  readBoxes,
  readCrs,
  readCursor,
  readTimes,
  type TimeSpan,
  wholeNumber,
} from './values';

/** Which records are asked for. */
export interface Selection {
  /** In degrees; records that meet one of them. Null for all. */
  boxes: DegreeBox[] | null;
  times: TimeSpan | null;
  /** CQL2 text, and the coordinate system of its shapes. */
  filter: { text: string; crs: Crs } | null;
}

export interface ItemsRequest extends Selection {
  kind: 'items';
  layer: number;
  limit: number;
  /** The last id of the page before; null for the first page. */
  after: number | null;
  offset: number;
  crs: Crs;
}

type Kind =
  | { kind: 'landing' | 'conformance' | 'collections' | 'api' | 'matrixSets' | 'matrixSet' }
  | { kind: 'collection' | 'queryables' | 'tilejson' | 'style'; layer: number }
  /** The look as a file of another program, and the whole layer as one. */
  | { kind: 'styleFile'; layer: number; as: 'qml' | 'sld' }
  | { kind: 'snapshot'; layer: number; as: SnapshotFormat }
  | { kind: 'schema'; layer: number; isFeature: boolean }
  | ItemsRequest
  | ({ kind: 'csv'; layer: number; dates: 'iso' | 'jalali' } & Selection)
  /** `record` is null for a name that no record can have: only OPTIONS takes that. */
  | { kind: 'item'; layer: number; record: number | null; crs: Crs }
  /** What tiles there are, by OGC API Tiles. */
  | { kind: 'tilesets' | 'tileset'; layer: number; isPicture: boolean }
  | { kind: 'tile' | 'picture'; layer: number; z: number; x: number; y: number };

export type OgcApiRequest = Kind & {
  method: OgcMethod;
  door: Door;
  /** The format that the query names; null where `Accept` decides. */
  format: 'json' | 'html' | null;
  /** The path behind the door, and the parameters as they came, for links. */
  tail: string;
  params: ReadonlyMap<string, string>;
};

/** Why a request is not on the list: 404 no such address, 405 with what it takes, 400 the parameter at fault. */
export type OgcApiProblem = { status: 400 | 404; key: string } | { status: 405; key: string; allow: string };

export const OGC_METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type OgcMethod = (typeof OGC_METHODS)[number];

const DOOR = /^\/ogc(?:\/t\/(pht_[A-Za-z0-9]{8}_[A-Za-z0-9_-]{43})|\/o\/([a-z]{12}))?(\/.*)?$/;
const COLLECTION = /^\/collections\/layer_([1-9]\d{0,9})(?:\/(.*))?$/;
const MAX_LAYER = 2 ** 31 - 1;

/** The door of a path and what stands behind it; null for what is no address of /ogc. */
export function readDoor(pathname: string): { door: Door; tail: string } | null {
  const match = DOOR.exec(pathname);
  if (!match) return null;
  const [, key, open, tail = ''] = match;
  const door: Door = key ? { by: 'address', key } : open ? { by: 'open', open } : { by: 'header' };
  return { door, tail: tail === '/' ? '' : tail };
}

/** The path with its key left out, for whatever is written down. */
export const withoutKey = (url: string): string => url.replace(/\/ogc\/t\/[^/?#]*/g, '/ogc/t/***');

const READ = ['GET', 'HEAD', 'OPTIONS'] as const satisfies readonly OgcMethod[];
const SELECTION = ['bbox', 'bbox-crs', 'datetime', 'filter', 'filter-lang', 'filter-crs'];
/** Documents take `f` alone. */
const PARAMETERS: Partial<Record<Kind['kind'], readonly string[]>> = {
  styleFile: [],
  snapshot: [],
  tile: [],
  picture: [],
  items: ['f', 'limit', 'cursor', 'offset', 'crs', ...SELECTION],
  csv: ['dates', ...SELECTION],
  item: ['f', 'crs'],
};
/** Those with a page for people beside the JSON. */
const PAGES = new Set<Kind['kind']>(['landing', 'conformance', 'collections', 'api', 'collection', 'items', 'item']);
const WRITES: Partial<Record<Kind['kind'], readonly OgcMethod[]>> = {
  items: ['POST'],
  item: ['PUT', 'PATCH', 'DELETE'],
};
const TOP: Record<string, Kind['kind']> = {
  '': 'landing',
  '/conformance': 'conformance',
  '/collections': 'collections',
  '/api': 'api',
  '/tileMatrixSets': 'matrixSets',
  [`/tileMatrixSets/${MATRIX_SET}`]: 'matrixSet',
};
const BELOW: Record<string, Kind['kind']> = {
  items: 'items',
  'items.csv': 'csv',
  queryables: 'queryables',
  schema: 'schema',
  tilejson: 'tilejson',
  'style.json': 'style',
};

interface Place {
  kind: Kind['kind'];
  layer: number;
  /** The rest of the address: the record's name, or the tile's numbers. */
  rest: readonly string[];
}

function placeOf(tail: string): Place | null {
  if (Object.hasOwn(TOP, tail)) return { kind: TOP[tail] as Kind['kind'], layer: 0, rest: [] };
  const match = COLLECTION.exec(tail);
  const layer = Number(match?.[1]);
  if (!match || layer > MAX_LAYER) return null;
  const below = match[2];
  if (below === undefined) return { kind: 'collection', layer, rest: [] };
  if (Object.hasOwn(BELOW, below)) return { kind: BELOW[below] as Kind['kind'], layer, rest: [] };
  const item = /^items\/([^/]{1,100})$/.exec(below);
  if (item) return { kind: 'item', layer, rest: [item[1] as string] };
  const file = /^style\.(qml|sld)$/.exec(below);
  if (file) return { kind: 'styleFile', layer, rest: file.slice(1) };
  const whole = /^snapshot\.(gpkg|fgb)$/.exec(below);
  if (whole) return { kind: 'snapshot', layer, rest: whole.slice(1) };
  const tiles = /^(map\/)?tiles(\/WebMercatorQuad)?$/.exec(below);
  if (tiles) return { kind: tiles[2] ? 'tileset' : 'tilesets', layer, rest: tiles[1] ? ['map'] : [] };
  const tile = /^(map\/)?tiles\/WebMercatorQuad\/(\d{1,2})\/(\d{1,8})\/(\d{1,8})$/.exec(below);
  return tile ? { kind: tile[1] ? 'picture' : 'tile', layer, rest: tile.slice(2) } : null;
}

/** Every name at most once, and only those that the address has. */
function paramsOf(kind: Kind['kind'], search: string): Map<string, string> {
  const params = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(search)) {
    if (params.has(name) || !(PARAMETERS[kind] ?? ['f']).includes(name)) throw new ParameterError(name.slice(0, 40));
    params.set(name, value);
  }
  return params;
}

function selectionOf(params: ReadonlyMap<string, string>): Selection {
  const bbox = params.get('bbox');
  const boxCrs = readCrs('bbox-crs', params.get('bbox-crs'));
  const datetime = params.get('datetime');
  const text = params.get('filter');
  if ((params.get('filter-lang') ?? 'cql2-text') !== 'cql2-text') throw new ParameterError('filter-lang');
  const crs = readCrs('filter-crs', params.get('filter-crs'));
  if (text !== undefined && (text.trim() === '' || text.length > MAX_FILTER)) throw new ParameterError('filter');
  return {
    boxes: bbox === undefined ? null : readBoxes(bbox, boxCrs),
    times: datetime === undefined ? null : readTimes(datetime),
    filter: text === undefined ? null : { text, crs },
  };
}

function itemsOf(layer: number, params: ReadonlyMap<string, string>): ItemsRequest {
  const [limit, cursor, offset] = [params.get('limit'), params.get('cursor'), params.get('offset')];
  return {
    kind: 'items',
    layer,
    limit: limit === undefined ? DEFAULT_LIMIT : wholeNumber('limit', limit, 1, MAX_LIMIT, true),
    after: cursor === undefined ? null : readCursor(cursor),
    offset: offset === undefined ? 0 : wholeNumber('offset', offset, 0, MAX_OFFSET),
    crs: readCrs('crs', params.get('crs')),
    ...selectionOf(params),
  };
}

function choiceOf<T extends string>(name: string, value: string | undefined, choices: readonly T[]): T | null {
  if (value === undefined) return null;
  if (!(choices as readonly string[]).includes(value)) throw new ParameterError(name);
  return value as T;
}

/** What is asked for at a place; null where no such thing can be. */
function kindOf({ kind, layer, rest }: Place, method: OgcMethod, params: ReadonlyMap<string, string>): Kind | null {
  switch (kind) {
    case 'items':
      return itemsOf(layer, params);
    case 'csv': {
      const dates = choiceOf('dates', params.get('dates'), ['iso', 'jalali']) ?? 'iso';
      return { kind, layer, dates, ...selectionOf(params) };
    }
    case 'item': {
      const record = /^[1-9]\d{0,14}$/.test(rest[0] ?? '') ? Number(rest[0]) : null;
      if (record === null && method !== 'OPTIONS') return null;
      return { kind, layer, record, crs: readCrs('crs', params.get('crs')) };
    }
    case 'styleFile':
      return { kind, layer, as: rest[0] === 'qml' ? 'qml' : 'sld' };
    case 'snapshot':
      return { kind, layer, as: rest[0] as SnapshotFormat };
    case 'tile':
    case 'picture': {
      const [z = 0, y = 0, x = 0] = rest.map(Number);
      const deepest = kind === 'tile' ? DEEPEST_TILE : DEEPEST_PICTURE;
      return z > deepest || x >= 2 ** z || y >= 2 ** z ? null : { kind, layer, z, x, y };
    }
    case 'schema':
      return { kind, layer, isFeature: params.get('f') === 'feature' };
    case 'tilesets':
    case 'tileset':
      return { kind, layer, isPicture: rest.length > 0 };
    case 'collection':
    case 'queryables':
    case 'tilejson':
    case 'style':
      return { kind, layer };
    default:
      return { kind };
  }
}

/** A request, or what is wrong with it. `pathname` and `search` are raw, as they came over the wire. */
export function readOgcApi(method: string, pathname: string, search: string): OgcApiRequest | OgcApiProblem {
  const at = readDoor(pathname);
  const place = at && placeOf(at.tail);
  if (!at || !place) return { status: 404, key: 'path' };
  const methods: readonly string[] = [...READ, ...(at.door.by === 'header' ? (WRITES[place.kind] ?? []) : [])];
  if (!methods.includes(method)) return { status: 405, key: 'method', allow: methods.join(', ') };
  try {
    const params = method === 'OPTIONS' ? new Map<string, string>() : paramsOf(place.kind, search);
    const formats = place.kind === 'schema' ? (['json', 'feature'] as const) : PAGES.has(place.kind) ? (['json', 'html'] as const) : (['json'] as const); // biome-ignore format: one line
    const format = choiceOf<string>('f', params.get('f'), formats);
    const kind = kindOf(place, method as OgcMethod, params);
    if (!kind) return { status: 404, key: 'path' };
    return {
      ...kind,
      method: method as OgcMethod,
      door: at.door,
      format: format === 'html' ? 'html' : format === null ? null : 'json',
      tail: at.tail,
      params,
    };
  } catch (error) {
    if (error instanceof ParameterError) return { status: 400, key: error.message };
    throw error;
  }
}
