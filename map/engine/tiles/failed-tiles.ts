// Tiles that failed can be asked for again.
import type { ErrorEvent, Map as MapLibreMap, Tile } from 'maplibre-gl';
import { listen } from '../listen';

/**
 * MapLibre 6.17 reloads a failed tile as one that is loading, and then waits for the worker that has failed it instead of sending
 * it out: the tile never comes, and its map never rests. Without a worker it is sent to another. Returns what stops it.
 */
export const freeFailedTiles = (map: MapLibreMap): (() => void) =>
  listen(map, {
    error: ({ tile }: ErrorEvent & { tile?: Partial<Pick<Tile, 'actor'>> }) => {
      if (tile) delete tile.actor;
    },
  });
