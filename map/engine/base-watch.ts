// Notices that the tiles of the base map cannot be had: refused, blocked, or silent.
import type { ErrorEvent, Map as MapLibreMap, MapSourceDataEvent, VectorTileSource } from 'maplibre-gl';
import { RASTER_SOURCE, WORLD } from '../style/base';
import { VECTOR_SOURCE } from '../style/base-parts';

/** So many failed tiles with not one that came are enough. */
const FAILURES = 3;
/** Milliseconds of silence: a network that swallows requests gives no error at all. */
const PATIENCE = 12_000;

/** The source of a base map that another could stand in for; none while the map's own lies there. */
const replaceableSource = (map: MapLibreMap): string | null => {
  if (map.getSource(RASTER_SOURCE)) return RASTER_SOURCE;
  const vector = map.getSource<VectorTileSource>(VECTOR_SOURCE);
  return vector && vector.serialize().tiles?.[0] !== WORLD.tiles ? VECTOR_SOURCE : null;
};

/** Calls `onFailed` at most once for each time the base is shown; the returned function stops watching. */
export const watchBase = (map: MapLibreMap, onFailed: () => void): (() => void) => {
  let failures = 0;
  let came = false;
  let isReported = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const reset = () => {
    clearTimeout(timer);
    timer = undefined;
    failures = 0;
    came = false;
  };
  const fail = () => {
    reset();
    isReported = true;
    onFailed();
  };
  const onLoading = (e: MapSourceDataEvent) => {
    if (e.sourceId === replaceableSource(map) && !came && !isReported) timer ??= setTimeout(fail, PATIENCE);
  };
  const onData = (e: MapSourceDataEvent) => {
    if (e.sourceId !== replaceableSource(map) || !e.tile) return;
    came = true;
    clearTimeout(timer);
  };
  const onError = (e: ErrorEvent & { sourceId?: string }) => {
    // Answers may still come for a source that has been taken away meanwhile.
    if (!e.sourceId || e.sourceId !== replaceableSource(map) || came || isReported) return;
    failures += 1;
    if (failures >= FAILURES) fail();
  };
  const onStyle = () => {
    if (replaceableSource(map)) return;
    reset();
    isReported = false;
  };
  map.on('sourcedataloading', onLoading);
  map.on('sourcedata', onData);
  map.on('error', onError);
  map.on('styledata', onStyle);
  return () => {
    reset();
    map.off('sourcedataloading', onLoading);
    map.off('sourcedata', onData);
    map.off('error', onError);
    map.off('styledata', onStyle);
  };
};
