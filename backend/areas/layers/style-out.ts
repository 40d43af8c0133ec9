// Our styles as GeoStyler's rules, with what those cannot say. Pure.
import type { Condition, Labels, Mark, RuleFilter, Style, StyleWarning } from '../../../contract/schemas/style';
import { DEEPEST, type GsFilter, type GsRule, type GsSymbolizer, pattern, scaleOf } from './style-model';

type Categorised = Extract<Style, { kind: 'categorised' }>;

const stringOf = (v: unknown) => (typeof v === 'boolean' ? String(v) : v);

function markSymbolizer(mark: Mark, type: number, qml: boolean): GsSymbolizer {
  // The QML writer takes an opacity of 0 for none at all.
  const opacity = qml ? Math.max(mark.opacity, 0.001) : mark.opacity;
  if (type === 2)
    return {
      kind: 'Line',
      color: mark.color,
      opacity,
      width: mark.size,
      cap: 'round',
      join: 'round',
      ...(mark.dash ? { dasharray: mark.dash } : {}),
    };
  if (type === 3)
    return {
      kind: 'Fill',
      color: mark.color,
      fillOpacity: opacity,
      outlineColor: mark.stroke,
      outlineWidth: mark.stroke_width,
      outlineOpacity: 1,
      ...(mark.dash ? { outlineDasharray: mark.dash } : {}),
    };
  return {
    kind: 'Mark',
    wellKnownName: 'circle',
    color: mark.color,
    radius: mark.size,
    strokeColor: mark.stroke,
    strokeWidth: mark.stroke_width,
    strokeOpacity: opacity,
    ...(qml ? { opacity } : { fillOpacity: opacity }),
  };
}

function conditionFilter(c: Condition): GsFilter {
  switch (c.op) {
    case 'empty':
      return ['==', c.field, null];
    case 'not_empty':
      return ['!', ['==', c.field, null]];
    case 'contains':
      return ['*=', c.field, pattern(c.value)];
    case '=':
      return ['==', c.field, c.value];
    default:
      return [c.op, c.field, c.value];
  }
}
const ruleFilter = ({ match, conditions }: RuleFilter): GsFilter => {
  const [first, ...rest] = conditions.map(conditionFilter);
  return rest.length ? [match === 'all' ? '&&' : '||', first, ...rest] : (first as GsFilter);
};

/** What no category names: other values, and none. */
const otherFilter = (field: string, values: readonly unknown[]): GsFilter | undefined => {
  const others = values.map((v): GsFilter => ['!=', field, v]);
  if (others.length === 0) return undefined;
  return ['||', ['==', field, null], others.length === 1 ? others[0] : ['&&', ...others]];
};

/** A rule for each value, and one for all others. */
const categoryRules = (
  { field, categories, other }: Pick<Categorised, 'field' | 'categories' | 'other'>,
  symbol: (mark: Mark) => GsSymbolizer[],
): GsRule[] => {
  const values = categories.map((c) => stringOf(c.value));
  const rest = otherFilter(field, values);
  return [
    ...categories.map((c) => ({
      name: c.label,
      filter: ['==', field, stringOf(c.value)] as GsFilter,
      symbolizers: symbol(c.symbol),
    })),
    ...(other ? [{ name: '', ...(rest ? { filter: rest } : {}), symbolizers: symbol(other) }] : []),
  ];
};

function classFilter(field: string, from: number | null, to: number | null): GsFilter {
  const low: GsFilter | null = from === null ? null : ['>=', field, from];
  const high: GsFilter | null = to === null ? null : ['<', field, to];
  if (low && high) return ['&&', low, high];
  return low ?? high ?? ['!', ['==', field, null]];
}

/** Where labels stand; `half` is half of their size, in pixels. */
const placeOf = (placement: NonNullable<Labels['placement']>, half: number) =>
  ({
    auto: {},
    line: { placement: 'line' },
    over: { placement: 'point', anchor: 'center', offset: [0, 0] },
    above: { placement: 'point', anchor: 'bottom', offset: [0, -half] },
    callout: { placement: 'point', anchor: 'bottom-left', offset: [half, -half] },
    below: { placement: 'point', anchor: 'top', offset: [0, half] },
  })[placement];

/** A layer's look as rules, with what they cannot say. */
export function toRules(
  { style, labels, type }: { style: Style; labels: Labels | null; type: number },
  qml: boolean,
): { rules: GsRule[]; warnings: StyleWarning[] } {
  const warnings: StyleWarning[] = [];
  const warn = (code: StyleWarning['code'], where = '') => {
    if (!warnings.some((w) => w.code === code && w.where === where)) warnings.push({ code, where });
  };
  const symbol = (mark: Mark) => {
    if (mark.icon) warn('icon', mark.icon);
    if (mark.dash && (type === 1 || (qml && type === 3))) warn('dash');
    return [markSymbolizer(mark, type, qml)];
  };
  const filtered = (filter: GsFilter | undefined) => (filter ? { filter } : {});
  const rules = ((): GsRule[] => {
    switch (style.kind) {
      case 'single':
        return [{ name: '', symbolizers: symbol(style.symbol) }];
      case 'cluster':
        warn('kind', style.kind);
        return style.by ? categoryRules(style.by, symbol) : [{ name: '', symbolizers: symbol(style.symbol) }];
      case 'heatmap':
        warn('kind', style.kind);
        return [{ name: '', symbolizers: symbol(style.symbol) }];
      case 'categorised':
        return categoryRules(style, symbol);
      case 'graduated':
        return style.classes.map((c, i) => ({
          name: c.label,
          filter: classFilter(style.field, c.from, style.classes[i + 1]?.from ?? null),
          symbolizers: symbol(c.symbol),
        }));
      case 'rule':
        return style.rules.map((r) => ({
          name: r.label,
          ...filtered(r.filter ? ruleFilter(r.filter) : undefined),
          ...scaleOf(r.min_zoom, r.max_zoom),
          symbolizers: symbol(r.symbol),
        }));
    }
  })();
  if (labels) {
    const { placement = 'auto' } = labels;
    const place = placeOf(placement, labels.size / 2);
    if (qml && placement !== 'auto') warn('placement');
    if (qml && (labels.min_zoom > 0 || labels.max_zoom < DEEPEST)) warn('zoom', 'labels');
    rules.push({
      name: 'labels',
      ...scaleOf(labels.min_zoom, labels.max_zoom),
      symbolizers: [
        {
          kind: 'Text',
          label: `{{${labels.field}}}`,
          color: labels.color,
          size: labels.size,
          haloColor: labels.halo,
          ...(labels.halo_width === undefined ? {} : { haloWidth: labels.halo_width }),
          ...(qml ? {} : place),
        },
      ],
    });
  }
  return { rules, warnings };
}
