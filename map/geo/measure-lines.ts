// Measures the lines of a shape: each segment's length, direction and middle, angles, and the path on the earth.
import geodesic from 'geographiclib-geodesic';
import type { Geometry } from '@/contract/schemas/common';
import type { LngLat } from '../types';
import { fromStrands, strands } from './walk';

const earth = geodesic.Geodesic.WGS84;
const { STANDARD, LONG_UNROLL } = geodesic.Geodesic;

/** A segment longer than this, in metres, is bent visibly on the map; shorter ones are straight to the eye. */
const STRAIGHT = 50_000;
/** Pieces that one segment is cut into at the most: half way round the earth is then 310 km a piece. */
const MAX_PIECES = 64;

/** Degrees clockwise from north, 0 to 360. */
const turn = (degrees: number): number => ((degrees % 360) + 360) % 360;

export interface Ray {
  /** Geodesic metres. */
  length: number;
  /** Degrees clockwise from north: setting out at the first point, and looking back from the second. */
  bearing: number;
  back: number;
}

/** From one point to another on the WGS84 ellipsoid. Two equal points have the bearing 0. */
export const rayOf = ([x1, y1]: LngLat, [x2, y2]: LngLat): Ray => {
  if (x1 === x2 && y1 === y2) return { length: 0, bearing: 0, back: 0 };
  const { s12 = 0, azi1 = 0, azi2 = 0 } = earth.Inverse(y1, x1, y2, x2);
  return { length: s12, bearing: turn(azi1), back: turn(azi2 + 180) };
};

/** The smaller angle at `at` between the ways to two other points, in degrees, 0 to 180. */
export const angleAt = (a: LngLat, at: LngLat, b: LngLat): number => {
  const between = turn(rayOf(at, a).bearing - rayOf(at, b).bearing);
  return between > 180 ? 360 - between : between;
};

export interface Segment extends Ray {
  /** Half way along it. */
  middle: LngLat;
}

const pair = (p: readonly number[] | undefined): LngLat => [p?.[0] ?? 0, p?.[1] ?? 0];

/** The pairs of neighbours of a shape's lines and rings, closing ones included; points have none. */
const neighbours = (g: Geometry): [LngLat, LngLat][] =>
  strands(g).flatMap(({ positions, kind }) => {
    if (kind === 'point') return [];
    const ends = kind === 'ring' && positions.length > 2 ? [...positions, positions[0]] : positions;
    return ends.slice(1).map((p, i): [LngLat, LngLat] => [pair(ends[i]), pair(p)]);
  });

/** Every segment that has a length, in the order of the shape; at most `most` of them are looked at. */
export const segmentsOf = (g: Geometry, most = Infinity): Segment[] =>
  neighbours(g)
    .slice(0, most)
    .flatMap(([a, b]) => {
      const ray = rayOf(a, b);
      if (ray.length === 0) return [];
      const line = earth.InverseLine(a[1], a[0], b[1], b[0]);
      const { lat2 = a[1], lon2 = a[0] } = line.Position(ray.length / 2, STANDARD | LONG_UNROLL);
      return [{ ...ray, middle: [lon2, lat2] }];
    });

/** The points of the way from `a` to `b` after `a`; longitudes go on beyond 180 rather than jump. */
const along = (a: LngLat, b: LngLat): number[][] => {
  const { length } = rayOf(a, b);
  const pieces = Math.min(MAX_PIECES, Math.max(1, Math.ceil(length / STRAIGHT)));
  if (pieces === 1) return [[...b]];
  const line = earth.InverseLine(a[1], a[0], b[1], b[0]);
  return Array.from({ length: pieces }, (_, i) => {
    const { lat2 = b[1], lon2 = b[0] } = line.Position((length * (i + 1)) / pieces, STANDARD | LONG_UNROLL);
    return [lon2, lat2];
  });
};

/** The same shape with long segments bent as the shortest way on the earth is: what was measured, for looking at. */
export const toMeasuredShape = (g: Geometry): Geometry =>
  fromStrands(
    g.type,
    strands(g).map((s) => {
      const first = s.positions[0];
      if (s.kind === 'point' || !first) return s;
      const corners = s.kind === 'ring' ? [...s.positions, first] : s.positions;
      const positions: number[][] = [[...pair(first)]];
      for (const [i, p] of corners.slice(1).entries()) {
        // The way goes on from where the last piece ended, so that it never jumps by a turn of the earth.
        const end = positions.at(-1);
        const shift = (end?.[0] ?? 0) - pair(corners[i])[0];
        const [x, y] = pair(corners[i]);
        positions.push(...along([x + shift, y], [pair(p)[0] + shift, pair(p)[1]]));
      }
      return { ...s, positions: s.kind === 'ring' ? positions.slice(0, -1) : positions };
    }),
  );
