// The whole map as one value: pure, so that every rule about order and visibility is tested without a renderer.
import type { LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl';
import { allOf, isAmong, toFilter, withoutClasses } from '@/contract/look/expressions';
import { type From, zooms } from '@/contract/look/marks';
import { LABEL_LAYER, listFieldOf, pictureTemplate, TILE_LAYER, tileTemplate } from '@/contract/ogc';
import { LAYER_TYPES } from '@/contract/schemas/layer';
import { fieldsToDraw } from '@/contract/schemas/style';
import { stackBands } from '../engine/bands';
import type { Lang, MapLayer, MapSnapshot, Theme } from '../types';
import { base, escapeHtml } from './base';
import { baseColours } from './base-colours';
import { COVERS_SOURCE, coverLayers } from './covers';
import { fontFaces } from './fonts';
import { labels } from './labels';
import { marks } from './marks';
import { drawingIcons, overlayTexts } from './overlay-texts';
import {
  DRAWINGS_SOURCE,
  LAYER_KEY,
  NO_DATA,
  OVERLAY_SOURCE,
  overlayLayers,
  RECORDS_SOURCE,
  recordsData,
  SELECTION_SOURCE,
  SKETCH_SOURCE,
  shapesData,
  sketchLayers,
} from './overlays';
import { PALETTE, type Palette } from './palette';
import { clusterRoom } from './points/clusters';
import { selectionLayers } from './selection';

export const sourceOf = (layer: number): string => `layer-${layer}`;
/** The other way; null for sources that are not a user's layer. */
export const layerOfSource = (source: string): number | null => {
  const match = /^layer-(\d+)$/.exec(source);
  return match ? Number(match[1]) : null;
};

/** Tiles are cut to this zoom and drawn larger beyond it: 15 cm steps in Iran, fine enough to aim at. */
const MAX_TILE_ZOOM = 16;

/** Points are put together in the tiles themselves. */
const clusterRadius = ({ style, type }: MapLayer): number | '' =>
  style.kind === 'cluster' && type === LAYER_TYPES.point ? style.radius : '';

/** The field whose values clusters count. */
const clusterField = ({ style, type }: MapLayer): string | undefined => {
  const field = style.kind === 'cluster' && type === LAYER_TYPES.point ? style.by?.field : undefined;
  return field && (listFieldOf(field) ?? field);
};

const nameInList = (name: string) => encodeURIComponent(encodeURIComponent(name));
/** Says of which days the records shall be. */
const duringQuery = ({ during }: MapLayer): string =>
  during ? `&DURING=${[during.of, during.from, during.to].map(nameInList).join(',')}` : '';

/** A number that changes with the tile's content: other fields to draw mean other tiles. */
const contentKey = (layer: MapLayer): number => {
  const text = [
    layer.rev ?? 0,
    layer.fields ? 'preview' : '',
    clusterRadius(layer),
    clusterField(layer) ?? '',
    duringQuery(layer),
    ...fieldsToDraw(layer.style, layer.labels),
  ].join('\n');
  let hash = 2166136261;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619) >>> 0;
  return hash;
};

/** Says what tiles shall hold for a look which is not saved. */
const tileQuery = (layer: MapLayer): string => {
  if (!layer.fields) return '';
  const radius = clusterRadius(layer);
  const field = clusterField(layer);
  const clusters = radius === '' ? '' : `&CLUSTER=${radius}`;
  const classes = field === undefined ? '' : `&CLUSTER_BY=${nameInList(field)}`;
  return `&FIELDS=${layer.fields.map(nameInList).join(',')}${clusters}${classes}`;
};

const isShown = (layer: MapLayer) => layer.visible && layer.opacity > 0 && layer.type >= LAYER_TYPES.point;
/** Shown, or there without being drawn or asking for tiles. */
const isThere = (layer: MapLayer) => isShown(layer) || (layer.cached === true && isShown({ ...layer, visible: true }));
/** A cached layer's parts: switched off by a property, which is how they come back within a frame. */
const atRest = <L extends LayerSpecification>(layer: MapLayer, parts: L[]): L[] =>
  layer.cached ? parts.map((part) => ({ ...part, layout: { ...part.layout, visibility: 'none' } })) : parts;
