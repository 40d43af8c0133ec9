// A user's layer as map layers: circles, lines or fills with outlines, and labels, over a tile source or over fresh records.
import type { ExpressionSpecification, FilterSpecification, LayerSpecification } from 'maplibre-gl';
import { paintByZoom } from '@/contract/look/by-zoom';
import { allOf, byValue, paint, ruleCondition, withoutClasses } from '@/contract/look/expressions';
import { areas, discs, type From, heat, strokes, zooms } from '@/contract/look/marks';
import { LAYER_TYPES } from '@/contract/schemas/layer';
import type { Labels, Rule, Style } from '@/contract/schemas/style';
import { hasIcon, iconId, iconScale, nameOf } from './icon-image';
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
        // A disc under a picture is still there to be met by the pointer, and not seen.
        discs(id, style, common, (m) => (hasIcon(m, layer.marker) ? 0 : m.opacity * opacity)),
        ...pictures(id, style, opacity, common, layer.marker),
      ];
    case LAYER_TYPES.line:
      return [strokes(id, style, common, opacity)];
    case LAYER_TYPES.polygon:
      return areas(id, style, common, opacity);
    default:
      return [];
  }
};
