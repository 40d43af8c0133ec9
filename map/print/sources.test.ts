// What a page takes from the map: order and looks as they are, the light theme, nothing of the screen alone.
import { expect, test } from 'vitest';
import { RASTER_SOURCE } from '../style/base';
import { DRAWINGS_SOURCE, OVERLAY_SOURCE } from '../style/overlays';
import { PALETTE } from '../style/palette';
import type { MapLayer, MapSnapshot } from '../types';
import { attributionOf, legendRows, paperStyle } from './sources';

const MARK = { color: '#ff0000', opacity: 1, size: 4, stroke: '#000000', stroke_width: 1 };
const layer = (id: number, over: Partial<MapLayer> = {}): MapLayer => ({
  id,
  type: 1,
  style: { kind: 'single', symbol: MARK },
  labels: null,
  visible: true,
  opacity: 1,
  scale: { min_zoom: 0, max_zoom: 24 },
  ...over,
});
const BASE = {
  id: 'b',
  name: 'b',
  tiles: '/{z}/{x}/{y}.png',
  attribution: 'A & B',
  link: 'https://a.example',
  max_zoom: 19,
  night: true,
};
const SNAPSHOT: MapSnapshot = {
  base: BASE,
  layers: [
    layer(1),
    layer(2, { visible: false }),
    layer(3, { opacity: 0.5 }),
    layer(4, { type: 4, attribution: 'Office <1>' }),
  ],
  records: [],
  selection: { layer: 1, ids: [5] },
};
const POINT = { type: 'Point' as const, coordinates: [51, 35] };

test('the paper is light, holds what tools have drawn, and nothing of the screen alone', () => {
  const drawings = {
    type: 'FeatureCollection' as const,
    features: [{ type: 'Feature' as const, geometry: POINT, properties: {} }],
  };
  const style = paperStyle(
    SNAPSHOT,
    'fa',
    { print: [{ geometry: POINT }], grid: [{ geometry: POINT }], results: [{ geometry: POINT }] },
    drawings,
  );
  const data = (id: string) => (style.sources[id] as { data: { features: { properties: { owner?: string } }[] } }).data;
  expect(data(OVERLAY_SOURCE).features.map((f) => f.properties.owner)).toEqual(['results']);
  expect(data(DRAWINGS_SOURCE)).toBe(drawings);
  expect(style.layers.find((l) => l.id === 'base:ground')).toMatchObject({
    paint: { 'background-color': PALETTE.light.ground },
  });
  expect(JSON.stringify(style.layers.find((l) => 'source' in l && l.source === RASTER_SOURCE))).not.toContain(
    'hue-rotate',
  );
  expect(style.layers.some((l) => l.id.startsWith('selection:tiles'))).toBe(false);
});

test('the owners of all sources are named in plain words, each once', () => {
  expect(attributionOf(paperStyle(SNAPSHOT, 'fa', {}))).toBe('A & B | Office <1>');
  expect(attributionOf(paperStyle({ ...SNAPSHOT, base: 'none', layers: [] }, 'fa', {}))).toBe('');
});

test('the legend has the drawn layers in their order, and their classes that are on', () => {
  const classed = layer(5, {
    style: {
      kind: 'categorised',
      field: 'k',
      categories: [
        { value: 'a', label: 'A', symbol: MARK },
        { value: 'b', label: '', symbol: MARK },
      ],
      other: MARK,
    },
    off: new Set(['is:a']),
  });
  const far = layer(6, { scale: { min_zoom: 10, max_zoom: 12 } });
  const rows = legendRows(
    [far, classed, ...SNAPSHOT.layers],
    8,
    (id) => (id === 4 ? undefined : `L${id}`),
    (note) => (note === 'other' ? 'rest' : note),
  );
  expect(rows.map((r) => [r.label, r.inner, r.glyph !== null, r.opacity])).toEqual([
    ['L5', false, false, 1],
    ['b', true, true, 1],
    ['rest', true, true, 1],
    ['L1', false, true, 1],
    ['L3', false, true, 0.5],
  ]);
  const picture = { name: 'p', width: 90, height: 40 };
  const service = legendRows(
    SNAPSHOT.layers.slice(3),
    8,
    () => 'service',
    String,
    () => picture,
  );
  expect(service.map((r) => [r.label, r.picture])).toEqual([['service', undefined], ['', picture]]); // biome-ignore format: two rows
  expect(legendRows([far], 10, () => 'x', String).length).toBe(1);
  expect(legendRows([far], 12, () => 'x', String).length).toBe(0);
});
