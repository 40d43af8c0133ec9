// What each user layer's tiles are doing, so that a layer's row can say "loading", "failed" or "a sample only".
import type { ErrorEvent, Map as MapLibreMap, MapSourceDataEvent } from 'maplibre-gl';
import { THINNED_LAYER } from '@/contract/ogc';
import { layerOfSource, sourceOf } from '../style/compile';
import type { LayerState } from '../types';

export interface LayerStates {
  get(layer: number): LayerState | null;
  stop(): void;
}

/** What the server says of a tile that it refused; null where it says nothing that can be read. */
const reasonOf = async (error: unknown): Promise<string | null> => {
  const body = error instanceof Error && 'body' in error ? error.body : null;
  if (!(body instanceof Blob)) return null;
  try {
    const { detail } = JSON.parse(await body.text()) as { detail?: unknown };
    return typeof detail === 'string' ? detail : null;
  } catch {
    return null;
  }
};

/** `reason` comes with `error`, a moment later, where the server gave one. */
export const watchLayers = (
  map: MapLibreMap,
  onState: (layer: number, state: LayerState, reason: string | null) => void,
): LayerStates => {
  const states = new Map<number, LayerState>();
  /** Layers with a tile that failed, and why, as soon as it was read. */
  const failed = new Map<number, string | null>();

  const set = (layer: number, state: LayerState) => {
    if (states.get(layer) === state) return;
    states.set(layer, state);
    onState(layer, state, state === 'error' ? (failed.get(layer) ?? null) : null);
  };
  const settle = (layer: number) => {
    const source = sourceOf(layer);
    if (!map.getSource(source) || !map.isSourceLoaded(source)) return;
    if (failed.has(layer)) set(layer, 'error');
    else set(layer, map.querySourceFeatures(source, { sourceLayer: THINNED_LAYER }).length > 0 ? 'thinned' : 'ready');
  };

  const onLoading = (e: MapSourceDataEvent) => {
    const layer = layerOfSource(e.sourceId);
    if (layer === null) return;
    if (states.get(layer) !== 'loading') failed.delete(layer);
    set(layer, 'loading');
  };
  const onData = (e: MapSourceDataEvent) => {
    const layer = layerOfSource(e.sourceId);
    if (layer !== null && states.get(layer) === 'loading') settle(layer);
  };
  const onError = (e: ErrorEvent & { sourceId?: string }) => {
    const layer = e.sourceId ? layerOfSource(e.sourceId) : null;
    if (layer === null) return;
    const isFirst = !failed.has(layer);
    if (isFirst) failed.set(layer, null);
    settle(layer);
    // One of thirty tiles speaks for all; the others may still be on their way when it does.
    if (isFirst)
      void reasonOf(e.error).then((reason) => {
        if (reason === null || !failed.has(layer)) return;
        failed.set(layer, reason);
        if (states.get(layer) === 'error') onState(layer, 'error', reason);
      });
  };
  /** The last tile of a view may end without an event of its own, as an aborted one does. */
  const onIdle = () => {
    for (const [layer, state] of states) if (state === 'loading') settle(layer);
  };

  map.on('sourcedataloading', onLoading);
  map.on('sourcedata', onData);
  map.on('error', onError);
  map.on('idle', onIdle);
  return {
    get: (layer) => states.get(layer) ?? null,
    stop: () => {
      map.off('sourcedataloading', onLoading);
      map.off('sourcedata', onData);
      map.off('error', onError);
      map.off('idle', onIdle);
    },
  };
};
