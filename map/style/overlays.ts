// What lies over the user's layers: fresh records, the selection, and the shape being moved or reshaped.
import type { FeatureCollection } from 'geojson';
import type { LayerSpecification } from 'maplibre-gl';
import { listKey, listText } from '@/contract/ogc';
import { DASHES, type OverlayShape } from '../state/overlay';
import type { FreshRecord, MapSelection } from '../types';
import { type Palette, TOOL_ROLES } from './palette';

export const RECORDS_SOURCE = 'records';
export const SELECTION_SOURCE = 'selection';
export const SKETCH_SOURCE = 'sketch';
export const OVERLAY_SOURCE = 'overlay';
export const DRAWINGS_SOURCE = 'drawings';

export const NO_DATA: FeatureCollection = { type: 'FeatureCollection', features: [] };

/** The property under which a fresh record's layer travels; no field can be called so, since names hold no colon. */
export const LAYER_KEY = ':layer';

/** As tiles carry values: of a list the first, and all of them under a name of their own. */
const propertiesOf = (value: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => {
      if (!Array.isArray(one)) return [[name, one]];
      return one.length === 0 ? [[name, null]] : [[name, one[0]], [listKey(name), listText(one)]]; // biome-ignore format: two properties
    }),
  );

export const recordsData = (records: readonly FreshRecord[]): FeatureCollection => ({
  type: 'FeatureCollection',
  features: records.flatMap(({ id, layer, geometry, value }) =>
    geometry ? [{ type: 'Feature', id, geometry, properties: { ...propertiesOf(value), [LAYER_KEY]: layer } }] : [],
  ),
});

export const shapesData = (marked: MapSelection | null): FeatureCollection => ({
  type: 'FeatureCollection',
  features: (marked?.shapes ?? []).map((geometry) => ({ type: 'Feature', geometry, properties: {} })),
});

/** What tools draw, as one source: a later owner lies over an earlier one. */
export const overlayData = (shapes: Readonly<Record<string, readonly OverlayShape[]>>): FeatureCollection => ({
  type: 'FeatureCollection',
  features: Object.entries(shapes).flatMap(([owner, own]) =>
    own.map(({ geometry, ...look }) => ({ type: 'Feature' as const, geometry, properties: { ...look, owner } })),
  ),
});

export const ofType = (geometry: 'Point' | 'LineString' | 'Polygon') =>
  ['==', ['geometry-type'], geometry] as ['==', ['geometry-type'], string];

/** Vertices are big and firm, middles small and faint; the active vertex is filled. */
export const sketchLayers = (palette: Palette): LayerSpecification[] => {
  const role = (name: string) => ['==', ['get', 'role'], name] as ['==', ['get', string], string];
  const source = SKETCH_SOURCE;
  return [
    {
      id: 'sketch:fill',
      type: 'fill',
      source,
      filter: ['all', role('shape'), ofType('Polygon')],
      paint: { 'fill-color': palette.sketch, 'fill-opacity': 0.2 },
    },
    {
      id: 'sketch:line',
      type: 'line',
      source,
      filter: ['all', role('shape'), ['!=', ['geometry-type'], 'Point']],
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': palette.sketch, 'line-width': 2.5 },
    },
    {
      id: 'sketch:middle',
      type: 'circle',
      source,
      filter: role('middle'),
      paint: {
        'circle-radius': 4,
        'circle-color': palette.sketch,
        'circle-opacity': 0.7,
        'circle-stroke-color': palette.handle,
        'circle-stroke-width': 1,
      },
    },
    {
      id: 'sketch:vertex',
      type: 'circle',
      source,
      filter: ['any', role('vertex'), role('active')],
      paint: {
        'circle-radius': ['case', role('active'), 8, 6],
        'circle-color': ['case', role('active'), palette.sketch, palette.handle],
        'circle-stroke-color': ['case', role('active'), palette.handle, palette.sketch],
        'circle-stroke-width': 2,
      },
    },
    {
      id: 'sketch:snap',
      type: 'circle',
      source,
      filter: role('snap'),
      paint: {
        // A ring round a vertex, a full dot on an edge.
        'circle-radius': ['match', ['get', 'caught'], 'edge', 5, 9],
        'circle-color': palette.mark,
        'circle-opacity': ['match', ['get', 'caught'], 'edge', 1, 0],
        'circle-stroke-color': ['match', ['get', 'caught'], 'edge', palette.handle, palette.mark],
        'circle-stroke-width': ['match', ['get', 'caught'], 'edge', 1.5, 2.5],
      },
    },
  ];
};

export const own = <T>(name: string, or: T) => ['coalesce', ['get', name], or] as ['coalesce', ['get', string], T];

/** The colour that a shape says, else that of its role. */
export const ownColor = ({ tools, sketch }: Palette) =>
  [
    'coalesce',
    ['get', 'color'],
    ['match', own('role', ''), ...TOOL_ROLES.flatMap((role) => [role, tools[role]]), sketch],
  ] as never;

const isPoint = ['in', ['geometry-type'], ['literal', ['Point', 'MultiPoint']]] as never;
const isArea = ['in', ['geometry-type'], ['literal', ['Polygon', 'MultiPolygon']]] as never;

/** What tools draw, or a person's own drawings; each shape says how it looks, and has the sketch's colour where it does not. */
export const overlayLayers = (palette: Palette, source = OVERLAY_SOURCE): LayerSpecification[] => {
  const color = ownColor(palette);
  const opacity = own('opacity', 1);
  return [
    {
      id: `${source}:fill`,
      type: 'fill',
      source,
      filter: isArea,
      paint: {
        'fill-color': ['coalesce', ['get', 'fill'], color],
        'fill-opacity': ['*', opacity, own('fill_opacity', 0.2)],
      },
    },
    {
      id: `${source}:line`,
      type: 'line',
      source,
      filter: ['!', isPoint] as never,
      layout: { 'line-cap': 'butt', 'line-join': 'round' },
      paint: {
        'line-color': color,
        'line-width': own('width', 2.5),
        'line-opacity': ['case', ['>', own('width', 2.5), 0], opacity, 0],
        'line-dasharray': [
          'match',
          own('dash', 'solid'),
          ...Object.entries(DASHES)
            .filter(([name]) => name !== 'solid')
            .flatMap(([name, pattern]) => [name, ['literal', [...pattern]]]),
          ['literal', [...DASHES.solid]],
        ] as never,
      },
    },
    {
      id: `${source}:point`,
      type: 'circle',
      source,
      filter: ['all', isPoint, ['>', own('size', 6), 0], ['!', ['has', 'icon']]] as never,
      paint: {
        'circle-radius': own('size', 6),
        'circle-color': color,
        'circle-opacity': opacity,
        'circle-stroke-color': palette.handle,
        'circle-stroke-width': 1.5,
        'circle-stroke-opacity': opacity,
      },
    },
  ];
};
