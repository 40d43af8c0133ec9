// Parses requests below /geoserver by one allow-list, for the BFF and the backend. Pure.
import { readDay } from './dates';
import { isTimeSource, type TimeSpan } from './filters/time-span';
import { MVT, OGC_PATH, PREVIEW_NAME, TILE_MATRIX_SET } from './ogc';

/** Pixels of a picture's side; a printed sheet is put together from several. */
export const MAX_SIDE = 2048;
const MAX_LAYERS = 20;
/** Attributes that one tile is asked for by name, and the length of a name. */
const MAX_FIELDS = 60;
const FIELD_LENGTH = 63;
/** Zooms above it are overzoomed by the map. */
const DEEPEST = 24;
/** Half the width of the world in metres of EPSG:3857. */
export const WORLD = 20_037_508.342789244;

const PICTURES = ['image/png', 'image/png8', 'image/jpeg', 'image/webp'];
const JSON_FORMAT = 'application/json';

/** [west, south, east, north] in metres of EPSG:3857. */
export type Box = [number, number, number, number];

export type OgcRequest =
  | {
      kind: 'tile';
      layer: string;
      format: 'mvt' | 'picture';
      z: number;
      x: number;
      y: number;
      version: string;
      /** Attributes that the tile shall carry instead of those that the layer's style needs. */
      fields?: string[];
      /** CSS pixels within which points shall be drawn as one; only beside `fields`. */
      cluster?: number;
      /** The field whose values each cluster shall count; only beside `cluster`. */
      clusterBy?: string;
      /** The tile holds only records of these days. */
      during?: TimeSpan;
      /** The tile holds only records that this query leaves, as JSON. */
      where?: string;
    }
  | { kind: 'map'; layers: string[]; box: Box; width: number; height: number }
  | { kind: 'info'; layers: string[]; box: Box; width: number; height: number; i: number; j: number; count: number }
  | { kind: 'legend'; layer: string }
  | { kind: 'capabilities'; service: 'WMS' | 'WMTS' };

/** Why a request is not on the list: the key at fault. 404 where nothing of the kind exists, 400 where a value is wrong. */
export interface OgcProblem {
  status: 400 | 404;
  key: string;
}

const COMMON = ['SERVICE', 'REQUEST', 'VERSION', 'V'];
const MAP = [...COMMON, 'LAYERS', 'STYLES', 'CRS', 'SRS', 'BBOX', 'WIDTH', 'HEIGHT', 'FORMAT', 'TRANSPARENT'];
const KEYS: Record<string, readonly string[]> = {
  'WMTS GetTile': [
    ...COMMON,
    'LAYER',
    'STYLE',
    'TILEMATRIXSET',
    'TILEMATRIX',
    'TILEROW',
    'TILECOL',
    'FORMAT',
    'FIELDS',
    'CLUSTER',
    'CLUSTER_BY',
    'DURING',
    'WHERE',
  ],
  'WMTS GetCapabilities': COMMON,
  'WMS GetCapabilities': COMMON,
  'WMS GetMap': MAP,
  'WMS GetFeatureInfo': [...MAP, 'QUERY_LAYERS', 'INFO_FORMAT', 'I', 'J', 'X', 'Y', 'FEATURE_COUNT'],
  'WMS GetLegendGraphic': [...COMMON, 'LAYER', 'STYLE', 'FORMAT'],
};
const VERSIONS = { WMTS: ['1.0.0'], WMS: ['1.1.1', '1.3.0'] };
const LAYER = /^[A-Za-z0-9_:.-]{1,128}$/;

class Wrong extends Error {
  constructor(
    readonly status: 400 | 404,
    readonly key: string,
  ) {
    super(key);
  }
}

