// The documents by which GIS programs find the layers that their user may see.
import { layerName, MVT, TILE_MATRIX_SET } from '../../../contract/ogc';
import { MAX_SIDE, WORLD } from '../../../contract/ogc-request';

export interface Published {
  id: number;
  label: string;
  type: number;
  /** [west, south, east, north] in degrees. */
  extent: readonly number[] | null;
}

const xml = (text: string): string =>
  text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`).replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd]/gu, '');
const boxOf = ({ extent }: Published) => (extent?.length === 4 ? extent : [-180, -85.0511, 180, 85.0511]) as number[];
/** Scale denominator of zoom 0 with tiles of 256 pixels of 0.28 mm (OGC 07-057r7, annex E.4). */
const SCALE_0 = 559_082_264.0287178;
const DEEPEST = 24;

/** WMTS 1.0.0: records as vector tiles, everything else as pictures. `base` is the address up to and without "?". */
export function wmtsCapabilities(layers: readonly Published[], base: string): string {
  const matrices = Array.from({ length: DEEPEST + 1 }, (_, z) => {
    const side = 2 ** z;
    return `<TileMatrix><ows:Identifier>${TILE_MATRIX_SET}:${z}</ows:Identifier><ScaleDenominator>${SCALE_0 / side}</ScaleDenominator><TopLeftCorner>${-WORLD} ${WORLD}</TopLeftCorner><TileWidth>256</TileWidth><TileHeight>256</TileHeight><MatrixWidth>${side}</MatrixWidth><MatrixHeight>${side}</MatrixHeight></TileMatrix>`;
  }).join('');
  const each = layers.map((layer) => {
    const [w, s, e, n] = boxOf(layer);
    return `<Layer><ows:Title>${xml(layer.label)}</ows:Title><ows:WGS84BoundingBox><ows:LowerCorner>${w} ${s}</ows:LowerCorner><ows:UpperCorner>${e} ${n}</ows:UpperCorner></ows:WGS84BoundingBox><ows:Identifier>${layerName(layer.id)}</ows:Identifier><Style isDefault="true"><ows:Identifier></ows:Identifier></Style><Format>${layer.type <= 3 ? MVT : 'image/png'}</Format><TileMatrixSetLink><TileMatrixSet>${TILE_MATRIX_SET}</TileMatrixSet></TileMatrixSetLink></Layer>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?><Capabilities xmlns="http://www.opengis.net/wmts/1.0" xmlns:ows="http://www.opengis.net/ows/1.1" xmlns:xlink="http://www.w3.org/1999/xlink" version="1.0.0"><ows:OperationsMetadata><ows:Operation name="GetTile"><ows:DCP><ows:HTTP><ows:Get xlink:href="${xml(base)}?"><ows:Constraint name="GetEncoding"><ows:AllowedValues><ows:Value>KVP</ows:Value></ows:AllowedValues></ows:Constraint></ows:Get></ows:HTTP></ows:DCP></ows:Operation></ows:OperationsMetadata><Contents>${each.join('')}<TileMatrixSet><ows:Identifier>${TILE_MATRIX_SET}</ows:Identifier><ows:SupportedCRS>urn:ogc:def:crs:EPSG::3857</ows:SupportedCRS>${matrices}</TileMatrixSet></Contents></Capabilities>`;
}

/** WMS 1.3.0 of the layers that are pictures; records answer GetFeatureInfo. */
export function wmsCapabilities(layers: readonly Published[], base: string): string {
  const get = `<DCPType><HTTP><Get><OnlineResource xmlns:xlink="http://www.w3.org/1999/xlink" xlink:type="simple" xlink:href="${xml(base)}?"/></Get></HTTP></DCPType>`;
  const each = layers.map((layer) => {
    const [w, s, e, n] = boxOf(layer);
    return `<Layer queryable="1"><Name>${layerName(layer.id)}</Name><Title>${xml(layer.label)}</Title><EX_GeographicBoundingBox><westBoundLongitude>${w}</westBoundLongitude><eastBoundLongitude>${e}</eastBoundLongitude><southBoundLatitude>${s}</southBoundLatitude><northBoundLatitude>${n}</northBoundLatitude></EX_GeographicBoundingBox></Layer>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?><WMS_Capabilities xmlns="http://www.opengis.net/wms" version="1.3.0"><Service><Name>WMS</Name><Title>Pahneh</Title><MaxWidth>${MAX_SIDE}</MaxWidth><MaxHeight>${MAX_SIDE}</MaxHeight></Service><Capability><Request><GetCapabilities><Format>text/xml</Format>${get}</GetCapabilities><GetMap><Format>image/png</Format>${get}</GetMap><GetFeatureInfo><Format>application/json</Format>${get}</GetFeatureInfo></Request><Exception><Format>JSON</Format></Exception><Layer><Title>Pahneh</Title><CRS>EPSG:3857</CRS><CRS>EPSG:4326</CRS><CRS>CRS:84</CRS>${each.join('')}</Layer></Capability></WMS_Capabilities>`;
}
