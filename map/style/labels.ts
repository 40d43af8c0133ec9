// A user's labels as a map layer: where they stand, which of them comes first, in which colours.
import type { ExpressionSpecification, SymbolLayerSpecification } from 'maplibre-gl';
import { LAYER_TYPES } from '@/contract/schemas/layer';
import type { Labels } from '@/contract/schemas/style';
import { labelText, paint } from './expressions';
import { REGULAR } from './fonts';
import { type From, type MarkInput, zooms } from './marks';
import { labelColours, type Palette } from './palette';

type Layout = NonNullable<SymbolLayerSpecification['layout']>;

/** Ems of a callout from its point, and of its corners to either side. */
const CALLOUT = 1.6;

/** Where text stands at a point: `gap` is from the mark's middle, in ems. */
const pointLayout = (placement: NonNullable<Labels['placement']>, gap: number): Layout => {
  const away = gap + CALLOUT;
  switch (placement) {
    case 'auto':
    case 'line':
      return { 'text-variable-anchor': ['bottom', 'top', 'left', 'right'], 'text-justify': 'auto', 'text-radial-offset': gap }; // biome-ignore format: one layout
    case 'callout':
      return {
        'text-justify': 'auto',
        'text-variable-anchor-offset': [
          ...['bottom-left', [away, -away]],
          ...['bottom-right', [-away, -away]],
          ...['top-left', [away, away]],
          ...['top-right', [-away, away]],
          ...['bottom', [0, -away]],
          ...['top', [0, away]],
          ...['left', [away, 0]],
          ...['right', [-away, 0]],
        ] as NonNullable<Layout['text-variable-anchor-offset']>,
      };
    default:
      return besideLayout(placement, gap);
  }
};

const besideLayout = (placement: Labels['placement'], gap: number): Layout =>
  placement === 'above' || placement === 'below'
    ? {
        'text-anchor': placement === 'above' ? 'bottom' : 'top',
        'text-offset': [0, placement === 'above' ? -gap : gap],
      }
    : {};

/** The map places what has the lower key first. A record without a value comes last. */
const sortKey = ({ field, first }: NonNullable<Labels['priority']>): ExpressionSpecification => {
  const last = first === 'large' ? -Number.MAX_SAFE_INTEGER : Number.MAX_SAFE_INTEGER;
  const value: ExpressionSpecification = ['to-number', ['get', field], last];
  return first === 'large' ? ['-', 0, value] : value;
};

/** Text above a point, along a line, inside a polygon; within its own zooms and those of the layer. */
export const labels = (id: string, layer: MarkInput, from: From, palette: Palette): SymbolLayerSpecification[] => {
  const { labels: config, type, scale, opacity, style } = layer;
  if (!config || type < LAYER_TYPES.point || type > LAYER_TYPES.polygon) return [];
  const range = zooms(Math.max(scale.min_zoom, config.min_zoom), Math.min(scale.max_zoom, config.max_zoom));
  if (range.minzoom >= range.maxzoom) return [];
  const size = paint(style, (m) => m.size);
  const { placement = 'auto', halo_width = 1.4, priority } = config;
  const isAlong = type === LAYER_TYPES.line && (placement === 'auto' || placement === 'line');
  // From the mark's edge, in ems: half of the widest mark stands for all where they differ.
  const gap = 0.35 + (type === LAYER_TYPES.point ? (typeof size === 'number' ? size : 8) / config.size : 0);
  return [
    {
      id,
      type: 'symbol',
      ...from,
      ...range,
      layout: {
        'text-field': labelText(config.field),
        'text-font': [REGULAR],
        'text-size': config.size,
        'text-max-width': 9,
        'text-padding': 4,
        ...(isAlong ? { 'symbol-placement': 'line', 'symbol-spacing': 320, 'text-max-angle': 30 } : {}),
        ...(type === LAYER_TYPES.point ? pointLayout(placement, gap) : besideLayout(placement, gap)),
        ...(priority ? { 'symbol-sort-key': sortKey(priority) } : {}),
      },
      paint: { ...labelColours(config, palette), 'text-halo-width': halo_width, 'text-opacity': opacity },
    },
  ];
};
