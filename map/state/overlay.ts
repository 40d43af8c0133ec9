// What tools draw besides records: measured lines, drawings, results, flashes. Each tool owns its part; the map draws them together.
import { create } from 'zustand';
import type { Geometry } from '@/contract/schemas/common';
import type { ToolRole } from '../style/palette';

/** Names of the line patterns that the overlay can draw, in multiples of the line's width. */
export const DASHES = { solid: [1], dash: [4, 2], dot: [0.1, 2], dashdot: [4, 2, 0.1, 2] } as const;
export type DashName = keyof typeof DASHES;

/** One shape with its look. Widths and sizes in CSS pixels; what is absent has the theme's look. */
export interface OverlayShape {
  /** EPSG:4326. */
  geometry: Geometry;
  /** What it stands for: its colour is the theme's for that. */
  role?: ToolRole;
  color?: string;
  opacity?: number;
  width?: number;
  dash?: DashName;
  fill?: string;
  fill_opacity?: number;
  /** Radius of a point; 0 draws none. */
  size?: number;
  text?: string;
  font_size?: number;
  halo?: string;
  /** Degrees, clockwise. */
  rotation?: number;
  /** Given back where the map is asked what lies at a place. */
  id?: number | string;
}

interface OverlayState {
  shapes: Readonly<Record<string, readonly OverlayShape[]>>;
  /** Replaces what this owner shows; an empty list shows nothing. */
  show(owner: string, shapes: readonly OverlayShape[]): void;
}

export const useOverlay = create<OverlayState>()((set) => ({
  shapes: {},
  show: (owner, list) =>
    set(({ shapes }) => {
      const { [owner]: before, ...others } = shapes;
      if (list.length > 0) return { shapes: { ...others, [owner]: list } };
      return before ? { shapes: others } : { shapes };
    }),
}));
