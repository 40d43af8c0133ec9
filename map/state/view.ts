// Where the map looks. Kept in the browser, so that a person comes back to the place they left.
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { View, ViewChange } from '../types';

/** Iran, when neither this browser nor the customer says otherwise. */
export const DEFAULT_VIEW: View = { center: [53.7, 32.4], zoom: 5 };

/** The customer config's view, as the wire writes it. */
export interface CustomerView {
  center: [number, number];
  zoom: number;
}

/** Views further back than this are forgotten. */
const MAX_VIEWS = 50;

/** Whether two views show the same to the eye: a thousandth of the window, a hundredth of a zoom. */
const isSame = (a: View, b: View): boolean => {
  const share = 360 / 2 ** a.zoom / 1000;
  return (
    Math.abs(a.zoom - b.zoom) < 0.01 &&
    Math.abs(a.center[0] - b.center[0]) < share &&
    Math.abs(a.center[1] - b.center[1]) < share
  );
};

interface ViewState {
  /** Null until this browser has looked at a map. */
  view: View | null;
  /** Where the map has been, oldest first, and at which of these it is now. */
  items: readonly View[];
  current: number;
  /** A flight is a place of its own from its beginning, so that going back in the middle of it leads to where it began. */
  setView(view: View, change: ViewChange): void;
  /** The view before (-1) or after (1) the present one, which it becomes; null where there is none. */
  step(by: -1 | 1): View | null;
  /** The view to begin with: the remembered one, else the customer's, else the default. */
  first(customer?: CustomerView): View;
}

export const useView = create<ViewState>()(
  persist(
    (set, get) => ({
      view: null,
      items: [],
      current: -1,
      setView: (view, change) =>
        set(({ items, current }) => {
          const viewChange = change === 'heading' ? {} : { view };
          const now = items[current];
          // A flight may end elsewhere than it was to: the window's edge of the world, or a hand that stops it.
          if (change === 'arrived') return { ...viewChange, items: items.with(current, view) };
          if (now && isSame(now, view)) return viewChange;
          const next = [...items.slice(0, current + 1), view].slice(-MAX_VIEWS);
          return { ...viewChange, items: next, current: next.length - 1 };
        }),
      step: (by) => {
        const { items, current } = get();
        const view = items[current + by];
        if (!view) return null;
        set({ current: current + by });
        return view;
      },
      first: (customer) => get().view ?? customer ?? DEFAULT_VIEW,
    }),
    { name: 'mapView', partialize: ({ view }) => ({ view }) },
  ),
);
