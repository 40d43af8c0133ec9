// The map grid as it was set: it stays on while other tools are used. Lives as long as the page.
import { create } from 'zustand';

export const GRID_KINDS = ['degrees', 'utm'] as const;
export type GridKind = (typeof GRID_KINDS)[number];

interface GridState {
  on: boolean;
  kind: GridKind;
  color: string;
  /** CSS pixels. */
  width: number;
  /** 0 to 1. */
  opacity: number;
  /** Seconds of arc, and metres, from line to line; null where it suits the window. */
  spacing: Readonly<Record<GridKind, number | null>>;
  /** How many times as far apart the lines are as was asked for, so that the window is not full of them. */
  sparse: number;
  /** Whether the lines are named at the edges of the map. */
  names: boolean;
  /** The arithmetic of UTM could not be fetched. */
  failed: boolean;
  set(change: Partial<Omit<GridState, 'set'>>): void;
}

export const useGrid = create<GridState>()((set) => ({
  on: false,
  kind: 'degrees',
  color: '#5c7cfa',
  width: 1,
  opacity: 0.7,
  spacing: { degrees: null, utm: null },
  sparse: 1,
  names: true,
  failed: false,
  set: (change) => set(change),
}));
