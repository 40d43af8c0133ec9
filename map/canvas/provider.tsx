// One map for a whole screen: panels outside the canvas reach it through a handle that never changes.
'use client';
import { createContext, type ReactNode, use, useState, useSyncExternalStore } from 'react';
import type { MapHandle } from '../tool-types';
import { createShared, type Shared } from './shared';

const Context = createContext<Shared | null>(null);

/** Put it round everything that speaks with one map; screens with two maps have two providers. */
export const MapProvider = ({ children }: { children: ReactNode }) => {
  const [shared] = useState(createShared);
  return <Context value={shared}>{children}</Context>;
};

/** For the canvas, which brings the living map in. */
export const useShared = (): Shared => {
  const shared = use(Context);
  if (!shared) throw new Error('useMap and MapCanvas need a MapProvider around them');
  return shared;
};

/** The map's handle: stable, and safe to call before the map stands. */
export const useMap = (): MapHandle => useShared().handle;

/** Whether the map stands; renders again when that changes. */
export const useMapReady = (): boolean => {
  const { handle, subscribe } = useShared();
  return useSyncExternalStore(subscribe, handle.ready, () => false);
};
