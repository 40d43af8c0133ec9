// Analysis: what is worked on and how. The settings outlive the panel; a shape is drawn, and records are picked, for one of two sources.
import { type Analysis, OF_TWO } from '@/contract/schemas/analysis';
import type { Geometry } from '@/contract/schemas/common';
import type { LengthUnit } from '@/map/geo/measure-units';
import type { Shape, ToolContext, ToolEffect } from '@/map/tool-types';
import type { Machine } from '../define';
import { effectFromKey } from '../keys';
import { hasShapes, NOTHING_PICKED, pickClicked, pickSelection, type RecordPick } from '../record-pick';

export const SOURCE_KINDS = ['layer', 'regions', 'drawings', 'sketch'] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];
/** Which records of a layer; `query` are those that the rules of the query tool let through. */
export const PARTS = ['all', 'selection', 'query'] as const;
export type Part = (typeof PARTS)[number];
export const DRAWN_SHAPES = ['point', 'line', 'polygon', 'rectangle', 'circle'] as const satisfies readonly Shape[];
export type DrawnShape = (typeof DRAWN_SHAPES)[number];

/** Each kind keeps its own choice, so that going back to it finds it again. */
export interface Source {
  kind: SourceKind;
  layer: number | null;
  part: Part;
  regions: readonly number[];
  drawings: 'all' | 'chosen';
  shapes: readonly Geometry[];
}
export type Side = 'of' | 'by';

export interface AnalysisState {
  how: Analysis;
  of: Source;
  by: Source;
  /** As typed, in either script. */
  distance: string;
  unit: LengthUnit;
  /** How far the nearest is looked for, as typed; empty for no limit. */
  reach: string;
  reachUnit: LengthUnit;
  dissolve: boolean;
  /** Names of fields of the second source. */
  sum: readonly string[];
  into: 'drawings' | 'layer';
  /** Groups that a new layer comes into; null while those of the first input's layer stand. */
  groups: readonly number[] | null;
  /** Null while the suggested name stands. */
  label: string | null;
  /** The preview was asked for; from then on it follows every change. */
  isPreviewed: boolean;
  /** The source that a shape is being drawn for. */
  drawing: { side: Side; shape: DrawnShape } | null;
  picked: RecordPick;
}
type Settings = Pick<
  AnalysisState,
  'how' | 'distance' | 'unit' | 'reach' | 'reachUnit' | 'dissolve' | 'sum' | 'into' | 'groups' | 'label' | 'isPreviewed'
>;
export type AnalysisAction =
  | { do: 'set'; change: Partial<Settings> }
  | { do: 'source'; side: Side; change: Partial<Source> }
  | { do: 'draw'; side: Side; shape: DrawnShape }
  | { do: 'stop' };

/** Records that can be picked at once: as many as the map marks. */
export const MAX_PICKED = 10_000;
/** The wire takes 500 shapes in one source. */
export const MAX_SHAPES = 500;

const SOURCE: Source = { kind: 'layer', layer: null, part: 'all', regions: [], drawings: 'all', shapes: [] };

const isThere = ({ layers }: ToolContext, id: number | null): boolean =>
  layers.some((l) => l.id === id && hasShapes(l));

/** The layer to begin with: the active one, else the topmost that is shown, else the first. */
const first = ({ layers, target }: ToolContext): number | null => {
  const possible = layers.filter(hasShapes);
  return (possible.find((l) => l.id === target) ?? possible.find((l) => l.visible) ?? possible[0])?.id ?? null;
};

/** What somebody meets who opens the tool: the selection if there is one, and layers that are still there. */
const enter = (state: AnalysisState, context: ToolContext): AnalysisState => {
  const picked = pickSelection(state.picked, context, hasShapes, MAX_PICKED);
  const fresh = !isThere(context, state.of.layer);
  const of: Source =
    picked.layer !== null && (fresh || state.of.part === 'selection')
      ? { ...state.of, layer: picked.layer, part: 'selection' }
      : fresh
        ? { ...state.of, layer: first(context), part: 'all' }
        : state.of;
  const by: Source = isThere(context, state.by.layer) ? state.by : { ...state.by, layer: null, part: 'all' };
  // Who has no layers has come for their drawings.
  const kind = of.kind === 'layer' && of.layer === null && (context.drawings ?? 0) > 0 ? 'drawings' : of.kind;
  return { ...state, of: { ...of, kind }, by, picked };
};

