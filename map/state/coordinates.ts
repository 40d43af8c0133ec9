// The system in which places are written and read everywhere on the map. Lives as long as the page.
import { create } from 'zustand';
import { loadConverter } from '../geo/coordinates-proj';
import { type Converter, DEGREES, isProjected, needsConverter, parseIn, type System } from '../geo/coordinates-systems';
import type { LngLat } from '../types';

interface CoordinatesState {
  system: System;
  /** Null until a system has needed it. */
  converter: Converter | null;
  /** The arithmetic could not be fetched: places are written in degrees meanwhile. */
  failed: boolean;
  setSystem(system: System): void;
}

export const useCoordinates = create<CoordinatesState>()((set, get) => ({
  system: DEGREES,
  converter: null,
  failed: false,
  setSystem: (system) => {
    set({ system });
    if (!isProjected(system) || get().converter) return;
    loadConverter().then(
      (converter) => set({ converter, failed: false }),
      () => set({ failed: true }),
    );
  },
}));

/** A written place in the chosen system, or in degrees; `near` decides the zone where none is written. Null where it is no place. */
export const readPlace = async (text: string, near: LngLat): Promise<LngLat | null> => {
  const { system, converter } = useCoordinates.getState();
  const needed = !converter && needsConverter(system, text);
  return parseIn(system, text, near, needed ? await loadConverter().catch(() => null) : converter);
};
