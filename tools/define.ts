// What a tool is: one manifest with a pure machine. Toolbar, keys, panel, help and cleanup all come from it.
import type { ComponentType } from 'react';
import type { Gesture, ToolContext, ToolEffect } from '@/map/tool-types';

type MachineGesture<A> = Exclude<Gesture, { kind: 'action' }> | { kind: 'action'; action: A };

/**
 * A pure reducer; `step` returns the next state and what shall happen, in order. `A` is what the tool's panel may ask of it.
 * The state outlives the tool's use: `enter` finds what `exit` left, so that a tool remembers.
 */
export interface Machine<S, A = never> {
  initial: S;
  step(state: S, gesture: MachineGesture<A>, context: ToolContext): [S, ...ToolEffect[]];
  /** Which sentence tells the user what to do now: a key under `map.tools.<id>.hints`. */
  hint?(state: S): string | null;
}

/** A machine at work, the type of its state hidden. */
export interface MachineRunner {
  initial: unknown;
  step(state: unknown, gesture: Gesture, context: ToolContext): [unknown, ...ToolEffect[]];
  hint(state: unknown): string | null;
}

/** Sections of the tool rail, in their order: see, look up, change records, make for oneself, keep and give. */
export const TOOL_GROUPS = ['see', 'ask', 'edit', 'make', 'keep'] as const;

export interface ToolManifest<Id extends string = string> {
  /** Title and texts are the messages `map.tools.<id>.*`. */
  id: Id;
  icon: ComponentType<{ size?: number | string }>;
  /** Slug of the help page. */
  help: string;
  group: (typeof TOOL_GROUPS)[number];
  /** `KeyboardEvent.code`, so that a Persian keyboard works as well; with `Shift+` before it where Shift must be held. */
  hotkey?: string;
  /**
   * One tool is active at a time: it has the panel and, where it takes the pointer, the clicks. A tool with neither is a switch
   * beside it.
   */
  takesPointer: boolean;
  wantsHover?: boolean;
  /** The key under `map.tools.reasons` that says why it cannot be used now, or null. */
  disabled?(context: ToolContext): Reason | null;
  machine: MachineRunner;
  panel?: () => Promise<ComponentType>;
}
export type Reason =
  | 'noVisible'
  | 'noAddable'
  | 'noEditable'
  | 'noStylable'
  | 'noRecords'
  | 'noCuttable'
  | 'noMergeable'
  | 'noShapes';

/** Hides the machine's state type, so that tools of all kinds fit into one list. */
export const defineTool = <Id extends string, S, A>({
  machine,
  ...manifest
}: Omit<ToolManifest<Id>, 'machine'> & { machine?: Machine<S, A> }): ToolManifest<Id> => ({
  ...manifest,
  machine: {
    initial: machine?.initial,
    step: (state, gesture, context) => machine?.step(state as S, gesture as MachineGesture<A>, context) ?? [state],
    hint: (state) => machine?.hint?.(state as S) ?? null,
  },
});

/** What pressing a tool's button does: takes the pointer, opens a panel alone, or turns something on beside whichever tool is active. */
export const kindOf = (tool: ToolManifest): 'mode' | 'panel' | 'switch' =>
  tool.takesPointer ? 'mode' : tool.panel ? 'panel' : 'switch';
export const isSwitch = (tool: ToolManifest): boolean => kindOf(tool) === 'switch';
