// Marks that change by zoom: what they are at each zoom, and a property of them as an expression.
import type { ExpressionSpecification } from 'maplibre-gl';
import type { Mark, Style, ZoomStops } from '../schemas/style';
import { marksOf, paint } from './expressions';

/** Which property of a mark changes. */
export type ByZoom = 'size' | 'opacity';

/** Shares of a size, and of an opacity, at zooms: what `size_by_zoom` and `opacity_by_zoom` multiply with. */
const SHARES = {
  size: [[4, 0.55], [7, 0.8], [10, 1], [16, 1.6]], // biome-ignore format: one scale
  opacity: [[4, 0.6], [10, 1]], // biome-ignore format: one scale
} as const satisfies Record<ByZoom, readonly (readonly [zoom: number, share: number])[]>;

const round = (value: number): number => Number(value.toFixed(4));

/** The values of a mark at the zooms where their change bends; empty where nothing changes. */
const knotsOf = (mark: Mark, by: ByZoom): (readonly [zoom: number, value: number])[] => {
  const stops = by === 'size' ? mark.size_stops : mark.opacity_stops;
  if (stops) return stops.map(({ zoom, value }) => [zoom, value]);
  const isShared = by === 'size' ? mark.size_by_zoom : mark.opacity_by_zoom;
  return isShared ? SHARES[by].map(([zoom, share]) => [zoom, round(mark[by] * share)]) : [];
};

/** The mark as it is drawn at a zoom. */
export const markAt = (mark: Mark, by: ByZoom, zoom: number): Mark => {
  const knots = knotsOf(mark, by);
  const next = knots.findIndex(([at]) => at >= zoom);
  const [first, last] = [knots[0], knots.at(-1)];
  if (!first || !last) return mark;
  const [above, below] = next === -1 ? [last, last] : [knots[next] ?? last, knots[Math.max(0, next - 1)] ?? first];
  const share = above[0] === below[0] ? 0 : (zoom - below[0]) / (above[0] - below[0]);
  const value = round(below[1] + (above[1] - below[1]) * share);
  return by === 'opacity'
    ? { ...mark, opacity: value }
    : { ...mark, size: value, stroke_width: round((mark.stroke_width * value) / mark.size) };
};

/** A mark's value at two zooms, for those who edit it; null where it is the same at all. */
export const stopsOf = (mark: Mark, by: ByZoom): ZoomStops | null => {
  const knots = knotsOf(mark, by);
  const [first, last] = [knots[0], knots.at(-1)];
  return first && last ? [{ zoom: first[0], value: first[1] }, { zoom: last[0], value: last[1] }] : null; // biome-ignore format: one line
};

/** A property of the marks that some of them change by zoom: linear between all zooms where one of them bends. */
export const paintByZoom = (style: Style, by: ByZoom, of: (mark: Mark) => number): number | ExpressionSpecification => {
  const zooms = [...new Set(marksOf(style).flatMap((mark) => knotsOf(mark, by).map(([zoom]) => zoom)))];
  if (zooms.length === 0) return paint(style, of);
  return [
    'interpolate',
    ['linear'],
    ['zoom'],
    ...zooms.sort((a, b) => a - b).flatMap((zoom) => [zoom, paint(style, (mark) => of(markAt(mark, by, zoom)))]),
  ] as unknown as ExpressionSpecification;
};
