// The records that are marked, of one layer: the map, the table and the form stay in step through this.
import { create } from 'zustand';
import type { Geometry } from '@/contract/schemas/common';

interface SelectionState {
  layer: number | null;
  ids: readonly number[];
  /** Exact shapes, where the screen has them: they are drawn even when a thinned tile lacks the record. */
  shapes: readonly Geometry[];
  /** All records of the layer are marked, and `ids` are still to come. */
  isWhole: boolean;
  select(layer: number, ids: readonly number[], shapes?: readonly Geometry[]): void;
  /** Marks a layer's records at once, before anybody knows their ids; `select` follows. */
  selectWhole(layer: number): void;
  /** Lets go of records that are there no more. */
  drop(layer: number, ids: readonly number[]): void;
  clear(): void;
}

export const useSelection = create<SelectionState>()((set) => ({
  layer: null,
  ids: [],
  shapes: [],
  isWhole: false,
  select: (layer, ids, shapes = []) => set({ layer, ids, shapes, isWhole: false }),
  selectWhole: (layer) => set({ layer, ids: [], shapes: [], isWhole: true }),
  drop: (layer, removed) =>
    set((now) => {
      const absent = new Set(removed);
      const ids = now.layer === layer ? now.ids.filter((id) => !absent.has(id)) : now.ids;
      if (ids.length === now.ids.length) return now;
      return ids.length > 0 ? { ids, shapes: [] } : { layer: null, ids: [], shapes: [] };
    }),
  clear: () => set({ layer: null, ids: [], shapes: [], isWhole: false }),
}));
