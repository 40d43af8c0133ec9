// The ground under the user's layers: a tile server's raster, our own outline of the world, or nothing.
import type { LayerSpecification, SourceSpecification } from 'maplibre-gl';
import type { BaseMap, Lang, RasterBase, Theme } from '../types';
import { BOLD } from './fonts';
import type { Palette } from './palette';

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

const raster = ({ tiles, attribution, link, max_zoom, night }: RasterBase, theme: Theme): BasePart => {
  const words = escapeHtml(attribution);
  return {
    sources: {
      [RASTER_SOURCE]: {
        type: 'raster',
        tiles: [tiles],
        tileSize: 256,
        maxzoom: max_zoom,
        attribution: link ? `<a href="${escapeHtml(link)}" target="_blank" rel="noreferrer">${words}</a>` : words,
      },
    },
    layers: [
      {
        id: 'base:raster',
        type: 'raster',
        source: RASTER_SOURCE,
        paint: { 'raster-fade-duration': 120, ...(theme === 'dark' && night ? NIGHT : {}) },
      },
    ],
    labels: [],
  };
};

const natural = (palette: Palette, lang: Lang): BasePart => ({
  sources: {
    'base-countries': { type: 'geojson', data: '/base/countries.json', attribution: 'Natural Earth' },
    'base-borders': { type: 'geojson', data: '/base/borders.json' },
    // One point a country: a polygon would bear its name on every island, and once more in every tile.
    'base-names': { type: 'geojson', data: '/base/names.json' },
  },
  layers: [
    {
      id: 'base:land',
      type: 'fill',
      source: 'base-countries',
      paint: { 'fill-color': palette.land, 'fill-antialias': false },
    },
    {
      id: 'base:borders',
      type: 'line',
      source: 'base-borders',
      layout: { 'line-join': 'round' },
      paint: {
        'line-color': palette.border,
        'line-width': ['interpolate', ['linear'], ['zoom'], 2, 0.5, 8, 1.5],
      },
    },
  ],
  labels: [
    {
      id: 'label:countries',
      type: 'symbol',
      source: 'base-names',
      minzoom: 1.5,
      maxzoom: 9,
      layout: {
        'text-field': ['coalesce', ['get', `name_${lang}`], ['get', 'name_en'], ''],
        'text-font': [BOLD],
        'text-size': ['interpolate', ['linear'], ['zoom'], 2, 10, 6, 15],
        'text-max-width': 7,
        'text-padding': 6,
        // The bigger the country, the sooner it has its name.
        'symbol-sort-key': ['-', 0, ['to-number', ['get', 'size'], 0]],
      },
      paint: { 'text-color': palette.name, 'text-halo-color': palette.nameHalo, 'text-halo-width': 1.2 },
    },
  ],
});

/** Sources and layers of a base map, its ground colour included. */
export const base = (choice: BaseMap, palette: Palette, theme: Theme, lang: Lang): BasePart => {
  const part: BasePart =
    typeof choice === 'object'
      ? raster(choice, theme)
      : choice === 'natural'
        ? natural(palette, lang)
        : { sources: {}, layers: [], labels: [] };
  const ground: LayerSpecification = {
    id: 'base:ground',
    type: 'background',
    paint: { 'background-color': choice === 'natural' ? palette.water : palette.ground },
  };
  return { ...part, layers: [ground, ...part.layers] };
};
