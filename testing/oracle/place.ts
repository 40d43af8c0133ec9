// What a query's rules about place mean, of records that are points or boxes; distances by GeographicLib.
import { bbox, nearestPointOnLine, polygonToLine } from '@turf/turf';
import fc from 'fast-check';
import geodesic from 'geographiclib-geodesic';
import type { Feature, LineString, Point, Polygon, Position } from 'geojson';
import type { PlaceRule } from '../../contract/schemas/query';

export type OracleShape = Point | Polygon;
export type Box = readonly [west: number, south: number, east: number, north: number];
/** Boxes of the regions and projects that a query may name, by id. */
export type Boxes = ReadonlyMap<number, Box>;
export interface NamedBoxes {
  regions: Boxes;
  /** Of the records' layer. */
  projects: Boxes;
}

export const boxShape = ([w, s, e, n]: Box): Polygon => ({
  type: 'Polygon',
  coordinates: [[[w, s], [e, s], [e, n], [w, n], [w, s]]], // biome-ignore format: a box
});
/** Of shapes that fill their boxes; edges that touch never occur. */
const isInside = (a: OracleShape, b: OracleShape): boolean => {
  const [[w1, s1, e1, n1], [w2, s2, e2, n2]] = [bbox(a), bbox(b)];
  return w1 >= w2 && s1 >= s2 && e1 <= e2 && n1 <= n2;
};
export const isMeeting = (a: OracleShape, b: OracleShape): boolean => {
  const [[w1, s1, e1, n1], [w2, s2, e2, n2]] = [bbox(a), bbox(b)];
  return w1 <= e2 && w2 <= e1 && s1 <= n2 && s2 <= n1;
};

const metres = ([x1 = 0, y1 = 0]: Position, [x2 = 0, y2 = 0]: Position): number =>
  geodesic.Geodesic.WGS84.Inverse(y1, x1, y2, x2).s12 ?? Number.NaN;

function distanceTo(shape: OracleShape, place: Point): number {
  if (shape.type === 'Point') return metres(shape.coordinates, place.coordinates);
  if (isMeeting(shape, place)) return 0;
  const nearest = nearestPointOnLine(polygonToLine(shape) as Feature<LineString>, place);
  return metres(nearest.geometry.coordinates, place.coordinates);
}

export function isPlaced(rule: PlaceRule, shape: OracleShape, { regions }: NamedBoxes): boolean {
  const target = (rule.geometry ?? boxShape(regions.get(rule.region as number) as Box)) as OracleShape;
  switch (rule.place) {
    case 'intersects':
      return isMeeting(shape, target);
    case 'disjoint':
      return !isMeeting(shape, target);
    case 'within':
      return isInside(shape, target);
    case 'contains':
      return isInside(target, shape);
    case 'within_distance':
      return distanceTo(shape, target as Point) <= (rule.distance as number);
  }
}

/** Of whole degrees; and places that records stand at, which lie in the larger ones as well. */
export const shapes = fc.oneof(
  fc
    .tuple(fc.integer({ min: 50, max: 59 }), fc.integer({ min: 30, max: 39 }))
    .map(([x, y]): OracleShape => boxShape([x, y, x + 3, y + 3])),
  fc.constantFrom<OracleShape[]>(
    { type: 'Point', coordinates: [50.1, 30.1] },
    { type: 'Point', coordinates: [55.37, 33.42] },
    boxShape([51.2, 31.2, 51.3, 31.3]),
  ),
);
export const relation = fc.constantFrom(
  'intersects' as const,
  'within' as const,
  'contains' as const,
  'disjoint' as const,
);
/** Metres. No record of `oracleRecords` is as far from a place of this rule as that: rounding decides nothing. */
export const near = fc.record({
  place: fc.constant('within_distance' as const),
  geometry: fc.constantFrom<Point[]>(
    { type: 'Point', coordinates: [50.1, 30.1] },
    { type: 'Point', coordinates: [55.37, 33.42] },
  ),
  distance: fc.constantFrom(0, 15_000, 120_000, 700_000),
});