/** Map services and rasters come as pictures; layers with records as vector tiles. */
const isPicture = (layer: MapLayer) => layer.type >= LAYER_TYPES.wms;
const isDrawn = (layer: MapLayer) => isShown(layer) && !isPicture(layer);

const credit = ({ attribution }: MapLayer) => (attribution ? { attribution: escapeHtml(attribution) } : {});

const picture = (layer: MapLayer): LayerSpecification => ({
  id: `layer:${layer.id}:picture`,
  type: 'raster',
  source: sourceOf(layer.id),
  minzoom: layer.scale.min_zoom,
  maxzoom: layer.scale.max_zoom,
  paint: { 'raster-opacity': layer.opacity },
});

/** Areas that bear their names are what the ground would name, too. */
const hasAreaNames = (layers: readonly MapLayer[]): boolean =>
  layers.some((layer) => isDrawn(layer) && layer.type === LAYER_TYPES.polygon && layer.labels);

const groundOf = ({ base: choice, isGrey = false, layers }: MapSnapshot, theme: Theme, lang: Lang) =>
  base(choice, { theme, lang, isGrey, isAreaNamed: hasAreaNames(layers) });

/** The theme's colours; on a vector base a label's halo is that of its own names, so that all letters stand on one ground. */
const paletteOn = ({ base: choice, isGrey = false }: MapSnapshot, theme: Theme): Palette =>
  choice !== 'none' && 'schema' in choice
    ? { ...PALETTE[theme], labelHalo: baseColours(theme, isGrey).halo }
    : PALETTE[theme];

/** What a layer's clusters keep free of names. */
const roomOf = (layer: MapLayer, from: From): LayerSpecification[] =>
  clusterRadius(layer) === '' || layer.off?.has('clusters')
    ? []
    : [clusterRoom(`label:${layer.id}`, layer.opacity, { ...from, ...zooms(layer.scale.min_zoom, layer.scale.max_zoom) })]; // biome-ignore format: one call

/** What stands above all marks: pictures and words of tools and drawings, and the room of what floats over the map. */
const textLayers = (palette: Palette): LayerSpecification[] => [
  ...drawingIcons(),
  ...overlayTexts(palette, DRAWINGS_SOURCE),
  ...overlayTexts(palette),
  ...coverLayers(),
];

const layerSource = (layer: MapLayer): SourceSpecification =>
  isPicture(layer)
    ? {
        type: 'raster',
        tiles: [
          layer.published
            ? pictureTemplate(layer.published)
            : `${tileTemplate(layer.id, 'picture')}&V=${layer.rev ?? 0}`,
        ],
        tileSize: 256,
        ...(layer.zooms ? { minzoom: layer.zooms.min, maxzoom: layer.zooms.max } : {}),
        ...credit(layer),
      }
    : {
        type: 'vector',
        tiles: [`${tileTemplate(layer.id)}&V=${contentKey(layer)}${tileQuery(layer)}${duringQuery(layer)}`],
        maxzoom: MAX_TILE_ZOOM,
      };
const layerSources = (layers: readonly MapLayer[]): Record<string, SourceSpecification> =>
  Object.fromEntries(layers.map((layer) => [sourceOf(layer.id), layerSource(layer)]));

/** The sources of what the map room draws itself; tools fill those that begin empty. */
const ownSources = (snapshot: MapSnapshot): Record<string, SourceSpecification> => ({
  [RECORDS_SOURCE]: { type: 'geojson', data: recordsData(snapshot.records) },
  [SELECTION_SOURCE]: { type: 'geojson', data: shapesData(snapshot.selection) },
  [DRAWINGS_SOURCE]: { type: 'geojson', data: NO_DATA },
  [OVERLAY_SOURCE]: { type: 'geojson', data: NO_DATA },
  [COVERS_SOURCE]: { type: 'geojson', data: NO_DATA },
  [SKETCH_SOURCE]: { type: 'geojson', data: NO_DATA, tolerance: 0 },
});

