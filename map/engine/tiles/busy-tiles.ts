// Tiles that a server with too much to do has refused, or has not made in time, are asked for again: those alone, and later each time.
import type { ErrorEvent, Map as MapLibreMap } from 'maplibre-gl';
import { listen } from '../listen';

/** The server asks for two seconds of patience (Retry-After); so many milliseconds at first, and at most. */
const FIRST_MS = 2_000;
const LAST_MS = 32_000;
/** Too many calls, and too much to do. A tile that is refused for any other reason would be refused again. */
const BUSY = new Set([429, 503]);
/** The tile was not there in time. The server makes it to its end and keeps it, but not one of a filter: that would be made anew each time. */
const LATE = 504;
const MAX_LATE = 4;

interface TileError extends ErrorEvent {
  sourceId?: string;
  tile?: { tileID: { canonical: { x: number; y: number; z: number } } };
}

/** Returns what stops it. */
export const retryBusyTiles = (map: MapLibreMap): (() => void) => {
  const waiting = new Map<string, { x: number; y: number; z: number }[]>();
  const lateCounts = new Map<string, number>();
  let wait = FIRST_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const retry = () => {
    timer = undefined;
    const all = [...waiting];
    waiting.clear();
    for (const [source, tiles] of all) if (map.getSource(source)) map.refreshTiles(source, tiles);
  };
  const mayCome = (status: number, key: string) => {
    if (status !== LATE) return BUSY.has(status);
    const count = (lateCounts.get(key) ?? 0) + 1;
    lateCounts.set(key, count);
    return count <= MAX_LATE;
  };
  const onError = ({ error, sourceId, tile }: TileError) => {
    if (!sourceId || !tile) return;
    const { z, x, y } = tile.tileID.canonical;
    if (!mayCome((error as Error & { status?: number }).status ?? 0, `${sourceId} ${z}/${x}/${y}`)) return;
    waiting.set(sourceId, [...(waiting.get(sourceId) ?? []), tile.tileID.canonical]);
    if (timer) return;
    // Maps that were refused together do not come back together.
    timer = setTimeout(retry, wait * (1 + Math.random() / 2));
    wait = Math.min(2 * wait, LAST_MS);
  };
  const onIdle = () => {
    if (waiting.size > 0) return;
    wait = FIRST_MS;
    lateCounts.clear();
  };
  const stopListening = listen(map, { error: onError, idle: onIdle });
  return () => {
    stopListening();
    clearTimeout(timer);
  };
};
