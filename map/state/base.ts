// Which base map lies under everything; remembered in the browser.
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { OSM } from '../style/base';
import type { BaseMap, RasterBase } from '../types';

interface BaseState {
  /** The id of a tile server's map, `natural` or `none`. */
  base: string;
  /** True when the tile server could not be had and `natural` stands in for it; the choice itself stays. */
  failed: boolean;
  /** The tile servers that there are, the first one being the default. */
  rasters: readonly RasterBase[];
  setBase(base: string): void;
  setFailed(failed: boolean): void;
}

export const useBase = create<BaseState>()(
  persist(
    (set) => ({
      base: OSM.id,
      failed: false,
      rasters: [OSM],
      setBase: (base) => set({ base, failed: false }),
      setFailed: (failed) => set({ failed }),
    }),
    { name: 'baseLayer', partialize: ({ base }) => ({ base }) },
  ),
);

/** All that can be chosen; those without a name have one in the messages. */
export const baseChoices = ({ rasters }: Pick<BaseState, 'rasters'>): { id: string; name: string | null }[] => [
  ...rasters,
  { id: 'natural', name: null },
  { id: 'none', name: null },
];

/** What is drawn now: the choice, or what stands in for it. A choice that is no longer offered is the default. */
export const currentBase = ({ base, failed, rasters }: Pick<BaseState, 'base' | 'failed' | 'rasters'>): BaseMap => {
  if (base === 'natural' || base === 'none') return base;
  return failed ? 'natural' : (rasters.find((r) => r.id === base) ?? rasters[0] ?? 'natural');
};
