// Where the map looks. Kept in the browser, so that a person comes back to the place he left.
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { View } from '../types';

/** Iran, when neither this browser nor the customer says otherwise. */
export const DEFAULT_VIEW: View = { center: [53.7, 32.4], zoom: 5 };

/** The customer config's view, as the wire writes it. */
export interface CustomerView {
  center: [number, number];
  zoom: number;
}

interface ViewState {
  /** Null until this browser has looked at a map. */
  view: View | null;
  setView(view: View): void;
  /** The view to begin with: the remembered one, else the customer's, else the default. */
  first(customer?: CustomerView): View;
}

export const useView = create<ViewState>()(
  persist(
    (set, get) => ({
      view: null,
      setView: (view) => set({ view }),
      first: (customer) => get().view ?? customer ?? DEFAULT_VIEW,
    }),
    { name: 'mapView', partialize: ({ view }) => ({ view }) },
  ),
);
