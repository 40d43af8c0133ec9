// New records: draw the shape, hand it to its form, keep it on the map until the form is saved or thrown away.
import type { Geometry } from '@/contract/schemas/common';
import { LAYER_TYPES } from '@/contract/schemas/layer';
import type { MapEffect, Shape, ToolContext, ToolEffect, ToolLayer } from '@/map/tool-types';
import type { Machine } from '../define';
import { effectFromKey } from '../keys';

export type DrawState =
  | { phase: 'choose' }
  | { phase: 'sketching'; layer: number; shape: Shape }
  | { phase: 'held'; layer: number; shape: Shape };

/** A finished shape of before, whose form was never saved, for the layer that is drawn into. */
export type DrawAction = { do: 'restore'; geometry: Geometry };

export const shapeOf = (type: number): Shape | null =>
  type === LAYER_TYPES.point
    ? 'point'
    : type === LAYER_TYPES.line
      ? 'line'
      : type === LAYER_TYPES.polygon
        ? 'polygon'
        : null;

/** Whether the user may draw new records into the layer. */
export const canDrawInto = (layer: ToolLayer): boolean => layer.rights.add && shapeOf(layer.type) !== null;

/** The layer that is drawn into: the active one, or the only one there is. */
export const findTargetLayer = (layers: readonly ToolLayer[], target: number | null): ToolLayer | undefined => {
  const able = layers.filter(canDrawInto);
  return able.find(({ id }) => id === target) ?? (able.length === 1 ? able[0] : undefined);
};

const begin = ({ layers, target }: ToolContext): [DrawState, ...MapEffect[]] => {
  const layer = findTargetLayer(layers, target);
  const shape = layer ? shapeOf(layer.type) : null;
  return layer && shape
    ? [
        { phase: 'sketching', layer: layer.id, shape },
        { kind: 'sketch', shape },
      ]
    : [{ phase: 'choose' }, { kind: 'clearSketch' }];
};

const hold = (layer: number, shape: Shape, geometry: Geometry): [DrawState, ...ToolEffect[]] => [
  { phase: 'held', layer, shape },
  { kind: 'reshape', geometry, self: 'new' },
  { kind: 'drawn', layer },
];

export const machine: Machine<DrawState, DrawAction> = {
  initial: { phase: 'choose' },
  step: (state, gesture, context) => {
    switch (gesture.kind) {
      case 'enter':
        return begin(context);
      case 'exit':
        return [{ phase: 'choose' }, { kind: 'clearSketch' }];
      case 'context':
        // A shape that waits for its form keeps its layer; anything else follows the user's choice.
        return state.phase === 'held' ||
          (state.phase === 'sketching' && state.layer === findTargetLayer(context.layers, context.target)?.id)
          ? [state]
          : begin(context);
      case 'typed':
        return state.phase === 'choose' ? [state] : [state, { kind: 'addPoint', at: gesture.at }];
      case 'drawn': {
        if (state.phase === 'choose') return [state];
        const { layer, shape } = state;
        return state.phase === 'held' ? [state, { kind: 'drawn', layer }] : hold(layer, shape, gesture.geometry);
      }
      case 'action':
        return state.phase === 'sketching' ? hold(state.layer, state.shape, gesture.action.geometry) : [state];
      case 'saved':
      case 'discarded':
        return state.phase === 'held' ? begin(context) : [state];
      case 'key':
        return state.phase === 'choose' ? [state] : [state, effectFromKey(gesture.name)];
      default:
        return [state];
    }
  },
  hint: (state) => (state.phase === 'sketching' ? state.shape : state.phase),
};
