// What a layer's marks mean: pure, from the same style that the map is drawn with.
import { LAYER_TYPES } from '@/contract/schemas/layer';
import type { Mark, Style } from '@/contract/schemas/style';
import { sortClasses, uniqueCategories } from './expressions';

export interface LegendGlyph {
  shape: 'point' | 'line' | 'polygon';
  mark: Mark;
}
export interface LegendEntry {
  /** Stable within the style. */
  key: string;
  /** The user's words; null for the mark of a whole layer and, with `other`, for records of no category. */
  label: string | null;
  other: boolean;
  glyph: LegendGlyph;
}

/** Null for layers that have no geometry of their own. */
const shapeOf = (type: number): LegendGlyph['shape'] | null =>
  type === LAYER_TYPES.point
    ? 'point'
    : type === LAYER_TYPES.line
      ? 'line'
      : type === LAYER_TYPES.polygon
        ? 'polygon'
        : null;

/** Top to bottom as people read them; empty for tables and pictures. */
export const legend = (style: Style, type: number): LegendEntry[] => {
  const shape = shapeOf(type);
  if (!shape) return [];
  const entry = (key: string, label: string | null, mark: Mark, other = false): LegendEntry => ({
    key,
    label,
    other,
    glyph: { shape, mark },
  });
  switch (style.kind) {
    case 'single':
    case 'heatmap':
    case 'cluster':
      return [entry('all', null, style.symbol)];
    case 'rule':
      return style.rules.map((r, i) => entry(`rule:${i}`, r.label, r.symbol));
    case 'categorised':
      return [
        ...uniqueCategories(style).map(([value, c]) => entry(`is:${value}`, c.label || value, c.symbol)),
        ...(style.other ? [entry('other', null, style.other, true)] : []),
      ];
    case 'graduated':
      return sortClasses(style).map((c) => entry(`from:${c.from}`, c.label, c.symbol));
  }
};
