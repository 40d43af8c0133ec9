// A person's own drawings as geometry: what a circle covers, how large a drawing is, which one lies under the pointer.
import geodesic from 'geographiclib-geodesic';
import type { Geometry } from '@/contract/schemas/common';
import type { Drawing, DrawingType } from '@/contract/schemas/drawing';
import type { LngLat } from '../types';
import { measures } from './measure';
import { isWithin, middleOf, rotate, scale, simplify } from './shapes';
import { extentOf, fromStrands, type Position, strands } from './walk';

/** A drawing without its number and version at the server. */
export type DrawingData = Omit<Drawing, 'id' | 'version'>;

const earth = geodesic.Geodesic.WGS84;
/** Corners of a circle as it is shown. */
const CORNERS = 64;

const at = (p: Position | readonly number[] | undefined): LngLat => [p?.[0] ?? 0, p?.[1] ?? 0];

/** What lies within so many metres of a place, as a polygon whose longitudes run on over the 180th meridian. */
export const circle = ([lng, lat]: LngLat, metres: number): Geometry => {
  const ring = Array.from({ length: CORNERS }, (_, i): Position => {
    const { lon2 = lng, lat2 = lat } = earth.Direct(lat, lng, 360 - (i * 360) / CORNERS, metres);
    return [lng + ((lon2 - lng + 540) % 360) - 180, lat2];
  });
  return { type: 'Polygon', coordinates: [[...ring, ring[0] as Position]] };
};

/** Geodesic metres. */
export const distance = (a: LngLat, b: LngLat): number => earth.Inverse(a[1], a[0], b[1], b[0]).s12 ?? 0;

/** Middle and radius of a circle that `circle` made: halfway between two corners that lie opposite each other. */
export const circleOf = (g: Geometry): { center: LngLat; radius: number } => {
  const corners = strands(g)[0]?.positions ?? [];
  const [[lng1, lat1], [lng2, lat2]] = [at(corners[0]), at(corners[Math.floor(corners.length / 2)])];
  const { s12 = 0, azi1 = 0 } = earth.Inverse(lat1, lng1, lat2, lng2);
  const { lat2: lat = lat1, lon2: lng = lng1 } = earth.Direct(lat1, lng1, azi1, s12 / 2);
  return { center: [lng, lat], radius: s12 / 2 };
};

const covered = new WeakMap<DrawingData, Geometry>();
/** The drawing as it lies on the map: a circle as the polygon that it covers. */
export const shapeOf = (drawing: DrawingData): Geometry => {
  if (drawing.type !== 'circle' || drawing.radius === null || drawing.geometry.type !== 'Point')
    return drawing.geometry;
  const outline = covered.get(drawing) ?? circle(at(drawing.geometry.coordinates), drawing.radius);
  covered.set(drawing, outline);
  return outline;
};

export type Kind = 'point' | 'line' | 'area';
/** What the drawing is as a shape. */
export const kindOf = (drawing: DrawingData): Kind =>
  drawing.type === 'circle' || drawing.geometry.type.endsWith('Polygon')
    ? 'area'
    : drawing.geometry.type.endsWith('LineString')
      ? 'line'
      : 'point';

const sized = new WeakMap<DrawingData, { length: number; area: number }>();
/** Metres and square metres; zeros for points. A circle by its own formula on the plane up to a kilometre, else by its corners. */
export const sizeOf = (drawing: DrawingData): { length: number; area: number } => {
  const cached = sized.get(drawing);
  if (cached) return cached;
  const { radius } = drawing;
  const size =
    radius !== null && radius <= 1000
      ? { length: 2 * Math.PI * radius, area: Math.PI * radius * radius }
      : (measures(shapeOf(drawing)) ?? { length: 0, area: 0 });
  sized.set(drawing, size);
  return size;
};

/** Whether a ring still is what a rectangle was drawn as: four corners along the parallels and meridians. */
const isBox = (g: Geometry): boolean => {
  const all = strands(g);
  const corners = all[0]?.positions ?? [];
  const near = (a = 0, b = 0) => Math.abs(a - b) < 1e-9;
  return (
    all.length === 1 &&
    corners.length === 4 &&
    corners.every((p, i) => {
      const next = corners[(i + 1) % 4];
      return near(p[0], next?.[0]) !== near(p[1], next?.[1]);
    })
  );
};

/** The kind of a drawing that got another geometry: a rectangle that was turned is a polygon, a freehand line in parts a line. */
export const typeAfter = (type: DrawingType, g: Geometry): DrawingType => {
  if (g.type.endsWith('Polygon')) return type === 'rectangle' && isBox(g) ? type : 'polygon';
  if (g.type.endsWith('LineString')) return type === 'freehand' && g.type === 'LineString' ? type : 'line';
  return (type === 'text' || type === 'circle') && g.type === 'Point' ? type : 'point';
};

/** The drawing with another geometry. Of a circle a point is its new middle; a polygon ends its being one. */
export const reshapeDrawing = (drawing: DrawingData, geometry: Geometry): DrawingData => {
  const type = typeAfter(drawing.type, geometry);
  return { ...drawing, geometry, type, radius: type === 'circle' ? drawing.radius : null };
};

