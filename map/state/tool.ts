// Which tools are on, and what they are waiting for. Ids only: the manifests live in tools/registry.
import { create } from 'zustand';
import type { ToolLayer } from '../types';

interface ToolState {
  /** The tool whose panel is open, and which has the clicks if it takes the pointer. */
  active: string | null;
  /** The switches that are on beside it. */
  on: ReadonlySet<string>;
  /** The layer that new records go to. */
  target: number | null;
  /** The key of the active tool's hint, kept by the host. */
  hint: string | null;
  /** What each tool's machine is at, by tool; it outlives the tool's use. */
  states: ReadonlyMap<string, unknown>;
  /** What MapCanvas was last given, so that toolbar and panels need no props of their own. */
  layers: readonly ToolLayer[];
  /** Opens a tool, or closes the open one with null. */
  activate(id: string | null): void;
  toggle(id: string): void;
  setTarget(layer: number | null): void;
}

export const useTool = create<ToolState>()((set) => ({
  active: null,
  on: new Set(),
  target: null,
  hint: null,
  states: new Map(),
  layers: [],
  activate: (active) => set({ active }),
  toggle: (id) =>
    set(({ on }) => {
      const next = new Set(on);
      if (!next.delete(id)) next.add(id);
      return { on: next };
    }),
  setTarget: (target) => set({ target }),
}));
