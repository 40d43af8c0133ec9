// Runs the tools: gestures go to the machines, their effects to the map or to the screen. Leaving a tool always cleans up.
import { useSelection } from '../state/selection';
import { useTool } from '../state/tool';
import type { Drawing, Gesture, ScreenEffect, ToolContext, ToolEffect } from '../types';
import type { Runner } from './define';
import { type ToolId, toolById } from './registry';

export interface ToolHost {
  send(gesture: Gesture): void;
  wantsHover(): boolean;
  /** Whether a pointer-taking tool has the clicks. */
  hasPointer(): boolean;
  stop(): void;
}

/** What tools may look at now. */
export const toolContext = (): ToolContext => {
  const { layers, target } = useTool.getState();
  const { layer, ids } = useSelection.getState();
  return { layers, target, selection: layer === null ? null : { layer, ids } };
};

export const createHost = (drawing: Drawing, onEffect: (effect: ScreenEffect) => void): ToolHost => {
  const running = new Map<string, Runner>();

  const perform = (effect: ToolEffect): void => {
    switch (effect.kind) {
      case 'sketch':
        drawing.start(effect.shape);
        return;
      case 'reshape':
        drawing.edit(effect.geometry, effect.self ?? undefined);
        return;
      case 'addPoint':
        drawing.addPoint(effect.at);
        return;
      case 'clearSketch':
        drawing.cancel();
        return;
      case 'undo':
        drawing.undo();
        return;
      case 'redo':
        drawing.redo();
        return;
      case 'removeVertex':
        drawing.removeVertex();
        return;
      case 'finishSketch': {
        const geometry = drawing.finish();
        if (geometry) send({ kind: 'drawn', geometry });
        return;
      }
      default:
        onEffect(effect);
    }
  };

  const tell = (runner: Runner, gesture: Gesture) => {
    for (const effect of runner.send(gesture, toolContext())) perform(effect);
  };
  const showHint = () => {
    const { active, hint } = useTool.getState();
    const next = active ? (running.get(active)?.hint() ?? null) : null;
    if (next !== hint) useTool.setState({ hint: next });
  };
  const send = (gesture: Gesture) => {
    for (const runner of [...running.values()]) tell(runner, gesture);
    showHint();
  };

  const follow = () => {
    const { active, on } = useTool.getState();
    const wanted = new Set([...on, ...(active ? [active] : [])]);
    for (const [id, runner] of [...running]) {
      if (wanted.has(id)) continue;
      running.delete(id);
      tell(runner, { kind: 'exit' });
    }
    for (const id of wanted) {
      if (running.has(id)) continue;
      const runner = toolById(id as ToolId)?.start();
      if (!runner) continue;
      running.set(id, runner);
      tell(runner, { kind: 'enter' });
    }
    showHint();
  };

  follow();
  const stopTool = useTool.subscribe((now, before) => {
    if (now.active !== before.active || now.on !== before.on) follow();
    if (now.target !== before.target || now.layers !== before.layers) send({ kind: 'context' });
  });
  const stopSelection = useSelection.subscribe((now, before) => {
    if (now.layer !== before.layer || now.ids !== before.ids) send({ kind: 'context' });
  });

  return {
    send,
    wantsHover: () => [...running.keys()].some((id) => toolById(id as ToolId)?.wantsHover),
    hasPointer: () => useTool.getState().active !== null,
    stop: () => {
      stopTool();
      stopSelection();
      for (const runner of running.values()) tell(runner, { kind: 'exit' });
      running.clear();
    },
  };
};
