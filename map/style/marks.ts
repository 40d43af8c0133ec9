// A user's layer as map layers: circles, lines or fills with outlines, and labels, over a tile source or over fresh records.
import type { ExpressionSpecification, FilterSpecification, LayerSpecification } from 'maplibre-gl';
import { LAYER_TYPES } from '@/contract/schemas/layer';
import type { Labels, Mark, Rule, Style } from '@/contract/schemas/style';
import { allOf, byValue, paint, ruleCondition, withoutClasses } from './expressions';
import { hasIcon, iconId, iconScale, nameOf } from './icon-image';
import { paintByZoom } from './points/by-zoom';
import { clusters, SEVERAL } from './points/clusters';

export interface MarkInput {
  type: number;
  style: Style;
  labels: Labels | null;
  opacity: number;
  scale: { min_zoom: number; max_zoom: number };
  /** The address of the layer's own marker. */
  marker?: string | null | undefined;
  /** Keys of classes that are switched off: clusters leave them out of their rings. */
  off?: ReadonlySet<string>;
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

/** How records between clusters are drawn. */
const styleAlone = ({ by, symbol }: Extract<Style, { kind: 'cluster' }>, off: MarkInput['off']): Style =>
  by ? withoutClasses(byValue(by), off).style : { kind: 'single', symbol };

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

/**
 * The pictures of the marks that have one, over their unseen discs. Other pictures are another map layer: a living one whose
 * pictures change together with its tiles shows nothing until the map is moved.
 */
const pictures = (
  id: string,
  style: Style,
  opacity: number,
  common: From & { minzoom: number; maxzoom: number },
  marker: MarkInput['marker'],
): LayerSpecification[] => {
  const image = paint(style, (m) => iconId(m, marker));
  if (image === '') return [];
  return [
    {
      id: `${id}:icon:${nameOf(JSON.stringify(image))}`,
      type: 'symbol',
      ...common,
      layout: {
        'icon-image': image,
        'icon-size': paintByZoom(style, 'size', iconScale),
        'icon-allow-overlap': true,
        'icon-ignore-placement': true,
      },
      paint: { 'icon-opacity': paintByZoom(style, 'opacity', (m) => m.opacity * opacity) },
    },
  ];
};

const withFilter = ({ filter }: From, condition: ExpressionSpecification): FilterSpecification =>
  allOf((filter ?? null) as ExpressionSpecification | null, condition) ?? true;

/** Ids begin with `id`; bottom-up. */
export const marks = (id: string, layer: MarkInput, from: From): LayerSpecification[] => {
  const { type, style, opacity, scale } = layer;
  if (style.kind === 'rule') return ruleMarks(id, layer, style.rules, from);
  const common = { ...from, ...zooms(scale.min_zoom, scale.max_zoom) };
  const faded = paintByZoom(style, 'opacity', (m) => m.opacity * opacity);
  const size = paintByZoom(style, 'size', (m) => m.size);
  const strokeWidth = paintByZoom(style, 'size', (m) => m.stroke_width);
  // A disc under a picture is still there to be met by the pointer, and not seen.
  const disc = paintByZoom(style, 'opacity', (m) => (hasIcon(m, layer.marker) ? 0 : m.opacity * opacity));
  switch (type) {
    case LAYER_TYPES.point:
      if (style.kind === 'heatmap') return [heat(id, style, opacity, common)];
      if (style.kind === 'cluster') {
        const single = { ...from, filter: withFilter(from, ['!', SEVERAL]) };
        return [
          ...clusters(id, style, layer.off, opacity, { ...common, filter: withFilter(from, SEVERAL) }),
          ...marks(id, { ...layer, style: styleAlone(style, layer.off) }, single),
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
        ...pictures(id, style, opacity, common, layer.marker),
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
