// The records that are marked, of one layer: the map, the table and the form stay in step through this.
import { create } from 'zustand';
import type { Geometry } from '@/contract/schemas/common';

interface SelectionState {
  layer: number | null;
  ids: readonly number[];
  /** Exact shapes, where the screen has them: they are drawn even when a thinned tile lacks the record. */
  shapes: readonly Geometry[];
  select(layer: number, ids: readonly number[], shapes?: readonly Geometry[]): void;
  /** Lets go of records that are there no more. */
  drop(layer: number, ids: readonly number[]): void;
  clear(): void;
}

export const useSelection = create<SelectionState>()((set) => ({
  layer: null,
  ids: [],
  shapes: [],
  select: (layer, ids, shapes = []) => set({ layer, ids, shapes }),
  drop: (layer, removed) =>
    set((now) => {
      const ids = now.layer === layer ? now.ids.filter((id) => !removed.includes(id)) : now.ids;
      if (ids.length === now.ids.length) return now;
      return ids.length > 0 ? { ids, shapes: [] } : { layer: null, ids: [], shapes: [] };
    }),
  clear: () => set({ layer: null, ids: [], shapes: [] }),
}));
