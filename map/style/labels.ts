// A user's labels as a map layer: where they stand, which of them comes first, in which colours.
import type { ExpressionSpecification, SymbolLayerSpecification } from 'maplibre-gl';
import { labelText, paint } from '@/contract/look/expressions';
import { type From, zooms } from '@/contract/look/marks';
import { LAYER_TYPES } from '@/contract/schemas/layer';
import type { Labels } from '@/contract/schemas/style';
import { REGULAR } from './fonts';
import { BLANK_ICON } from './icon-image';
import type { MarkInput } from './marks';
import { labelColours, type Palette } from './palette';
import { callouts } from './points/callouts';

type Layout = NonNullable<SymbolLayerSpecification['layout']>;

/** Where text stands at a point: `gap` is from the mark's middle, in ems. */
const pointLayout = (placement: NonNullable<Labels['placement']>, gap: number): Layout => {
  switch (placement) {
    case 'auto':
    case 'callout':
    case 'line':
      return { 'text-variable-anchor': ['bottom', 'top', 'left', 'right'], 'text-justify': 'auto', 'text-radial-offset': gap }; // biome-ignore format: one layout
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

/** CSS pixels round a labelled point that names of the ground leave free, so that no town is named twice. */
const CLEAR = 10;

const KEEP_CLEAR: Layout = {
  'icon-image': BLANK_ICON,
  'icon-padding': [CLEAR],
  'icon-allow-overlap': true,
};

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
  const colours = labelColours(config, palette);
  const common = { type: 'symbol', ...from, ...range } as const;
  const text: Layout = {
    'text-field': labelText(config.field),
    'text-font': [REGULAR],
    'text-size': config.size,
    'text-max-width': 9,
    'text-padding': 4,
    ...(priority ? { 'symbol-sort-key': sortKey(priority) } : {}),
  };
  const paintOf = { ...colours, 'text-halo-width': halo_width, 'text-opacity': opacity };
  const isCallout = type === LAYER_TYPES.point && placement === 'callout';
  return [
    ...(isCallout ? callouts(id, config.size, colours['text-color']).map(({ layout, ...rest }) => ({ ...rest, ...common, layout: { ...text, ...layout }, paint: { ...paintOf, 'icon-opacity': opacity } })) : []), // biome-ignore format: one list
    {
      id,
      ...common,
      layout: {
        ...text,
        ...(isAlong ? { 'symbol-placement': 'line', 'symbol-spacing': 320, 'text-max-angle': 30 } : {}),
        ...(type === LAYER_TYPES.point ? pointLayout(placement, gap) : besideLayout(placement, gap)),
        ...(type === LAYER_TYPES.point ? KEEP_CLEAR : {}),
      },
      paint: paintOf,
    },
  ];
};
