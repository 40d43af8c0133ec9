// A layer's look while it is being edited: drawn at once, written only when it is saved.
import { create } from 'zustand';
import type { Layer } from '@/contract/schemas/layer';
import type { Labels, Style } from '@/contract/schemas/style';
import { useTool } from './tool';

/** How a layer is drawn, as its editors see it. */
export interface Look {
  style: Style;
  labels: Labels | null;
  /** Inclusive lower, exclusive upper zoom. */
  scale: { min_zoom: number; max_zoom: number };
}
export const STYLING_TABS = ['style', 'labels', 'scale'] as const;
export type StylingTab = (typeof STYLING_TABS)[number];

interface StylingState {
  /** The layer whose look is edited; null until one is chosen. */
  layer: number | null;
  tab: StylingTab;
  /** What it looks like now, not yet saved; null while it is as saved. */
  draft: Look | null;
  /** What was saved when the draft was begun: whether somebody else has changed it since is told by this. */
  base: Look | null;
  /** A look that was copied, and the name of the layer that it is from. */
  copied: { from: string; look: Pick<Look, 'style' | 'labels'> } | null;
  /** Takes up a layer; the draft of another one is thrown away. */
  choose(layer: number, tab?: StylingTab): void;
  setTab(tab: StylingTab): void;
  /** Changes the draft; the first change begins it upon what is saved. */
  change(saved: Look, change: Partial<Look>): void;
  /** Throws the draft away. */
  discard(): void;
  /** Forgets the layer as well. */
  leave(): void;
  copy(from: string, look: Pick<Look, 'style' | 'labels'>): void;
}

export const useStyling = create<StylingState>()((set) => ({
  layer: null,
  tab: 'style',
  draft: null,
  base: null,
  copied: null,
  choose: (layer, tab) => set((now) => ({ layer, tab: tab ?? now.tab, draft: now.layer === layer ? now.draft : null })),
  setTab: (tab) => set({ tab }),
  change: (saved, change) =>
    set(({ draft, base }) => ({ draft: { ...(draft ?? saved), ...change }, base: draft && base ? base : saved })),
  discard: () => set({ draft: null, base: null }),
  leave: () => set({ layer: null, draft: null, base: null }),
  copy: (from, look) => set({ copied: { from, look } }),
}));

/** A layer's look as the server has it. */
export const lookOf = ({ config }: Pick<Layer, 'config'>): Look => ({
  style: config.style,
  labels: config.labels,
  scale: { min_zoom: config.scale.min_zoom, max_zoom: config.scale.max_zoom },
});

/** Opens the editors of a layer's style, labels and scale; asks first where another layer has unsaved changes. */
export async function openStyling(layer: number, tab: StylingTab = 'style'): Promise<void> {
  const { active, mayLeave, activate } = useTool.getState();
  const other = useStyling.getState().layer !== layer;
  if (active === 'styling' && other && mayLeave && !(await mayLeave())) return;
  useStyling.getState().choose(layer, tab);
  activate('styling');
}
