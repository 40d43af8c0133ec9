// The room of what floats over the map, taken before any label asks for it.
import type { FeatureCollection } from 'geojson';
import type { LayerSpecification } from 'maplibre-gl';
import type { WindowBox } from '../geo/grid-names';
import type { Pixel } from '../types';
import { BLANK_ICON } from './icon-image';

export const COVERS_SOURCE = 'covers';
/** Thinner boxes are as thick as this, in CSS pixels. */
const LEAST_SIDE = 16;

/** A square that labels leave free round a place: so many CSS pixels to each side of it. */
export interface Cover {
  at: readonly [lng: number, lat: number];
  padding: number;
}

/** A box of the window as squares, each by its middle and half its side: a place's padding can only be a single number. */
export function squaresOf([left, top, right, bottom]: WindowBox): { middle: Pixel; half: number }[] {
  const [width, height] = [right - left, bottom - top];
  const side = Math.max(Math.min(width, height), LEAST_SIDE);
  const count = Math.max(1, Math.ceil(Math.max(width, height) / side));
  return Array.from({ length: count }, (_, i) => {
    const along = (length: number) => (length <= side ? length / 2 : side / 2 + ((length - side) * i) / (count - 1));
    return { middle: [left + along(width), top + along(height)], half: side / 2 };
  });
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
