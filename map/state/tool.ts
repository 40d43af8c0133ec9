// Which tools are on and the state of their machines. Ids only: the manifests live in tools/registry.
import { create } from 'zustand';
import type { ToolLayer } from '../tool-types';

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
  /** How many drawings of their own the person has; written by state/drawings, whose code loads later than the rail. */
  drawings: number;
  /** Asked before the open tool is left for another or closed: false keeps it. For tools with work that is not saved. */
  mayLeave: (() => Promise<boolean>) | null;
  /** The help page that the open panel wants instead of its tool's own. */
  help: string | null;
  /** Opens a tool, or closes the open one with null. */
  activate(id: string | null): void;
  toggle(id: string): void;
  setTarget(layer: number | null): void;
}

export const useTool = create<ToolState>()((set, get) => ({
  active: null,
  on: new Set(),
  target: null,
  hint: null,
  states: new Map(),
  layers: [],
  drawings: 0,
  mayLeave: null,
  help: null,
  activate: (next) => {
    const { active, mayLeave } = get();
    const go = () => set({ active: next, mayLeave: null, help: null });
    if (next === active) return;
    if (mayLeave) void mayLeave().then((may) => may && go());
    else go();
  },
  toggle: (id) =>
    set(({ on }) => {
      const next = new Set(on);
      if (!next.delete(id)) next.add(id);
      return { on: next };
    }),
  setTarget: (target) => set({ target }),
}));
