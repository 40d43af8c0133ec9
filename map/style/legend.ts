// What a layer's marks mean: pure, from the same style that the map is drawn with.

import { byValue, sortClasses, uniqueCategories } from '@/contract/look/expressions';
import { LAYER_TYPES, type Layer } from '@/contract/schemas/layer';
import type { Mark, Style } from '@/contract/schemas/style';
import { hasMarker, markerAddress, withMarker } from './points/own-marker';

export interface LegendGlyph {
  shape: 'point' | 'line' | 'polygon' | 'ramp' | 'cluster' | 'ring';
  mark: Mark;
  /** Of a ramp: from low to high; of a ring: its classes. */
  colours?: readonly string[];
  /** What sizes are multiplied with, so that those of all classes are in proportion within the samples' room. */
  share?: number;
  /** Of a point that is drawn with its layer's own marker: the address. */
  picture?: string;
}
/** What an entry without the user's words means. */
export type LegendNote = 'other' | 'heat' | 'cluster' | 'rings' | 'alone';
export interface LegendEntry {
  /** Stable within the style. */
  key: string;
  /** The user's words; null for the mark of a whole layer and where a note says it. */
  label: string | null;
  note: LegendNote | null;
  glyph: LegendGlyph;
}

/** Null for layers that have no geometry of their own. */
const shapeOf = (type: number): 'point' | 'line' | 'polygon' | null =>
  type === LAYER_TYPES.point
    ? 'point'
    : type === LAYER_TYPES.line
      ? 'line'
      : type === LAYER_TYPES.polygon
        ? 'polygon'
        : null;

/** The legend of a layer as the map draws it, with its own marker. */
export const legendOf = ({
  type,
  config,
  marker = null,
}: { type: number; config: Pick<Layer['config'], 'style'> } & Partial<Pick<Layer, 'marker'>>) =>
  legend(withMarker(config.style, { type, marker }), type, markerAddress(marker));

/** Pixels of the radius or width that a sample has room for. */
const ROOM = { point: 8, line: 6, polygon: 8 } as const;

/** Top to bottom as people read them; empty for tables and pictures. */
export const legend = (style: Style, type: number, marker?: string | null): LegendEntry[] => {
  const shape = shapeOf(type);
  if (!shape) return [];
  const isPoint = shape === 'point';
  const entry = (
    key: string,
    label: string | null,
    mark: Mark,
    more: Partial<LegendGlyph> = {},
    note: LegendNote | null = null,
  ): LegendEntry => ({
    key,
    label,
    note,
    glyph: { shape, mark, ...(isPoint && hasMarker(mark, marker) ? { picture: marker } : {}), ...more },
  });
  switch (style.kind) {
    case 'single':
      return [entry('all', null, style.symbol)];
    case 'heatmap':
      return isPoint
        ? [entry('all', null, style.symbol, { shape: 'ramp', colours: style.ramp }, 'heat')]
        : [entry('all', null, style.symbol)];
    case 'cluster':
      if (isPoint && style.by) {
        const classes = legend(byValue(style.by), type, marker);
        const colours = classes.map(({ glyph }) => glyph.mark.color);
        return [entry('clusters', null, style.symbol, { shape: 'ring', colours }, 'rings'), ...classes];
      }
      return isPoint
        ? [
            entry('clusters', null, style.symbol, { shape: 'cluster' }, 'cluster'),
            entry('all', null, style.symbol, {}, 'alone'),
          ]
        : [entry('all', null, style.symbol)];
    case 'rule':
      return style.rules.map((r, i) => entry(`rule:${i}`, r.label, r.symbol));
    case 'categorised':
      return [
        ...uniqueCategories(style).map(([value, c]) => entry(`is:${value}`, c.label || value, c.symbol)),
        ...(style.other ? [entry('other', null, style.other, {}, 'other')] : []),
      ];
    case 'graduated': {
      const classes = sortClasses(style);
      const widest = Math.max(...classes.map((c) => c.symbol.size));
      const share = Math.min(1, ROOM[shape] / widest);
      return classes.map((c) => entry(`from:${c.from}`, c.label, c.symbol, share < 1 ? { share } : {}));
    }
  }
};
