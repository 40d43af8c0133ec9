// The place of the time bar on the map screen: it comes when a layer is asked for, and its time ends with the screen.
'use client';
import { Suspense, useEffect } from 'react';
import { lazyPart } from '@/components/layout/lazy-part';
import type { Layer } from '@/contract/schemas/layer';
import { useMapTime } from '../../logic/map-time';
import type { LayerStates } from '../panel/layers-panel';
import type { MapTimeProps } from './map-time';

const MapTime = lazyPart<MapTimeProps>(() => import('./map-time'));

interface TimePlaceProps {
  layers: readonly Layer[];
  states: LayerStates;
  isAlone: boolean;
  /** A layer begins to go through time: what covers the map makes room. */
  onOpen: () => void;
}

export function TimePlace({ layers, states, isAlone, onOpen }: TimePlaceProps) {
  const id = useMapTime((s) => s.layer);
  const layer = layers.find((one) => one.id === id);
  useEffect(() => () => useMapTime.getState().close(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another layer begins
  useEffect(() => {
    if (id !== null) onOpen();
  }, [id]);
  if (!layer) return null;
  return (
    <Suspense>
      <MapTime key={layer.id} layer={layer} isLoading={states.get(layer.id)?.state === 'loading'} isAlone={isAlone} />
    </Suspense>
  );
}
