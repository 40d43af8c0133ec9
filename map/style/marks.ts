// A user's layer as map layers: circles, lines or fills with outlines, and labels, over a tile source or over fresh records.
import type { ExpressionSpecification, FilterSpecification, LayerSpecification } from 'maplibre-gl';
import { CLUSTER_COUNT, CLUSTER_MORE } from '@/contract/ogc';
import { LAYER_TYPES } from '@/contract/schemas/layer';
import type { Labels, Mark, Rule, Style } from '@/contract/schemas/style';
import { allOf, paint, paintByZoom, ruleCondition } from './expressions';
import { BOLD } from './fonts';
import { hasIcon, iconId, iconScale } from './icon-image';

export interface MarkInput {
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

export const zooms = (min: number, max: number) => ({
  minzoom: Math.min(24, Math.max(0, min)),
  maxzoom: Math.min(24, Math.max(0, max)),
});

/** Each rule draws by itself, later rules over earlier ones, within its own zooms and those of the layer. */
const ruleMarks = (id: string, layer: MarkInput, rules: readonly Rule[], from: From): LayerSpecification[] =>
  rules.flatMap((rule, i) => {
    const scale = {
      min_zoom: Math.max(layer.scale.min_zoom, rule.min_zoom),
      max_zoom: Math.min(layer.scale.max_zoom, rule.max_zoom),
    };
    if (scale.min_zoom >= scale.max_zoom) return [];
    const filter = allOf((from.filter ?? null) as ExpressionSpecification | null, ruleCondition(rule.filter));
    const own = { ...layer, scale, style: { kind: 'single' as const, symbol: rule.symbol } };
    return marks(`${id}:rule${i}`, own, { ...from, ...(filter === undefined ? {} : { filter }) });
  });

/** Warmth by number and weight of points, from nothing through the ramp's colours. */
const heat = (
  id: string,
  style: Extract<Style, { kind: 'heatmap' }>,
  opacity: number,
  common: From & { minzoom: number; maxzoom: number },
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

/** A short name of a text (FNV-1a). */
const nameOf = (text: string): string => {
  let hash = 2166136261;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619) >>> 0;
  return hash.toString(36);
};

/**
 * The pictures of the marks that have one, over their unseen discs. Other pictures are another map layer: a living one whose
 * pictures change together with its tiles shows nothing until the map is moved.
 */
const pictures = (
  id: string,
  style: Style,
  opacity: number,
  common: From & { minzoom: number; maxzoom: number },
): LayerSpecification[] => {
  const image = paint(style, iconId);
  if (image === '') return [];
  return [
    {
      id: `${id}:icon:${nameOf(JSON.stringify(image))}`,
      type: 'symbol',
      ...common,
      layout: {
        'icon-image': image,
        'icon-size': paintByZoom(style, 'size_by_zoom', iconScale),
        'icon-allow-overlap': true,
        'icon-ignore-placement': true,
      },
      paint: { 'icon-opacity': paintByZoom(style, 'opacity_by_zoom', (m) => m.opacity * opacity) },
    },
  ];
};

/** A point of the tiles that stands for several records. */
const SEVERAL: ExpressionSpecification = ['has', CLUSTER_COUNT];

const withFilter = ({ filter }: From, condition: ExpressionSpecification): FilterSpecification =>
  allOf((filter ?? null) as ExpressionSpecification | null, condition) ?? true;

/** Black or white, whichever is read better on a colour. */
const inkOn = (colour: string): string => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((i) => Number.parseInt(colour.slice(i, i + 2), 16));
  return r * 0.299 + g * 0.587 + b * 0.114 > 150 ? '#000000' : '#ffffff';
};

/** Points that stand for several: larger with their number, which stands on them. */
const clusters = (
  id: string,
  mark: Mark,
  opacity: number,
  common: From & { minzoom: number; maxzoom: number },
): LayerSpecification[] => [
  {
    id: `${id}:clusters`,
    type: 'circle',
    ...common,
    paint: {
      'circle-color': mark.color,
      'circle-opacity': mark.opacity * opacity,
      'circle-radius': ['step', ['get', CLUSTER_COUNT], 13, 10, 16, 100, 20, 1000, 25, 10_000, 30],
      'circle-stroke-color': mark.color,
      'circle-stroke-width': 4,
      'circle-stroke-opacity': 0.3 * opacity,
    },
  },
  {
    id: `${id}:counts`,
    type: 'symbol',
    ...common,
    layout: {
      'text-field': ['concat', ['to-string', ['get', CLUSTER_COUNT]], ['case', ['has', CLUSTER_MORE], '+', '']],
      'text-font': [BOLD],
      'text-size': 12,
      'text-allow-overlap': true,
      'text-ignore-placement': true,
    },
    paint: { 'text-color': inkOn(mark.color), 'text-opacity': opacity },
  },
];

/** Ids begin with `id`; bottom-up. */
export const marks = (id: string, layer: MarkInput, from: From): LayerSpecification[] => {
  const { type, style, opacity, scale } = layer;
  if (style.kind === 'rule') return ruleMarks(id, layer, style.rules, from);
  const common = { ...from, ...zooms(scale.min_zoom, scale.max_zoom) };
  const faded = paintByZoom(style, 'opacity_by_zoom', (m) => m.opacity * opacity);
  const size = paintByZoom(style, 'size_by_zoom', (m) => m.size);
  const strokeWidth = paintByZoom(style, 'size_by_zoom', (m) => m.stroke_width);
  // A disc under a picture is still there to be met by the pointer, and not seen.
  const disc = paintByZoom(style, 'opacity_by_zoom', (m) => (hasIcon(m) ? 0 : m.opacity * opacity));
  switch (type) {
    case LAYER_TYPES.point:
      if (style.kind === 'heatmap') return [heat(id, style, opacity, common)];
      if (style.kind === 'cluster') {
        const single = { ...from, filter: withFilter(from, ['!', SEVERAL]) };
        return [
          ...clusters(id, style.symbol, opacity, { ...common, filter: withFilter(from, SEVERAL) }),
          ...marks(id, { ...layer, style: { kind: 'single', symbol: style.symbol } }, single),
        ];
      }
      return [
        {
          id: `${id}:circle`,
          type: 'circle',
          ...common,
          paint: {
            'circle-color': paint(style, (m) => m.color),
            'circle-opacity': disc,
            'circle-radius': size,
            'circle-stroke-color': paint(style, (m) => m.stroke),
            'circle-stroke-width': strokeWidth,
            'circle-stroke-opacity': disc,
          },
        },
        ...pictures(id, style, opacity, common),
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
            'line-width': size,
            ...dashed(style, (m) => m.size),
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
            'line-width': strokeWidth,
            ...dashed(style, (m) => m.stroke_width),
          },
        },
      ];
    default:
      return [];
  }
};
