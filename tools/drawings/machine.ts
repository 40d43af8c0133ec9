// Drawings: choose by clicking, draw one after the other, reshape one, or aim a shape at one. The results wait in `results` until the panel has handled them.
import type { Geometry } from '@/contract/schemas/common';
import type { DrawingType } from '@/contract/schemas/drawing';
import type { MapEffect, Shape } from '@/map/tool-types';
import type { LngLat } from '@/map/types';
import type { Machine } from '../define';
import { effectFromKey } from '../keys';

/** What is drawn for the sake of another drawing. */
export type Aim = 'hole' | 'part' | 'split';
export type Mode =
  | { kind: 'choose' }
  /** `written`: a freehand line whose points are written, for whoever has no pointer. */
  | { kind: 'draw'; type: DrawingType; written?: true }
  | { kind: 'edit'; key: number }
  | { kind: 'aim'; aim: Aim; key: number; shape: Shape };
export type DrawingsResult = { n: number } & (
  | { what: 'new'; type: DrawingType; geometry: Geometry }
  | { what: 'shape'; key: number; geometry: Geometry }
  | { what: Aim; key: number; geometry: Geometry }
  /** A press on the map; `add` keeps what was chosen before. */
  | { what: 'press'; at: LngLat; metres: number; add: boolean }
);
export interface DrawingsToolState {
  mode: Mode;
  results: readonly DrawingsResult[];
  next: number;
}
export type DrawingsAction =
  | { do: 'choose' }
  | { do: 'draw'; type: DrawingType }
  | { do: 'edit'; key: number; geometry: Geometry }
  | { do: 'aim'; aim: Aim; key: number; shape: Shape }
  /** The panel has dealt with everything up to this one. */
  | { do: 'taken'; n: number };

const SHAPES: Record<DrawingType, Shape> = {
  point: 'point',
  line: 'line',
  polygon: 'polygon',
  rectangle: 'rectangle',
  circle: 'circle',
  freehand: 'freehand',
  text: 'point',
};
const CHOOSE: Mode = { kind: 'choose' };

type Step = [DrawingsToolState, ...MapEffect[]];
type Fresh = DrawingsResult extends infer One ? (One extends DrawingsResult ? Omit<One, 'n'> : never) : never;

const addResult = (state: DrawingsToolState, one: Fresh, mode = state.mode): DrawingsToolState => ({
  mode,
  results: [...state.results, { ...one, n: state.next } as DrawingsResult],
  next: state.next + 1,
});

const begin = (state: DrawingsToolState, mode: Mode): Step =>
  mode.kind === 'draw'
    ? [
        { ...state, mode },
        { kind: 'sketch', shape: SHAPES[mode.type] },
      ]
    : [{ ...state, mode: CHOOSE }, { kind: 'clearSketch' }];

const act = (state: DrawingsToolState, action: DrawingsAction): Step => {
  switch (action.do) {
    case 'choose':
      return begin(state, CHOOSE);
    case 'draw':
      return begin(state, { kind: 'draw', type: action.type });
    case 'edit':
      return [
        { ...state, mode: { kind: 'edit', key: action.key } },
        { kind: 'reshape', geometry: action.geometry, self: null },
      ];
    case 'aim':
      return [
        { ...state, mode: { kind: 'aim', aim: action.aim, key: action.key, shape: action.shape } },
        { kind: 'sketch', shape: action.shape },
      ];
    case 'taken':
      return [{ ...state, results: state.results.filter(({ n }) => n > action.n) }];
  }
};

const finishDrawing = (state: DrawingsToolState, geometry: Geometry): Step => {
  const { mode } = state;
  switch (mode.kind) {
    case 'choose':
      return [state];
    case 'draw':
      return [
        addResult(state, { what: 'new', type: mode.type, geometry }, { kind: 'draw', type: mode.type }),
        { kind: 'sketch', shape: SHAPES[mode.type] },
      ];
    case 'edit':
      return [addResult(state, { what: 'shape', key: mode.key, geometry }, CHOOSE), { kind: 'clearSketch' }];
    case 'aim':
      return [addResult(state, { what: mode.aim, key: mode.key, geometry }, CHOOSE), { kind: 'clearSketch' }];
  }
};

const addTyped = (state: DrawingsToolState, at: LngLat): Step => {
  const { mode } = state;
  if (mode.kind === 'choose') return [state];
  if (mode.kind === 'draw' && mode.type === 'freehand' && !mode.written)
    return [
      { ...state, mode: { ...mode, written: true } },
      { kind: 'sketch', shape: 'line' },
      { kind: 'addPoint', at },
    ];
  return [state, { kind: 'addPoint', at }];
};

export const machine: Machine<DrawingsToolState, DrawingsAction> = {
  initial: { mode: CHOOSE, results: [], next: 1 },
  step: (state, gesture) => {
    switch (gesture.kind) {
      // What was drawn last is drawn again; work on one drawing is not taken up by itself.
      case 'enter':
        return state.mode.kind === 'draw'
          ? begin(state, { kind: 'draw', type: state.mode.type })
          : [{ ...state, mode: CHOOSE }];
      case 'exit':
        return [state.mode.kind === 'draw' ? state : { ...state, mode: CHOOSE }, { kind: 'clearSketch' }];
      case 'click':
        return [
          state.mode.kind === 'choose'
            ? addResult(state, {
                what: 'press',
                at: gesture.at,
                metres: gesture.tolerance,
                add: gesture.modifiers.ctrl || gesture.modifiers.shift,
              })
            : state,
        ];
      case 'typed':
        return addTyped(state, gesture.at);
      case 'drawn':
        return finishDrawing(state, gesture.geometry);
      case 'key':
        return state.mode.kind === 'choose' ? [state] : [state, effectFromKey(gesture.name)];
      case 'action':
        return act(state, gesture.action);
      default:
        return [state];
    }
  },
  hint: ({ mode }) => (mode.kind === 'draw' ? mode.type : mode.kind === 'aim' ? mode.aim : mode.kind),
};
