// The ground under the user's layers: a tile server's pictures, vector tiles in our colours, or nothing.
import type { LayerSpecification, SourceSpecification } from 'maplibre-gl';
import type { BaseMap, Lang, RasterBase, Theme, VectorBase } from '../types';
import { baseColours } from './base-colours';
import { vectorLabels } from './base-names';
import { VECTOR_SOURCE } from './base-parts';
import { PALETTE } from './palette';
import { townDots, vectorGround, vectorLayers, vectorSource } from './vector-base';
import archive from './world-archive.json';

export interface BasePart {
  sources: Record<string, SourceSpecification>;
  layers: LayerSpecification[];
  labels: LayerSpecification[];
}

export const RASTER_SOURCE = 'base-raster';

/** Words for an attribution, which the library shows as HTML. */
export const escapeHtml = (words: string): string => words.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

/** A light raster turned dark: luminance upside down, then the hues turned back so that water stays blue. */
const NIGHT = {
  'raster-brightness-min': 0.92,
  'raster-brightness-max': 0.08,
  'raster-hue-rotate': 180,
  'raster-saturation': -0.25,
  'raster-contrast': -0.1,
} as const;

/** The street map that is there without any configuration. */
export const OSM: RasterBase = {
  id: 'osm',
  name: null,
  tiles: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
  attribution: '© OpenStreetMap',
  link: 'https://www.openstreetmap.org/copyright',
  max_zoom: 19,
  night: true,
};

/** The map of the world, finer round Iran, that comes with the product and needs no network. */
export const WORLD: VectorBase = {
  id: 'natural',
  name: null,
  tiles: `pmtiles://${archive.path}/{z}/{x}/{y}`,
  schema: 'protomaps',
  attribution: 'Natural Earth, GSHHG, GeoNames',
  min_zoom: 0,
  max_zoom: archive.max_zoom,
};

/** Whether a base map is drawn from vector tiles. */
export const isVector = (base: BaseMap): base is VectorBase => typeof base === 'object' && 'schema' in base;

/** Whose data it is, with a link to the terms where there is one. */
const credit = ({ attribution, link }: RasterBase | VectorBase): string => {
  const words = escapeHtml(attribution);
  return link ? `<a href="${escapeHtml(link)}" target="_blank" rel="noreferrer">${words}</a>` : words;
};

const raster = (base: RasterBase, theme: Theme, isGrey: boolean): BasePart => {
  const { tiles, min_zoom = 0, max_zoom, night } = base;
  return {
    sources: {
      [RASTER_SOURCE]: {
        type: 'raster',
        tiles: [tiles],
        tileSize: 256,
        minzoom: min_zoom,
        maxzoom: max_zoom,
        attribution: credit(base),
      },
    },
    layers: [
      {
        id: 'base:raster',
        type: 'raster',
        source: RASTER_SOURCE,
        paint: {
          'raster-fade-duration': 120,
          ...(theme === 'dark' && night ? NIGHT : {}),
          ...(isGrey ? { 'raster-saturation': -1 } : {}),
        },
      },
    ],
    labels: [],
  };
};

const NOTHING: BasePart = { sources: {}, layers: [], labels: [] };

/** How a base map is drawn. `isAreaNamed`: a layer names areas by itself, so the ground does not. */
export interface BaseLook {
  theme: Theme;
  lang: Lang;
  isGrey: boolean;
  isAreaNamed: boolean;
}

/** Sources and layers of a base map, its ground colour included. */
export const base = (choice: BaseMap, { theme, lang, isGrey, isAreaNamed }: BaseLook): BasePart => {
  const ground = (color: string): LayerSpecification => ({
    id: 'base:ground',
    type: 'background',
    paint: { 'background-color': color },
  });
  if (isVector(choice)) {
    const colours = baseColours(theme, isGrey);
    return {
      sources: { [VECTOR_SOURCE]: vectorSource(choice, credit(choice)) },
      layers: [ground(vectorGround(choice, colours)), ...vectorLayers(choice, colours), townDots(choice, colours)],
      labels: vectorLabels(choice, colours, lang, isAreaNamed),
    };
  }
  const part = choice === 'none' ? NOTHING : raster(choice, theme, isGrey);
  return { ...part, layers: [ground(PALETTE[theme].ground), ...part.layers] };
};
