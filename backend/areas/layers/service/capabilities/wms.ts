// Capabilities of WMS 1.0 to 1.3: a tree of layers, each with what those around it say for all.
import type { Extent } from '../../../../../contract/schemas/common';
import type { ServiceLayer } from '../../../../../contract/schemas/sources/service';
import { toDegrees } from '../requests';
import {
  child,
  childrenOf,
  clean,
  type Element,
  emptyLayer,
  formatsOf,
  isMercator,
  MAX_LAYERS,
  numberIn,
  textIn,
  toExtent,
  type XmlDocument,
  zoomOf,
} from './document';

export interface Reading {
  title: string;
  version: '1.0.0' | '1.1.1' | '1.3.0';
  layers: ServiceLayer[];
  isCut: boolean;
  /** Another address to keep. */
  url?: string;
}

const SIDES = ['minx', 'miny', 'maxx', 'maxy'];
const sidesOf = (element: Element) => SIDES.map((name) => Number(element.attributes[name] || Number.NaN));
/** A pixel of ScaleHint is measured along its diagonal, in metres. */
const HINT = Math.SQRT2 * 0.00028;

/** A box in one coordinate system, where none in degrees is given. 1.3.0 writes latitude first in EPSG:4326. */
function extentOfBounds(layer: Element, version: string): Extent | null {
  for (const bounds of childrenOf(layer, 'BoundingBox')) {
    const crs = bounds.attributes.CRS ?? bounds.attributes.SRS ?? '';
    const [a, b, c, d] = sidesOf(bounds) as [number, number, number, number];
    if (crs === 'CRS:84' || (crs === 'EPSG:4326' && version !== '1.3.0')) return toExtent([a, b, c, d]);
    if (crs === 'EPSG:4326') return toExtent([b, a, d, c]);
    if (isMercator(crs)) return toExtent([...toDegrees(a, b), ...toDegrees(c, d)]);
  }
  return null;
}

/** QGIS Server gives a group without an extent a point at 0, 0: nothing lies there that somebody looks for. */
const NOWHERE = 0.01;
const isNowhere = (extent: Extent) => extent.every((side) => Math.abs(side) <= NOWHERE);

/** The layer's own box in degrees. */
function extentOf(layer: Element, version: string): Extent | null {
  const geographic = child(layer, 'EX_GeographicBoundingBox');
  const old = child(layer, 'LatLonBoundingBox');
  const own = geographic
    ? toExtent(['west', 'south', 'east', 'north'].map((side) => numberIn(geographic, `${side}Bound${side.endsWith('st') ? 'Longitude' : 'Latitude'}`))) // biome-ignore format: four numbers
    : old && toExtent(sidesOf(old));
  const extent = own ?? extentOfBounds(layer, version);
  return extent && !isNowhere(extent) ? extent : null;
}

/** Zooms between which the layer is drawn; each is null where the service says nothing. */
function zoomsOf(layer: Element): Pick<ServiceLayer, 'min_zoom' | 'max_zoom'> {
  const hint = child(layer, 'ScaleHint')?.attributes;
  const nearest = numberIn(layer, 'MinScaleDenominator') || Number(hint?.min) / HINT;
  const farthest = numberIn(layer, 'MaxScaleDenominator') || Number(hint?.max) / HINT;
  return { min_zoom: zoomOf(farthest), max_zoom: zoomOf(nearest) };
}

type Inherited = Pick<ServiceLayer, 'extent' | 'min_zoom' | 'max_zoom' | 'styles' | 'has_mercator' | 'attribution'> & {
  hasCrs: boolean;
};

function read(layer: Element, around: Inherited, version: string): Inherited & Pick<ServiceLayer, 'has_legend'> {
  const systems = layer.children.flatMap(({ name, text }) =>
    name === 'CRS' || name === 'SRS' ? text.split(/\s+/).filter(Boolean) : [],
  );
  const styles = childrenOf(layer, 'Style').map((style) => {
    const name = clean(child(style, 'Name')?.text ?? '', 200);
    return { name, title: textIn(style, 'Title') || name };
  });
  const { min_zoom, max_zoom } = zoomsOf(layer);
  const names = new Set(styles.map(({ name }) => name));
  const attribution = child(layer, 'Attribution');
  return {
    extent: extentOf(layer, version) ?? around.extent,
    min_zoom: min_zoom ?? around.min_zoom,
    max_zoom: max_zoom ?? around.max_zoom,
    styles: [...styles, ...around.styles.filter(({ name }) => !names.has(name))].filter(({ name }) => name),
    has_mercator: around.has_mercator || systems.some(isMercator),
    hasCrs: around.hasCrs || systems.length > 0,
    attribution: (attribution && (textIn(attribution, 'Title') || null)) ?? around.attribution,
    has_legend: childrenOf(layer, 'Style').some((style) => child(style, 'LegendURL')),
  };
}

export async function readWms(document: XmlDocument): Promise<Reading> {
  const version = document.version === '1.3.0' ? '1.3.0' : '1.1.1';
  const layers: ServiceLayer[] = [];
  let title = '';
  let formats: ServiceLayer['formats'] = [];
  let hasLegends = false;
  let isCut = false;

  function walk(element: Element, around: Inherited, depth: number): void {
    if (layers.length >= MAX_LAYERS) {
      isCut = true;
      return;
    }
    const { hasCrs, ...own } = read(element, around, version);
    const name = clean(child(element, 'Name')?.text ?? '', 200) || null;
    layers.push({
      ...emptyLayer,
      ...own,
      name,
      title: textIn(element, 'Title') || name || title,
      depth,
      // A service that lists no coordinate systems at all may have it.
      has_mercator: own.has_mercator || !hasCrs,
      has_legend: own.has_legend || (hasLegends && name !== null),
      formats,
    });
    for (const one of childrenOf(element, 'Layer')) walk(one, { ...own, hasCrs }, depth + 1);
  }

  const none: Inherited = { extent: null, min_zoom: null, max_zoom: null, styles: [], has_mercator: false, hasCrs: false, attribution: null }; // biome-ignore format: one value
  for await (const { element, path } of document.parts('Service', 'Request', 'Layer')) {
    if (element.name === 'Service' && path.length === 1) title = textIn(element, 'Title');
    else if (element.name === 'Request') {
      const map = child(element, 'GetMap') ?? child(element, 'Map');
      const old = (map && child(map, 'Format')?.children.map(({ name }) => `image/${name.toLowerCase()}`)) ?? [];
      formats = formatsOf([...(map ? childrenOf(map, 'Format').map(({ text }) => text) : []), ...old]);
      hasLegends = child(element, 'GetLegendGraphic') !== undefined;
    } else if (element.name === 'Layer') walk(element, none, 0);
  }
  return { title: title || layers[0]?.title || '', version, layers, isCut };
}