const changeSource = (state: AnalysisState, side: Side, change: Partial<Source>): AnalysisState => {
  const before = state[side];
  const next = { ...before, ...change };
  // Rules and sums are about the fields of the layer that was left.
  if (next.layer !== before.layer && change.part === undefined && next.part === 'query') next.part = 'all';
  const sum = side === 'by' && next.layer !== before.layer ? [] : state.sum;
  return { ...state, [side]: next, sum };
};

const act = (state: AnalysisState, action: AnalysisAction): [AnalysisState, ...ToolEffect[]] => {
  switch (action.do) {
    case 'set':
      return [{ ...state, ...action.change }];
    case 'source': {
      const next = changeSource(state, action.side, action.change);
      const leaves = state.drawing?.side === action.side && next[action.side].kind !== 'sketch';
      return leaves ? [{ ...next, drawing: null }, { kind: 'clearSketch' }] : [next];
    }
    case 'draw':
      return [
        { ...state, drawing: { side: action.side, shape: action.shape } },
        { kind: 'sketch', shape: action.shape },
      ];
    case 'stop':
      return [{ ...state, drawing: null }, { kind: 'clearSketch' }];
  }
};

/** The source whose records are picked by pressing them; null where none waits for records. */
export const getPickingSide = ({ how, of, by, drawing }: AnalysisState): Side | null => {
  const picks = (s: Source) => s.kind === 'layer' && s.part === 'selection';
  return drawing ? null : picks(of) ? 'of' : OF_TWO.includes(how) && picks(by) ? 'by' : null;
};

export const machine: Machine<AnalysisState, AnalysisAction> = {
  initial: {
    how: 'buffer',
    of: SOURCE,
    by: SOURCE,
    distance: '100',
    unit: 'm',
    reach: '',
    reachUnit: 'm',
    dissolve: false,
    sum: [],
    into: 'drawings',
    groups: null,
    label: null,
    isPreviewed: false,
    drawing: null,
    picked: NOTHING_PICKED,
  },
  step: (state, gesture, context) => {
    switch (gesture.kind) {
      case 'enter':
        return [enter(state, context)];
      case 'exit':
        return [{ ...state, drawing: null }, { kind: 'clearSketch' }];
      case 'context': {
        const picked = pickSelection(state.picked, context, hasShapes, MAX_PICKED);
        return [picked === state.picked ? state : { ...state, picked }];
      }
      case 'click':
      case 'typed': {
        if (state.drawing) return gesture.kind === 'typed' ? [state, { kind: 'addPoint', at: gesture.at }] : [state];
        const side = getPickingSide(state);
        if (!side) return [state];
        const picked = pickClicked(state.picked, gesture, context, hasShapes, MAX_PICKED);
        if (picked === state.picked) return [state];
        const layer = picked.layer ?? state[side].layer;
        return [{ ...changeSource(state, side, { layer, part: 'selection' }), picked }];
      }
      case 'drawn': {
        const { drawing } = state;
        if (!drawing) return [state];
        const source = state[drawing.side];
        const shapes = [...source.shapes, gesture.geometry].slice(-MAX_SHAPES);
        return [{ ...state, drawing: null, [drawing.side]: { ...source, shapes } }, { kind: 'clearSketch' }];
      }
      case 'key':
        return state.drawing ? [state, effectFromKey(gesture.name)] : [state];
      case 'action':
        return act(state, gesture.action);
      default:
        return [state];
    }
  },
  hint: (state) => (state.drawing ? 'draw' : getPickingSide(state) ? 'pick' : 'choose'),
};

/** The state with which the tool opens on one layer: all of it, or what is selected of it. */
export const openWith = (state: AnalysisState, layer: number, part: Part): AnalysisState => ({
  ...state,
  of: { ...state.of, kind: 'layer', layer, part },
  label: null,
  isPreviewed: false,
});
