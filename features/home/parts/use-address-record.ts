// An address with ?layer and ?record leads there once, when the map stands and the layers are known.
'use client';
import { useSearchParams } from 'next/navigation';
import { useEffect, useRef } from 'react';
import type { Layer } from '@/contract/schemas/layer';
import { useMap, useMapReady } from '@/map';

/** `onRecord`: the address names a record; one that names a layer alone is carried out here. */
export function useAddressRecord(layers: readonly Layer[], onRecord: (id: number) => void): void {
  const map = useMap();
  const ready = useMapReady();
  const params = useSearchParams();
  const done = useRef('');
  useEffect(() => {
    const [layerId, recordId] = [Number(params.get('layer')), Number(params.get('record'))];
    const address = `${layerId}/${recordId}`;
    if (!ready || layers.length === 0 || address === '0/0' || done.current === address) return;
    done.current = address;
    const extent = layers.find((l) => l.id === layerId)?.extent;
    if (recordId) onRecord(recordId);
    else if (extent) map.fitExtent(extent);
  });
}