const shifted = (p: LngLat, lng: number, lat: number): Position => [
  p[0] + lng,
  Math.min(85, Math.max(-85, p[1] + lat)),
];

/** Moved by so many degrees. */
export const moveDrawing = (drawing: DrawingData, lng: number, lat: number): DrawingData => {
  const move = (c: unknown): unknown =>
    Array.isArray(c) && typeof c[0] === 'number'
      ? [...shifted(at(c), lng, lat), ...c.slice(2)]
      : (c as unknown[]).map(move);
  return {
    ...drawing,
    geometry: { ...drawing.geometry, coordinates: move(drawing.geometry.coordinates) } as Geometry,
  };
};

/** Turned clockwise round its middle: a text turns its words, a circle and a point stay as they are. */
export const rotateDrawing = (drawing: DrawingData, degrees: number): DrawingData => {
  if (drawing.type === 'text') {
    const rotation = (((drawing.style.rotation ?? 0) + degrees + 540) % 360) - 180;
    return { ...drawing, style: { ...drawing.style, rotation } };
  }
  return drawing.geometry.type === 'Point' ? drawing : reshapeDrawing(drawing, rotate(drawing.geometry, degrees));
};

/** Half the earth: a circle cannot be larger. */
const MAX_RADIUS = 20_000_000;

/** Made larger or smaller round its middle: a circle by its radius, a text by its letters. */
export const resized = (drawing: DrawingData, factor: number): DrawingData => {
  const { type, radius, style, geometry } = drawing;
  if (type === 'text') {
    const font_size = Math.min(200, Math.max(6, Math.round((style.font_size ?? 16) * factor)));
    return { ...drawing, style: { ...style, font_size } };
  }
  if (radius !== null) return { ...drawing, radius: Math.min(MAX_RADIUS, radius * factor) };
  return geometry.type === 'Point' ? drawing : reshapeDrawing(drawing, scale(geometry, factor));
};

/** With fewer vertices; the same drawing where none can go. */
export const simplifyDrawing = (drawing: DrawingData, metres: number): DrawingData => {
  if (kindOf(drawing) === 'point' || drawing.radius !== null) return drawing;
  const count = (g: Geometry) => strands(g).reduce((n, s) => n + s.positions.length, 0);
  const next = simplify(drawing.geometry, metres);
  return count(next) < count(drawing.geometry) ? reshapeDrawing(drawing, next) : drawing;
};

/** Metres of a degree of latitude, near enough to aim by. */
const DEGREE = 111_195;

/** Square of the distance of p from the stretch a-b, in metres of a plane round p. */
const away = (p: LngLat, a: Position, b: Position): number => {
  const wide = DEGREE * Math.cos((p[1] * Math.PI) / 180);
  const [ax, ay] = [((a[0] ?? 0) - p[0]) * wide, ((a[1] ?? 0) - p[1]) * DEGREE];
  const [dx, dy] = [((b[0] ?? 0) - p[0]) * wide - ax, ((b[1] ?? 0) - p[1]) * DEGREE - ay];
  const square = dx * dx + dy * dy;
  const t = square === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / square));
  return (ax + dx * t) ** 2 + (ay + dy * t) ** 2;
};

const boxes = new WeakMap<DrawingData, readonly [number, number, number, number]>();
const boxOf = (drawing: DrawingData) => {
  const extent = boxes.get(drawing) ?? extentOf([shapeOf(drawing)]) ?? [0, 0, 0, 0];
  boxes.set(drawing, extent as [number, number, number, number]);
  return extent;
};

/** Whether a drawing is met within so many metres of a place: by its line, its point or, of an area, by its inside. */
export const isAt = (drawing: DrawingData, place: LngLat, metres: number): boolean => {
  const [w = 0, s = 0, e = 0, n = 0] = boxOf(drawing);
  const high = metres / DEGREE;
  const wide = high / Math.max(0.01, Math.cos((place[1] * Math.PI) / 180));
  if (place[0] < w - wide || place[0] > e + wide || place[1] < s - high || place[1] > n + high) return false;
  const shape = shapeOf(drawing);
  const all = strands(shape);
  const reach = metres * metres;
  const onLine = all.some(({ positions, kind }) =>
    positions.some((p, i) => {
      const next = positions[i + 1] ?? (kind === 'ring' ? positions[0] : undefined);
      return away(place, p, kind === 'point' || !next ? p : next) <= reach;
    }),
  );
  return onLine || isWithin([...place], fromStrands(shape.type, all));
};

/** Where a drawing's name is written: the middle of a line's vertices, the middle of an area, else a corner of it. */
export const labelPoint = (drawing: DrawingData): LngLat => {
  const g = shapeOf(drawing);
  const first = strands(g)[0]?.positions ?? [];
  if (g.type.endsWith('LineString')) return at(first[Math.floor((first.length - 1) / 2)]);
  if (!g.type.endsWith('Polygon')) return at(first[0]);
  const middle = middleOf(g);
  return isWithin([...middle], fromStrands(g.type, strands(g))) ? middle : at(first[0]);
};
