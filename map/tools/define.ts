// What a tool is: one manifest with a pure machine. Toolbar, keys, panel, help and cleanup all come from it.
import type { ComponentType } from 'react';
import type { Gesture, ToolContext, ToolEffect } from '../types';

/** A pure reducer; `step` answers the next state and what shall happen, in order. */
export interface Machine<S> {
  initial: S;
  step(state: S, gesture: Gesture, context: ToolContext): [S, ...ToolEffect[]];
  /** Which sentence tells the user what to do now: a key under `map.tools.<id>.hints`. */
  hint?(state: S): string | null;
}

/** A machine at work. */
export interface Runner {
  send(gesture: Gesture, context: ToolContext): ToolEffect[];
  hint(): string | null;
}

export interface ToolManifest<Id extends string = string> {
  /** Title and texts are the messages `map.tools.<id>.*`. */
  id: Id;
  icon: ComponentType<{ size?: number | string }>;
  /** Slug of the help page. */
  help: string;
  /** `KeyboardEvent.code`, so that a Persian keyboard works as well. */
  hotkey?: string;
  /** One pointer-taking tool is active at a time; the others are switches beside it. */
  takesPointer: boolean;
  wantsHover?: boolean;
  /** The key under `map.tools.reasons` that says why it cannot be used now, or null. */
  disabled?(context: ToolContext): Reason | null;
  start(): Runner;
  panel?: () => Promise<ComponentType>;
}
export type Reason = 'noVisible' | 'noAddable' | 'noEditable';

/** Hides the machine's state type, so that tools of all kinds fit into one list. */
export const defineTool = <Id extends string, S>({
  machine,
  ...manifest
}: Omit<ToolManifest<Id>, 'start'> & { machine: Machine<S> }): ToolManifest<Id> => ({
  ...manifest,
  start: () => {
    let state = machine.initial;
    return {
      send: (gesture, context) => {
        const [next, ...effects] = machine.step(state, gesture, context);
        state = next;
        return effects;
      },
      hint: () => machine.hint?.(state) ?? null,
    };
  },
});