function readBox(text: string, crs: string, version: string): Box {
  const numbers = text.split(',').map(Number);
  if (numbers.length !== 4 || !numbers.every(Number.isFinite)) throw new Wrong(400, 'BBOX');
  let [w, s, e, n] = numbers as Box;
  if (crs === 'EPSG:4326' && version === '1.3.0') [w, s, e, n] = [s, w, n, e];
  if (crs !== 'EPSG:3857') {
    const lat = (deg: number) => {
      if (Math.abs(deg) > 90) throw new Wrong(400, 'BBOX');
      const clamped = Math.max(-85.0511287798, Math.min(85.0511287798, deg));
      return (Math.log(Math.tan(Math.PI / 4 + (clamped * Math.PI) / 360)) / Math.PI) * WORLD;
    };
    [w, s, e, n] = [(w / 180) * WORLD, lat(s), (e / 180) * WORLD, lat(n)];
  }
  if (!(w < e && s < n) || Math.max(Math.abs(w), Math.abs(s), Math.abs(e), Math.abs(n)) > WORLD * 3)
    throw new Wrong(400, 'BBOX');
  return [w, s, e, n];
}

/** Names between commas, each percent-encoded once more: a name may hold a comma. */
function fieldsOf(text: string, key = 'FIELDS'): string[] {
  try {
    const fields = text === '' ? [] : text.split(',').map(decodeURIComponent);
    if (fields.length <= MAX_FIELDS && fields.every((f) => f.length > 0 && f.length <= FIELD_LENGTH)) return fields;
  } catch {
    // Not percent-encoded: refused like any other wrong value.
  }
  throw new Wrong(400, key);
}

const DURING_LENGTH = 600;

/** What the time is taken from, and the first and the last day, between commas as names of fields are. */
function duringOf(text: string): TimeSpan {
  try {
    const [of = '', from = '', to = '', ...more] =
      text.length > DURING_LENGTH ? [] : text.split(',').map(decodeURIComponent);
    const isDay = (day: string) => {
      const read = readDay(day);
      return 'value' in read && read.value === day;
    };
    if (more.length === 0 && isTimeSource(of) && isDay(from) && isDay(to) && from <= to) return { of, from, to };
  } catch {
    // Not percent-encoded: refused like any other wrong value.
  }
  throw new Wrong(400, 'DURING');
}

const WHERE_LENGTH = 6000;
/** What it says is read where the layer's fields are known. */
function whereOf(text: string): string {
  if (text.length === 0 || text.length > WHERE_LENGTH) throw new Wrong(400, 'WHERE');
  return text;
}

/** A request, or what is wrong with it. Every key stands at most once, in any case; a key that is not listed does not exist. */
export function readOgc(pathname: string, search: URLSearchParams): OgcRequest | OgcProblem {
  try {
    return read(pathname, search);
  } catch (error) {
    if (error instanceof Wrong) return { status: error.status, key: error.key };
    throw error;
  }
}

