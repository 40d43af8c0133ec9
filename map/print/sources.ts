// What a page takes from the map: its style in the light theme, whose data it shows, and the rows of its legend. Pure.
import type { FeatureCollection } from 'geojson';
import type { StyleSpecification } from 'maplibre-gl';
import { legendScales } from '../legend/scale';
import type { OverlayShape } from '../state/overlay';
import { compile } from '../style/compile';
import { type LegendNote, legend } from '../style/legend';
import { DRAWINGS_SOURCE, NO_DATA, OVERLAY_SOURCE, overlayData } from '../style/overlays';
import type { Lang, MapLayer, MapSnapshot } from '../types';
import type { LegendPicture, LegendRow } from './facts';
import type { Face } from './text';
import { extractWords, type MapWord } from './words';

/** Owners of the overlay that belong to the screen: the frame, the grid (drawn anew on paper), what flashes. */
const SCREEN_ONLY = ['print', 'grid', 'flash'];

/** The map's style for paper: light in either theme, without what is merely selected, with what the tools and the person have drawn. */
export const paperStyle = (
  snapshot: MapSnapshot,
  lang: Lang,
  shapes: Readonly<Record<string, readonly OverlayShape[]>>,
  drawings: FeatureCollection = NO_DATA,
): StyleSpecification => paperMap(snapshot, lang, shapes, drawings, []).style;

/** As `paperStyle`, and what the page writes itself: the words that `faces` can write are taken out of the map. */
export const paperMap = (
  snapshot: MapSnapshot,
  lang: Lang,
  shapes: Readonly<Record<string, readonly OverlayShape[]>>,
  drawings: FeatureCollection,
  faces: readonly Face[],
): { style: StyleSpecification; words: MapWord[] } => {
  const style = compile({ ...snapshot, selection: null }, 'light', lang);
  const printable = Object.fromEntries(Object.entries(shapes).filter(([owner]) => !SCREEN_ONLY.includes(owner)));
  const own = extractWords(drawings, 'middle', faces);
  const tools = extractWords(overlayData(printable), 'foot', faces);
  return {
    style: {
      ...style,
      layers: style.layers.map((layer) =>
        layer.type === 'symbol' && (layer.source === OVERLAY_SOURCE || layer.source === DRAWINGS_SOURCE) && layer.layout?.['text-field'] // biome-ignore format: one question
          ? { ...layer, layout: { ...layer.layout, 'text-ignore-placement': false } }
          : layer,
      ),
      sources: {
        ...style.sources,
        [OVERLAY_SOURCE]: { type: 'geojson', data: tools.rest },
        [DRAWINGS_SOURCE]: { type: 'geojson', data: own.rest },
      },
    },
    words: [...own.words, ...tools.words],
  };
};

const ENTITY = /&#(\d+);/g;

/** The attributions of all sources as plain words, each once. */
export const attributionOf = ({ sources }: StyleSpecification): string => {
  const words = Object.values(sources).flatMap((source) => {
    const text = 'attribution' in source && typeof source.attribution === 'string' ? source.attribution : '';
    const plain = text
      .replace(/<[^>]*>/g, '')
      .replace(ENTITY, (_, code: string) => String.fromCharCode(Number(code)))
      .trim();
    return plain ? [plain] : [];
  });
  return [...new Set(words)].join(' | ');
};

/**
 * The layers that are drawn at a zoom, topmost first, each with its classes; those that are switched off are left out. `pictureOf`
 * gives the legend that a map service draws of itself. Above classes of several choices stands which of them counts.
 */
export const legendRows = (
  layers: readonly MapLayer[],
  zoom: number,
  labelOf: (id: number) => string | undefined,
  noteOf: (note: LegendNote | 'severalChoices') => string,
  pictureOf: (id: number) => LegendPicture | undefined = () => undefined,
): LegendRow[] =>
  layers.flatMap((layer): LegendRow[] => {
    const label = labelOf(layer.id);
    const { min_zoom, max_zoom } = layer.scale;
    if (!label || !layer.visible || layer.opacity === 0 || zoom < min_zoom || zoom >= max_zoom) return [];
    const entries = legend(layer.style, layer.type, layer.marker).filter(({ key }) => !layer.off?.has(key));
    const row = { label, opacity: layer.opacity, inner: false };
    const picture = pictureOf(layer.id);
    const [only] = entries;
    if (entries.length === 1 && only && only.label === null && !only.note) return [{ ...row, glyph: only.glyph }];
    return [
      { ...row, glyph: null },
      ...(picture ? [{ ...row, label: '', glyph: null, inner: true, picture }] : []),
      ...(layer.bySeveralChoices ? [{ ...row, label: noteOf('severalChoices'), glyph: null, inner: true }] : []),
      ...entries.map((e) => ({
        label: e.note ? noteOf(e.note) : (e.label ?? label),
        glyph: e.glyph,
        opacity: layer.opacity,
        inner: true,
      })),
      ...(layer.off?.size
        ? []
        : legendScales(layer.style, layer.type).map((scale) => ({
            ...row,
            label: '',
            glyph: null,
            inner: true,
            scale,
          }))),
    ];
  });
