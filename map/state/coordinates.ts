// The system in which places are written and read everywhere on the map. Lives as long as the page.
import { useEffect, useState } from 'react';
import { create } from 'zustand';
import { decimalsAt, formatCoordinate } from '../geo/coordinates';
import { loadConverter } from '../geo/coordinates-proj';
import {
  type Converter,
  DEGREES,
  formatIn,
  isProjected,
  needsConverter,
  parseIn,
  type System,
} from '../geo/coordinates-systems';
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

/**
 * Writes a place in the chosen system, Latin digits; in degrees where that has no such place, as fine as a pixel at `zoom`.
 * Show it in a `dir="ltr"` element.
 */
export const usePlaceText = (): ((at: LngLat, zoom?: number) => string) => {
  const { system, converter } = useCoordinates();
  return (at, zoom) => {
    const decimals = zoom === undefined ? undefined : decimalsAt(zoom);
    return formatIn(system, at, converter, decimals) ?? formatCoordinate(at, 'dd', decimals);
  };
};

/** The arithmetic of projections; null until it has come, and where it cannot. */
export const useConverter = (): Converter | null => {
  const [converter, setConverter] = useState<Converter | null>(null);
  useEffect(() => {
    loadConverter().then(setConverter, () => {});
  }, []);
  return converter;
};

/** The place that a text says while it is being written, as `readPlace` reads it; null where it is none, or not read yet. */
export const useWrittenPlace = (text: string, near: () => LngLat): LngLat | null => {
  const system = useCoordinates((s) => s.system);
  const [read, setRead] = useState<{ text: string; system: System; at: LngLat | null } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: where the map is counts when the text is read, and does not read it again.
  useEffect(() => {
    let isStopped = false;
    void readPlace(text, near()).then((at) => !isStopped && setRead({ text, system, at }));
    return () => {
      isStopped = true;
    };
  }, [text, system]);
  return read?.text === text && read.system === system ? read.at : null;
};
