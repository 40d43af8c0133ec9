// What measurements say, on the map and in words.
import { describe, expect, it } from 'vitest';
import type { Geometry } from '@/contract/schemas/common';
import {
  formatResult,
  listReadings,
  MAX_LABELS,
  segmentTexts,
  shapesOfResult,
  toGeoJson,
  type Words,
} from './readings';

const BENT: Geometry = { type: 'LineString', coordinates: [[51, 1], [51, 0], [52, 0]] }; // biome-ignore format: a line
const AREA: Geometry = { type: 'Polygon', coordinates: [[[51, 35], [52, 35], [52, 36], [51, 36], [51, 35]]] }; // biome-ignore format: a square
const words: Words = {
  length: (m) => `${Math.round(m / 1000)} km`,
  area: (m2) => `${Math.round(m2 / 1e6)} km2`,
  angle: (d) => `${d.toFixed(1)} deg`,
};
const texts = (shapes: { text?: string }[]) => shapes.flatMap(({ text }) => text ?? []);

describe('readings', () => {
  it('say what each kind is asked for, the answer first', () => {
    expect(listReadings('length', BENT)[0]?.value).toBeCloseTo(221_894, -1);
    expect(listReadings('area', AREA).map(({ what }) => what)).toEqual(['area', 'perimeter']);
    expect(listReadings('angle', BENT)).toEqual([{ what: 'angle', value: expect.closeTo(90, 6) }]);
    expect(listReadings('bearing', BENT).map(({ what, value }) => [what, Math.round(value)])).toEqual([
      ['bearing', 180],
      ['back', 0],
      ['length', 110_574],
    ]);
  });
  it('say nothing while there are too few points', () => {
    expect(listReadings('angle', { type: 'LineString', coordinates: [[51, 0], [52, 0]] })).toEqual([]); // biome-ignore format: a line
    expect(listReadings('bearing', { type: 'LineString', coordinates: [[51, 0]] })).toEqual([]);
  });
});

describe('on the map', () => {
  it('segments are written where there are several, the answer always', () => {
    expect(texts(shapesOfResult('length', BENT, words, true))).toEqual(['111 km', '111 km', '222 km']);
    expect(texts(shapesOfResult('length', BENT, words, false))).toEqual(['222 km']);
    expect(texts(shapesOfResult('area', AREA, words, true))).toHaveLength(5);
    expect(segmentTexts('bearing', BENT, words)).toEqual([]);
  });
  it('a shape of thousands of corners writes no more than can be read', () => {
    const long: Geometry = { type: 'LineString', coordinates: Array.from({ length: 5000 }, (_, i) => [50 + i / 1000, 35]) }; // biome-ignore format: a line
    expect(texts(shapesOfResult('length', long, words, true))).toHaveLength(MAX_LABELS + 1);
  });
});

describe('taken along', () => {
  it('as text, with every segment and its direction', () => {
    expect(formatResult('length', BENT, 'A line', words, (what, value) => `${what}: ${value}`)).toBe(
      'A line\nlength: 222 km\n111 km\t180.0 deg\n111 km\t90.0 deg',
    );
  });
  it('as GeoJSON in metres and degrees', () => {
    const { features } = toGeoJson([{ kind: 'area', geometry: AREA, title: 'A field' }]);
    expect(features[0]).toMatchObject({ geometry: AREA, properties: { title: 'A field', area: expect.any(Number) } });
    expect(JSON.parse(JSON.stringify(features))).toEqual(features);
  });
});
