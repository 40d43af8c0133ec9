// What one measurement says, in metres, square metres and degrees; and what the map shows of it.
import type { Geometry } from '@/contract/schemas/common';
import { areaOf, lengthOf } from '@/map/geo/measure';
import { angleAt, rayOf, segmentsOf, toMeasuredShape } from '@/map/geo/measure-lines';
import { type Position, strands } from '@/map/geo/walk';
import type { OverlayShape } from '@/map/state/overlay';
import type { LngLat } from '@/map/types';
import type { MeasureKind } from './machine';

/** Segments whose length is written on the map; more would hide each other. */
export const MAX_LABELS = 120;
/** Segments that are written out when a measurement is copied. */
export const MAX_LISTED = 500;

export interface Reading {
  /** `back` is the bearing seen from the second point. */
  what: 'length' | 'area' | 'perimeter' | 'angle' | 'bearing' | 'back';
  /** Metres, square metres or degrees. */
  value: number;
}
/** How numbers become words, in the reader's units and digits. */
export interface Words {
  length(metres: number): string;
  area(squareMetres: number): string;
  angle(degrees: number): string;
}

const at = (p: Position | undefined): LngLat => [p?.[0] ?? 0, p?.[1] ?? 0];
const corners = (g: Geometry): Position[] => strands(g)[0]?.positions ?? [];

/** The first is the answer; the others stand beside it. Empty while a sketch has too few points. */
export const listReadings = (kind: MeasureKind, g: Geometry): Reading[] => {
  const [a, b, c] = corners(g);
  switch (kind) {
    case 'length':
      return [{ what: 'length', value: lengthOf(g) }];
    case 'area':
      return [
        { what: 'area', value: areaOf(g) },
        { what: 'perimeter', value: lengthOf(g) },
      ];
    case 'angle':
      return a && b && c ? [{ what: 'angle', value: angleAt(at(a), at(b), at(c)) }] : [];
    case 'bearing': {
      if (!a || !b) return [];
      const ray = rayOf(at(a), at(b));
      return [
        { what: 'bearing', value: ray.bearing },
        { what: 'back', value: ray.back },
        { what: 'length', value: ray.length },
      ];
    }
  }
};

/** A reading as people read it. */
export const formatReading = ({ what, value }: Reading, words: Words): string => {
  if (what === 'length' || what === 'perimeter') return words.length(value);
  return what === 'area' ? words.area(value) : words.angle(value);
};

/** Radius of a corner's dot, in CSS pixels. */
const DOT = 3;

/** Where the answer of a measurement is written: an angle's corner, a line's end, the middle of a ring's corners. */
const anchor = (kind: MeasureKind, g: Geometry): LngLat => {
  const all = corners(g);
  if (kind === 'angle') return at(all[1]);
  if (kind !== 'area') return at(all.at(-1));
  const sum = all.reduce<[number, number]>(([x, y], p) => [x + at(p)[0], y + at(p)[1]], [0, 0]);
  return [sum[0] / Math.max(1, all.length), sum[1] / Math.max(1, all.length)];
};

const text = (place: LngLat, words: string, size = 13): OverlayShape => ({
  geometry: { type: 'Point', coordinates: [...place] },
  size: 0,
  text: words,
  font_size: size,
});

/** The lengths of the segments, where there is more than one to tell. */
export const segmentTexts = (kind: MeasureKind, g: Geometry, words: Words): OverlayShape[] => {
  if (kind === 'bearing') return [];
  const segments = segmentsOf(g, MAX_LABELS);
  return segments.length > 1 ? segments.map(({ middle, length }) => text(middle, words.length(length), 12)) : [];
};

/** A finished measurement on the map: its shape as it was measured, its answer, and its segments where `parts` is on. */
export const shapesOfResult = (kind: MeasureKind, g: Geometry, words: Words, parts: boolean): OverlayShape[] => {
  const [answer] = listReadings(kind, g);
  return [
    { geometry: toMeasuredShape(g), width: 2.5, fill_opacity: 0.12 },
    ...corners(g)
      .slice(0, MAX_LABELS)
      .map((p): OverlayShape => ({ geometry: { type: 'Point', coordinates: [...at(p)] }, size: DOT })),
    ...(parts ? segmentTexts(kind, g, words) : []),
    ...(answer ? [text(anchor(kind, g), formatReading(answer, words), 15)] : []),
  ];
};

/** The measurement as lines of text; `name` puts the word before a value. */
export const formatResult = (
  kind: MeasureKind,
  g: Geometry,
  title: string,
  words: Words,
  name: (what: Reading['what'], value: string) => string,
): string => {
  const segments = kind === 'length' || kind === 'area' ? segmentsOf(g, MAX_LISTED) : [];
  return [
    title,
    ...listReadings(kind, g).map((reading) => name(reading.what, formatReading(reading, words))),
    ...(segments.length > 1 ? segments.map((s) => `${words.length(s.length)}\t${words.angle(s.bearing)}`) : []),
  ].join('\n');
};

/** Measurements as GeoJSON, the numbers as properties in metres, square metres and degrees. */
export const toGeoJson = (
  results: readonly { kind: MeasureKind; geometry: Geometry; title: string | null }[],
): { type: 'FeatureCollection'; features: unknown[] } => ({
  type: 'FeatureCollection',
  features: results.map(({ kind, geometry, title }) => ({
    type: 'Feature',
    geometry,
    properties: {
      ...(title === null ? {} : { title }),
      ...Object.fromEntries(listReadings(kind, geometry).map(({ what, value }) => [what, Number(value.toFixed(3))])),
    },
  })),
});
