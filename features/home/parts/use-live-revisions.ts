// Shows what others change while the map is open, without a reload.
'use client';
import { useEffect, useMemo, useState } from 'react';
import { api } from '@/contract';
import { type Layer, MAX_REVS } from '@/contract/schemas/layer';
import { useRead } from '@/lib/api/hooks';
import type { MapLayer } from '@/map';
import { useShowWritten } from './use-record-changes';

/** Milliseconds between two looks; none while the page is hidden. */
const EVERY_MS = 15_000;

/** Watches the visible layers, as far as one call takes. `fetching`: the list that tells how new they are is on its way. */
export function useLiveRevisions(layers: readonly Layer[], onMap: readonly MapLayer[], fetching: boolean): void {
  const changed = useShowWritten();
  // A server of somebody else need not know the call.
  const [unknown, setUnknown] = useState(false);
  const ids = useMemo(() => onMap.flatMap((l) => (l.visible ? [l.id] : [])).slice(0, MAX_REVS), [onMap]);
  const { data, error } = useRead(
    api.layers.revs,
    { query: { ids } },
    { enabled: ids.length > 0 && !unknown, every: EVERY_MS, keep: true },
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
