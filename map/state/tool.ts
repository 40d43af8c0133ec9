// Which tools are on, and what they are waiting for. Ids only: the manifests live in tools/registry.
import { create } from 'zustand';
import type { ToolLayer } from '../types';

interface ToolState {
  /** The pointer-taking tool; null leaves clicks to the screen. */
  active: string | null;
  /** The switches that are on beside it. */
  on: ReadonlySet<string>;
  /** The layer that new records go to. */
  target: number | null;
  /** The key of the active tool's hint, kept by the host. */
  hint: string | null;
  /** What MapCanvas was last given, so that toolbar and panels need no props of their own. */
  layers: readonly ToolLayer[];
  /** Takes the pointer for a tool, or gives it back with null. */
  activate(id: string | null): void;
  toggle(id: string): void;
  setTarget(layer: number | null): void;
}

export const useTool = create<ToolState>()((set) => ({
  active: null,
  on: new Set(),
  target: null,
  hint: null,
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
