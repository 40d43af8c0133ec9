// How the layers list stands, so that it is found again as it was left.
import { create } from 'zustand';

interface ListState {
  /** What is searched for. */
  typed: string;
  /** Groups that are folded; null is the run of layers without a group. */
  closed: ReadonlySet<number | null>;
  /** Layers whose legend is open. */
  open: ReadonlySet<number>;
  /** Pixels scrolled. */
  offset: number;
  setTyped: (typed: string) => void;
  toggleGroup: (id: number | null) => void;
  toggleLayer: (id: number) => void;
  /** Unfolds a layer and its groups, and ends a search that may hide it. */
  reveal: (id: number, groups: readonly number[]) => void;
}

const toggled = <T>(set: ReadonlySet<T>, value: T): ReadonlySet<T> => {
  const next = new Set(set);
  if (!next.delete(value)) next.add(value);
  return next;
};

export const useListState = create<ListState>()((set) => ({
  typed: '',
  closed: new Set(),
  open: new Set(),
  offset: 0,
  setTyped: (typed) => set({ typed }),
  toggleGroup: (id) => set(({ closed }) => ({ closed: toggled(closed, id) })),
  toggleLayer: (id) => set(({ open }) => ({ open: toggled(open, id) })),
  reveal: (id, groups) =>
    set(({ open, closed }) => ({
      typed: '',
      open: new Set([...open, id]),
      closed: new Set([...closed].filter((group) => group !== null && !groups.includes(group))),
    })),
}));
