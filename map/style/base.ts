// The ground under the user's layers: a tile server's raster, our own outline of the world, or nothing.
import type { LayerSpecification, SourceSpecification } from 'maplibre-gl';
import type { BaseKind, Lang, Theme } from '../types';
import { BOLD } from './fonts';
import type { Palette } from './palette';

export interface BasePart {
  sources: Record<string, SourceSpecification>;
  layers: LayerSpecification[];
  labels: LayerSpecification[];
}

export const OSM_SOURCE = 'base-osm';

/** A light raster turned dark: luminance upside down, then the hues turned back so that water stays blue. */
const NIGHT = {
  'raster-brightness-min': 0.92,
  'raster-brightness-max': 0.08,
  'raster-hue-rotate': 180,
  'raster-saturation': -0.25,
  'raster-contrast': -0.1,
} as const;

const osm = (theme: Theme): BasePart => ({
  sources: {
    [OSM_SOURCE]: {
      type: 'raster',
      tiles: ['https://tile.openstreetmap.org/{z}/{x}/{y}.png'],
      tileSize: 256,
      maxzoom: 19,
      attribution:
        '<a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer">&copy; OpenStreetMap</a>',
    },
  },
  layers: [
    {
      id: 'base:osm',
      type: 'raster',
      source: OSM_SOURCE,
      paint: { 'raster-fade-duration': 120, ...(theme === 'dark' ? NIGHT : {}) },
    },
  ],
  labels: [],
});

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

export const base = (kind: BaseKind, palette: Palette, theme: Theme, lang: Lang): BasePart => {
  const part: BasePart =
    kind === 'osm' ? osm(theme) : kind === 'natural' ? natural(palette, lang) : { sources: {}, layers: [], labels: [] };
  const ground: LayerSpecification = {
    id: 'base:ground',
    type: 'background',
    paint: { 'background-color': kind === 'natural' ? palette.water : palette.ground },
  };
  return { ...part, layers: [ground, ...part.layers] };
};
