// For tests of machines: a small map's worth of context, gestures with defaults, and a player of scripts.
import type { Layer } from '@/contract/schemas/layer';
import type { Gesture, PointGesture, ToolContext, ToolEffect, ToolLayer } from '@/map/tool-types';
import type { Machine } from './define';

const rights = { view: true, add: true, edit: true, delete: true, export: true, approve: true, manage: true };

/** A layer as tools see it; `over` changes its parts. */
export const createToolLayer = (id: number, over: Partial<ToolLayer> = {}): ToolLayer => {
  const { label = `layer ${id}`, type = 1, visible = true } = over;
  const layer: Layer = {
    id,
    label,
    type,
    config: {
      form: [],
      style: {
        kind: 'single',
        symbol: { color: '#ff0000', opacity: 1, size: 4, stroke: '#000000', stroke_width: 1 },
      },
      labels: null,
      scale: { min_zoom: 0, max_zoom: 24 },
      source: {},
      supervised: false,
    },
    icon: null,
    marker: null,
    customer: 1,
    group_layer: [],
    logo: null,
    extent: null,
    record_count: 10,
    rev: 1,
    rights: over.rights ?? rights,
  };
  return { id, label, type, visible, rights, layer, ...over };
};

/** Points that may be edited, hidden lines, areas that may only be seen, a table. */
export const CONTEXT: ToolContext = {
  layers: [
    createToolLayer(1, { type: 1 }),
    createToolLayer(2, { type: 2, visible: false }),
    createToolLayer(3, {
      type: 3,
      rights: { view: true, add: false, edit: false, delete: false, export: false, approve: false, manage: false },
    }),
    createToolLayer(4, { type: 0 }),
  ],
  selection: null,
  target: 1,
};

/** A pointer event at 51 E 35 N, ten and twenty pixels from the corner, with a reach of 30 metres. */
export const point = (kind: PointGesture['kind'], over: Partial<PointGesture> = {}): PointGesture => ({
  kind,
  at: [51, 35],
  point: [10, 20],
  modifiers: { shift: false, ctrl: false, alt: false },
  hits: [],
  tolerance: 30,
  ...over,
});

type Step<A> = Exclude<Gesture, { kind: 'action' }> | { kind: 'action'; action: A };

/** Runs a script; each step may change the context. Returns all effects, their kinds, and the last state. */
export const play = <S, A>(
  machine: Machine<S, A>,
  script: (Step<A> | [Step<A>, Partial<ToolContext>])[],
  from: S = machine.initial,
) => {
  let state = from;
  let context = CONTEXT;
  const effects: ToolEffect[] = [];
  for (const step of script) {
    const [gesture, change] = Array.isArray(step) ? step : [step, {}];
    context = { ...context, ...change };
    const [next, ...requested] = machine.step(state, gesture, context);
    state = next;
    effects.push(...requested);
  }
  return { state, effects, kinds: effects.map((e) => e.kind) };
};
