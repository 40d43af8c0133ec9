// Asks for tiles again. MapLibre would not ask for those still on their way, nor for any while it is busy.
import type { Map as MapLibreMap, VectorTileSource } from 'maplibre-gl';
import type { Extent } from '@/contract/schemas/common';
import { touchedTiles } from './touched-tiles';

/** More boxes than this and the source is asked for as a whole. */
const MAX_BOXES = 100;
const MAX_ZOOM = 22;

export interface Refresher {
  refresh(): void;
  /** These sources are no longer what they were, as a whole or within the boxes. */
  add(sources: readonly string[], boxes?: readonly Extent[]): void;
  /** Changes were made, which the next frame draws. */
  setChanged(): void;
  /** A frame draws the changes; the view has moved, and what lay out of sight was not asked for again. */
  listeners: { render(): void; moveend(): void };
}

export const createRefresher = (map: MapLibreMap, isReaddressing: () => boolean): Refresher => {
  /** Boxes by source; null for the whole of it. */
  const outdated = new Map<string, readonly Extent[] | null>();
  /** Sources of which only tiles in sight were asked for: MapLibre keeps others, and shows them when the view moves. */
  const halfFresh = new Set<string>();
  let drawsChanges = false;

  const ask = (id: string, boxes: readonly Extent[] | null) => {
    const source = map.getSource<VectorTileSource>(id);
    if (!source) return;
    const bounds = boxes && map.getBounds();
    const view: Extent | null = bounds && [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()];
    const tiles = boxes && view && touchedTiles(boxes, view, map.getZoom(), source.maxzoom ?? MAX_ZOOM);
    if (tiles === null) {
      halfFresh.delete(id);
      map.refreshTiles(id);
      return;
    }
    halfFresh.add(id);
    if (tiles.length > 0) map.refreshTiles(id, tiles);
  };

  const refresh = () => {
    if (drawsChanges || isReaddressing()) return;
    for (const [id, boxes] of outdated) {
      if (map.getSource(id) && !map.isSourceLoaded(id)) continue;
      outdated.delete(id);
      ask(id, boxes);
    }
  };
  const add = (sources: readonly string[], boxes?: readonly Extent[]) => {
    for (const id of sources) {
      const waiting = outdated.get(id);
      const all = boxes && waiting !== null ? [...(waiting ?? []), ...boxes] : null;
      outdated.set(id, all && all.length <= MAX_BOXES ? all : null);
    }
    refresh();
  };
  return {
    refresh,
    add,
    setChanged: () => {
      drawsChanges = true;
    },
    listeners: {
      render: () => {
        drawsChanges = false;
        refresh();
      },
      moveend: () => {
        if (halfFresh.size > 0) add([...halfFresh]);
      },
    },
  };
};
