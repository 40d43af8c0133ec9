// Which layer of the map goes through time, and the days that are drawn of it. It ends with the bar.
import { create } from 'zustand';
import type { TimeSpan } from '@/contract/filters/time-span';

interface MapTimeState {
  /** Null while no layer goes through time. */
  layer: number | null;
  /** Null until the days are known: all times are drawn. */
  span: TimeSpan | null;
  open(layer: number): void;
  /** Days of the layer that is open; those of another one come too late. */
  setSpan(layer: number, span: TimeSpan | null): void;
  close(): void;
}

export const useMapTime = create<MapTimeState>()((set) => ({
  layer: null,
  span: null,
  open: (layer) => set((now) => (now.layer === layer ? {} : { layer, span: null })),
  setSpan: (layer, span) => set((now) => (now.layer === layer ? { span } : {})),
  close: () => set({ layer: null, span: null }),
}));
