// The layers and groups of this person, joined with what he has switched on the map.
'use client';
import { useEffect, useMemo } from 'react';
import { api } from '@/contract';
import { useRead } from '@/lib/api/hooks';
import { baseShown, toMapLayers, useBase, useFresh, useLayers, useSelection, useStyling } from '@/map';
import { layerOrder } from '../logic/side';

const ALL = 1000;

/** Layers that have records, their groups, and the map's snapshot of them. Arrays are stable while nothing changes. */
export function useHomeData() {
  const layersRead = useRead(api.layers.list, { query: { limit: ALL } });
  const groupsRead = useRead(api.groups.list, { query: { limit: ALL } });
  const layers = useMemo(() => layersRead.data?.results ?? [], [layersRead.data]);
  const groups = useMemo(() => groupsRead.data?.results ?? [], [groupsRead.data]);
  const { order, hidden, resting, opacity, off, sync } = useLayers();
  const base = useBase(baseShown);
  const records = useFresh((s) => s.records);
  const { layer, ids, shapes } = useSelection();
  const styled = useStyling((s) => s.layer);
  const draft = useStyling((s) => s.draft);

  const ready = layersRead.isSuccess && groupsRead.isSuccess;
  useEffect(() => {
    if (ready)
      sync(
        layerOrder(
          groups,
          layers.map((l) => l.id),
        ),
      );
  }, [ready, groups, layers, sync]);

  const snapshot = useMemo(
    () => ({
      base,
      layers: toMapLayers(layers, { order, hidden, resting, opacity, off }, { layer: styled, draft }),
      records,
      selection: layer === null ? null : { layer, ids, shapes },
    }),
    [base, layers, order, hidden, resting, opacity, off, styled, draft, records, layer, ids, shapes],
  );
  const toolLayers = useMemo(
    () =>
      toMapLayers(layers, { order, hidden, opacity, off }).flatMap((m) => {
        const found = layers.find((l) => l.id === m.id);
        return found
          ? [
              {
                id: found.id,
                label: found.label,
                type: found.type,
                visible: m.visible,
                rights: found.rights,
                layer: found,
              },
            ]
          : [];
      }),
    [layers, order, hidden, opacity, off],
  );
  return { layers, groups, snapshot, toolLayers, read: layersRead, ready };
}
