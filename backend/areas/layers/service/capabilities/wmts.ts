// Capabilities of WMTS 1.0: layers, the tile matrix sets in Web Mercator, and how tiles are addressed.
import { WORLD } from '../../../../../contract/ogc-request';
import type { MatrixSet, ServiceLayer } from '../../../../../contract/schemas/sources/service';
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
  SCALE_0,
  textIn,
  toExtent,
  type XmlDocument,
} from './document';
import type { Reading } from './wms';

type Matrices = ReturnType<(typeof MatrixSet)['parse']>;

const TILE_SIDE = 256;
const MAX_ZOOM = 24;
/** A corner of the world as services write it differs by a few metres; a zoom by a thousandth. */
const MAX_OFF_METRES = 200;
const MAX_OFF_ZOOM = 0.02;

/** Names of matrices by the zoom whose tiles they are; null for a set that is not our grid. */
export function matricesByZoom(levels: readonly { name: string; zoom: number }[], name: string): Matrices | null {
  const names: string[] = [];
  for (const level of levels) {
    const zoom = Math.round(level.zoom);
    const isOnGrid = Math.abs(level.zoom - zoom) < MAX_OFF_ZOOM && zoom >= 0 && zoom <= MAX_ZOOM;
    if (isOnGrid && level.name && !level.name.includes(',')) names[zoom] = level.name;
  }
  const zooms = Object.keys(names).map(Number);
  if (zooms.length === 0) return null;
  const list = Array.from(names, (one) => one ?? '');
  return { name, matrices: list.join(','), min_zoom: Math.min(...zooms), max_zoom: Math.max(...zooms) };
}

function setOf(element: Element): Matrices | null {
  if (!isMercator(textIn(element, 'SupportedCRS'))) return null;
  const levels = childrenOf(element, 'TileMatrix').flatMap((matrix) => {
    const [x = 0, y = 0] = textIn(matrix, 'TopLeftCorner').split(/\s+/).map(Number);
    // Some write the corner of this grid with its y first.
    const [left, top] = x > 0 && y < 0 ? [y, x] : [x, y];
    const isWhole = Math.abs(left + WORLD) < MAX_OFF_METRES && Math.abs(top - WORLD) < MAX_OFF_METRES;
    const side = numberIn(matrix, 'TileWidth') || TILE_SIDE;
    const zoom = Math.log2((SCALE_0 * TILE_SIDE) / (numberIn(matrix, 'ScaleDenominator') * side));
    return isWhole ? [{ name: textIn(matrix, 'Identifier'), zoom }] : [];
  });
  return matricesByZoom(levels, textIn(element, 'Identifier'));
}

/** How tiles are addressed: by keys, and at which address, or only by templates of the layers. */
function waysOf(element: Element): { hasKeys: boolean; href: string | null } | null {
  const operation = childrenOf(element, 'Operation').find(({ attributes }) => attributes.name === 'GetTile');
  const http = operation && child(operation, 'DCP') && child(child(operation, 'DCP') as Element, 'HTTP');
  if (!http) return null;
  const gets = childrenOf(http, 'Get').filter((get) => {
    const constraints = childrenOf(get, 'Constraint').filter(({ attributes }) => attributes.name === 'GetEncoding');
    const values = constraints.flatMap((one) => one.children.flatMap((allowed) => [allowed, ...allowed.children]));
    return constraints.length === 0 || values.some(({ text }) => text.trim() === 'KVP');
  });
  return { hasKeys: gets.length > 0, href: gets[0]?.attributes.href ?? null };
}

