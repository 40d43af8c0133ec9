// Which base layer lies under everything; remembered in the browser.
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { BaseKind } from '../types';

interface BaseState {
  base: BaseKind;
  /** True when `osm` could not be had and `natural` stands in for it; the choice itself stays. */
  failed: boolean;
  setBase(base: BaseKind): void;
  setFailed(failed: boolean): void;
}

export const useBase = create<BaseState>()(
  persist(
    (set) => ({
      base: 'osm',
      failed: false,
      setBase: (base) => set({ base, failed: false }),
      setFailed: (failed) => set({ failed }),
    }),
    { name: 'baseLayer', partialize: ({ base }) => ({ base }) },
  ),
);
