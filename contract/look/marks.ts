// Marks as map layers: circles, lines, fills with outlines and heat, over any source. What needs pictures or clusters is the map's own.
import type { ExpressionSpecification, FilterSpecification, LayerSpecification } from 'maplibre-gl';
import type { Mark, Style } from '../schemas/style';
import { paintByZoom } from './by-zoom';
import { paint } from './expressions';

/** Where the features come from; a GeoJSON source has no layers inside. */
export interface From {
  source: string;
  'source-layer'?: string;
  filter?: FilterSpecification;
}
/** The same, between two zooms. */
export type Ranged = From & { minzoom: number; maxzoom: number };

export const zooms = (min: number, max: number) => ({
  minzoom: Math.min(24, Math.max(0, min)),
  maxzoom: Math.min(24, Math.max(0, max)),
});

/** Warmth by number and weight of points, from nothing through the ramp's colours. */
export const heat = (
  id: string,
  style: Extract<Style, { kind: 'heatmap' }>,
  opacity: number,
  common: Ranged,
): LayerSpecification => {
  const last = style.ramp.length - 1;
  const stops = style.ramp.flatMap((colour, i) => [0.15 + (0.85 * i) / last, colour]);
  return {
    id: `${id}:heat`,
    type: 'heatmap',
    ...common,
    paint: {
      'heatmap-radius': style.radius,
      'heatmap-intensity': style.intensity,
      'heatmap-opacity': opacity,
      'heatmap-weight': style.weight === null ? 1 : ['max', 0, ['to-number', ['get', style.weight], 0]],
      'heatmap-color': [
        'interpolate',
        ['linear'],
        ['heatmap-density'],
        0,
        'rgba(0,0,0,0)',
        ...stops,
      ] as unknown as ExpressionSpecification,
    },
  };
};

/** Dashes count in widths of the line; a style of several marks is dashed where all agree. */
const dashed = (style: Style, width: (mark: Mark) => number) => {
  const value = paint(style, (m) => (m.dash ? m.dash.map((n) => n / Math.max(width(m), 0.5)).join(' ') : ''));
  return typeof value === 'string' && value ? { 'line-dasharray': value.split(' ').map(Number) } : {};
};

const widthOf = (style: Style) => paintByZoom(style, 'size', (m) => m.stroke_width);

/** Discs of points; `opacityOf` says how much of each mark is seen. */
export const discs = (
  id: string,
  style: Style,
  common: Ranged,
  opacityOf: (mark: Mark) => number,
): LayerSpecification => {
  const disc = paintByZoom(style, 'opacity', opacityOf);
  return {
    id: `${id}:circle`,
    type: 'circle',
    ...common,
    paint: {
      'circle-color': paint(style, (m) => m.color),
      'circle-opacity': disc,
      'circle-radius': paintByZoom(style, 'size', (m) => m.size),
      'circle-stroke-color': paint(style, (m) => m.stroke),
      'circle-stroke-width': widthOf(style),
      'circle-stroke-opacity': disc,
    },
  };
};

export const strokes = (id: string, style: Style, common: Ranged, opacity: number): LayerSpecification => ({
  id: `${id}:line`,
  type: 'line',
  ...common,
  layout: { 'line-cap': 'round', 'line-join': 'round' },
  paint: {
    'line-color': paint(style, (m) => m.color),
    'line-opacity': paintByZoom(style, 'opacity', (m) => m.opacity * opacity),
    'line-width': paintByZoom(style, 'size', (m) => m.size),
    ...dashed(style, (m) => m.size),
  },
});

/** Fills with their outlines. */
export const areas = (id: string, style: Style, common: Ranged, opacity: number): LayerSpecification[] => [
  {
    id: `${id}:fill`,
    type: 'fill',
    ...common,
    paint: {
      'fill-color': paint(style, (m) => m.color),
      'fill-opacity': paintByZoom(style, 'opacity', (m) => m.opacity * opacity),
      'fill-antialias': false,
    },
  },
  {
    id: `${id}:outline`,
    type: 'line',
    ...common,
    layout: { 'line-join': 'round' },
    paint: {
      'line-color': paint(style, (m) => m.stroke),
      // A stroke of width 0 would still be drawn as a hairline, so it fades out as well.
      'line-opacity': paint(style, (m) => (m.stroke_width > 0 ? opacity : 0)),
      'line-width': widthOf(style),
      ...dashed(style, (m) => m.stroke_width),
    },
  },
];
