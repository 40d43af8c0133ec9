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
  /** Decides about a change of tool in the screen's place: it calls `open`, at once, later or not at all. */
  onActivate: ((id: string | null) => void) | null;
  /** Asks for a tool, or for none with null: the open tool, then the screen may refuse. */
  activate(id: string | null): void;
  /** Opens a tool, or closes the open one with null, without asking. */
  open(id: string | null): void;
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
  onActivate: null,
  activate: (next) => {
    const { active, mayLeave, onActivate, open } = get();
    const change = onActivate ?? open;
    if (next === active) return;
    if (mayLeave) void mayLeave().then((may) => may && change(next));
    else change(next);
  },
  open: (next) => set({ active: next, mayLeave: null, help: null }),
  toggle: (id) =>
    set(({ on }) => {
      const next = new Set(on);
      if (!next.delete(id)) next.add(id);
      return { on: next };
    }),
  setTarget: (target) => set({ target }),
}));
