// What a pointer means where several records lie over one another.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { expect, it } from 'vitest';
import { anchorOf } from './bands';
import { recordsAt } from './query';

const square = (side: number) => ({
  type: 'Polygon',
  coordinates: [[[0, 0], [side, 0], [side, side], [0, side], [0, 0]]], // biome-ignore format: a ring
});
const feature = (layer: number, id: number, geometry: object) => ({
  source: `layer-${layer}`,
  id,
  properties: {},
  geometry,
});
/** As a renderer answers: the topmost first. */
const DRAWN = [
  feature(1, 1, square(5)),
  feature(1, 2, square(1)),
  feature(2, 3, { type: 'LineString', coordinates: [[0, 0], [1, 1]] }), // biome-ignore format: a line
  feature(3, 4, { type: 'Point', coordinates: [0, 0] }),
  feature(3, 5, { type: 'Point', coordinates: [0, 0] }),
  feature(1, 1, square(5)),
];
const map = {
  isStyleLoaded: () => true,
  getLayersOrder: () => [anchorOf('layers'), 'layer:1:fill'],
  queryRenderedFeatures: () => DRAWN,
} as unknown as MapLibreMap;
const ids = (at: Parameters<typeof recordsAt>[1]) => recordsAt(map, at).map(({ id }) => id);

it('takes a point before a line, a line before an area, and a small area before a large one', () => {
  expect(ids([10, 10])).toEqual([4, 5, 3, 2, 1]);
});

it('takes what is in a box as it is drawn, each record once', () => {
  expect(ids([[0, 0], [9, 9]])).toEqual([1, 2, 3, 4, 5]); // biome-ignore format: a box
});
