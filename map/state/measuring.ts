// The units that the reader measures in, and what the map shows of measurements. Lives as long as the page.
import { create } from 'zustand';
import { DEFAULT_UNITS, type Units } from '../geo/measure-units';

interface MeasuringState {
  units: Units;
  /** Whether each segment's length is written on the map. */
  parts: boolean;
  /** Whether finished measurements stay on the map while the tool is closed; they are printed then. */
  stay: boolean;
  setUnits(units: Partial<Units>): void;
  setParts(parts: boolean): void;
  setStay(stay: boolean): void;
}

export const useMeasuring = create<MeasuringState>()((set) => ({
  units: DEFAULT_UNITS,
  parts: true,
  stay: true,
  setUnits: (change) => set(({ units }) => ({ units: { ...units, ...change } })),
  setParts: (parts) => set({ parts }),
  setStay: (stay) => set({ stay }),
}));
