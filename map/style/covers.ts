// The room of what floats over the map, taken before any label asks for it.
import type { FeatureCollection } from 'geojson';
import type { LayerSpecification } from 'maplibre-gl';
import { BLANK_ICON } from './icon-image';

export const COVERS_SOURCE = 'covers';

/** The box that labels leave free round a place, in CSS pixels to each side of it. */
export interface Cover {
  at: readonly [number, number];
  padding: readonly [top: number, right: number, bottom: number, left: number];
}

export const coversData = (covers: readonly Cover[]): FeatureCollection => ({
  type: 'FeatureCollection',
  features: covers.map(({ at, padding }) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [...at] },
    properties: { padding },
  })),
});

/** Draws nothing, and takes the room of what floats over the map before any label asks for it. */
export const coverLayers = (): LayerSpecification[] => [
  {
    id: 'covers',
    type: 'symbol',
    source: COVERS_SOURCE,
    layout: {
      'icon-image': BLANK_ICON,
      'icon-padding': ['get', 'padding'] as never,
      'icon-allow-overlap': true,
      'icon-rotation-alignment': 'viewport',
    },
    paint: { 'icon-opacity': 0 },
  },
];
