// The layers and groups of this person, joined with what they have switched on the map.
'use client';
import { useEffect, useMemo } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { api } from '@/contract';
import type { Layer } from '@/contract/schemas/layer';
import type { LayerGroup } from '@/contract/schemas/layers/group';
import { useReadAll } from '@/lib/api/hooks';
import { currentBase, toMapLayers, useBase, useFresh, useLayers, useSelection, useStyling } from '@/map';
import { layerOrder } from '../logic/layer-sections';
import { useMapTime } from '../logic/map-time';

const NO_LAYERS: readonly Layer[] = [];
const NO_GROUPS: readonly LayerGroup[] = [];

/** Layers that have records, their groups, and the map's snapshot of them. Arrays are stable while nothing changes. */
export function useHomeData() {
  const layersRead = useReadAll(api.layers.list);
  const groupsRead = useReadAll(api.groups.list);
  const layers = layersRead.data ?? NO_LAYERS;
  const groups = groupsRead.data ?? NO_GROUPS;
  const { order, hidden, cached, opacity, off, sync } = useLayers();
  const base = useBase(currentBase);
  const isGrey = useBase((s) => s.isGrey);
  const records = useFresh((s) => s.records);
  const selection = useSelection(
    useShallow(({ layer, ids, shapes, isWhole }) => (layer === null ? null : { layer, ids, shapes, isWhole })),
  );
  const styled = useStyling((s) => s.layer);
  const draft = useStyling((s) => s.draft);

  const time = useMapTime(useShallow(({ layer, span }) => ({ layer, span })));

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
      isGrey,
      layers: toMapLayers(layers, { order, hidden, cached, opacity, off, time }, { layer: styled, draft }),
      records,
      selection,
    }),
    [base, isGrey, layers, order, hidden, cached, opacity, off, time, styled, draft, records, selection],
  );
  const toolLayers = useMemo(() => {
    const byId = new Map(layers.map((l) => [l.id, l]));
    return toMapLayers(layers, { order, hidden, opacity, off }).flatMap(({ id, visible }) => {
      const layer = byId.get(id);
      return layer ? [{ id, label: layer.label, type: layer.type, visible, rights: layer.rights, layer }] : [];
    });
  }, [layers, order, hidden, opacity, off]);
  return { layers, groups, snapshot, toolLayers, read: layersRead, ready };
}
