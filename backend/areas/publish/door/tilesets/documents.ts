// The tiles of a layer as OGC API Tiles (20-057) describes them, in the one scheme that there is (17-083r4, WebMercatorQuad).
import { MVT, TILE_LAYER } from '../../../../../contract/ogc';
import {
  DEEPEST_PICTURE,
  JSON_TYPE,
  MATRIX_SET,
  PICTURE_TAIL,
  SCHEME_RELATION,
  TILE_TAIL,
} from '../../../../../contract/ogc-api/names';
import { WORLD } from '../../../../../contract/ogc-request';
import { LAYER_TYPES } from '../../../../../contract/schemas/layer';
import { MAX_ZOOM } from '../../../../geo/tiles';
import { collectionAddress, type DoorRequest, missing, type Published } from '../door-request';

const URI = `http://www.opengis.net/def/tilematrixset/OGC/1.0/${MATRIX_SET}`;
const CRS = 'http://www.opengis.net/def/crs/EPSG/0/3857';
const SIDE = 256;
/** Metres of a pixel as the standard has them, from which denominators of scale are counted. */
const PIXEL_METRES = 0.00028;
const PNG = 'image/png';

const schemeAddress = ({ base }: DoorRequest) => `${base}/tileMatrixSets/${MATRIX_SET}`;
const self = (href: string) => ({ rel: 'self', type: JSON_TYPE, title: 'This document', href });

export const matrixSets = (request: DoorRequest) => ({
  links: [self(`${request.base}/tileMatrixSets`)],
  tileMatrixSets: [
    { id: MATRIX_SET, title: 'Web Mercator', uri: URI, crs: CRS, links: [self(schemeAddress(request))] },
  ],
});

export const matrixSet = (request: DoorRequest) => ({
  id: MATRIX_SET,
  title: 'Web Mercator',
  uri: URI,
  crs: CRS,
  wellKnownScaleSet: 'http://www.opengis.net/def/wkss/OGC/1.0/GoogleMapsCompatible',
  orderedAxes: ['X', 'Y'],
  links: [self(schemeAddress(request))],
  tileMatrices: Array.from({ length: DEEPEST_PICTURE + 1 }, (_, z) => {
    const cellSize = (2 * WORLD) / SIDE / 2 ** z;
    return {
      id: String(z),
      scaleDenominator: cellSize / PIXEL_METRES,
      cellSize,
      cornerOfOrigin: 'topLeft',
      pointOfOrigin: [-WORLD, WORLD],
      tileWidth: SIDE,
      tileHeight: SIDE,
      matrixWidth: 2 ** z,
      matrixHeight: 2 ** z,
    };
  }),
});

/** Where the tiles of a layer begin; records have none by pictures, and pictures none by records. */
function placeOf(request: DoorRequest, { layer, row }: Published, isPicture: boolean): string {
  if (row.type === LAYER_TYPES.table || isPicture !== row.type > LAYER_TYPES.polygon) throw missing();
  return `${collectionAddress(request, layer.id)}/${isPicture ? 'map/' : ''}tiles`;
}

const common = (request: DoorRequest, { layer }: Published, place: string, isPicture: boolean) => ({
  title: layer.title,
  dataType: isPicture ? 'map' : 'vector',
  crs: CRS,
  tileMatrixSetURI: URI,
  links: [
    self(`${place}/${MATRIX_SET}`),
    { rel: SCHEME_RELATION, type: JSON_TYPE, title: 'The scheme of the tiles', href: schemeAddress(request) },
  ],
});

/** The list of a layer's tilesets: one. */
export function tilesets(request: DoorRequest, published: Published, isPicture: boolean) {
  const place = placeOf(request, published, isPicture);
  return {
    title: published.layer.title,
    links: [self(place)],
    tilesets: [common(request, published, place, isPicture)],
  };
}

/** One tileset. `box` is the regions' where the caller has some; in degrees, west, south, east, north. */
export function tileset(request: DoorRequest, published: Published, isPicture: boolean, box: readonly number[] | null) {
  const { layer, row } = published;
  const { links, ...parts } = common(request, published, placeOf(request, published, isPicture), isPicture);
  const extent = request.caller.regions.length > 0 ? box : row.extent;
  const template = (isPicture ? PICTURE_TAIL : TILE_TAIL)
    .replace('{z}', '{tileMatrix}')
    .replace('{y}', '{tileRow}')
    .replace('{x}', '{tileCol}');
  const deepest = isPicture ? DEEPEST_PICTURE : MAX_ZOOM;
  return {
    ...parts,
    ...(layer.attribution ? { attribution: layer.attribution } : {}),
    ...(extent ? { boundingBox: { lowerLeft: extent.slice(0, 2), upperRight: extent.slice(2, 4), crs: 'http://www.opengis.net/def/crs/OGC/1.3/CRS84' } } : {}), // biome-ignore format: one line
    tileMatrixSetLimits: Array.from({ length: deepest + 1 }, (_, z) => ({
      tileMatrix: String(z),
      minTileRow: 0,
      maxTileRow: 2 ** z - 1,
      minTileCol: 0,
      maxTileCol: 2 ** z - 1,
    })),
    ...(isPicture ? {} : { layers: [{ id: TILE_LAYER, title: layer.title, dataType: 'vector' }] }),
    links: [
      ...links,
      { rel: 'item', type: isPicture ? PNG : MVT, title: 'A tile', href: `${collectionAddress(request, layer.id)}/${template}`, templated: true }, // biome-ignore format: one line
    ],
  };
}
