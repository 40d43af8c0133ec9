// The units that the reader measures in, and what the map shows of measurements. Lives as long as the page.
import { create } from 'zustand';
import { DEFAULT_UNITS, type Units } from '../geo/measure-units';

interface MeasuringState {
  units: Units;
  /** Whether each segment's length is written on the map. */
  parts: boolean;
  setUnits(units: Partial<Units>): void;
  setParts(parts: boolean): void;
}

export const useMeasuring = create<MeasuringState>()((set) => ({
  units: DEFAULT_UNITS,
  parts: true,
  setUnits: (change) => set(({ units }) => ({ units: { ...units, ...change } })),
  setParts: (parts) => set({ parts }),
}));
