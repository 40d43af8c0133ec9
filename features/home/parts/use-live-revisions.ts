// Shows what others change while the map is open, without a reload.
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { api } from '@/contract';
import type { LayerNews } from '@/contract/schemas/events/news';
import { type Layer, MAX_REVS } from '@/contract/schemas/layer';
import { useRead } from '@/lib/api/hooks';
import { invalidate } from '@/lib/api/keys';
import { useNews } from '@/lib/events/use-news';
import { type MapLayer, useMap } from '@/map';
import { useShowWritten } from './use-record-changes';

/** Milliseconds between two looks; none while the page is hidden. While the stream of news tells, a look is a precaution. */
const EVERY_MS = 15_000;
const LIVE_MS = 5 * 60_000;
/** Another backend than the one that told believes a layer's revision for a second: its tiles are asked for once more. */
const AGAIN_MS = 1_500;
/** Lists and counts follow so much later, and once for all that happened meanwhile. */
const LISTS_MS = 5_000;

/** Layers of which the stream tells: their tiles at once, lists of them soon after. */
function useLayerNews(onScreen: ReadonlySet<number>): void {
  const map = useMap();
  const client = useQueryClient();
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  const lists = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(() => {
    const running = timers.current;
    return () => {
      for (const timer of running) clearTimeout(timer);
      running.clear();
      lists.current = null;
    };
  }, []);
  const later = (ms: number, work: () => void) => {
    const timer = setTimeout(() => {
      timers.current.delete(timer);
      work();
    }, ms);
    timers.current.add(timer);
    return timer;
  };
  const refresh = (changes: readonly LayerNews[]) => {
    for (const { id, boxes } of changes) map.refresh([id], boxes ?? undefined);
  };
  useNews(({ layers = [], all }) => {
    if (all) return map.refresh([...onScreen]);
    const changes = layers.filter(({ id }) => onScreen.has(id));
    if (changes.length === 0) return;
    refresh(changes);
    later(AGAIN_MS, () => refresh(changes));
    lists.current ??= later(LISTS_MS, () => {
      lists.current = null;
      void invalidate(client, ['record', 'layer']);
    });
  });
}

/** Watches the visible layers, as far as one call takes. `fetching`: the list that tells how new they are is on its way. */
export function useLiveRevisions(layers: readonly Layer[], onMap: readonly MapLayer[], fetching: boolean): void {
  const changed = useShowWritten();
  // A server of somebody else need not know the call.
  const [unknown, setUnknown] = useState(false);
  const visible = useMemo(() => new Set(onMap.flatMap((l) => (l.visible ? [l.id] : []))), [onMap]);
  const ids = useMemo(() => [...visible].slice(0, MAX_REVS), [visible]);
  useLayerNews(visible);
  const { data, error } = useRead(
    api.layers.revs,
    { query: { ids } },
    { enabled: ids.length > 0 && !unknown, every: EVERY_MS, whileLive: LIVE_MS, keep: true },
  );
  useEffect(() => {
    if (error?.status === 404) setUnknown(true);
  }, [error]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is known counts at the moment of an answer
  useEffect(() => {
    if (!data || fetching) return;
    const revisions = new Map(layers.map(({ id, rev }) => [id, rev]));
    const newer = data.filter(({ id, rev }) => rev > (revisions.get(id) ?? Infinity)).map(({ id }) => id);
    if (newer.length > 0) changed({ layers: newer });
  }, [data, fetching]);
}