/** Addresses of single tiles, with {Time} and its like filled in: the map asks for one state of the layer. */
function templatesOf(layer: Element, base: URL): ServiceLayer['templates'] {
  const defaults = new Map(
    childrenOf(layer, 'Dimension').map((one) => [textIn(one, 'Identifier').toLowerCase(), textIn(one, 'Default')]),
  );
  return childrenOf(layer, 'ResourceURL').flatMap(({ attributes }) => {
    const { template = '', resourceType = 'tile', format = '' } = attributes;
    const filled = template.replace(/\{(\w+)\}/g, (whole, name: string) => defaults.get(name.toLowerCase()) || whole);
    if (resourceType !== 'tile' || !URL.canParse(filled, base.href) || filled.length > 1500) return [];
    const at = new URL(filled, base);
    if (!/^https?:$/.test(at.protocol) || at.username) return [];
    // Keys of the caller's own are kept sealed and come back with the address.
    for (const key of base.searchParams.keys()) at.searchParams.delete(key);
    const [exact = /jpe?g/i.test(format) ? 'image/jpeg' : 'image/png'] = formatsOf([format]);
    return [{ format: exact, template: at.href.replace(/%7B(\w+)%7D/gi, '{$1}') }];
  });
}

function stylesOf(layer: Element): { styles: ServiceLayer['styles']; hasLegend: boolean } {
  const styles = childrenOf(layer, 'Style')
    .sort((a, b) => Number(b.attributes.isDefault === 'true') - Number(a.attributes.isDefault === 'true'))
    .map((style) => {
      const name = clean(child(style, 'Identifier')?.text ?? '', 200);
      return { name, title: textIn(style, 'Title') || name };
    });
  return { styles, hasLegend: childrenOf(layer, 'Style').some((style) => child(style, 'LegendURL')) };
}

const cornersOf = (layer: Element) => {
  const box = child(layer, 'WGS84BoundingBox');
  return ['LowerCorner', 'UpperCorner'].flatMap((name) => (box ? textIn(box, name) : '').split(/\s+/).map(Number));
};

export async function readWmts(document: XmlDocument, base: URL): Promise<Reading> {
  const sets = new Map<string, Matrices>();
  const entries: { layer: ServiceLayer; links: string[] }[] = [];
  let title = '';
  let provider: string | null = null;
  let ways: ReturnType<typeof waysOf> = null;
  let isCut = false;
  for await (const { element, path } of document.parts(
    'ServiceIdentification',
    'ServiceProvider',
    'OperationsMetadata',
    'Layer',
    'TileMatrixSet',
  )) {
    // biome-ignore format: one list
    if (element.name === 'ServiceIdentification') title = textIn(element, 'Title');
    else if (element.name === 'ServiceProvider') provider = textIn(element, 'ProviderName') || null;
    else if (element.name === 'OperationsMetadata') ways = waysOf(element);
    else if (path.at(-1) !== 'Contents') continue;
    else if (element.name === 'TileMatrixSet') {
      const set = setOf(element);
      if (set) sets.set(set.name, set);
    } else if (entries.length >= MAX_LAYERS) isCut = true;
    else {
      const name = clean(child(element, 'Identifier')?.text ?? '', 200) || null;
      const { styles, hasLegend } = stylesOf(element);
      const templates = templatesOf(element, base);
      const formats = formatsOf(childrenOf(element, 'Format').map(({ text }) => text));
      entries.push({
        links: childrenOf(element, 'TileMatrixSetLink').map((link) => textIn(link, 'TileMatrixSet')),
        layer: {
          ...emptyLayer,
          name,
          title: textIn(element, 'Title') || name || '',
          extent: toExtent(cornersOf(element)),
          styles,
          has_legend: hasLegend,
          formats: formats.length > 0 ? formats : [...new Set(templates.map(({ format }) => format))],
          templates,
          attribution: provider,
        },
      });
    }
  }
  const isDocument = /\.xml$/i.test(base.pathname);
  const hasKeys = ways ? ways.hasKeys : entries.every(({ layer }) => layer.templates.length === 0);
  const href = isDocument && hasKeys && ways?.href && URL.canParse(ways.href) ? ways.href : undefined;
  const layers = entries.map(({ layer, links }) => {
    const matrixSets = links.flatMap((link) => sets.get(link) ?? []);
    return {
      ...layer,
      matrix_sets: matrixSets,
      has_mercator: matrixSets.length > 0,
      templates: hasKeys ? [] : layer.templates,
    };
  });
  return { title: title || layers[0]?.title || '', version: '1.0.0', layers, isCut, ...(href ? { url: href } : {}) };
}