function read(pathname: string, search: URLSearchParams): OgcRequest {
  if (!OGC_PATH.test(pathname)) throw new Wrong(404, 'path');
  const values = new Map<string, string>();
  for (const [key, value] of search) {
    const name = key.toUpperCase();
    if (values.has(name)) throw new Wrong(400, name.slice(0, 40));
    values.set(name, value);
  }
  const service = values.get('SERVICE')?.toUpperCase();
  const request = values.get('REQUEST') ?? '';
  const tiles = pathname.endsWith('/gwc/service/wmts');
  const keys = KEYS[`${service} ${request}`];
  if (!keys || (service === 'WMTS') !== tiles) throw new Wrong(404, 'REQUEST');
  for (const name of values.keys()) if (!keys.includes(name)) throw new Wrong(404, name.slice(0, 40));
  const version = values.get('VERSION') ?? '1.3.0';
  if (values.has('VERSION') && !VERSIONS[service as 'WMS' | 'WMTS'].includes(version)) throw new Wrong(400, 'VERSION');
  if (request === 'GetCapabilities') return { kind: 'capabilities', service: service as 'WMS' | 'WMTS' };

  const whole = (key: string, least: number, most: number, text = values.get(key) ?? '') => {
    if (!/^\d{1,8}$/.test(text) || Number(text) < least || Number(text) > most) throw new Wrong(400, key);
    return Number(text);
  };
  const name = (key: string) => {
    const text = values.get(key) ?? '';
    if (!LAYER.test(text)) throw new Wrong(400, key);
    return text;
  };
  if (request === 'GetLegendGraphic') return { kind: 'legend', layer: name('LAYER') };
  if (request === 'GetTile') {
    if (values.get('TILEMATRIXSET') !== TILE_MATRIX_SET) throw new Wrong(400, 'TILEMATRIXSET');
    const format = values.get('FORMAT') ?? '';
    if (format !== MVT && !PICTURES.includes(format)) throw new Wrong(400, 'FORMAT');
    const [clusterBy] = values.has('CLUSTER_BY') ? fieldsOf(values.get('CLUSTER_BY') ?? '', 'CLUSTER_BY') : [];
    const z = whole('TILEMATRIX', 0, DEEPEST, (values.get('TILEMATRIX') ?? '').replace(`${TILE_MATRIX_SET}:`, ''));
    return {
      kind: 'tile',
      layer: PREVIEW_NAME.test(values.get('LAYER') ?? '') ? (values.get('LAYER') as string) : name('LAYER'),
      format: format === MVT ? 'mvt' : 'picture',
      z,
      x: whole('TILECOL', 0, 2 ** z - 1),
      y: whole('TILEROW', 0, 2 ** z - 1),
      version: (values.get('V') ?? '').slice(0, 40),
      ...(values.has('FIELDS') ? { fields: fieldsOf(values.get('FIELDS') ?? '') } : {}),
      ...(values.has('CLUSTER') ? { cluster: whole('CLUSTER', 10, 200) } : {}),
      ...(clusterBy === undefined ? {} : { clusterBy }),
      ...(values.has('DURING') ? { during: duringOf(values.get('DURING') ?? '') } : {}),
      ...(values.has('WHERE') ? { where: whereOf(values.get('WHERE') ?? '') } : {}),
    };
  }
  const names = (key: string) => {
    const list = (values.get(key) ?? '').split(',');
    if (list.length > MAX_LAYERS || !list.every((n) => LAYER.test(n))) throw new Wrong(400, key);
    return list;
  };
  const crs = (values.get('CRS') ?? values.get('SRS') ?? '').toUpperCase();
  if (!['EPSG:3857', 'EPSG:4326', 'CRS:84'].includes(crs)) throw new Wrong(400, 'CRS');
  const map = {
    layers: names('LAYERS'),
    box: readBox(values.get('BBOX') ?? '', crs, version),
    width: whole('WIDTH', 1, MAX_SIDE),
    height: whole('HEIGHT', 1, MAX_SIDE),
  };
  if (request === 'GetMap') {
    if (!PICTURES.includes(values.get('FORMAT') ?? '')) throw new Wrong(400, 'FORMAT');
    return { kind: 'map', ...map };
  }
  if (values.get('INFO_FORMAT') !== JSON_FORMAT) throw new Wrong(400, 'INFO_FORMAT');
  const [across, down] = version === '1.3.0' ? ['I', 'J'] : ['X', 'Y'];
  return {
    kind: 'info',
    ...map,
    layers: values.has('QUERY_LAYERS') ? names('QUERY_LAYERS') : map.layers,
    i: whole(across as string, 0, map.width - 1),
    j: whole(down as string, 0, map.height - 1),
    count: values.has('FEATURE_COUNT') ? whole('FEATURE_COUNT', 1, 100) : 10,
  };
}

/** The box of a tile in metres of EPSG:3857. */
export function boxOfTile(z: number, x: number, y: number): Box {
  const side = (2 * WORLD) / 2 ** z;
  return [x * side - WORLD, WORLD - (y + 1) * side, (x + 1) * side - WORLD, WORLD - y * side];
}
