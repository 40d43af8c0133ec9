// A pointer is caught by the real corners of a record, never by a tile's rounded ones.
import { LngLat, type Map as MapLibreMap } from 'maplibre-gl';
import { beforeEach, expect, it } from 'vitest';
import type { Geometry } from '@/contract/schemas/common';
import { useSnapping } from '../../state/snapping';
import { snapOnMap } from './snapping';

const HIT = { layer: 3, id: 7 };
const square = (corner: number): Geometry => ({
  type: 'Polygon',
  coordinates: [[[0, 0], [corner, 0], [corner, corner], [0, corner], [0, 0]]], // biome-ignore format: a square
});
// A thousand pixels a degree, north up; its tile has rounded the corner at 4 degrees to 4.002.
const map = {
  project: ([lng, lat]: [number, number]) => ({ x: lng * 1000, y: -lat * 1000 }),
  unproject: ([x, y]: [number, number]) => new LngLat(x / 1000, -y / 1000),
  isStyleLoaded: () => true,
  getLayersOrder: () => ['band:layers', 'layer:3:fill', 'band:records'],
  queryRenderedFeatures: () => [{ source: 'layer-3', id: HIT.id, properties: {}, geometry: square(4.002) }],
} as unknown as MapLibreMap;
const catchNear = () => snapOnMap(map, [3998, -3997], [], null);

beforeEach(() => useSnapping.getState().forget());

it('is caught once the whole shape has come, and asks for it meanwhile', () => {
  expect(catchNear()).toBeNull();
  expect(useSnapping.getState().requested).toEqual([HIT]);
  useSnapping.getState().storeWhole(HIT, square(4));
  expect(catchNear()).toEqual({ position: [4, 4], kind: 'vertex', hit: HIT });
});

it("makes do with the tile's piece where the server gives no shape", () => {
  useSnapping.getState().storeWhole(HIT, null);
  expect(catchNear()?.position).toEqual([4.002, 4.002]);
});

it('keeps the shapes that came last', () => {
  for (let id = 0; id < 300; id += 1) useSnapping.getState().storeWhole({ layer: 1, id }, square(1));
  const { wholeShapes } = useSnapping.getState();
  expect([wholeShapes.size, wholeShapes.has('1/299'), wholeShapes.has('1/0')]).toEqual([200, true, false]);
});
