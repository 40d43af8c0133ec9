// An address with ?layer and ?record leads there once, when the map stands and the layers are known: a layer comes on top, shown and unfolded.
'use client';
import { useSearchParams } from 'next/navigation';
import { useEffect, useRef } from 'react';
import type { Layer } from '@/contract/schemas/layer';
import { useLayers, useMap, useMapReady, useTool } from '@/map';
import { useListState } from '../logic/list-state';

/** `onRecord`: the address names a record; one that names a layer alone is carried out here. */
export function useAddressRecord(layers: readonly Layer[], onRecord: (id: number) => void): void {
  const map = useMap();
  const ready = useMapReady();
  const params = useSearchParams();
  // The arrangement with which the map opens would hide a layer that it does not name.
  const isArranged = useLayers((s) => s.arranged);
  const done = useRef('');
  useEffect(() => {
    const [layerId, recordId] = [Number(params.get('layer')), Number(params.get('record'))];
    const address = `${layerId}/${recordId}`;
    if (!ready || layers.length === 0 || address === '0/0' || done.current === address) return;
    const layer = layers.find((l) => l.id === layerId);
    // A layer that has just been made comes with the next list.
    if (!recordId && !(layer && isArranged)) return;
    done.current = address;
    // Its table and what is drawn next are this layer's.
    if (layer) useTool.getState().setTarget(layer.id);
    if (recordId) onRecord(recordId);
    else if (layer) {
      const { setVisible, move } = useLayers.getState();
      setVisible([layerId], true);
      move(layerId, 0);
      useListState.getState().reveal(layerId, layer.group_layer);
      if (layer.extent) map.fitExtent(layer.extent);
    }
  });
}