/** The style of a snapshot. A hidden layer is absent altogether, or rests: none of its tiles is asked for. */
export const compile = (snapshot: MapSnapshot, theme: Theme, lang: Lang): StyleSpecification => {
  const palette = paletteOn(snapshot, theme);
  const ground = groundOf(snapshot, theme, lang);
  const classOf = new Map<number, ReturnType<typeof withoutClasses>['filter']>();
  const layers = snapshot.layers
    .filter(isThere)
    .map((layer) => {
      const { style, filter } = withoutClasses(layer.style, layer.off);
      if (filter) classOf.set(layer.id, filter);
      return style === layer.style ? layer : { ...layer, style };
    })
    .reverse();
  const bottomUp = layers.filter((layer) => !isPicture(layer));
  // Of which days a fresh record is only its tile knows, and tiles of some days are always new.
  const timed = new Set(snapshot.layers.flatMap(({ id, during }) => (during ? [id] : [])));
  const freshOf = (layer: number) => snapshot.records.filter((r) => r.layer === layer && !timed.has(layer));
  const freshIds = (layer: number) => freshOf(layer).map((r) => r.id);
  const tilesOf = (layer: MapLayer) => ({ source: sourceOf(layer.id), 'source-layer': TILE_LAYER });

  const fromTiles = (layer: MapLayer) => {
    const fresh = freshIds(layer.id);
    const filter = allOf(
      toFilter(layer.style),
      classOf.get(layer.id) ?? null,
      fresh.length > 0 ? ['!', isAmong(fresh)] : null,
    );
    return { ...tilesOf(layer), ...(filter === undefined ? {} : { filter }) };
  };
  // A polygon is cut by tiles and may have many parts: its label stands once, where the tiles say.
  const labelsFromTiles = (layer: MapLayer) =>
    layer.type === LAYER_TYPES.polygon ? { ...fromTiles(layer), 'source-layer': LABEL_LAYER } : fromTiles(layer);
  const fromRecords = (layer: MapLayer) => ({
    source: RECORDS_SOURCE,
    filter: allOf(toFilter(layer.style), classOf.get(layer.id) ?? null, ['==', ['get', LAYER_KEY], layer.id]) ?? true,
  });
  const labelsOf = (id: string, layer: MapLayer, from: From) => labels(id, layer, from, palette);
  const edited = bottomUp.filter((layer) => layer.visible && freshOf(layer.id).some((r) => r.geometry));
  const selected = snapshot.layers.find((layer) => layer.id === snapshot.selection?.layer);

  return {
    version: 8,
    'font-faces': fontFaces(lang),
    sources: { ...ground.sources, ...layerSources(layers), ...ownSources(snapshot) },
    layers: stackBands({
      base: ground.layers,
      layers: layers.flatMap((layer) =>
        atRest(layer, isPicture(layer) ? [picture(layer)] : marks(`layer:${layer.id}`, layer, fromTiles(layer))),
      ),
      records: edited.flatMap((layer) => marks(`records:${layer.id}`, layer, fromRecords(layer))),
      selection: selectionLayers(
        snapshot.selection,
        palette,
        selected && isDrawn(selected) ? tilesOf(selected) : null,
        selected ? freshIds(selected.id) : [],
        selected?.type ?? LAYER_TYPES.table,
      ),
      preview: [...overlayLayers(palette, DRAWINGS_SOURCE), ...overlayLayers(palette), ...sketchLayers(palette)],
      labels: [
        ...ground.labels,
        ...bottomUp.flatMap((layer) => atRest(layer, labelsOf(`label:${layer.id}`, layer, labelsFromTiles(layer)))),
        ...bottomUp.flatMap((layer) => atRest(layer, roomOf(layer, fromTiles(layer)))),
        ...edited.flatMap((layer) => labelsOf(`label:records:${layer.id}`, layer, fromRecords(layer))),
        ...textLayers(palette),
      ],
    }),
  };
};
