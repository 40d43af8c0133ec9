// Marks and labels as GeoStyler's symbolizers draw them. Pure.
import type { Labels, Mark } from '../../../contract/schemas/style';
import { type GsRule, type GsSymbolizer, iconOfShape, type Warn, zoomsOf } from './style-model';

const within = (v: unknown, low: number, high: number, fallback: number) => {
  const n = typeof v === 'string' ? Number(v) : v;
  return typeof n === 'number' && Number.isFinite(n) ? Math.min(high, Math.max(low, n)) : fallback;
};
/** Six hexadecimal digits in small letters; null for words and functions. */
const colour = (v: unknown): string | null => {
  if (typeof v !== 'string') return null;
  const text = v.trim().toLowerCase();
  if (/^#[0-9a-f]{6}$/.test(text)) return text;
  return /^#[0-9a-f]{3}$/.test(text) ? `#${[...text.slice(1)].map((d) => d + d).join('')}` : null;
};
const GREY = '#808080';

function dashOf(v: unknown): { dash?: number[] } {
  if (!Array.isArray(v) || v.length < 2 || v.length > 8) return {};
  const dash = v.map((n) => within(n, 0.1, 100, Number.NaN));
  return dash.every(Number.isFinite) ? { dash } : {};
}

/** The mark that a rule's symbolizers draw on a layer of the type; null where they draw nothing there. */
export function markOf(symbolizers: readonly GsSymbolizer[], type: number, warn: Warn): Mark | null {
  const of = (kind: string) => symbolizers.filter((s) => s.kind === kind);
  const paint = symbolizers.filter((s) => s.kind !== 'Text');
  if (paint.length > (type === 3 && of('Line').length && of('Fill').length ? 2 : 1)) warn('symbol');
  const opacity = (...values: unknown[]) =>
    Math.round(values.reduce((all: number, v) => all * within(v, 0, 1, 1), 1) * 1000) / 1000;
  const colorOr = (v: unknown, fallback = GREY) => {
    const read = colour(v);
    if (!read && v !== undefined && v !== 'transparent') warn('symbol');
    return read ?? fallback;
  };
  if (type === 1) {
    const [m] = of('Mark');
    const [icon] = of('Icon');
    if (!m && !icon) return null;
    if (icon) warn('graphic');
    const shape = m && iconOfShape(m.wellKnownName);
    if (m && !shape && m.wellKnownName !== 'circle') warn('shape', String(m.wellKnownName));
    const s = m ?? { kind: 'Mark', radius: within(icon?.size, 1, 128, 10) / 2 };
    const color = colorOr(s.color);
    return {
      color,
      opacity: opacity(s.opacity, s.fillOpacity),
      size: within(s.radius, 0.5, 64, 3),
      stroke: colorOr(s.strokeColor, color),
      stroke_width: s.strokeColor === undefined ? 0 : within(s.strokeWidth, 0, 16, 1),
      ...(shape ? { icon: shape } : {}),
    };
  }
  if (type === 2) {
    const [line] = of('Line');
    if (!line) return null;
    const color = colorOr(line.color, '#000000');
    if (line.graphicStroke || line.graphicFill) warn('graphic');
    return {
      color,
      opacity: opacity(line.opacity),
      size: within(line.width, 0.5, 64, 1),
      stroke: color,
      stroke_width: 0,
      ...dashOf(line.dasharray),
    };
  }
  const [fill] = of('Fill');
  const [line] = of('Line');
  if (!fill && !line) return null;
  if (fill?.graphicFill) warn('graphic');
  const stroke = colorOr(line?.color ?? fill?.outlineColor, colorOr(fill?.color));
  const filled = fill?.color !== undefined && fill.color !== 'transparent';
  const outlined = line !== undefined || fill?.outlineColor !== undefined;
  return {
    color: filled ? colorOr(fill?.color) : stroke,
    opacity: filled ? opacity(fill?.opacity, fill?.fillOpacity) : 0,
    size: 2,
    stroke,
    stroke_width: outlined ? within(line?.width ?? fill?.outlineWidth, 0, 16, 1) : 0,
    ...dashOf(line?.dasharray ?? fill?.outlineDasharray),
  };
}

/** Labels as a text symbolizer draws them; null where they are not one field of the layer. */
export function labelsOf(text: GsSymbolizer, rule: GsRule, names: ReadonlySet<string>, warn: Warn): Labels | null {
  const field = typeof text.label === 'string' ? /^\{\{"?([^{}"]+)"?\}\}$/.exec(text.label)?.[1] : undefined;
  if (field === undefined || !names.has(field)) {
    warn(field === undefined ? 'label' : 'field', field ?? '');
    return null;
  }
  const [, dy] = Array.isArray(text.offset) ? (text.offset as unknown[]) : [];
  const up = within(dy, -1000, 1000, 0);
  const placement =
    text.placement === 'line'
      ? 'line'
      : text.placement === 'point'
        ? up < 0
          ? 'above'
          : up > 0
            ? 'below'
            : 'over'
        : undefined;
  return {
    field,
    size: within(text.size, 6, 48, 12),
    color: colour(text.color) ?? '#000000',
    halo: colour(text.haloColor) ?? '#ffffff',
    ...zoomsOf(rule),
    ...(text.haloWidth === undefined
      ? text.haloColor
        ? {}
        : { halo_width: 0 }
      : { halo_width: within(text.haloWidth, 0, 8, 1) }),
    ...(placement ? { placement } : {}),
  };
}
