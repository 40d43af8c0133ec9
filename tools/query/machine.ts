// Search by a query: the tree of rules, and the shape that one of them waits for.
import type { Geometry } from '@/contract/schemas/common';
import type { Shape, ToolContext, ToolEffect } from '@/map/tool-types';
import type { Machine } from '../define';
import { effectFromKey } from '../keys';
import { changed, isGroup, newGroup, type RuleGroup } from './tree';

export const PLACE_SHAPES = ['point', 'line', 'polygon', 'rectangle', 'circle'] as const satisfies readonly Shape[];
export type PlaceShape = (typeof PLACE_SHAPES)[number];

export interface QueryState {
  layer: number | null;
  tree: RuleGroup;
  /** The rule whose place is being drawn. */
  drawing: number | null;
}
export type QueryAction =
  | { do: 'layer'; layer: number | null }
  | { do: 'tree'; tree: RuleGroup }
  /** A kept query, or one that came by a link. */
  | { do: 'open'; layer: number; tree: RuleGroup }
  | { do: 'draw'; rule: number; shape: PlaceShape }
  | { do: 'stop' };

/** The layer to begin with: the active one, else the first that has records. */
const first = ({ layers, target }: ToolContext): number | null =>
  (layers.find((l) => l.id === target && l.type <= 3) ?? layers.find((l) => l.type <= 3))?.id ?? null;

const place = (tree: RuleGroup, key: number, geometry: Geometry): RuleGroup =>
  changed(tree, key, (rule) => (isGroup(rule) ? rule : { ...rule, where: { kind: 'shape', geometry } }));

const act = (state: QueryState, action: QueryAction): [QueryState, ...ToolEffect[]] => {
  switch (action.do) {
    case 'layer':
      return [{ ...state, layer: action.layer, tree: newGroup(), drawing: null }, { kind: 'clearSketch' }];
    case 'tree':
      return [{ ...state, tree: action.tree }];
    case 'open':
      return [{ layer: action.layer, tree: action.tree, drawing: null }, { kind: 'clearSketch' }];
    case 'draw':
      return [
        { ...state, drawing: action.rule },
        { kind: 'sketch', shape: action.shape },
      ];
    case 'stop':
      return [{ ...state, drawing: null }, { kind: 'clearSketch' }];
  }
};

export const machine: Machine<QueryState, QueryAction> = {
  initial: { layer: null, tree: newGroup(), drawing: null },
  step: (state, gesture, context) => {
    switch (gesture.kind) {
      case 'enter': {
        const there = context.layers.some((l) => l.id === state.layer);
        return [there ? state : { ...state, layer: first(context), tree: newGroup() }];
      }
      case 'exit':
        return [{ ...state, drawing: null }, { kind: 'clearSketch' }];
      case 'typed':
        return state.drawing === null ? [state] : [state, { kind: 'addPoint', at: gesture.at }];
      case 'key':
        return state.drawing === null ? [state] : [state, effectFromKey(gesture.name)];
      case 'drawn':
        return state.drawing === null
          ? [state]
          : [{ ...state, drawing: null, tree: place(state.tree, state.drawing, gesture.geometry) }];
      case 'action':
        return act(state, gesture.action);
      default:
        return [state];
    }
  },
  hint: (state) => (state.drawing === null ? 'build' : 'draw'),
};
