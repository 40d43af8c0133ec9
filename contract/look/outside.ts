// The look of a published layer as other programs draw it: cut to the fields that exist outside, as a MapLibre style. Pure.
import type { ExpressionSpecification, FilterSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl';
import { LABEL_LAYER, TILE_LAYER } from '../ogc';
import type { Field } from '../schemas/form';
import { LAYER_TYPES, type LayerConfig } from '../schemas/layer';
import type { Labels, Mark, Style } from '../schemas/style';
import { allOf, byValue, labelText, marksOf, paint, ruleCondition, toFilter } from './expressions';
import { areas, discs, type From, heat, type Ranged, strokes, zooms } from './marks';
import { withLists } from './several-choices';

export type Look = Pick<LayerConfig, 'style' | 'labels' | 'scale'>;

const FALLBACK: Mark = { color: '#6c55ff', opacity: 0.8, size: 5, stroke: '#ffffff', stroke_width: 1 };
const single = (symbol: Mark | undefined): Style => ({ kind: 'single', symbol: symbol ?? FALLBACK });

/** A style without the fields that do not exist outside: neither their names nor their values stand in what is left. */
function cutStyle(style: Style, isThere: (field: string) => boolean): Style {
  switch (style.kind) {
    case 'categorised':
      return isThere(style.field) ? style : single(style.other ?? marksOf(style)[0]);
    case 'graduated':
      return isThere(style.field) ? style : single(marksOf(style)[0]);
    case 'rule': {
      const rules = style.rules.filter(({ filter }) => filter?.conditions.every(({ field }) => isThere(field)) ?? true);
      return rules.length > 0 ? { ...style, rules } : single(marksOf(style)[0]);
    }
    case 'heatmap':
      return style.weight === null || isThere(style.weight) ? style : { ...style, weight: null };
    case 'cluster': {
      const { by, ...rest } = style;
      return by && isThere(by.field) ? style : rest;
    }
    case 'single':
      return style;
  }
}

function cutLabels(labels: Labels | null, isThere: (field: string) => boolean): Labels | null {
  if (!labels || !isThere(labels.field)) return null;
  const { priority, ...rest } = labels;
  return priority && isThere(priority.field) ? labels : rest;
}

/** A layer's look with nothing of the fields that are hidden. `fields` are those that exist outside. */
export function cutLook({ style, labels, scale }: Look, fields: readonly Field[]): Look {
  const names = new Set(fields.map(({ name }) => name));
  const isThere = (field: string) => names.has(field);
  return { style: cutStyle(style, isThere), labels: cutLabels(labels, isThere), scale };
}

/** Fonts that may be on the reader's machine: nothing of ours has to be asked for. */
const FONTS = ['Vazirmatn', 'Tahoma', 'Arial'];
/** From a mark's edge to its label, in ems. */
const GAP = 0.35;

function labelsOf(type: number, labels: Labels, style: Style, from: Ranged): LayerSpecification {
  const { placement = 'auto', halo_width = 1.4, priority } = labels;
  const size = paint(style, (m) => m.size);
  const gap = GAP + (type === LAYER_TYPES.point ? (typeof size === 'number' ? size : 8) / labels.size : 0);
  const isAlong = type === LAYER_TYPES.line && (placement === 'auto' || placement === 'line');
  const beside = placement === 'above' ? -gap : gap;
  const key: ExpressionSpecification | null = priority ? ['to-number', ['get', priority.field], 0] : null;
  return {
    id: 'labels',
    type: 'symbol',
    ...from,
    ...zooms(Math.max(from.minzoom, labels.min_zoom), Math.min(from.maxzoom, labels.max_zoom)),
    layout: {
      'text-field': labelText(labels.field),
      'text-font': FONTS,
      'text-size': labels.size,
      'text-max-width': 9,
      ...(isAlong ? { 'symbol-placement': 'line' } : {}),
      ...(placement === 'above' || placement === 'below'
        ? { 'text-anchor': placement === 'above' ? 'bottom' : 'top', 'text-offset': [0, beside] }
        : type === LAYER_TYPES.point && placement !== 'over'
          ? { 'text-variable-anchor': ['bottom', 'top', 'left', 'right'], 'text-radial-offset': gap }
          : {}),
      ...(key ? { 'symbol-sort-key': priority?.first === 'large' ? ['-', 0, key] : key } : {}),
    },
    paint: { 'text-color': labels.color, 'text-halo-color': labels.halo, 'text-halo-width': halo_width },
  };
}

function marksOfType(id: string, type: number, style: Style, from: Ranged): LayerSpecification[] {
  if (style.kind === 'rule')
    return style.rules.flatMap((rule, i) => {
      const range = zooms(Math.max(from.minzoom, rule.min_zoom), Math.min(from.maxzoom, rule.max_zoom));
      if (range.minzoom >= range.maxzoom) return [];
      const filter = allOf((from.filter ?? null) as ExpressionSpecification | null, ruleCondition(rule.filter));
      return marksOfType(`${id}:rule${i}`, type, single(rule.symbol), { ...from, ...range, ...filtered(filter) });
    });
  if (type === LAYER_TYPES.line) return [strokes(id, style, from, 1)];
  if (type === LAYER_TYPES.polygon) return areas(id, style, from, 1);
  if (style.kind === 'heatmap') return [heat(id, style, 1, from)];
  return [discs(id, style, from, (m) => m.opacity)];
}

const filtered = (filter: FilterSpecification | undefined) => (filter === undefined ? {} : { filter });

/** The layers that draw records; a source of tiles holds them one by one, so that clusters are drawn as what they are made of. */
function recordLayers(type: number, { style, labels, scale }: Look, form: readonly Field[]): LayerSpecification[] {
  const alone: Style = style.kind === 'cluster' ? (style.by ? byValue(style.by) : single(style.symbol)) : style;
  const listed = withLists(alone, form);
  const from: From = { source: 'layer', 'source-layer': TILE_LAYER, ...filtered(allOf(toFilter(listed))) };
  const range = zooms(scale.min_zoom, scale.max_zoom);
  const marks = marksOfType('records', type, listed, { ...from, ...range });
  const place = type === LAYER_TYPES.polygon ? LABEL_LAYER : TILE_LAYER;
  const words = labels ? [labelsOf(type, labels, alone, { ...from, 'source-layer': place, ...range })] : [];
  return [...marks, ...words.filter(({ minzoom = 0, maxzoom = 24 }) => minzoom < maxzoom)];
}

/** A layer of the outside as a whole style. `tilejson` is the address of its tiles; `look` is already cut. */
export function outsideStyle(layer: {
  type: number;
  title: string;
  tilejson: string;
  look: Look;
  fields: readonly Field[];
}): StyleSpecification {
  const { type, title, tilejson, look, fields } = layer;
  if (type >= LAYER_TYPES.wms)
    return {
      version: 8,
      name: title,
      sources: { layer: { type: 'raster', url: tilejson, tileSize: 256 } },
      layers: [{ id: 'pictures', type: 'raster', source: 'layer', ...zooms(look.scale.min_zoom, look.scale.max_zoom) }],
    };
  return {
    version: 8,
    name: title,
    sources: { layer: { type: 'vector', url: tilejson } },
    layers: recordLayers(type, look, fields),
  };
}
