// New records: draw the shape, hand it to its form, keep it on the map until the form is saved or thrown away.
import { LAYER_TYPES } from '@/contract/schemas/layer';
import type { MapEffect, Shape, ToolContext, ToolLayer } from '../../types';
import type { Machine } from '../define';
import { keyEffect } from '../keys';

export type DrawState =
  | { phase: 'choose' }
  | { phase: 'sketching'; layer: number; shape: Shape }
  | { phase: 'held'; layer: number; shape: Shape };

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

const begin = ({ layers, target }: ToolContext): [DrawState, ...MapEffect[]] => {
  const layer = layers.find(({ id }) => id === target);
  const shape = layer && canDrawInto(layer) ? shapeOf(layer.type) : null;
  return layer && shape
    ? [
        { phase: 'sketching', layer: layer.id, shape },
        { kind: 'sketch', shape },
      ]
    : [{ phase: 'choose' }, { kind: 'clearSketch' }];
};

export const machine: Machine<DrawState> = {
  initial: { phase: 'choose' },
  step: (state, gesture, context) => {
    switch (gesture.kind) {
      case 'enter':
        return begin(context);
      case 'exit':
        return [{ phase: 'choose' }, { kind: 'clearSketch' }];
      case 'context':
        // A shape that waits for its form keeps its layer; anything else follows the user's choice.
        return state.phase === 'held' || (state.phase === 'sketching' && state.layer === context.target)
          ? [state]
          : begin(context);
      case 'typed':
        return state.phase === 'choose' ? [state] : [state, { kind: 'addPoint', at: gesture.at }];
      case 'drawn': {
        if (state.phase === 'choose') return [state];
        const { layer } = state;
        const { geometry } = gesture;
        return state.phase === 'held'
          ? [state, { kind: 'drawn', layer, geometry }]
          : [
              { ...state, phase: 'held' },
              { kind: 'reshape', geometry, self: null },
              { kind: 'drawn', layer, geometry },
            ];
      }
      case 'saved':
      case 'discarded':
        return state.phase === 'held' ? begin(context) : [state];
      case 'key':
        return state.phase === 'choose' ? [state] : [state, keyEffect(gesture.name)];
      default:
        return [state];
    }
  },
  hint: (state) => (state.phase === 'sketching' ? state.shape : state.phase),
};
