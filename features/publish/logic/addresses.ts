// What is copied into another program so that it reads a published layer, for each of the three ways in. Pure.
import { DEEPEST_PICTURE, DEEPEST_TILE, PICTURE_TAIL, type SnapshotFormat, TILE_TAIL } from '@/contract/ogc-api/names';
import { LAYER_TYPES } from '@/contract/schemas/layer';
import type { PublishSettings } from '@/contract/schemas/publish/layer';

export const PROGRAMS = [
  'qgis',
  'qgisTiles',
  'qgisPictures',
  'gdal',
  'files',
  'excel',
  'maplibre',
  'arcgis',
  'curl',
] as const;
export type Program = (typeof PROGRAMS)[number];

/** Programs for layers with records, and for map services and rasters, which are pictures. */
export const programsOf = (type: number): Program[] =>
  PROGRAMS.filter((program) =>
    type >= LAYER_TYPES.wms ? program === 'qgisPictures' || program === 'maplibre' : program !== 'qgisPictures',
  );

/** `key`: the key as a password; `address`: the key as a part of the address; `open`: no key. */
export type Door = 'key' | 'address' | 'open';

/** Stands where a key's secret belongs. */
export const KEY_PLACE = '<KEY>';
const USER = 'pahneh';
/** Tables have no shapes, which the second one is made of. */
const SNAPSHOT_FORMATS = ['gpkg', 'fgb'] as const;

export interface CopyPart {
  name: 'url' | 'user' | 'password' | 'layer' | 'command' | 'code' | 'zoom' | 'style' | SnapshotFormat;
  text: string;
}

export interface AddressOf {
  /** The web address of this system. */
  origin: string;
  layer: number;
  type: number;
  door: Door;
  /** The address of open layers. */
  open: string | null;
  /** Days as Persian tables have them. */
  isJalali: boolean;
}

/** The service that a program reads. */
export const serviceOf = (program: Program): keyof PublishSettings['services'] =>
  program === 'excel'
    ? 'csv'
    : program === 'qgisTiles' || program === 'qgisPictures' || program === 'maplibre'
      ? 'tiles'
      : 'features';

const rootOf = ({ origin, door, open }: AddressOf): string =>
  `${origin}/ogc${door === 'open' ? `/o/${open}` : door === 'address' ? `/t/${KEY_PLACE}` : ''}`;

/** Name and password, where the way in wants them. */
const signIn = ({ door }: AddressOf): CopyPart[] =>
  door === 'key'
    ? [
        { name: 'user', text: USER },
        { name: 'password', text: KEY_PLACE },
      ]
    : [];

function mapLibreCode(address: AddressOf): string {
  const source = `map.addSource('layer_${address.layer}', { type: '${address.type >= LAYER_TYPES.wms ? 'raster' : 'vector'}', url: '${rootOf(address)}/collections/layer_${address.layer}/tilejson' });`;
  if (address.door !== 'key') return source;
  const header = `url.startsWith('${address.origin}/ogc') ? { url, headers: { Authorization: 'Bearer ${KEY_PLACE}' } } : { url }`;
  return `map.setTransformRequest((url) => ${header});\n${source}`;
}

export function partsOf(program: Program, address: AddressOf): CopyPart[] {
  const root = rootOf(address);
  const name = `layer_${address.layer}`;
  const collection = `${root}/collections/${name}`;
  const isKey = address.door === 'key';
  switch (program) {
    case 'qgis':
    case 'arcgis':
      return [
        { name: 'url', text: root },
        ...signIn(address),
        { name: 'layer', text: name },
        ...(program === 'qgis' && address.type > LAYER_TYPES.table
          ? [{ name: 'style' as const, text: `${collection}/style.qml` }]
          : []),
      ];
    case 'qgisTiles':
      return [
        { name: 'url', text: `${collection}/${TILE_TAIL}` },
        { name: 'style', text: `${collection}/style.json` },
        { name: 'zoom', text: String(DEEPEST_TILE) },
        ...signIn(address),
      ];
    case 'qgisPictures':
      return [
        { name: 'url', text: `${collection}/${PICTURE_TAIL}` },
        { name: 'zoom', text: String(DEEPEST_PICTURE) },
        ...signIn(address),
      ];
    case 'gdal': {
      const login = isKey ? ` -oo USERPWD="${USER}:${KEY_PLACE}"` : '';
      return [
        { name: 'command', text: `ogr2ogr -f GPKG ${name}.gpkg "OAPIF:${root}" ${name}${login} -oo PAGE_SIZE=1000` },
      ];
    }
    case 'files': {
      const place = address.type > LAYER_TYPES.table ? SNAPSHOT_FORMATS : SNAPSHOT_FORMATS.slice(0, 1);
      return [...place.map((as) => ({ name: as, text: `${collection}/snapshot.${as}` })), ...signIn(address)];
    }
    case 'excel':
      return [
        { name: 'url', text: `${collection}/items.csv${address.isJalali ? '?dates=jalali' : ''}` },
        ...signIn(address),
      ];
    case 'maplibre':
      return [
        { name: 'code', text: mapLibreCode(address) },
        { name: 'style', text: `${collection}/style.json` },
      ];
    case 'curl':
      return [
        { name: 'command', text: `curl ${isKey ? `-u "${USER}:${KEY_PLACE}" ` : ''}"${collection}/items?limit=1"` },
      ];
  }
}
