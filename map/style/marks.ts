// A user's layer as map layers: circles, lines or fills with outlines, and labels, over a tile source or over fresh records.
import type { FilterSpecification, LayerSpecification, SymbolLayerSpecification } from 'maplibre-gl';
import { LAYER_TYPES } from '@/contract/schemas/layer';
import type { Labels, Style } from '@/contract/schemas/style';
import { labelText, paint } from './expressions';
import { REGULAR } from './fonts';

export interface Drawn {
  type: number;
  style: Style;
  labels: Labels | null;
  opacity: number;
  scale: { min_zoom: number; max_zoom: number };
}
/** Where the features come from; a GeoJSON source has no layers inside. */
export interface From {
  source: string;
  'source-layer'?: string;
  filter?: FilterSpecification;
}

const zooms = (min: number, max: number) => ({
  minzoom: Math.min(24, Math.max(0, min)),
  maxzoom: Math.min(24, Math.max(0, max)),
});

/** Ids begin with `id`; bottom-up. */
export const marks = (id: string, { type, style, opacity, scale }: Drawn, from: From): LayerSpecification[] => {
  const common = { ...from, ...zooms(scale.min_zoom, scale.max_zoom) };
  const faded = paint(style, (m) => m.opacity * opacity);
  switch (type) {
    case LAYER_TYPES.point:
      return [
        {
          id: `${id}:circle`,
          type: 'circle',
          ...common,
          paint: {
            'circle-color': paint(style, (m) => m.color),
            'circle-opacity': faded,
            'circle-radius': paint(style, (m) => m.size),
            'circle-stroke-color': paint(style, (m) => m.stroke),
            'circle-stroke-width': paint(style, (m) => m.stroke_width),
            'circle-stroke-opacity': faded,
          },
        },
      ];
    case LAYER_TYPES.line:
      return [
        {
          id: `${id}:line`,
          type: 'line',
          ...common,
          layout: { 'line-cap': 'round', 'line-join': 'round' },
          paint: {
            'line-color': paint(style, (m) => m.color),
            'line-opacity': faded,
            'line-width': paint(style, (m) => m.size),
          },
        },
      ];
    case LAYER_TYPES.polygon:
      return [
        {
          id: `${id}:fill`,
          type: 'fill',
          ...common,
          paint: { 'fill-color': paint(style, (m) => m.color), 'fill-opacity': faded, 'fill-antialias': false },
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
            'line-width': paint(style, (m) => m.stroke_width),
          },
        },
      ];
    default:
      return [];
  }
};

/** Text above a point, along a line, inside a polygon; within its own zooms and those of the layer. */
export const labels = (id: string, layer: Drawn, from: From): SymbolLayerSpecification[] => {
  const { labels: wanted, type, scale, opacity, style } = layer;
  if (!wanted || type < LAYER_TYPES.point || type > LAYER_TYPES.polygon) return [];
  const range = zooms(Math.max(scale.min_zoom, wanted.min_zoom), Math.min(scale.max_zoom, wanted.max_zoom));
  if (range.minzoom >= range.maxzoom) return [];
  const size = paint(style, (m) => m.size);
  return [
    {
      id,
      type: 'symbol',
      ...from,
      ...range,
      layout: {
        'text-field': labelText(wanted.field),
        'text-font': [REGULAR],
        'text-size': wanted.size,
        'text-max-width': 9,
        'text-padding': 4,
        ...(type === LAYER_TYPES.line ? { 'symbol-placement': 'line' as const, 'symbol-spacing': 320 } : {}),
        ...(type === LAYER_TYPES.point
          ? {
              'text-variable-anchor': ['bottom' as const, 'top' as const, 'left' as const, 'right' as const],
              'text-justify': 'auto' as const,
              // From the mark's edge, in ems: half of the widest mark stands for all where they differ.
              'text-radial-offset': 0.35 + (typeof size === 'number' ? size : 8) / wanted.size,
            }
          : {}),
      },
      paint: {
        'text-color': wanted.color,
        'text-halo-color': wanted.halo,
        'text-halo-width': 1.4,
        'text-opacity': opacity,
      },
    },
  ];
};
