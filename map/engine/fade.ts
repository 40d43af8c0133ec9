// A layer that appears is seen whole: its parts stay clear until its tiles of this view are there, and then come in one fade.
import type { LayerSpecification, Map as MapLibreMap, StyleSpecification } from 'maplibre-gl';
import { layerOfSource } from '../style/compile';
import { listen } from './listen';

/** Milliseconds from a layer's first tile until it is shown with what is there: what is slow then comes piece by piece. */
const MAX_CLEAR_MS = 400;
/** Milliseconds. */
const FADE_MS = 160;

const OPACITIES: Partial<Record<LayerSpecification['type'], readonly string[]>> = {
  fill: ['fill-opacity'],
  line: ['line-opacity'],
  circle: ['circle-opacity', 'circle-stroke-opacity'],
  heatmap: ['heatmap-opacity'],
  symbol: ['icon-opacity', 'text-opacity'],
};

const clearOf = (layer: LayerSpecification): LayerSpecification => {
  const paint = Object.fromEntries((OPACITIES[layer.type] ?? []).map((name) => [name, 0]));
  return { ...layer, paint: { ...layer.paint, ...paint } } as LayerSpecification;
};

export interface Fade {
  /** The style as it is to be drawn now: layers whose source is new in it are clear. */
  apply(style: StyleSpecification): StyleSpecification;
  /** Listens for tiles; `show` gets the newest style anew when a layer is clear no longer. The returned function stops it. */
  watch(map: MapLibreMap, show: (style: StyleSpecification) => void): () => void;
}

/** `isStill`: the reader wants no motion, and sees the whole at once. */
export const createFade = (isStill: boolean): Fade => {
  let newest: StyleSpecification | null = null;
  let sources = new Set<string>();
  /** Sources that have no picture yet. */
  const clear = new Set<string>();
  const apply: Fade['apply'] = (style) => {
    newest = style;
    const isUser = (id: string) => style.sources[id]?.type === 'vector' && layerOfSource(id) !== null;
    const next = new Set(Object.keys(style.sources).filter(isUser));
    for (const id of next) if (!sources.has(id)) clear.add(id);
    for (const id of clear) if (!next.has(id)) clear.delete(id);
    sources = next;
    const transition = { duration: isStill ? 0 : FADE_MS, delay: 0 };
    if (clear.size === 0) return { ...style, transition };
    const isClear = (layer: LayerSpecification) => 'source' in layer && clear.has(String(layer.source));
    return { ...style, transition, layers: style.layers.map((layer) => (isClear(layer) ? clearOf(layer) : layer)) };
  };
  return {
    apply,
    watch: (map, show) => {
      const timers = new Map<string, ReturnType<typeof setTimeout>>();
      const reveal = (ids: Iterable<string>) => {
        for (const id of [...ids]) {
          clearTimeout(timers.get(id));
          timers.delete(id);
          clear.delete(id);
        }
        if (newest) show(apply(newest));
      };
      const stopListening = listen(map, {
        sourcedata: ({ sourceId, tile }) => {
          if (!clear.has(sourceId) || !tile) return;
          if (map.isSourceLoaded(sourceId)) reveal([sourceId]);
          else if (!timers.has(sourceId)) timers.set(sourceId, setTimeout(reveal, MAX_CLEAR_MS, [sourceId]));
        },
        // Where no tile has come, nothing is waited for.
        idle: () => clear.size > 0 && reveal(clear),
      });
      return () => {
        stopListening();
        for (const timer of timers.values()) clearTimeout(timer);
      };
    },
  };
};
