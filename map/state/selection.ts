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
  /** What was selected before a whole layer. */
  before: Pick<SelectionState, 'layer' | 'ids' | 'shapes'> | null;
  select(layer: number, ids: readonly number[], shapes?: readonly Geometry[]): void;
  /** Marks a layer's records at once, before anybody knows their ids; `settleWhole` follows. */
  selectWhole(layer: number): void;
  /** The ids of a layer that is marked whole; null brings back what was selected before. Nothing where something else is selected by now. */
  settleWhole(layer: number, ids: readonly number[] | null): void;
  /** Lets go of records that are there no more. */
  drop(layer: number, ids: readonly number[]): void;
  clear(): void;
}

const NOTHING = { layer: null, ids: [], shapes: [], isWhole: false, before: null };

export const useSelection = create<SelectionState>()((set) => ({
  ...NOTHING,
  select: (layer, ids, shapes = []) => set({ layer, ids, shapes, isWhole: false, before: null }),
  selectWhole: (layer) =>
    set((now) => {
      const before = now.isWhole ? now.before : { layer: now.layer, ids: now.ids, shapes: now.shapes };
      return { layer, ids: [], shapes: [], isWhole: true, before };
    }),
  settleWhole: (layer, ids) =>
    set((now) => {
      if (!now.isWhole || now.layer !== layer) return now;
      return { ...(ids ? { ids } : now.before), isWhole: false, before: null };
    }),
  drop: (layer, removed) =>
    set((now) => {
      const absent = new Set(removed);
      const ids = now.layer === layer ? now.ids.filter((id) => !absent.has(id)) : now.ids;
      if (ids.length === now.ids.length) return now;
      return ids.length > 0 ? { ids, shapes: [] } : NOTHING;
    }),
  clear: () => set(NOTHING),
}));
