// Runs the tools: gestures go to the machines, their effects to the map or to the screen. Leaving a tool always cleans up.
import type { Geometry } from '@/contract/schemas/common';
import { useSelection } from '@/map/state/selection';
import { useSketch } from '@/map/state/sketch';
import { useTool } from '@/map/state/tool';
import type { CreateToolHost, Drawing, Gesture, ScreenEffect, ToolContext, ToolEffect } from '@/map/tool-types';
import { type ToolId, toolById } from './registry';

/** What tools may look at now. */
export const toolContext = (): ToolContext => {
  const { layers, target, drawings } = useTool.getState();
  const { layer, ids } = useSelection.getState();
  return { layers, target, selection: layer === null ? null : { layer, ids }, drawings };
};

/** Carries out effects on the map, and passes the others to the screen. `onDrawn` is called with a shape that an effect finished. */
const createPerform =
  (
    drawing: Drawing,
    show: (geometry: Geometry) => void,
    onEffect: (effect: ScreenEffect) => void,
    onDrawn: (geometry: Geometry) => void,
  ) =>
  (effect: ToolEffect): void => {
    switch (effect.kind) {
      case 'sketch':
        drawing.start(effect.shape);
        return;
      case 'reshape':
        drawing.edit(effect.geometry, effect.self ?? undefined, effect.resume);
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
      case 'fit':
        show(effect.geometry);
        return;
      case 'finishSketch': {
        const geometry = drawing.finish();
        if (geometry) onDrawn(geometry);
        return;
      }
      case 'drawn':
        // What comes after a new shape is its form.
        useSketch.setState({ hand: 'after' });
        onEffect(effect);
        return;
      default:
        onEffect(effect);
    }
  };

/** The host of all tools of the registry, for `MapCanvas`. */
export const createToolHost: CreateToolHost = (drawing, show, onEffect) => {
  const running = new Set<string>();

  const perform = createPerform(drawing, show, onEffect, (geometry) => send({ kind: 'drawn', geometry }));

  const stateOf = (id: string): unknown => {
    const { states } = useTool.getState();
    return states.has(id) ? states.get(id) : toolById(id as ToolId).machine.initial;
  };
  const step = (id: string, gesture: Gesture) => {
    const state = stateOf(id);
    const [next, ...effects] = toolById(id as ToolId).machine.step(state, gesture, toolContext());
    if (next !== state) useTool.setState(({ states }) => ({ states: new Map(states).set(id, next) }));
    for (const effect of effects) perform(effect);
  };
  const showHint = () => {
    const { active, hint } = useTool.getState();
    const next = active && running.has(active) ? toolById(active as ToolId).machine.hint(stateOf(active)) : null;
    if (next !== hint) useTool.setState({ hint: next });
  };
  const send = (gesture: Gesture) => {
    if (gesture.kind === 'saved' || gesture.kind === 'discarded') drawing.release();
    for (const id of [...running]) step(id, gesture);
    showHint();
  };
  const act = (id: string, action: unknown) => {
    if (running.has(id)) step(id, { kind: 'action', action });
    showHint();
  };

  const follow = () => {
    const { active, on } = useTool.getState();
    const enabled = new Set([...on, ...(active ? [active] : [])]);
    for (const id of [...running]) {
      if (enabled.has(id)) continue;
      running.delete(id);
      step(id, { kind: 'exit' });
    }
    for (const id of enabled) {
      if (running.has(id) || !toolById(id as ToolId)) continue;
      running.add(id);
      step(id, { kind: 'enter' });
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
    act,
    wantsHover: () => [...running].some((id) => toolById(id as ToolId).wantsHover),
    hasPointer: () => [...running].some((id) => toolById(id as ToolId).takesPointer),
    stop: () => {
      stopTool();
      stopSelection();
      for (const id of running) step(id, { kind: 'exit' });
      running.clear();
    },
  };
};
